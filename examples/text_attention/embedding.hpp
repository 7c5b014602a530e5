// Word embeddings without training: hashed character n-grams through a fixed random projection, plus positions.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "words.hpp"

namespace text {

/// FNV-1a: the number of an n-gram among 2^64.
inline std::uint64_t hash(std::string_view bytes) {
  std::uint64_t h = 0xCBF29CE484222325u;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return h;
}

/// Adds `scale` times a row of random signs to `to`: row `number` of a random projection that is never stored, because
/// its entries are computed (SplitMix64) where they are needed. Rows of different numbers are nearly orthogonal.
inline void add_random_signs(std::uint64_t number, float scale, std::span<float> to) {
  for (std::size_t i = 0; i < to.size(); i += 64) {
    std::uint64_t bits = (number += 0x9E3779B97F4A7C15u);
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    bits ^= bits >> 31;
    for (std::size_t j = i; j < to.size() && j < i + 64; ++j, bits >>= 1) to[j] += bits & 1 ? scale : -scale;
  }
}

/// A word is the sum of its n-grams of 2, 3 and 4 characters, ends marked by < and >, and of itself, made a vector of
/// length 1. Words that share n-grams (attend, attention) get similar vectors; others are nearly orthogonal.
inline void embed_word(std::string_view folded, std::span<float> vector) {
  std::vector<std::size_t> starts;  // of the characters of <word>, in bytes
  const std::string marked = "<" + std::string(folded) + ">";
  for (std::size_t i = 0; i < marked.size(); i += decode(std::string_view(marked).substr(i)).bytes) starts.push_back(i);
  starts.push_back(marked.size());

  const std::size_t characters = starts.size() - 1;
  add_random_signs(hash(marked + "\n"), 1, vector);
  for (std::size_t n = 2; n <= 4; ++n) {
    for (std::size_t i = 0; i + n <= characters; ++i) {
      const std::string_view gram = std::string_view(marked).substr(starts[i], starts[i + n] - starts[i]);
      add_random_signs(hash(gram), 1, vector);
    }
  }
  float squares = 0;
  for (const float element : vector) squares += element * element;
  for (float& element : vector) element /= std::sqrt(squares);
}

/// Adds the sinusoidal position of the transformer paper, made a vector of length `scale`.
inline void add_position(std::size_t position, float scale, std::span<float> vector) {
  const float amplitude = scale * std::sqrt(2.f / static_cast<float>(vector.size()));
  for (std::size_t i = 0; i + 1 < vector.size(); i += 2) {
    const double wavelength = std::pow(10000., static_cast<double>(i) / static_cast<double>(vector.size()));
    const double angle = static_cast<double>(position) / wavelength;
    vector[i] += amplitude * static_cast<float>(std::sin(angle));
    vector[i + 1] += amplitude * static_cast<float>(std::cos(angle));
  }
}

/// One row of `width` numbers a word.
inline void embed(std::span<const word> words, float position_scale, std::size_t width, std::span<float> rows) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    embed_word(words[i].folded, rows.subspan(i * width, width));
    add_position(i, position_scale, rows.subspan(i * width, width));
  }
}

/// A fixed random matrix of +-scale, the same on every machine.
inline void fill_projection(std::uint64_t seed, float scale, std::span<float> elements) {
  for (float& element : elements) element = 0;
  add_random_signs(hash("projection") ^ seed, scale, elements);
}

}  // namespace text
