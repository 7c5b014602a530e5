// Characters of a UTF-8 text, and which of them make words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace text {

/// One decoded character; `bytes` is 0 where the text is not UTF-8.
struct code_point {
  char32_t value = 0;
  std::size_t bytes = 0;
};

inline code_point decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < bytes) return {};
  char32_t value = byte(0) & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0u) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value < smallest[bytes] || value > 0x10FFFF || surrogate ? code_point{} : code_point{value, bytes};
}

inline void append(std::string& to, char32_t c) {
  const auto tail = [&](int shift) { to += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    to += static_cast<char>(c);
  } else if (c < 0x800) {
    to += static_cast<char>(0xC0 | c >> 6), tail(0);
  } else if (c < 0x10000) {
    to += static_cast<char>(0xE0 | c >> 12), tail(6), tail(0);
  } else {
    to += static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0);
  }
}

inline bool within(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }

/// Lower case for ASCII, Latin-1, Greek and Cyrillic; other characters stay as they are.
inline char32_t fold(char32_t c) {
  const bool latin = within(c, U'A', U'Z') || (within(c, 0xC0, 0xDE) && c != 0xD7);
  if (latin || within(c, 0x391, 0x3A9) || within(c, 0x410, 0x42F)) return c + 32;
  if (within(c, 0x400, 0x40F)) return c + 80;
  return c;
}

/// Letters and digits of any script; the ranges left out are punctuation, symbols, arrows, boxes and pictures.
inline bool in_word(char32_t c) {
  if (c < 0x80) return within(c, U'0', U'9') || within(c, U'a', U'z') || within(c, U'A', U'Z');
  if (c <= 0xBF) return c == 0xAA || c == 0xB5 || c == 0xBA;
  return c != 0xD7 && c != 0xF7 && !within(c, 0x2000, 0x206F) && !within(c, 0x20A0, 0x20CF) &&
         !within(c, 0x2190, 0x2BFF) && !within(c, 0x3000, 0x303F) && !within(c, 0xE000, 0xF8FF) &&
         !within(c, 0xFE00, 0xFE6F) && !within(c, 0xFF00, 0xFF0F) && !within(c, 0xFFF0, 0xFFFF) && c < 0x1F000;
}

/// Chinese and Japanese are written without spaces: there, every character is a word.
inline bool is_word_alone(char32_t c) { return within(c, 0x3040, 0x30FF) || within(c, 0x3400, 0x9FFF); }

inline bool is_apostrophe(char32_t c) { return c == U'\'' || c == 0x2019; }

}  // namespace text
