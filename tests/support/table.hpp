// A table of words, and ids that look them up.
#pragma once

#include <heed/heed.hpp>

#include <support/axes.hpp>
#include <support/values.hpp>

template <class E> bool as_reference(const E& e) { return values(heed::eval(e)) == near(values(heed::eval(heed::in_float64(e))), 2e-6); }
/// {Vocab, Model}: ten times the word plus the feature
inline const heed::tensor<float, Vocab[11], Model[7]> table = 10 * heed::position<Vocab> + heed::position<Model>;
inline const heed::tensor<int, Token[5]> ids{3, 0, 10, 3, 7};
