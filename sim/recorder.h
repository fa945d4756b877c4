#pragma once

#include <memory>
#include <string>

#include "cardan/core/export.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Time series of a world in HDF5 (docs/commands.md, "The recording"): time, kinetic and potential
/// energy, contacts, worst residual since the last row, and q, v, base pose of every model that
/// moves. The file appears whole at close(); without close() nothing is left.
class CARDAN_API Recorder {
 public:
  /// every: distance of the rows [s]; 0 = every step. The file is made at the first record.
  Recorder(std::string file, double every);
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Call once before the first step and once after each; writes a row when one is due. Models must
  /// not be added between. Throws Error (cannot create, disk full).
  void record(const World& world);

  /// Finishes the file and gives it its name. Throws Error; then nothing is left.
  void close();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
