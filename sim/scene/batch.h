#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "cardan/scene/scene.h"

namespace cardan {

struct BatchOptions {
  int threads = 0;  ///< 0: number of cores of the machine
  /// Called for every world before it is built, to vary parameters (masses, materials, poses,
  /// gains, gravity, forces). Models, their joints and the time step must stay the same.
  std::function<void(int world, Scene& scene)> vary;
};

/// Result of the last step of one world.
struct BatchStatus {
  std::int64_t steps = 0;  ///< since the start or the last reset
  int contacts = 0;
  double worst_residual = 0;  ///< [m/s]
  int failed_islands = 0;     ///< islands answered by the last resort
  int rejected_inputs = 0;  ///< over all steps of the last call: non-finite efforts, replaced by 0
  bool finite = true;       ///< q and v are finite
};

/// Many worlds of one scene, each with its own state, parameters and controls, stepped on all cores
/// (docs/batch.md). World i gives the same bits as make_world, apply_forces and World::step alone,
/// for any number of threads. Arrays are row-major with one row per world. Within a row, moving
/// models are in the order in which they were added, each laid out as Model::q and Model::v.
class CARDAN_API Batch {
 public:
  /// Throws Error if the number of worlds is not between 1 and 2^24, if the scene cannot be built,
  /// or if `vary` changes the structure.
  Batch(const Scene& scene, int num_worlds, const BatchOptions& options = {});
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  int num_worlds() const;
  int nq() const;  ///< of one world
  int nv() const;
  int threads() const;
  double time_step() const;  ///< [s]

  /// States after the last step, set_state or reset: (N × nq), (N × nv).
  std::span<const double> q() const;
  std::span<const double> v() const;
  /// Efforts of all degrees of freedom: (N × nv) [N m, N]. They stay in effect until they are
  /// changed.
  std::span<double> efforts();
  std::span<const BatchStatus> status() const;

  /// Advances every world by `steps` steps under its efforts. Never throws. Allocates nothing after
  /// the first steps.
  void step(int steps = 1);

  /// Sets the state of one world: (nq), (nv). Throws Error for a wrong size or a non-finite
  /// number. Normalises quaternions.
  void set_state(int world, std::span<const double> q, std::span<const double> v);
  /// Resets one world to its start, without impulse memory; its efforts become 0.
  void reset(int world);

  /// Access to features that a batch does not offer (contacts, PD targets). Efforts set here are
  /// overwritten by the next step; states set here appear in q() and v() after it.
  World& world(int i);
  const World& world(int i) const;

 private:
  struct Impl;
  Impl& impl();
  const Impl& impl() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
