// heed: attention, and any tensor formula, written as expressions over named axes. Everything but interop and attention.
#pragma once

#include <heed/config.hpp>

HEED_QUIET_BEGIN

// What has something to say about wrong programs comes first, included by nobody else: a line less in every error.
#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>
#include <heed/tensor/named.hpp>
#include <heed/tensor/slice.hpp>
#include <heed/tensor/filled.hpp>
#include <heed/node/pointwise.hpp>
#include <heed/node/fold.hpp>
#include <heed/node/let.hpp>

#include <heed/expression/operand.hpp>
#include <heed/expression/pointwise.hpp>
#include <heed/expression/reduction.hpp>
#include <heed/expression/container.hpp>
#include <heed/expression/number.hpp>
#include <heed/expression/other_calls.hpp>
#include <heed/expression/element_calls.hpp>
#include <heed/expression/without_names.hpp>

#include <heed/expression/index.hpp>
#include <heed/expression/window.hpp>
#include <heed/expression/shift.hpp>
#include <heed/expression/concat.hpp>
#include <heed/expression/cumsum.hpp>
#include <heed/expression/extent.hpp>
#include <heed/expression/hint.hpp>
#include <heed/expression/gather.hpp>

#include <heed/expression/let.hpp>
#include <heed/expression/normalise.hpp>
#include <heed/expression/activation.hpp>

#include <heed/eval/evaluate.hpp>
#include <heed/eval/equal.hpp>
#include <heed/eval/look.hpp>
#include <heed/eval/notation.hpp>

HEED_QUIET_END
