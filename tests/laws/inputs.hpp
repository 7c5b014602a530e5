// Operands of the attention forms, under any names, in two storage orders, with static and run-time extents.
#pragma once

#include <generated/check.hpp>

namespace laws {

using heed::tensor;

struct Image {};  // two more axes of values
struct Channel {};
struct Group {};  // query heads that share a key head
struct KeyHead {};

struct extents {
  int head, query, key, feature, value;
  int hidden = 6, model = 12, image = 5, group = 2;
};

inline constexpr extents usual{2, 40, 56, 16, 24}, ragged{2, 37, 67, 17, 19, 5, 13, 3, 3}, tiny{1, 2, 3, 1, 2, 1, 2, 2, 1}, single{1, 1, 1, 1, 1, 1, 1, 1, 1};
inline constexpr extents one_query{2, 1, 100, 16, 24}, many_queries{2, 129, 33, 16, 24}, no_keys{2, 5, 0, 4, 3}, no_queries{2, 0, 7, 4, 3}, no_features{2, 3, 5, 0, 4};

/// Sizes with the extents that are static even where the others are not.
constexpr extents with_heads_of(extents now, extents type) {
  now.head = type.head, now.hidden = type.hidden, now.model = type.model, now.image = type.image, now.group = type.group;
  return now;
}

/// What the axes are called.
template <class H, class Q, class K, class F, class V> struct names {
  using Head = H;
  using Query = Q;
  using Key = K;
  using Feature = F;
  using Value = V;
};
using usual_names = names<::Head, ::Query, ::Key, ::Feature, ::Value>;

/// How the operands are stored.
enum class stored { in_order, permuted, run_time };

namespace detail {
template <stored how, class A, int n> struct extent_of { using type = A[n]; };
template <class A, int n> struct extent_of<stored::run_time, A, n> { using type = A[]; };
// The last axis first.
template <stored how, class T, class... X> struct ordered { using type = tensor<T, X...>; };
template <class T, class X, class Y> struct ordered<stored::permuted, T, X, Y> { using type = tensor<T, Y, X>; };
template <class T, class X, class Y, class Z> struct ordered<stored::permuted, T, X, Y, Z> { using type = tensor<T, Z, X, Y>; };
}  // namespace detail

template <class T, class... X> tensor<T, X...> made(tensor<T, X...>*, std::initializer_list<heed::index_t> sizes, bool last_first, unsigned seed, double low, double high) {
  typename tensor<T, X...>::extents_type given{};
  const std::size_t rank = sizes.size();
  for (std::size_t i = 0; i < rank; ++i) given[last_first ? (i + 1) % rank : i] = sizes.begin()[i];
  tensor<T, X...> t(heed::detail::for_overwrite{}, given);
  generated::fill(t, seed, low, high);
  return t;
}

/// Two sets of the same type differ in their elements and in the constants.
template <class Names, extents size, stored how = stored::in_order> struct inputs {
  using names_type = Names;
  using Head = typename Names::Head;
  using Query = typename Names::Query;
  using Key = typename Names::Key;
  using Feature = typename Names::Feature;
  using Value = typename Names::Value;
  template <class A, int n> using x = typename detail::extent_of<how, A, n>::type;
  template <class T, class... X> using t = typename detail::ordered<how, T, X...>::type;
  static constexpr extents sizes = size;
  static constexpr bool last_first = how == stored::permuted;

  extents size_now = size;  // where extents are known at run time: head and group are always those of the type
  unsigned seed = 1;
  float scale = 0.25f;   // of scores
  int width = 5;         // of windows
  template <class T> T make(std::initializer_list<heed::index_t> n, unsigned id, double low = -1, double high = 1) const {
    return made(static_cast<T*>(nullptr), n, last_first, seed * 100 + id, low, high);
  }

  using q_type = t<float, x<Head, size.head>, x<Query, size.query>, x<Feature, size.feature>>;
  using k_type = t<float, x<Head, size.head>, x<Key, size.key>, x<Feature, size.feature>>;
  using v_type = t<float, x<Head, size.head>, x<Key, size.key>, x<Value, size.value>>;
  q_type q = make<q_type>({size_now.head, size_now.query, size_now.feature}, 1);
  k_type k = make<k_type>({size_now.head, size_now.key, size_now.feature}, 2);
  v_type v = make<v_type>({size_now.head, size_now.key, size_now.value}, 3);
  // scores as they come, and a mask
  using s_type = t<float, x<Query, size.query>, x<Key, size.key>>;
  using m_type = t<bool, x<Query, size.query>, x<Key, size.key>>;
  s_type s = make<s_type>({size_now.query, size_now.key}, 4, -3, 3);
  m_type m = make<m_type>({size_now.query, size_now.key}, 5, 0, 1);
  tensor<float, Head[size.head]> slope = make<tensor<float, Head[size.head]>>({size_now.head}, 6, 0.05, 0.5);
  // additive scores, a bilinear form
  using a_type = t<float, x<Query, size.query>, Hidden[size.hidden]>;
  using b_type = t<float, x<Key, size.key>, Hidden[size.hidden]>;
  a_type a = make<a_type>({size_now.query, size_now.hidden}, 7);
  b_type b = make<b_type>({size_now.key, size_now.hidden}, 8);
  tensor<float, Hidden[size.hidden]> u = make<tensor<float, Hidden[size.hidden]>>({size_now.hidden}, 9);
  using w_type = t<float, x<Feature, size.feature>, x<heed::prime<Feature>, size.feature>>;
  w_type w = make<w_type>({size_now.feature, size_now.feature}, 10, -0.5, 0.5);
  // what q, k, v are projected from
  using token_type = t<float, x<Query, size.query>, Model[size.model]>;
  using wq_type = t<float, Model[size.model], x<Head, size.head>, x<Feature, size.feature>>;
  using wv_type = t<float, Model[size.model], x<Head, size.head>, x<Value, size.value>>;
  token_type tokens = make<token_type>({size_now.query, size_now.model}, 11);
  wq_type wq = make<wq_type>({size_now.model, size_now.head, size_now.feature}, 12), wk = make<wq_type>({size_now.model, size_now.head, size_now.feature}, 13);
  wv_type wv = make<wv_type>({size_now.model, size_now.head, size_now.value}, 14);
  // values with three axes; query heads in groups
  using image_type = tensor<float, x<Key, size.key>, Image[size.image], Channel[3], x<Value, size.value>>;
  image_type image = made(static_cast<image_type*>(nullptr), {size_now.key, size_now.image, 3, size_now.value}, false, seed * 100 + 15, -1, 1);
  using grouped_type = t<float, x<Head, size.head * size.group>, x<Query, size.query>, x<Feature, size.feature>>;
  grouped_type grouped = make<grouped_type>({size_now.head * size_now.group, size_now.query, size_now.feature}, 16);

  explicit inputs(unsigned number = 1, extents now = size) : size_now(now), seed(number), scale(number % 2 ? 0.25f : 0.4f), width(number % 2 ? 5 : 2) {}
};

}  // namespace laws
