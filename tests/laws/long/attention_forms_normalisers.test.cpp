// Attention in many forms is what float64 gives: more than one pass, and other axes. Static extents, and one compiled expression for all others.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("standardised") { check_form<form::standardised>(); }
TEST_CASE("entropy") { check_form<form::entropy>(); }
TEST_CASE("squared") { check_form<form::squared>(); }
TEST_CASE("twice") { check_form<form::twice>(); }
TEST_CASE("over_both") { check_form<form::over_both>(); }
TEST_CASE("slots") { check_form<form::slots>(); }
