// The attention vocabulary: scores, masks, biases, positions and layers, each a few lines of the language itself.
//
// Words: scores (before softmax), weights (after), context (the result). Order: scale, soft cap, mask and bias, softmax. A mask
// is bool, and true takes part; a bias is added.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

#include <heed/axes.hpp>
#include <heed/heed.hpp>
#include <heed/attention/other_calls.hpp>  // first: as heed.hpp says, a line less in their errors
#include <heed/attention/square.hpp>
#include <heed/attention/scores.hpp>
#include <heed/attention/masks.hpp>
#include <heed/attention/biases.hpp>
#include <heed/attention/attention.hpp>
#include <heed/attention/positions.hpp>
#include <heed/attention/layers.hpp>

HEED_QUIET_END
