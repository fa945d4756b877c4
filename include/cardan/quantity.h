#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/world.h"

/// Named quantities of a world, which are used by expectations, golden trajectories and plots (see
/// the table in docs/regression.md).
namespace cardan {

/// Values that a quantity keeps between steps if it is measured relative to its start.
struct QuantityMemory {
  Vector3 start = Vector3::Zero();  ///< position [m] or momentum [kg m/s] at the start
  double start_energy = 0;          ///< energy at the start [J]
  Vector3 last = Vector3::Zero();   ///< last position of a path [m]
  double length = 0;                ///< length of the path so far [m]
};

/// A named quantity with its unit and the function that measures it.
struct Quantity {
  std::string name;
  std::string unit;  ///< SI unit, "" for counts and ratios
  /// Returns the current value. Quantities relative to the start store their start value when they
  /// are created. A path length accumulates, so this function must be called once after each step.
  std::function<double(const World&)> measure;
  bool of_step =
      false;  ///< true if the quantity describes the last step; it is then 0 before the first step
  /// Stored values, shared by all copies of the quantity. Null if the quantity stores no values.
  std::shared_ptr<QuantityMemory> memory = {};
};

/// Creates a quantity by name. Must be called before the first step. Throws an Error that suggests
/// the nearest known name if the name is unknown. where: file and line of the request.
CARDAN_API Quantity make_quantity(const std::string& name, const World& world,
                                  const std::string& where);

/// Names of the quantities of the whole world.
CARDAN_API std::vector<std::string> world_quantity_names();
/// Names of the quantities of a model, which follow "MODEL." or, for links, "MODEL/LINK.".
CARDAN_API std::vector<std::string> model_quantity_names();
CARDAN_API std::vector<std::string> body_quantity_names();

}  // namespace cardan
