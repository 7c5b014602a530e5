// Attention in many forms is what float64 gives: other scores. Static extents, and one compiled expression for all others.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("additive") { check_form<form::additive>(); }
TEST_CASE("cosine") { check_form<form::cosine>(); }
TEST_CASE("bilinear") { check_form<form::bilinear>(); }
TEST_CASE("projected") { check_form<form::projected>(); }
TEST_CASE("grouped_heads") { check_form<form::grouped_heads>(); }
