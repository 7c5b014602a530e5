// Axes that tests use.
#pragma once

struct Batch {};
struct Head {};
struct Query {};
struct Key {};
struct Feature {};
struct Value {};
struct Token {};
struct Model {};
struct Vocab {};
struct Transient {};
