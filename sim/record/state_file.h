#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/constraint/base_problem.h"
#include "cardan/core/export.h"
#include "cardan/core/types.h"

namespace cardan {

/// Everything of one model that the next step depends on.
struct SavedModel {
  std::string name;
  VectorX q;             ///< (nq)
  VectorX v;             ///< (nv)
  VectorX tau;           ///< efforts of the user (nv)
  VectorX tau_external;  ///< wrenches given for the next step (nv)
  /// PD law of each freedom, one column (nv): active, bounded row, kp, kd, target, velocity, bound.
  Eigen::Matrix<double, 7, Eigen::Dynamic> pd;
  double still_time = 0;  ///< for how long it has been at rest [s] (docs/theory/sleep.md)
  VectorX history = {};  ///< undisturbed steps, then the velocities of the last two; empty: unknown
};

/// Normals of the pairs of shapes that were near each other in the last detection: what a detection
/// falls back on where its algorithms find none.
struct NormalMemory {
  std::vector<std::int32_t> pairs;  ///< two numbers of shapes a pair, in the order of their names
  std::vector<double> normals;      ///< three numbers a pair, from the first to the second, in W
};

/// Trees that sleep together, and the memory they will wake with.
struct SleepingIsland {
  std::vector<std::int32_t> trees;  ///< numbers among the models that move, ascending
  ConstraintMemory memory;
};

/// Everything of a world that the next step depends on, beside its description.
struct SavedState {
  std::string signature;   ///< of the description: which models, joints and shapes; a line each
  double time = 0;         ///< [s]
  double time_offset = 0;  ///< [s] time − steps · step, exactly
  double step = 0;         ///< [s]
  std::int64_t steps = 0;
  std::vector<SavedModel> models;
  ConstraintMemory memory;
  NormalMemory normals;
  std::vector<SleepingIsland> sleepers;
};

/// Writes HDF5 with a checksum, whole or not at all. Throws Error.
CARDAN_API void write_state(const std::string& file, const SavedState& state);

/// Throws Error for a file that is missing, damaged or of another version.
CARDAN_API SavedState read_state(const std::string& file);

}  // namespace cardan
