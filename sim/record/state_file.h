#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/spatial.h"
#include "constraint/rows/base_problem.h"
#include "sim/data/sensor_setup.h"

namespace cardan {

/// All data of one model on which the next step depends.
struct SavedModel {
  std::string name;
  VectorX q;             ///< configuration (nq)
  VectorX v;             ///< velocity (nv)
  VectorX tau;           ///< efforts set by the user (nv)
  VectorX tau_external;  ///< efforts of the wrenches set for the next step (nv)
  /// PD laws, with one column per DoF (nv): active, bounded row, kp, kd, target, velocity, bound.
  Eigen::Matrix<double, 7, Eigen::Dynamic> pd;
  double still_time = 0;  ///< time at rest [s] (docs/theory/sleep.md)
  /// Number of undisturbed steps, then the velocities of the last two steps. Empty if unknown.
  VectorX history = {};
  /// For each motor in the order of the joints: the effort of the last step [N m, N], the index of
  /// the oldest delayed command, then one column of effort, target and velocity for each step of
  /// the delay. Empty for a model without motors, or if unknown.
  VectorX motors = {};
};

/// Normals of the pairs of shapes that were near each other in the last detection. Detection uses
/// them if its algorithms find no normal.
struct NormalMemory {
  std::vector<std::int32_t> pairs;  ///< two shape numbers per pair; pairs are sorted by name
  /// Normal of each pair in W, three numbers, from the first shape to the second shape.
  std::vector<double> normals;
};

/// Trees that sleep together, and the impulse memory that they use when they wake.
struct SleepingIsland {
  std::vector<std::int32_t> trees;  ///< indices among the moving models, ascending
  ConstraintMemory memory;          ///< impulses of the last step
};

/// All data of a world on which the next step depends, except its description.
struct SavedState {
  std::string
      signature;    ///< signature of the description, with one line for each model, joint and shape
  double time = 0;  ///< simulated time [s]
  double time_offset = 0;  ///< exact value of time − steps · step [s]
  double step = 0;         ///< time step [s]
  std::int64_t steps = 0;
  std::vector<SavedModel> models;
  ConstraintMemory memory;  ///< impulses of the last step
  NormalMemory normals;
  std::vector<SleepingIsland> sleepers;
  std::vector<SavedSensor> sensors = {};
};

/// Writes a state as HDF5 with a checksum, completely or not at all. Throws Error on failure.
CARDAN_API void write_state(const std::string& file, const SavedState& state);

/// Reads a state. Throws Error for a file that is missing, damaged or of another version.
CARDAN_API SavedState read_state(const std::string& file);

}  // namespace cardan
