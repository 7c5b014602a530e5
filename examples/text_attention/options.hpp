// The command line of text_attention.
#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <iostream>
#include <optional>
#include <string>

#include "file.hpp"

namespace text {

struct options {
  std::string file = "README.md";
  std::string output = "attention.png";
  std::string around;           ///< a word to look at; empty: the start of the text
  std::size_t words = 20'000;   ///< at most so many are read
  std::size_t shown = 32;       ///< in the picture
  std::size_t checked = 1'000;  ///< by the plain loops
  std::optional<std::size_t> head;
  bool heads_averaged = false;  ///< the same as no `head`
  float sharpness = 7;
  float locality = 0.25f;
};

/// Nothing when the program has done what it was asked (--help). Throws user_error for a wrong command line.
inline std::optional<options> parse(int argc, char** argv) {
  options o;
  CLI::App app(
      "Multi-head self-attention over the words of a text, as one fused heed expression.\n"
      "Prints what some words attend to, the plan, the time and a check against plain loops,\n"
      "and draws the weights as a picture.",
      "text_attention");
  app.add_option("text", o.file, "UTF-8 text file to read; - is the standard input")
      ->type_name("FILE")
      ->capture_default_str();
  app.add_option("-o,--output", o.output, "the picture to write")->type_name("PNG")->capture_default_str();
  app.add_option("-a,--around", o.around, "show the text around the first place of this word (else its start)")
      ->type_name("WORD");
  const auto number = [&app](const char* names, auto& value, const char* what, auto least, auto most) {
    return app.add_option(names, value, what)
        ->check(CLI::Range(least, most).description(""))
        ->type_name("N")
        ->capture_default_str();
  };
  number("-w,--words", o.words, "read at most so many words (1 to 1000000)", 1, 1'000'000);
  number("-s,--shown", o.shown, "words in the picture (1 to 40)", 1, 40);
  auto* head = number("--head", o.head, "show one head (0 to 7)", 0, 7);
  app.add_flag("--heads-averaged", o.heads_averaged, "show the mean of the heads (the default)")->excludes(head);
  number("-c,--check", o.checked, "words to check against plain loops (0 to 5000, 0 leaves the check out)", 0, 5'000);
  number("--sharpness", o.sharpness, "how much similar words are preferred (0 to 100)", 0.f, 100.f);
  number("--locality", o.locality, "how much near words are preferred beside that (0 to 10)", 0.f, 10.f);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw user_error(std::string(error.what()) + " (--help shows the options)");
    app.exit(error, std::cout, std::cerr);
    return std::nullopt;
  }
  return o;
}

}  // namespace text
