// What an evaluation takes beside its target: scratch memory of a thread, temporaries, allocations after the first run.
#include <cstdlib>
#include <new>
#include <string>

#include "checked.hpp"

namespace {
long allocations = 0;
void* allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  if (void* p = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)) return p;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return allocate(size, 16); }
void* operator new[](std::size_t size) { return allocate(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace {
using namespace heed_benchmark;

// One head of N 4096: scratch memory does not depend on how many there are.
auto& q() { return numbers<heed::tensor<float, Query[4096], Feature[64]>, 1>(); }
auto& k() { return numbers<heed::tensor<float, Key[4096], Feature[64]>, 2>(); }
auto& v() { return numbers<heed::tensor<float, Key[4096], Value[64]>, 3>(); }

// 64 queries are checked.
template <class Formula> measured in_memory(const char* name, Formula formula) {
  return {std::string("memory/") + name, {}, [formula] {
            using expression = decltype(formula(q(), k(), v()));
            auto out = std::make_shared<heed::tensor<float, Query[4096], Value[64]>>();
            auto run = [out, e = formula(q(), k(), v())] { *out = e; };
            return prepared{run,
                            [out, formula] {
                              auto first = heed::slice<Query, 0, 64>(q());
                              const auto exact = heed::eval(heed::in_float64(formula(first, k(), v())));
                              return largest_error(out->data(), exact.data(), exact.size());
                            },
                            [run] {
                              constexpr auto& plan = heed::plan_of<expression>;
                              const long before = allocations;
                              run();
                              return facts{{"scratch_bytes", static_cast<double>(plan.scratch_bytes)},
                                           {"temporary_bytes", static_cast<double>(plan.temporary_bytes)},
                                           {"allocations", static_cast<double>(allocations - before)}};
                            }};
          }};
}

const auto scores = [](auto& q, auto& k) { return dot<Feature>(q, k) / 8.f; };
const measured all[] = {
    in_memory("plain_n4096", [](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(scores(q, k)), v); }),
    in_memory("causal_n4096", [](auto& q, auto& k, auto& v) {
      return dot<Key>(heed::softmax<Key>(where(heed::position<Key> <= heed::position<Query>, scores(q, k), -heed::inf)), v);
    }),
    in_memory("soft_cap_n4096", [](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(20 * tanh(scores(q, k) / 20)), v); }),
    in_memory("squared_weights_n4096", [](auto& q, auto& k, auto& v) {
      return dot<Key>(let(heed::softmax<Key>(scores(q, k)), [](auto p) { return p * p; }), v);
    }),
    in_memory("softmax_twice_n4096", [](auto& q, auto& k, auto& v) { return dot<Key>(heed::softmax<Key>(heed::softmax<Key>(scores(q, k))), v); }),
};

}  // namespace
