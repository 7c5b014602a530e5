// Chooses the words to show, and prints what they attend to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "file.hpp"
#include "heat_map.hpp"
#include "utf8.hpp"
#include "words.hpp"

namespace text {

/// Neighbouring words of the text: `count` of them from `first`.
struct excerpt {
  std::size_t first, count;
};

/// The start of the text, or the place where `around` stands first, in the middle of the excerpt.
inline excerpt choose_excerpt(std::span<const word> words, std::size_t shown, const std::string& around) {
  const std::size_t count = std::min(shown, words.size());
  if (around.empty()) return {0, count};
  const std::vector<word> wanted = split_into_words(around, 2);
  if (wanted.size() != 1) throw user_error("--around takes one word, not '" + around + "'");
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const word& w) { return w.folded == wanted[0].folded; });
  if (found == words.end()) throw user_error("the text does not contain the word '" + around + "'");
  const auto place = static_cast<std::size_t>(found - words.begin());
  return {std::min(place - std::min(place, count / 2), words.size() - count), count};
}

inline std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Up to `most` different words of the excerpt, the long ones, in the order of the text; the one asked for comes first.
inline std::vector<std::size_t> choose_words(std::span<const word> words, excerpt shown, const std::string& around,
                                             std::size_t most) {
  std::vector<std::size_t> chosen;
  std::set<std::string> seen;
  const auto take = [&](std::size_t i) {
    if (chosen.size() < most && seen.insert(words[i].folded).second) chosen.push_back(i);
  };
  if (!around.empty()) {
    const std::string wanted = split_into_words(around, 1).front().folded;
    for (std::size_t i = shown.first; i < shown.first + shown.count; ++i) {
      if (words[i].folded == wanted) take(i);
    }
  }
  for (const std::size_t length : {6u, 4u, 1u}) {
    for (std::size_t i = shown.first; i < shown.first + shown.count; ++i) {
      if (characters(words[i].written) >= length) take(i);
    }
  }
  return chosen;
}

/// One line for the word at `query`, whose weights over all words are `weights`: how much it attends to itself, then to
/// which other words. Words that occur several times are counted together, and rank by their largest weight.
inline void print_attended(std::ostream& out, std::span<const word> words, std::size_t query,
                           std::span<const float> weights) {
  constexpr std::size_t most = 4, column = 20;
  struct total {
    double weight = 0, largest = 0;
    std::size_t times = 0;
  };
  std::map<std::string, total> totals;
  for (std::size_t key = 0; key < words.size(); ++key) {
    if (key == query) continue;
    total& t = totals[words[key].folded];
    t.weight += weights[key];
    t.largest = std::max<double>(t.largest, weights[key]);
    ++t.times;
  }
  std::vector<std::pair<std::string, total>> ranked(totals.begin(), totals.end());
  const std::size_t kept = std::min(most, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept), ranked.end(),
                    [](const auto& a, const auto& b) { return a.second.largest > b.second.largest; });

  const std::string name = shortened(words[query].written, column);
  out << "  " << name << std::string(column + 2 - characters(name), ' ') << "itself " << percent(weights[query]);
  for (std::size_t i = 0; i < kept; ++i) {
    const auto& [other, t] = ranked[i];
    out << ", " << shortened(other, column) << (t.times > 1 ? " (" + std::to_string(t.times) + "x) " : " ")
        << percent(t.weight);
  }
  out << '\n';
}

/// 12345678 as 12,345,678.
inline std::string grouped(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

/// "1 word", "2,000 words".
inline std::string count_of_words(std::size_t count) { return grouped(count) + (count == 1 ? " word" : " words"); }

inline std::string fixed(double number, int decimals) {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.*f", decimals, number);
  return digits;
}

}  // namespace text
