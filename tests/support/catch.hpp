// Catch2, version 2 (Debian 12) or 3: the only file that includes it.
#pragma once

#ifdef __clang__
#if __has_warning("-Wc2y-extensions")
#pragma clang diagnostic ignored "-Wc2y-extensions"  // __COUNTER__, in its macros
#endif
#endif

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
// The names of Catch2 2, which the tests use.
using Catch::Approx;
namespace Catch {
using Matchers::Equals;
inline auto Contains(const std::string& text) { return Matchers::ContainsSubstring(text); }
} // namespace Catch
#else
#include <catch2/catch.hpp>
namespace Catch {
using Matchers::Contains;
using Matchers::Equals;
} // namespace Catch
#endif
