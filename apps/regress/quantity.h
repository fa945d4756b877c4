#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cardan/sim/world.h"

/// The named quantities of a world that expectations, golden trajectories and plots use
/// (docs/regression.md has the table).
namespace cardan::app {

struct Quantity {
  std::string name;
  std::string unit;  ///< SI, "" for counts and ratios
  /// The value now. A comparison with the start took it when the quantity was made; the length of
  /// a path adds up what it sees, so it is to be asked once after each step.
  std::function<double(const World&)> measure;
  bool of_step = false;  ///< of the step that ended: before the first there is none, and it is 0
};

/// A quantity by its name; make it before the first step. Throws Error with the nearest known name;
/// where: file and line of the request.
Quantity make_quantity(const std::string& name, const World& world, const std::string& where);

/// Names of the quantities of the world as a whole.
std::vector<std::string> world_quantity_names();
/// Names that follow "MODEL." and, for links, "MODEL/LINK.".
std::vector<std::string> model_quantity_names();
std::vector<std::string> body_quantity_names();

}  // namespace cardan::app
