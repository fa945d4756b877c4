#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cardan/scene.h"

namespace cardan {

/// Options of a batch.
struct BatchOptions {
  int threads = 0;  ///< number of threads; 0 for the number of cores of the machine
  /// Called for every world before it is built, to vary parameters (masses, materials, poses,
  /// gains, gravity, forces). Models, their joints and the time step must stay the same. Without
  /// this function, all worlds are clones of the first world, which takes far less time.
  std::function<void(int world, Scene& scene)> vary = {};
  std::vector<std::string> poses = {};  ///< columns of Batch::poses: MODEL or MODEL/LINK
  std::vector<std::string> contact_forces =
      {};  ///< columns of Batch::contact_forces: MODEL or MODEL/LINK
  std::vector<std::string> observe =
      {};  ///< columns of Batch::observations: quantities listed in docs/regression.md

  /// Number of steps after which an episode is truncated; 0 means never.
  std::int64_t max_episode_steps = 0;
  /// Called for every world after each call of Batch::step, from any thread of the batch. The
  /// episode is terminated if the function returns true. The function must not throw.
  std::function<bool(int world, const World& state)> terminate = {};
  /// If true, a world is reset in the same call in which its episode is terminated or truncated.
  bool auto_reset = false;
  /// Called after every reset of a world, from any thread of the batch, to vary its initial state.
  /// The function must not throw and must not change the structure of the world.
  std::function<void(int world, std::int64_t episode, World& state)> on_reset = {};
};

/// Result of the last step of one world.
struct BatchStatus {
  std::int64_t steps = 0;  ///< number of steps since the start or the last reset
  int contacts = 0;
  double worst_residual = 0;  ///< largest residual of an island [m/s]
  int failed_islands = 0;     ///< number of islands answered by the last resort
  /// Number of non-finite efforts and targets in all steps of the last call. Efforts were replaced
  /// by 0; targets kept their last values.
  int rejected_inputs = 0;
  bool finite = true;       ///< true if q and v are finite
  bool terminated = false;  ///< true if BatchOptions::terminate ended the episode in the last call
  bool truncated = false;   ///< true if max_episode_steps ended the episode in the last call
  /// True if the last call reset the world. q, v and all observations then belong to the new
  /// episode, and the arrays final_* contain the end of the previous episode.
  bool was_reset = false;
  std::int64_t episode = 0;        ///< number of resets so far
  std::int64_t episode_steps = 0;  ///< length of the last episode that was reset
};

/// Gains of a PD law.
struct PdGains {
  double kp = 0;  ///< position gain [N m/rad, N/m]
  double kd = 0;  ///< velocity gain [N m s/rad, N s/m]
};

/// Parameters of one world that a reset changes. They keep their values until another reset changes
/// them.
struct BatchParameters {
  std::optional<Vector3> gravity = {};          ///< gravity in W [m/s²]
  std::map<std::string, double> friction = {};  ///< static and kinetic μ by material name
  /// Mass of a moving body by MODEL/LINK, or MODEL for a model of one body [kg]. The inertia of the
  /// body scales with the mass. Links that are fixed to the body are part of it.
  std::map<std::string, double> mass = {};
  std::map<std::string, PdGains> gains = {};  ///< gains by MODEL/JOINT
};

/// Many worlds of one scene, each with its own state, parameters and controls, stepped on all cores
/// (docs/batch.md). World i gives bitwise the same results as make_world and
/// World::step on a single world, for any number of threads. Arrays are row-major with one row per
/// world. Within a row of states, moving models are in the order in which they were added, each
/// with the layout of Model::q and Model::v. Spans stay valid as long as the batch exists.
class CARDAN_API Batch {
 public:
  /// Builds the worlds. Throws Error if the number of worlds is not between 1 and 2^24, if the
  /// scene cannot be built, if a name is unknown, or if `vary` changes the structure.
  Batch(const Scene& scene, int num_worlds, const BatchOptions& options = {});
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  int num_worlds() const;
  int nq() const;  ///< size of q of one world
  int nv() const;
  int threads() const;
  double time_step() const;  ///< time step [s]

  /// States after the last call of step, set_state, fork or reset: (N × nq), (N × nv).
  std::span<const double> q() const;
  std::span<const double> v() const;
  /// Efforts of all DoFs: (N × nv) [N m, N]. Efforts stay in effect until they are changed.
  std::span<double> efforts();
  /// Targets of all PD laws without a path, (N × k) [rad, m], and their velocities [rad/s, m/s]. A
  /// changed entry is applied before the next step. A non-finite entry is ignored and counted in
  /// rejected_inputs.
  std::span<double> targets();
  std::span<double> target_velocities();
  const std::vector<std::string>& target_names() const;  ///< (k) names MODEL/JOINT
  std::span<const BatchStatus> status() const;

  /// Poses of the links of BatchOptions::poses in W, (N × 7 k): x, y, z [m], quaternion w, x, y, z.
  std::span<const double> poses() const;
  /// Sums of the contact forces on the models or links of BatchOptions::contact_forces in W,
  /// averaged over the last step, (N × 3 k) [N]; 0 after a reset.
  std::span<const double> contact_forces() const;
  /// Quantities of BatchOptions::observe, (N × k) in SI units. Quantities relative to the start
  /// refer to the start of the episode; path lengths increase once per call of step.
  std::span<const double> observations() const;
  /// States at the end of the previous episode, for the worlds that the last call reset
  /// (BatchStatus::was_reset). Other rows keep their values from earlier calls.
  std::span<const double> final_q() const;
  std::span<const double> final_v() const;
  std::span<const double> final_observations() const;

  /// Advances every world by `steps` steps under its efforts and targets. Never throws. Allocates
  /// nothing after the first steps, except for resets.
  void step(int steps = 1);
  /// Advances the worlds whose entry in the mask (N) is not 0; the rows of all other worlds do not
  /// change. Throws Error for a mask of the wrong size.
  void step(int steps, std::span<const std::uint8_t> mask);
  /// Like the function above, for long calls: also calls `visit` about every 50 ms between two
  /// steps, in the calling thread. If `visit` throws, all worlds have taken the same number of
  /// steps, the arrays and the status are those of a call with this number of steps, and the
  /// exception is rethrown. The results are equal bit for bit to those of the other functions.
  void step(int steps, std::span<const std::uint8_t> mask, const std::function<void()>& visit);

  /// Sets the state of one world: (nq), (nv). Throws Error for a wrong size or a non-finite number.
  /// Normalises quaternions and keeps the memory of the contacts (docs/state.md).
  void set_state(int world, std::span<const double> q, std::span<const double> v);
  /// Sets the states of several worlds: (worlds × nq), (worlds × nv). Throws the errors of
  /// set_state; all worlds are then unchanged.
  void set_states(std::span<const int> worlds, std::span<const double> q,
                  std::span<const double> v);
  /// These functions read or set the full state of a world in memory (World::state,
  /// World::set_state). Setting a state also sets the efforts and targets of the row to those of
  /// the state.
  StateSnapshot state(int world) const;
  void state(int world, StateSnapshot& into) const;
  void set_state(int world, const StateSnapshot& snapshot);
  /// Sets several worlds to one state, on all threads.
  void set_states(std::span<const int> worlds, const StateSnapshot& snapshot);
  /// Copies the full state of world `from` to world `to`, including efforts, targets and the gains
  /// of PD laws, which belong to the state. The masses, materials, gravity and noise seed of `to`
  /// do not change.
  void fork(int from, int to);

  /// Resets one world to its start. Its impulse memory is cleared, and its efforts become 0.
  void reset(int world);
  /// Resets one world with new parameters, without building it again. Throws Error for unknown
  /// names and values that are negative or not finite; the world is then unchanged.
  void reset(int world, const BatchParameters& parameters);

  /// Direct access to a world, for features that a batch does not offer. Efforts that are set on
  /// the world are overwritten by the next step; states that are set on it appear in q() and v()
  /// after the next step.
  World& world(int i);
  const World& world(int i) const;

 private:
  struct Impl;
  Impl& impl();
  const Impl& impl() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
