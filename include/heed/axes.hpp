// Ready-made axes, so that libraries compose: heed::axes::Query is one type for all who use it.
#pragma once

namespace heed::axes {

// ---- attention
/// Attention heads, of the queries where keys have fewer.
struct Head {};
/// Heads of the keys and values in grouped-query attention.
struct KeyHead {};
/// Query heads that share one key head.
struct Group {};
/// Positions that attend.
struct Query {};
/// Positions that are attended to; keys and values both have it.
struct Key {};
/// Components of queries and keys, which scores sum over.
struct Feature {};
/// Components of values and of the context.
struct Value {};

// ---- sequences and networks
/// Independent examples that are computed together.
struct Batch {};
/// Positions of a sequence, where it is neither query nor key.
struct Token {};
/// Components of the residual stream.
struct Model {};
/// Components inside a feed-forward layer, or of a recurrent state.
struct Hidden {};
/// Words that a model knows.
struct Vocab {};
/// Layers whose weights stand in one array.
struct Layer {};
/// Experts of a mixture.
struct Expert {};
/// Slots of a cache or of slot attention.
struct Slot {};
/// Pages of a paged cache.
struct Page {};
/// Documents packed into one sequence.
struct Document {};
/// Components of an embedding.
struct Embedding {};
/// Halves or pairs of features, as rotary embeddings turn them.
struct Pair {};
/// Frequencies of a positional encoding.
struct Frequency {};

// ---- images, sound, data
/// Channels of an image or of a convolution.
struct Channel {};
/// Channels that a convolution gives.
struct OutChannel {};
/// Rows of an image.
struct Height {};
/// Columns of an image.
struct Width {};
/// Slices of a volume.
struct Depth {};
/// Patches that an image is cut into.
struct Patch {};
/// Positions in the window of a convolution.
struct Tap {};
/// Steps in time.
struct Time {};
/// Observations.
struct Sample {};
/// Classes that a classifier tells apart.
struct Class {};
/// Rows of a matrix that has no better name.
struct Row {};
/// Columns of a matrix that has no better name.
struct Column {};

}  // namespace heed::axes
