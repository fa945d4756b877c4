#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/sim/world.h"

/// Named quantities of a world, used by expectations, golden trajectories and plots (table in
/// docs/regression.md).
namespace cardan {

/// Values that a quantity measured relative to its start keeps between steps.
struct QuantityMemory {
  Vector3 start = Vector3::Zero();  ///< position [m] or momentum [kg m/s]
  double start_energy = 0;          ///< [J]
  Vector3 last = Vector3::Zero();   ///< last position of a path [m]
  double length = 0;                ///< length of the path so far [m]
};

/// A named quantity with its unit and the function that measures it.
struct Quantity {
  std::string name;
  std::string unit;  ///< SI, "" for counts and ratios
  /// Current value. Quantities relative to the start store their start value when they are created.
  /// A path length accumulates, so call this function once after each step.
  std::function<double(const World&)> measure;
  bool of_step = false;  ///< describes the last step; 0 before the first step
  /// Null if the quantity keeps no values. Copies of the quantity share it.
  std::shared_ptr<QuantityMemory> memory = {};
};

/// Creates a quantity by name; call before the first step. Throws Error with the nearest known
/// name. where: file and line of the request.
CARDAN_API Quantity make_quantity(const std::string& name, const World& world,
                                  const std::string& where);

/// Names of the quantities of the whole world.
CARDAN_API std::vector<std::string> world_quantity_names();
/// Names that follow "MODEL." and, for links, "MODEL/LINK.".
CARDAN_API std::vector<std::string> model_quantity_names();
CARDAN_API std::vector<std::string> body_quantity_names();

}  // namespace cardan
