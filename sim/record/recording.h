#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/sim/record/recorder.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Positions and velocities of one model that moves.
struct RecordedModel {
  std::string name;
  std::vector<std::string> joint_names;
  std::vector<std::uint64_t> q_start, v_start;  ///< (joints) first coordinate and velocity of each
  std::vector<double> q, v;                     ///< (nq), (nv)
};

/// Covers all models that move.
CARDAN_API std::vector<RecordedModel> recorded_models(const World& world);

/// The first number in which two runs differ.
struct BitDifference {
  std::string quantity;    ///< "model 'robot', joint 'knee', velocity"
  double a = 0, b = 0;     ///< its values
  std::uint64_t ulps = 0;  ///< how many doubles lie between them, plus one
};

/// Positions before velocities, in the order of the models. Nothing where all bits are equal.
/// Throws Error where models or joints are not the same.
CARDAN_API std::optional<BitDifference> first_difference(const std::vector<RecordedModel>& a,
                                                         const std::vector<RecordedModel>& b);

/// Steps between two doubles of any sign; the largest number where one is not a number.
CARDAN_API std::uint64_t ulps_between(double a, double b);

/// Difference of two steps: "positions", "velocities", "the memory of impulses and contacts"
/// (the first of them), "" if nothing does.
CARDAN_API std::string first_difference(const StepHashes& a, const StepHashes& b);

/// A file that a Recorder wrote. All throw Error that names the file.
class CARDAN_API Recording {
 public:
  /// Rows and hashes are as many as their tables say, and rows are of steps that have hashes.
  explicit Recording(const std::string& file);
  ~Recording();
  Recording(Recording&&) noexcept;

  /// Reads every row: throws Error, with the step, where time, q or v are not those that the hashes
  /// of the step were made of.
  void require_intact() const;

  const std::string& file() const;
  std::string formulation() const;
  std::string solver() const;
  double time_step() const;         ///< [s]
  std::int64_t first_step() const;  ///< of the state it starts from
  std::int64_t last_step() const;   ///< hashes are there of this and all before
  StepHashes hashes(std::int64_t step) const;
  /// The first row of this step or a later one; nothing after the last.
  std::optional<std::int64_t> row_from(std::int64_t step) const;
  std::int64_t step_of(std::int64_t row) const;
  std::vector<RecordedModel> models(std::int64_t row) const;
  /// Puts a world of the same models where the recording starts.
  void restore_start(World& world) const;

 private:
  struct Impl;
  const Impl& impl() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
