#pragma once

#include <string>
#include <vector>

#include "apps/beside/measure.h"

namespace cardan::app {

/// Results of two engines, side by side.
struct BesideTable {
  std::string scene, file;
  double step = 0;  ///< [s]
  int steps = 0;
  std::vector<MotionFigures> engines;
  MotionDifference difference;
};

/// The table as several lines for a terminal, as a JSON file, and in Markdown.
std::string beside_text(const BesideTable& table);
std::string beside_json(const BesideTable& table);
std::string beside_markdown(const BesideTable& table);

}  // namespace cardan::app
