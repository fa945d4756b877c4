#pragma once

#include <array>
#include <string>

namespace cardan::app {

/// Colour of a curve on a light and on a dark background.
struct Hue {
  const char *light, *dark;
};

/// Blue, rust, green, magenta, ochre. No two share a hue, and they also remain distinct with
/// red-green or blue colour blindness (test_plot compares them as in [Machado, Oliveira, Fernandes
/// 2009]).
inline constexpr std::array<Hue, 5> kHues = {{{"#0a4fd0", "#5a86ff"},
                                              {"#a3360b", "#f2502a"},
                                              {"#0ca06a", "#34dc9a"},
                                              {"#e0289f", "#ff9ede"},
                                              {"#b08a00", "#f0e040"}}};

/// Class of a stroke by its number. When all hues are used, strokes are dotted, then dash-dotted,
/// then dashed with long dashes.
std::string stroke_class(int number);

}  // namespace cardan::app
