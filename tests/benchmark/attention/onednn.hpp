// oneDNN on one thread: its matrix product, with the scale in it, its softmax and its product again, a block of queries at a time,
// so that the scores of a block stay in the cache.
#pragma once

#include <oneapi/dnnl/dnnl.hpp>

#include <map>
#include <unordered_map>

#include "attention/cases.hpp"

namespace heed_benchmark::onednn {
using dnnl::memory;

struct primitives {
  dnnl::engine cpu{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{cpu};
  long rows;
  memory queries, keys, scores, values, context;
  dnnl::matmul score, combine;
  dnnl::softmax_forward normalise;

  explicit primitives(const size& s) {
    for (rows = 64; s.length % rows != 0;) --rows;
    const long n = s.length, d = s.features;
    const auto described = [](memory::dims shape, memory::dims strides) { return memory::desc(shape, memory::data_type::f32, strides); };
    const auto q = described({rows, d}, {d, 1}), k = described({d, n}, {1, d}), w = described({rows, n}, {n, 1}), v = described({n, d}, {d, 1});
    queries = memory(q, cpu, nullptr), keys = memory(k, cpu, nullptr), scores = memory(w, cpu), values = memory(v, cpu, nullptr), context = memory(q, cpu, nullptr);
    dnnl::primitive_attr scaled;
    scaled.set_output_scales(0, {1 / std::sqrt(static_cast<float>(d))});
    score = dnnl::matmul(dnnl::matmul::primitive_desc(dnnl::matmul::desc(q, k, w), scaled, cpu));
    normalise = dnnl::softmax_forward(dnnl::softmax_forward::primitive_desc(dnnl::softmax_forward::desc(dnnl::prop_kind::forward_inference, w, 1), cpu));
    combine = dnnl::matmul(dnnl::matmul::primitive_desc(dnnl::matmul::desc(w, v, q), cpu));
  }
};

inline void attention(const size& s, const float* q, const float* k, const float* v, float* out) {
  static std::map<std::string, primitives> made;
  primitives& p = made.try_emplace(s.name, s).first->second;
  for (long h = 0; h < s.heads; ++h) {
    const long head = h * s.length * s.features;
    p.keys.set_data_handle(const_cast<float*>(k + head));
    p.values.set_data_handle(const_cast<float*>(v + head));
    for (long first = 0; first < s.length; first += p.rows) {
      p.queries.set_data_handle(const_cast<float*>(q + head + first * s.features));
      p.context.set_data_handle(out + head + first * s.features);
      p.score.execute(p.stream, {{DNNL_ARG_SRC, p.queries}, {DNNL_ARG_WEIGHTS, p.keys}, {DNNL_ARG_DST, p.scores}});
      p.normalise.execute(p.stream, {{DNNL_ARG_SRC, p.scores}, {DNNL_ARG_DST, p.scores}});
      p.combine.execute(p.stream, {{DNNL_ARG_SRC, p.scores}, {DNNL_ARG_WEIGHTS, p.values}, {DNNL_ARG_DST, p.context}});
    }
  }
  p.stream.wait();
}

}  // namespace heed_benchmark::onednn
