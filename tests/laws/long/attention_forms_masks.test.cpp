// Attention in many forms is what float64 gives: masks, biases and caps. Static extents, and one compiled expression for all others.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("distance_bias") { check_form<form::distance_bias>(); }
TEST_CASE("softcap") { check_form<form::softcap>(); }
TEST_CASE("causal") { check_form<form::causal>(); }
TEST_CASE("sliding_window") { check_form<form::sliding_window>(); }
TEST_CASE("combined_masks") { check_form<form::combined_masks>(); }
