// Square products of peers, checked against plain loops in double.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "measure.hpp"

namespace heed_benchmark {

inline measured peer_product(const char* who, int n, std::function<void(int, const float*, const float*, float*)> product) {
  const double m = n;
  return {"contraction/" + std::to_string(n) + "/" + who, {.flops = 2 * m * m * m}, [=] {
            const auto count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
            auto a = std::make_shared<std::vector<float>>(count), b = std::make_shared<std::vector<float>>(count),
                 c = std::make_shared<std::vector<float>>(count);
            for (std::size_t i = 0; i < count; ++i) (*a)[i] = std::sin(static_cast<float>(i)), (*b)[i] = std::cos(static_cast<float>(3 * i));
            return prepared{[=] { product(n, a->data(), b->data(), c->data()); }, [=] {
                              double error = 0, largest = 0;
                              for (std::size_t i = 0; i < count; i += 7) {
                                const std::size_t size = static_cast<std::size_t>(n), row = i / size * size, column = i % size;
                                double exact = 0;
                                for (std::size_t j = 0; j < size; ++j) exact += static_cast<double>((*a)[row + j]) * static_cast<double>((*b)[j * size + column]);
                                error = std::max(error, std::fabs(static_cast<double>((*c)[i]) - exact));
                                largest = std::max(largest, std::fabs(exact));
                              }
                              return error / largest;
                            }};
          }};
}

}  // namespace heed_benchmark
