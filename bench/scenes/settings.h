#pragma once

#include <string>
#include <vector>

#include "scenes/scene.h"

namespace cardan::bench {

/// A way to run an engine.
struct Setting {
  std::string program;  ///< scene_<program>
  std::string solver;
  std::string meaning;              ///< for the table of settings
  std::vector<std::string> scenes;  ///< it is measured in; empty: in all
};

/// Settings of all engines, ours first: for each peer its users' choice for accuracy, and the
/// fastest where that differs.
const std::vector<Setting>& settings();

bool measured_in(const Setting& setting, const std::string& scene);

}  // namespace cardan::bench
