// Axes of the benchmarks, and the tensors that most of them use: heads 8, N 1024, d 64.
#pragma once

struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Token {};
struct Model {};
struct Hidden {};
struct Row {};
struct Column {};
