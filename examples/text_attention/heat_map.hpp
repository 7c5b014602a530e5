// Draws a matrix of weights with words along its sides, as a PNG (Cairo).
#pragma once

#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "file.hpp"
#include "utf8.hpp"

namespace text {

struct heat_map {
  std::string title, subtitle;
  std::vector<std::string> labels;  ///< of the rows (queries) and of the columns (keys)
  std::vector<float> weights;       ///< labels x labels
};

struct colour {
  double red, green, blue;
};

/// From white over blue to almost black, evenly in lightness: legible in grey too. `t` in [0, 1].
inline colour colour_of(double t) {
  constexpr std::array<colour, 7> stops{{{.973, .980, .988},
                                         {.812, .882, .949},
                                         {.584, .765, .875},
                                         {.325, .600, .773},
                                         {.145, .427, .659},
                                         {.063, .255, .482},
                                         {.027, .094, .247}}};
  const double at = std::clamp(t, 0., 1.) * (stops.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const double part = at - static_cast<double>(i);
  const auto mix = [&](double a, double b) { return a + part * (b - a); };
  return {mix(stops[i].red, stops[i + 1].red), mix(stops[i].green, stops[i + 1].green),
          mix(stops[i].blue, stops[i + 1].blue)};
}

/// `label`, cut to `most` characters.
inline std::string shortened(std::string_view label, std::size_t most) {
  std::size_t characters = 0, cut = 0;
  for (std::size_t i = 0; i < label.size(); i += std::max<std::size_t>(1, decode(label.substr(i)).bytes)) {
    if (++characters == most) cut = i;
  }
  return characters <= most ? std::string(label) : std::string(label.substr(0, cut)) + "…";
}

/// Just enough of Cairo to draw with; every size is in units of which a pixel of the picture is half of one.
class canvas {
 public:
  canvas(double width, double height)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(width * pixels)),
                                            static_cast<int>(std::ceil(height * pixels))),
                 cairo_surface_destroy),
        context_(cairo_create(surface_.get()), cairo_destroy) {
    cairo_scale(context_.get(), pixels, pixels);
    use({1, 1, 1});
    cairo_paint(context_.get());
  }

  void rectangle(double x, double y, double width, double height, colour fill) {
    use(fill);
    cairo_rectangle(context_.get(), x, y, width, height);
    cairo_fill(context_.get());
  }

  void frame(double x, double y, double width, double height, colour line) {
    use(line);
    cairo_set_line_width(context_.get(), .5);
    cairo_rectangle(context_.get(), x, y, width, height);
    cairo_stroke(context_.get());
  }

  void font(double size, bool bold = false) {
    cairo_select_font_face(context_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context_.get(), size);
  }

  double text_width(const std::string& text) const {
    cairo_text_extents_t extents;
    cairo_text_extents(context_.get(), text.c_str(), &extents);
    return extents.x_advance;
  }

  /// `align` 0 starts the text at x, 1 ends it there; `angle` turns it about that point.
  void write(double x, double y, const std::string& text, colour ink, double align = 0, double angle = 0) {
    use(ink);
    cairo_save(context_.get());
    cairo_translate(context_.get(), x, y);
    cairo_rotate(context_.get(), angle);
    cairo_move_to(context_.get(), -align * text_width(text), 0);
    cairo_show_text(context_.get(), text.c_str());
    cairo_restore(context_.get());
  }

  /// The picture as a PNG file's bytes.
  std::string png() const {
    std::string bytes;
    const auto append_bytes = [](void* to, const unsigned char* data, unsigned int size) {
      static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), size);
      return CAIRO_STATUS_SUCCESS;
    };
    cairo_status_t status = cairo_status(context_.get());
    if (status == CAIRO_STATUS_SUCCESS) {
      status = cairo_surface_write_to_png_stream(surface_.get(), append_bytes, &bytes);
    }
    if (status != CAIRO_STATUS_SUCCESS) {
      throw user_error(std::string("the picture cannot be drawn: ") + cairo_status_to_string(status));
    }
    return bytes;
  }

 private:
  static constexpr double pixels = 2;

  void use(colour c) { cairo_set_source_rgb(context_.get(), c.red, c.green, c.blue); }

  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> context_;
};

inline std::string percent(double part) {
  std::array<char, 32> digits{};
  const int decimals = part == 0 || part >= .0995 ? 0 : part >= .00995 ? 1 : 2;
  std::snprintf(digits.data(), digits.size(), "%.*f %%", decimals, 100 * part);
  return digits.data();
}

/// The heat map as a PNG file's bytes. The scale ends at the largest weight off the diagonal: a word always attends to
/// itself, and what else it attends to is what one wants to see.
inline std::string draw(const heat_map& map) {
  constexpr colour ink{.13, .15, .19}, pale{.42, .45, .50}, line{.80, .83, .87};
  constexpr double cell = 20, margin = 24, gap = 7, slant = -0.9;  // radians
  const std::size_t count = map.labels.size();
  const double side = cell * static_cast<double>(count);

  double largest = 0, off_diagonal = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const double weight = map.weights[i * count + j];
      largest = std::max(largest, weight);
      if (i != j) off_diagonal = std::max(off_diagonal, weight);
    }
  }
  const double scale_end = off_diagonal > 0 ? off_diagonal : largest > 0 ? largest : 1;
  // Weights spread over orders of magnitude: a root of them shows the small ones too, and 0 stays white.
  constexpr double root = 2.5;
  const auto shade = [&](double weight) { return colour_of(std::pow(weight / scale_end, 1 / root)); };

  std::vector<std::string> labels;
  for (const std::string& label : map.labels) labels.push_back(shortened(label, 16));

  canvas measure(1, 1);
  measure.font(12);
  double longest = 0;
  for (const std::string& label : labels) longest = std::max(longest, measure.text_width(label));
  const double overhang = longest * std::cos(slant);  // of the slanted label over the last column
  measure.font(17, true);
  const double title_width = measure.text_width(map.title);
  measure.font(12);
  const double subtitle_width = measure.text_width(map.subtitle);
  measure.font(11);
  const std::string caption = "a row is a word; its colours show how much it attends to the word of each column";
  const double caption_width = measure.text_width(caption);

  const double left = margin + longest + gap;
  const double top = margin + 44 + longest * -std::sin(slant) + 2 * gap;
  const double bar = 14, bar_gap = 26, tick_width = 58;
  const double right = std::max(overhang + margin, bar_gap + bar + tick_width + margin);
  const double width =
      std::max(left + side + right, 2 * margin + std::max({title_width, subtitle_width, caption_width}));
  const double bar_height = std::max(side, 120.);
  const double height = top + bar_height + 24 + margin;

  canvas c(width, height);
  c.font(17, true);
  c.write(margin, margin + 14, map.title, ink);
  c.font(12);
  c.write(margin, margin + 34, map.subtitle, pale);

  for (std::size_t i = 0; i < count; ++i) {
    const double at = cell * static_cast<double>(i);
    c.write(left - gap, top + at + cell / 2 + 4, labels[i], ink, 1);
    c.write(left + at + cell / 2 + 4, top - gap, labels[i], ink, 0, slant);
    for (std::size_t j = 0; j < count; ++j) {
      c.rectangle(left + cell * static_cast<double>(j) + .5, top + at + .5, cell - 1, cell - 1,
                  shade(map.weights[i * count + j]));
    }
  }
  c.frame(left, top, side, side, line);

  // The scale.
  const double bar_left = left + side + bar_gap;
  for (int i = 0; i < 120; ++i) {
    const double from = 1 - (i + 1) / 120.;
    c.rectangle(bar_left, top + bar_height * i / 120., bar, bar_height / 120. + .4, colour_of(from));
  }
  c.frame(bar_left, top, bar, bar_height, line);
  c.font(11);
  for (const double tick : {0., .25, .5, .75, 1.}) {
    const bool clipped = tick == 1 && largest > scale_end;
    c.write(bar_left + bar + 6, top + bar_height * (1 - tick) + 4,
            (clipped ? "≥ " : "") + percent(std::pow(tick, root) * scale_end), pale);
  }
  c.write(margin, height - margin, caption, pale);
  return c.png();
}

}  // namespace text
