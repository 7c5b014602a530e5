#include <support/catch.hpp>

#include <heed/shape/assignment.hpp>
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

TEST_CASE("assignments are judged at compile time") { SUCCEED(); }
}  // namespace
