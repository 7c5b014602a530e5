// How an assertion says what is wrong: the condition that carries the facts, or the sentence that has them in it.
//
//     template <class... A, named_operand X, class V = …the verdict…, holds<V> ok = answer<V>> auto sum(X&& x) -> … {
//       static_assert(ok, HEED_SENTENCE("sum<Axis...>(x): …what it requires…", V, axis_list<A...>, shape_of_operand<X>));
//
// Compilers that compute messages print `sum<Key>: the operand has no axis Key; its axes are Query[128] and Feature[64]`. Others
// print what the call requires, and beside it what does not hold: `holds<rule::axis_is_in<Key, shape<Query[128], …>>>`.
// The assertion stands in the body of the function that the user called: anywhere deeper costs lines of "required from".
// A verdict V is a class with `refused`; those of heed are in shape/verdict.hpp, their sentences in shape/messages.hpp.
#pragma once

#include <cstddef>
#include <string_view>

#include <heed/axes/axis.hpp>

// __cpp_static_assert says so in C++26; clang 22 does it in every mode.
#if (defined(__cpp_static_assert) && __cpp_static_assert >= 202306L) || \
    (defined(__clang_major__) && __clang_major__ >= 22 && !defined(__apple_build_version__))
#define HEED_COMPUTED_MESSAGES 1
#else
#define HEED_COMPUTED_MESSAGES 0
#endif

// A test may read the sentences with any compiler, as text.
#if HEED_COMPUTED_MESSAGES || defined(HEED_SENTENCES_AS_TEXT)
#define HEED_BUILDS_SENTENCES 1
#else
#define HEED_BUILDS_SENTENCES 0
#endif

// A header with sentences begins and ends so: before C++26, clang 22 calls them an extension.
#if HEED_COMPUTED_MESSAGES && defined(__clang__)
#define HEED_SENTENCES_BEGIN _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"")
#define HEED_SENTENCES_END _Pragma("clang diagnostic pop")
#else
#define HEED_SENTENCES_BEGIN
#define HEED_SENTENCES_END
#endif

// `= HEED_DELETED("what to write instead"):` a function that nobody can call, for which compilers say why.
#if defined(__cpp_deleted_function) || (HEED_COMPUTED_MESSAGES && defined(__clang__))
#define HEED_DELETED(why) delete(why)
#else
#define HEED_DELETED(why) delete
#endif

#if HEED_BUILDS_SENTENCES
namespace heed {
namespace detail {
template <std::size_t N> struct literal {
  char chars[N];
  consteval literal(const char (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i) chars[i] = from[i];
  }
  constexpr std::string_view view() const { return {chars, N - 1}; }
};
// The sentence, in the form that static_assert takes. L: the axes that the call names; S: the axes of its operands. Where
// nothing is refused there is nothing to say.
template <literal Fixed, class V, class L = axis_list<>, class... S> struct sentence {
  static constexpr std::size_t size() { return 0; }
  static constexpr const char* data() { return ""; }
};
}  // namespace detail
}  // namespace heed
#endif

#if !HEED_COMPUTED_MESSAGES

namespace heed {
/// A condition whose type says what it is about: `holds<rule::same_extent<Feature[64], Feature[32]>>`.
template <class V> struct holds {
  constexpr operator bool() const { return !V::refused; }
};
template <class V> inline constexpr holds<V> answer{};
}  // namespace heed
#define HEED_SENTENCE(fixed, ...) fixed

#else

namespace heed {
// A plain bool, so that compilers print the sentence and nothing else.
template <class V> using holds = bool;
template <class V> inline constexpr bool answer = !V::refused;
}  // namespace heed
#define HEED_SENTENCE(fixed, ...) ::heed::detail::sentence<fixed, __VA_ARGS__>{}

#endif
