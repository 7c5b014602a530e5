// Multi-head self-attention over the words of a text: the whole layer is ONE expression, with a run-time number of
// words, and no Query x Key array is ever stored. Prints what some words attend to, the plan, the time and a check
// against plain loops, and draws the weights of a few words as a picture.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <heed/heed.hpp>

#include "text_attention/embedding.hpp"
#include "text_attention/file.hpp"
#include "text_attention/heat_map.hpp"
#include "text_attention/options.hpp"
#include "text_attention/plain_loops.hpp"
#include "text_attention/report.hpp"
#include "text_attention/words.hpp"

namespace {

struct Token {};
struct Model {};
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};

constexpr std::size_t model = 512, heads = 8, feature = 64;

using tokens = heed::tensor<float, Token[], Model[model]>;  // a row a word

/// The layer's matrices. Nothing is trained: they are fixed random projections. Queries and keys share theirs, so that
/// a score is large where two words are alike: dot products survive a random projection nearly unchanged.
struct projections {
  heed::tensor<float, Model[model], Head[heads], Feature[feature]> wq, wk;
  heed::tensor<float, Model[model], Head[heads], Value[feature]> wv;
  heed::tensor<float, Head[heads], Value[feature], Model[model]> wo;

  explicit projections(float sharpness) {
    const float length_kept = 1 / std::sqrt(static_cast<float>(feature));
    // Two equal words of length 1 score q.k / sqrt(Feature) = sharpness.
    const float scale = length_kept * std::sqrt(sharpness * std::sqrt(static_cast<float>(feature)));
    text::fill_projection(1, scale, wq);
    text::fill_projection(1, scale, wk);
    text::fill_projection(2, length_kept, wv);
    text::fill_projection(3, length_kept, wo);
  }
};

/// {Query, Head, Key}: how much every word attends to every other one, before any of it is computed.
auto attention_weights(const auto& t, const projections& p) {
  auto q = heed::rename<Token, Query>(heed::dot<Model>(t, p.wq));
  auto k = heed::rename<Token, Key>(heed::dot<Model>(t, p.wk));
  auto scores = heed::dot<Feature>(q, k) / std::sqrt(static_cast<float>(feature));
  return heed::softmax<Key>(heed::expect<Query, Head, Key>(scores));
}

/// {Token, Model}: the layer. An expression: nothing runs before it is assigned.
auto self_attention(const tokens& x, const projections& p) {
  return heed::let(x, [&p](auto t) {
    auto v = heed::rename<Token, Key>(heed::dot<Model>(t, p.wv));
    auto context = heed::dot<Key>(attention_weights(t, p), v);  // {Query, Head, Value}
    return heed::rename<Query, Token>(heed::dot<Head, Value>(context, p.wo));
  });
}

/// {Head, Query, Key} for a few queries only: this is all that is ever computed of the weights as an array.
heed::tensor<float, Head[heads], Query[], Key[]> weights_of(const tokens& x, const projections& p,
                                                            text::excerpt shown) {
  return heed::eval(
      heed::let(x, [&](auto t) { return heed::slice<Query>(attention_weights(t, p), shown.first, shown.count); }));
}

/// The fastest of up to five runs, as long as they take less than a second together.
double seconds_of(auto&& run) {
  double best = 0, total = 0;
  for (int i = 0; i < 5 && (i == 0 || total < 1); ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = i == 0 ? took : std::min(best, took);
    total += took;
  }
  return best;
}

/// Runs the first words through plain loops and through the expression. False where the results differ.
bool check(const tokens& x, const projections& p, std::size_t words) {
  const tokens few = heed::slice<Token>(x, 0, words);
  tokens fused{heed::sized<Token>(words)};
  const double fused_seconds = seconds_of([&] { fused = self_attention(few, p); });

  std::vector<float> plain;
  const double plain_seconds = seconds_of([&] {
    plain = text::plain_attention({words, model, heads, feature}, few, p.wq, p.wk, p.wv, p.wo);
  });

  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double off = std::abs(double{fused.data()[i]} - double{plain[i]});
    difference = off <= difference ? difference : off;  // keeps a NaN
    largest = std::max(largest, std::abs(double{plain[i]}));
  }
  const bool agrees = difference <= 1e-4 * largest;  // false for a NaN
  std::cout << "  plain loops   " << text::fixed(plain_seconds, 4) << " s for " << text::count_of_words(words)
            << ", against " << text::fixed(fused_seconds, 4) << " s: " << text::fixed(plain_seconds / fused_seconds, 1)
            << " times as fast\n"
            << "  difference    " << difference << " at most, the largest element being " << largest
            << (agrees ? "\n" : ": WRONG\n");
  return agrees;
}

void print_time(std::size_t words, double seconds) {
  const double n = static_cast<double>(words);
  const double flops = 2 * n * model * heads * feature * 4 + 2 * 2 * n * n * heads * feature;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double all_weights = n * n * heads * sizeof(float);
  std::cout << "  one layer     " << text::fixed(seconds, 4) << " s, " << text::fixed(flops / seconds / 1e9, 1)
            << " GFLOP/s on one core\n"
            << "  peak memory   " << text::fixed(static_cast<double>(usage.ru_maxrss) / 1024, 0)
            << " MiB; the weights alone would take " << text::fixed(all_weights / 1024 / 1024, 0) << " MiB if stored\n";
}

text::heat_map picture(const text::options& o, std::span<const text::word> words, text::excerpt shown,
                       std::span<const float> weights) {
  text::heat_map map;
  map.title = "What the words of " + (o.file == "-" ? "the text" : std::filesystem::path(o.file).filename().string()) +
              " attend to";
  map.subtitle = (o.head ? "head " + std::to_string(*o.head) : "mean of " + std::to_string(heads) + " heads") +
                 " · words " + text::grouped(shown.first + 1) + " to " + text::grouped(shown.first + shown.count) +
                 " of " + text::grouped(words.size());
  for (std::size_t i = 0; i < shown.count; ++i) {
    map.labels.push_back(words[shown.first + i].written);
    const auto row = weights.subspan(i * words.size() + shown.first, shown.count);
    map.weights.insert(map.weights.end(), row.begin(), row.end());
  }
  return map;
}

int run(const text::options& o) {
  const auto target = text::checked_output(o.output);
  const std::vector<text::word> words = text::split_into_words(text::read_text(o.file), o.words);
  if (words.empty()) throw text::user_error("'" + o.file + "' contains no words");
  const text::excerpt shown = text::choose_excerpt(words, o.shown, o.around);

  tokens x{heed::sized<Token>(words.size())};
  text::embed(words, std::sqrt(o.locality), model, x);
  const projections p(o.sharpness);

  std::cout << o.file << ": " << text::count_of_words(words.size()) << " as vectors of " << model << " numbers, "
            << heads << " heads of " << feature << "\n\nThe plan of the layer, which is one expression:\n\n"
            << heed::explain(self_attention(x, p)) << '\n'
            << std::flush;

  tokens y{heed::sized<Token>(words.size())};
  const double seconds = seconds_of([&] { y = self_attention(x, p); });

  const auto by_head = weights_of(x, p, shown);
  heed::tensor<float, Query[], Key[]> weights = heed::mean<Head>(by_head);
  if (o.head) weights = heed::at<Head>(by_head, *o.head);
  const std::span<const float> rows(weights);  // row-major in the order written: Query, Key

  std::cout << "What words attend to (" << (o.head ? "head " + std::to_string(*o.head) : "mean of the heads")
            << "; in brackets how often the word occurs)\n\n";
  for (const std::size_t query : text::choose_words(words, shown, o.around, 8)) {
    text::print_attended(std::cout, words, query, rows.subspan((query - shown.first) * words.size(), words.size()));
  }

  std::cout << "\nTime\n\n";
  print_time(words.size(), seconds);
  const bool agrees = o.checked == 0 || check(x, p, std::min(o.checked, words.size()));

  text::write_file(target, text::draw(picture(o, words, shown, rows)));
  std::cout << "\nThe picture of " << text::count_of_words(shown.count) << " is in " << o.output << std::endl;
  if (!std::cout) throw text::user_error("the standard output cannot be written");
  return agrees ? 0 : 1;
}

}  // namespace

/// 0: done; 1: the fused result differs from the plain loops; 2: what the user gave does not work, in one line.
int main(int argc, char** argv) {
  try {
    const auto options = text::parse(argc, argv);
    return options ? run(*options) : 0;
  } catch (const std::exception& error) {
    std::cerr << "text_attention: " << error.what() << '\n';
    return 2;
  }
}
