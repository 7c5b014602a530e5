// Version and the few public macros of heed.
#pragma once

#define HEED_VERSION_MAJOR 0
#define HEED_VERSION_MINOR 1
#define HEED_VERSION_PATCH 0

// Element access by position is checked in debug builds (NDEBUG not defined), unless the user decides otherwise.
#ifndef HEED_CHECK_BOUNDS
#ifdef NDEBUG
#define HEED_CHECK_BOUNDS 0
#else
#define HEED_CHECK_BOUNDS 1
#endif
#endif

// Whether the compiler has exceptions (not with -fno-exceptions). Without them what would be thrown is handed to
// HEED_ON_ERROR as a sentence, a const char*, and then the program is aborted. By default it is printed.
#if defined(__cpp_exceptions)
#define HEED_EXCEPTIONS 1
#else
#define HEED_EXCEPTIONS 0
#ifndef HEED_ON_ERROR
#include <cstdio>
#define HEED_ON_ERROR(sentence) std::fprintf(stderr, "heed: %s\n", sentence)
#endif
#endif

// Everything in the hot loops must be inlined whatever the optimiser's size heuristics say; without optimisation it is
// only slow, so the attribute is dropped there and debug builds stay small. HEED_INLINED: of a lambda, after its parameters.
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
// (g++ optimises what is always_inline again at each level of calls; flatten takes the whole tree of calls in one step.)
#define HEED_INLINE inline
#define HEED_INLINED
#define HEED_LOOPS __attribute__((noinline, flatten))
#elif defined(__OPTIMIZE__)
#define HEED_INLINE inline __attribute__((always_inline))
#define HEED_INLINED __attribute__((always_inline))
#define HEED_LOOPS __attribute__((noinline))
#else
#define HEED_LOOPS
#define HEED_INLINE inline
#define HEED_INLINED
#endif

// What is the same for many expressions is one function, not a copy in each and not a variant for each caller.
#if defined(__GNUC__) && !defined(__clang__)
#define HEED_SHARED __attribute__((noinline, noclone))
#else
#define HEED_SHARED __attribute__((noinline))
#endif

// The same, of what is hardly ever called: short rather than fast, which compilers are quicker to make.
#define HEED_RARE HEED_SHARED __attribute__((cold))

// A statement that is an expression, and no assignment, does nothing: compilers say so.
#define HEED_LAZY [[nodiscard("an expression computes nothing until it is assigned or evaluated")]]

// Tells compilers that a result refers to this argument (clang warns about `auto e = f(temporary)`).
#if defined(__clang__)
#define HEED_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define HEED_LIFETIMEBOUND
#endif

// A user's global q is no mistake of ours: g++ would warn of every local q of a template that it instantiates below it. What users
// include begins and ends so, around its includes.
#if defined(__GNUC__)
#define HEED_QUIET_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wshadow\"")
#define HEED_QUIET_END _Pragma("GCC diagnostic pop")
#else
#define HEED_QUIET_BEGIN
#define HEED_QUIET_END
#endif

// Around a struct whose members are set later, and copied before, too, and around functions that intrinsics are inlined into (simd/xsimd.hpp): g++ would warn of it wherever that is.
#if defined(__GNUC__) && !defined(__clang__)
#define HEED_UNSET_BEGIN \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wuninitialized\"") _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
#define HEED_UNSET_END _Pragma("GCC diagnostic pop")
#else
#define HEED_UNSET_BEGIN
#define HEED_UNSET_END
#endif
