// Attention in many forms is what float64 gives: plain attention and its spellings. Static extents, and one compiled expression for all others.
#include <laws/invariance.hpp>

using namespace laws;

TEST_CASE("plain") { check_form<form::plain>(); }
TEST_CASE("with_sums") { check_form<form::with_sums>(); }
TEST_CASE("own_normaliser") { check_form<form::own_normaliser>(); }
TEST_CASE("exp_over_sum") { check_form<form::exp_over_sum>(); }
TEST_CASE("softplus") { check_form<form::softplus>(); }
TEST_CASE("three_kept") { check_form<form::three_kept>(); }
