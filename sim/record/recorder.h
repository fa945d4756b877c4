#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cardan/core/export.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Hashes that a recording stores for each step. Equal bits give equal hashes on the same machine
/// with the same binary.
struct StepHashes {
  std::uint64_t positions = 0;   ///< hash of time and every q
  std::uint64_t velocities = 0;  ///< hash of every v
  std::uint64_t memory = 0;  ///< hash of all other data on which the next step depends: impulses
                             ///< and slips of contacts, limits, motors and loops, normals
  bool operator==(const StepHashes&) const = default;
};
/// Hashes of the current state of a world.
CARDAN_API StepHashes step_hashes(const World& world);

/// Writes the time series of a world to HDF5 (docs/commands.md, "The recording"): time, kinetic and
/// potential energy, contacts, worst residual since the last row, q, v and base pose of every
/// moving model, and the readings of every sensor, with their units. Besides the rows, the file
/// contains a description of the world, its initial state, every later change and input in order,
/// and the hashes of every step, so that the run can be repeated (replay.h, docs/changes.md). The
/// complete file appears at close(); without close(), no file is left. Rows are flushed to a
/// temporary file every half second; if the process is killed, repair_recording() recovers them.
class CARDAN_API Recorder {
 public:
  /// every: interval between rows [s]; 0: every step. The file is created at the first record.
  /// Throws Error if `every` is negative or NaN.
  Recorder(std::string file, double every);
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Call once before the first step and once after each step; writes a row when one is due. Models
  /// and sensors may be added and removed in between. Steps that World::set_state undoes, such as
  /// those of a planner that tries inputs, need not be recorded. Pass the same world to every call.
  /// Throws Error if the file cannot be created or written, or if the world cannot be described.
  void record(const World& world);

  /// Completes the file and renames it to its final name. If this fails, throws Error and leaves no
  /// file.
  void close();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
