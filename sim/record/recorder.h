#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cardan/core/export.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Hashes that a recording stores for each step. Equal bits give equal hashes with the same binary
/// on the same machine.
struct StepHashes {
  std::uint64_t positions = 0;   ///< hash of time and every q
  std::uint64_t velocities = 0;  ///< hash of every v
  std::uint64_t memory = 0;  ///< hash of all other data on which the next step depends: impulses
                             ///< and slips of contacts, limits, motors and loops, and normals
  bool operator==(const StepHashes&) const = default;
};
/// Returns the hashes of the current state of a world.
CARDAN_API StepHashes step_hashes(const World& world);

/// Writes the time series of a world to HDF5 (docs/commands.md, "The recording"): the time, the
/// kinetic and potential energy, the contacts, the worst residual since the last row, q, v and base
/// pose of every moving model, and the readings of every sensor, with their units. The file also
/// contains a description of the world, its initial state, every later change and input in order,
/// and the hashes of every step, so that the run can be repeated (replay.h, docs/changes.md). The
/// file gets its name at close(); without close(), no file is left. Rows are flushed to a temporary
/// file every half second; if the process is killed, repair_recording() recovers them.
class CARDAN_API Recorder {
 public:
  /// every: interval between rows [s], or 0 for a row in every step. The file is created at the
  /// first call of record(). Throws Error if `every` is negative or NaN.
  Recorder(std::string file, double every);
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Writes a row when one is due. Must be called once before the first step and once after each
  /// step, always with the same world. Models and sensors may be added and removed in between.
  /// Steps that World::set_state undoes, such as the trial steps of a planner, need not be
  /// recorded. Throws Error if the file cannot be created or written, or if the world cannot be
  /// described.
  void record(const World& world);

  /// Completes the file and renames it to its final name. On failure, throws Error and leaves no
  /// file.
  void close();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
