// Functions by themselves, over a tensor that stays in the first cache: what an expression's own arithmetic costs.
#include "plain.hpp"

namespace {
using namespace heed_benchmark;

measured arithmetic_of(const char* name, auto function) {
  return {std::string("arithmetic/") + name, {}, [function] { return fused(function, numbers<heed::tensor<float, Row[4096]>, 1>()); }};
}

const measured all[] = {
    arithmetic_of("multiply_add", [](auto& x) { return x * 1.01f + 0.5f; }),
    arithmetic_of("exp", [](auto& x) { return exp(x); }),
    arithmetic_of("log", [](auto& x) { return log(abs(x)); }),
    arithmetic_of("tanh", [](auto& x) { return tanh(x); }),
    arithmetic_of("softplus", [](auto& x) { return maximum(x, 0) + log1p(exp(-abs(x))); }),
};

}  // namespace
