// Splits a UTF-8 text into words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "utf8.hpp"

namespace text {

struct word {
  std::string written;  ///< as it stands in the text: what is printed
  std::string folded;   ///< in lower case: what is embedded
};

/// At most the first `limit` words of a UTF-8 text.
inline std::vector<word> split_into_words(std::string_view text, std::size_t limit) {
  constexpr std::size_t longest = 64;  // characters: a line of base64 is many words, not one
  std::vector<word> words;
  word current;
  std::size_t length = 0;
  const auto finish = [&] {
    if (length > 0) words.push_back(std::move(current));
    current = {};
    length = 0;
  };
  while (!text.empty() && words.size() < limit) {
    const auto [c, bytes] = decode(text);
    text.remove_prefix(bytes);
    const bool joins = is_apostrophe(c) && length > 0 && !text.empty() && in_word(decode(text).value);
    if (!in_word(c) && !joins) {
      finish();
      continue;
    }
    if (length == longest || is_word_alone(c)) finish();
    append(current.written, c);
    append(current.folded, is_apostrophe(c) ? U'\'' : fold(c));
    ++length;
    if (is_word_alone(c)) finish();
  }
  if (words.size() < limit) finish();
  return words;
}

}  // namespace text
