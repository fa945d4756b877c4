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

/// Of all engines, ours first: for each peer what its users would choose for accuracy, and what is
/// fastest where that differs.
const std::vector<Setting>& settings();

bool measured_in(const Setting& setting, const std::string& scene);

}  // namespace cardan::bench
