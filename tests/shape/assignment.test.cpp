#include <support/catch.hpp>

#include <heed/shape/assignment.hpp>
#include <heed/shape/fold.hpp>
#include <heed/shape/index.hpp>
#include <support/axes.hpp>

namespace {
using namespace heed;
using detail::assignment_verdict;
using detail::compound_assignment_verdict;

using target = shape<Head[8], Query[4]>;
template <class... X> using assigned = assignment_verdict<target, shape<X...>>;
template <class... X> using added = compound_assignment_verdict<target, shape<X...>>;

static_assert(std::is_same_v<assigned<Query[4], Head[8]>, verdict::fine>);
static_assert(std::is_same_v<assigned<Head[], Query[]>, verdict::fine>);
static_assert(std::is_same_v<assigned<Head[8], open<Query>>, verdict::fine>);
static_assert(std::is_same_v<assigned<>, verdict::fine>);
static_assert(std::is_same_v<assigned<Head[8]>, rule::axis_is_in_expression<Query, shape<Head[8]>>>);
static_assert(std::is_same_v<assigned<Head[8], Query[4], Key[2]>, rule::axis_is_in_target<Key, target>>);
static_assert(std::is_same_v<assigned<Head[8], Query[5]>, rule::same_extent<Query[4], Query[5]>>);
static_assert(std::is_same_v<assignment_verdict<shape<>, shape<>>, verdict::fine>);
static_assert(std::is_same_v<assignment_verdict<shape<>, shape<Key[2]>>, rule::axis_is_in_target<Key, shape<>>>);

static_assert(std::is_same_v<added<Head[8]>, verdict::fine>);
static_assert(std::is_same_v<added<Query[3]>, rule::same_extent<Query[4], Query[3]>>);
static_assert(std::is_same_v<added<Key[]>, rule::axis_is_in_target<Key, target>>);

// Advice: a rename that would make it fit, where one axis only has that extent; a name that is close, if not the very name.
static_assert(std::is_same_v<assigned<Head[8], Key[4]>, rule::axis_is_in_target<Key, target, rule::rename_forgotten<Key, Query>>>);
static_assert(std::is_same_v<assigned<Key[4], Token[4]>, rule::axis_is_in_target<Key, target, rule::rename_forgotten<Key, Query>>>);
static_assert(std::is_same_v<assignment_verdict<shape<Query[4], Head[4]>, shape<Key[4]>>, rule::axis_is_in_target<Key, shape<Query[4], Head[4]>>>);
using of_keys = axis_list<Key>;
using weights = shape<Query[4], Key[9]>;
static_assert(std::is_same_v<detail::contraction_verdict<of_keys, weights, shape<Token[9], Head[4]>>,
                             rule::axis_is_in<Key, shape<Token[9], Head[4]>, rule::rename_forgotten<Token, Key>>>);
static_assert(std::is_same_v<detail::contraction_verdict<of_keys, weights, shape<Token[8]>>, rule::axis_is_in<Key, shape<Token[8]>>>);
struct Keys {};
static_assert(std::is_same_v<has_every<axis_list<Keys>, weights>, rule::axis_is_in<Keys, weights, rule::did_you_mean<Key>>>);
namespace other { struct Key {}; }
static_assert(std::is_same_v<has_every<axis_list<other::Key>, weights>, rule::axis_is_in<other::Key, weights>>);
using query_and_key = axis_list<Query, Key>;
using tokens = shape<Token[4]>;
static_assert(std::is_same_v<detail::exact<tokens, query_and_key>::type, rule::exactly_axes<tokens, query_and_key, rule::rename_forgotten<Token, Query, Key>>>);
static_assert(std::is_same_v<detail::exact<weights, axis_list<Query>>::type, rule::exactly_axes<weights, axis_list<Query>>>);

TEST_CASE("assignments are judged at compile time") { SUCCEED(); }
}  // namespace
