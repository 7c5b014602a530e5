// A graph of 67 nodes and 500 edges, for folds of what stands at places of another axis.
#pragma once

#include <cstdint>

#include <support/agrees.hpp>
#include <support/axes.hpp>
#include <support/values.hpp>

struct Edge {};
struct Node {};

inline constexpr heed::index_t edges = 500, nodes = 67;
template <class T = int> heed::tensor<T, Edge[]> places(heed::index_t n = edges, heed::index_t below = 0, std::int64_t end = nodes) {
  heed::tensor<T, Edge[]> at(heed::sized<Edge>(n));
  at = heed::cast<T>(heed::position<Edge> * 7919 % static_cast<int>(end) - static_cast<int>(below));
  return at;
}
inline const heed::tensor<int, Edge[edges]> source = places(), target = places(edges, 3, nodes + 9);  // `target`: some before the first node, and some behind the last
inline const heed::tensor<int, Edge[edges]> inside = heed::clamp(target, 0, nodes - 1);
inline const auto h = numbers(heed::tensor<float, Node[nodes], Feature[19]>{}, 1);
inline const auto x = numbers(heed::tensor<float, Edge[edges], Feature[19]>{}, 2);
inline const auto xt = numbers(heed::tensor<float, Feature[19], Edge[edges]>{}, 3);
inline const auto weight = numbers(heed::tensor<float, Edge[edges]>{}, 4);
inline const heed::tensor<bool, Edge[edges]> counts = heed::position<Edge> % 3 != 1;

template <class E> bool is_scattered(const E& e) { return heed::explain(e).find(" where Node is ") != std::string::npos; }
template <class E> bool scattered_agrees(const E& e) { return is_scattered(e) && agrees(e); }
