#pragma once

#include <string>
#include <vector>

#include "bench/scenes/scene.h"

namespace cardan::bench {

/// A configuration of an engine.
struct Setting {
  std::string program;  ///< scene_<program>
  std::string solver;
  std::string meaning;              ///< description for the table of settings
  std::vector<std::string> scenes;  ///< scenes to measure it in; empty: all
};

/// Settings of all engines, cardan first. For each peer: the usual choice of its users for
/// accuracy, and the fastest setting if it is different.
const std::vector<Setting>& settings();

bool measured_in(const Setting& setting, const std::string& scene);

}  // namespace cardan::bench
