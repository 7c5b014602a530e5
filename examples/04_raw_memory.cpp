// heed computes on memory that somebody else owns: named gives axes to a pointer, vector, array or span without a copy.
#include <array>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <random>
#include <span>
#include <vector>

#include <heed/heed.hpp>

struct Query {};
struct Key {};
struct Feature {};
struct Value {};

// A function as it may stand in an existing program: row-major arrays and their sizes. heed is used inside only.
void attention(const float* q, std::span<const float> k, const std::vector<float>& v, std::size_t queries,
               std::size_t keys, float* out) {
  const auto Q = heed::named<Query[], Feature[16]>(q, heed::sized<Query>(queries));
  const auto K = heed::named<Key[], Feature[16]>(k, heed::sized<Key>(keys));
  const auto V = heed::named<Key[], Value[8]>(v, heed::sized<Key>(keys));

  auto weights = softmax<Key>(dot<Feature>(Q, K) / std::sqrt(16.f));
  heed::named<Query[], Value[8]>(out, heed::sized<Query>(queries)) = dot<Key>(weights, V);  // written where it belongs
}

int main() {
  constexpr std::size_t queries = 3, keys = 50;
  std::array<float, queries * 16> q{};
  std::vector<float> k(keys * 16), v(keys * 8), out(queries * 8);

  std::mt19937 generator(1);
  std::normal_distribution<float> normal;
  // Query i looks for key 10 * i, and finds it.
  for (std::size_t key = 0; key < keys; ++key) {
    for (std::size_t f = 0; f < 16; ++f) k[key * 16 + f] = normal(generator);
    for (std::size_t c = 0; c < 8; ++c) v[key * 8 + c] = static_cast<float>(key);
  }
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t f = 0; f < 16; ++f) q[i * 16 + f] = 30 * k[10 * i * 16 + f];
  }
  attention(q.data(), k, v, queries, keys, out.data());

  bool right = true;
  for (std::size_t i = 0; i < queries; ++i) {
    std::cout << "query " << i << " finds " << out[i * 8] << '\n';
    right = right && std::abs(out[i * 8] - static_cast<float>(10 * i)) < 1e-3f;
  }

  // A view of some rows is assignable, too: the memory below is written, nothing is copied first.
  auto rows = heed::named<Key[50], Value[8]>(v);
  heed::slice<Key, 10, 5>(rows) = 0;
  heed::at<Key>(rows, 20) *= 2;
  right = right && v[9 * 8] == 9 && v[10 * 8] == 0 && v[14 * 8 + 7] == 0 && v[15 * 8] == 15 && v[20 * 8] == 40;

  // A size that does not fit is an exception with a sentence in it, before anything is written.
  try {
    heed::named<Query[4], Value[8]>(out) = 1;
    right = false;
  } catch (const heed::shape_error& error) {
    std::cout << "as it should be: " << error.what() << '\n';
  }
  return right ? 0 : 1;
}
