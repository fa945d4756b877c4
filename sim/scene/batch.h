#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "cardan/scene/scene.h"

namespace cardan {

struct BatchOptions {
  int threads = 0;  ///< 0: as many as the machine has
  /// Called for every world before it is made: parameters that differ (masses, materials, poses,
  /// gains, gravity, forces). Models, their joints and the time step must stay the same.
  std::function<void(int world, Scene& scene)> vary;
};

/// The last step of one world.
struct BatchStatus {
  std::int64_t steps = 0;  ///< since its start or its last reset
  int contacts = 0;
  double worst_residual = 0;  ///< [m/s]
  int failed_islands = 0;     ///< the last resort was used
  int rejected_inputs = 0;    ///< of all steps of the last call: efforts not finite, taken as 0
  bool finite = true;         ///< q and v are
};

/// Many worlds of one scene with states, parameters and controls of their own, stepped on all cores
/// (docs/batch.md). World i does bit for bit what make_world, apply_forces and World::step would do
/// alone, whatever the number of threads.
/// Arrays are row-major, a row a world; within a row the models that move stand in the order of
/// adding, each as Model::q and Model::v.
class CARDAN_API Batch {
 public:
  /// Throws Error: no worlds or more than 2^24, a scene that cannot be made, or one that `vary`
  /// made another.
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
  /// Efforts of all freedoms, for every step until they are changed: (N × nv) [N m, N].
  std::span<double> efforts();
  std::span<const BatchStatus> status() const;

  /// Advances every world by `steps` steps under its efforts. Never throws, allocates nothing once
  /// warm.
  void step(int steps = 1);

  /// Sets one world: (nq), (nv). Throws Error: wrong sizes, not finite; quaternions are normalised.
  void set_state(int world, std::span<const double> q, std::span<const double> v);
  /// One world back to where it started, without memory; its efforts become 0.
  void reset(int world);

  /// For what a batch does not offer (contacts, PD targets). Efforts set there are overwritten by
  /// the next step; states set there appear in q() and v() after it.
  World& world(int i);
  const World& world(int i) const;

 private:
  struct Impl;
  Impl& impl();
  const Impl& impl() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
