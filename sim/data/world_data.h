#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cardan/world.h"
#include "cardan/world_spec.h"
#include "collision/collision_scene.h"
#include "constraint/contact_answer.h"
#include "constraint/island.h"
#include "constraint/loop_projection.h"
#include "constraint/memory_key.h"
#include "constraint/rows/base_problem.h"
#include "core/parallel.h"
#include "sim/data/capture_impl.h"
#include "sim/data/closing.h"
#include "sim/data/continuous.h"
#include "sim/data/material_table.h"
#include "sim/data/model_data.h"
#include "sim/solve/closed_forms.h"
#include "sim/solve/island_work.h"
#include "sim/solve/pairing.h"
#include "sim/solve/shadow.h"

/// The parts of a world. WorldModel is fixed during a step. WorldState is the data of a saved
/// state, except for the normals of the last detection. StepData is derived from the other parts,
/// or kept for speed. A stage of the step has access only to the parts in its signature.
namespace cardan {

struct SensorSetup;  // defined in sensors/sensor_setup.h
struct SensorWork;   // defined in sensors/sensor_work.h
struct DeleteSensorPart {
  void operator()(SensorSetup* setup) const;
  void operator()(SensorWork* work) const;
};

/// Sensors in the order in which they were added. A copy is empty, because World::clone adds each
/// sensor to the new world from its spec.
struct SensorSetups : std::vector<std::unique_ptr<SensorSetup, DeleteSensorPart>> {
  SensorSetups() = default;
  SensorSetups(const SensorSetups& /*other*/) : SensorSetups() {}
  SensorSetups(SensorSetups&&) = default;
  SensorSetups& operator=(const SensorSetups&) = delete;
  SensorSetups& operator=(SensorSetups&&) = default;
  ~SensorSetups() = default;
};

/// A loop and the data from which it was made.
struct LoopRecord {
  LoopId id;
  LoopSpec spec;
  std::string name;                ///< name in messages, e.g. "weld 'a' - 'b'"
  RigidTransform pose;             ///< for a weld: pose of b in a, as given or at the start
  Vector3 at_b = Vector3::Zero();  ///< point in the frame of b, as given or at the start
  Loop loop;
  /// Models whose scripts move the ends (−1 if there is none), and the poses of the ends in the
  /// frames of these models.
  int script_a = -1, script_b = -1;
  RigidTransform X_script_a, X_script_b;
};

/// Setups of models, stored at stable addresses. A copy owns copies of the setups of the models
/// that are present. All removed models, of all worlds, share one setup.
struct ModelSetups : std::vector<std::shared_ptr<ModelSetup>> {
  ModelSetups() = default;
  ModelSetups(const ModelSetups& other) : ModelSetups() {
    reserve(other.size());
    for (const auto& setup : other)
      push_back(setup->removed ? setup : std::make_shared<ModelSetup>(*setup));
  }
  ModelSetups(ModelSetups&&) = default;
  ModelSetups& operator=(const ModelSetups&) = delete;
  ModelSetups& operator=(ModelSetups&&) = default;
  ~ModelSetups() = default;
};

/// Data that are fixed during a step. The functions of sim/assembly/ change them. World::clone
/// copies them member by member.
struct WorldModel {
  explicit WorldModel(WorldSpec spec_in) : spec(std::move(spec_in)), materials(spec.materials) {}

  WorldSpec spec;
  Pairing pairing;  ///< active formulation and solver chain
  MaterialCombiner materials;
  /// Setups in the order in which the models were added. The setup of a removed model is static and
  /// has no number and no shapes.
  ModelSetups models;
  std::vector<int> trees;                     ///< dynamic models in the order of their names
  double heaviest_tree = 0;                   ///< largest mass of a dynamic model [kg]
  std::vector<int> shape_model, shape_index;  ///< model and shape of each collision handle
  std::vector<LoopRecord> loop_records;
  SensorSetups sensors;        ///< sensors in the order in which they were added
  std::int64_t next_loop = 0;  ///< LoopId of the next loop that is added
  bool has_scripts = false;
  bool has_target_paths = false;
  bool has_motors = false;

  int num_trees() const { return static_cast<int>(trees.size()); }
  const ModelSetup& model(int i) const { return *models[static_cast<std::size_t>(i)]; }
  const ModelSetup& tree(int t) const { return model(trees[static_cast<std::size_t>(t)]); }
  void weigh_trees() {
    heaviest_tree = 0;
    for (int t = 0; t < num_trees(); ++t) heaviest_tree = std::max(heaviest_tree, tree(t).mass);
  }
};

/// Collision handles of the two sides of a contact.
struct ContactShapes {
  int a = -1, b = -1;
};

/// Trees that fell asleep together: an island, or a tree without constraints.
struct SleepGroup {
  std::vector<int> trees;  ///< trees in ascending order
  ConstraintMemory memory;
  std::vector<ContactInfo> contacts;  ///< contacts at the time of falling asleep
  std::vector<ContactShapes> contact_shapes;
};

/// The sleeping groups. The storage of a group that wakes is reused for the next group that falls
/// asleep.
struct SleepState {
  SleepState() = default;
  SleepState(const SleepState& other) { *this = other; }
  /// Copies the groups that are in use and keeps the storage of all others, so that copying to a
  /// state that has already held this many groups allocates nothing.
  SleepState& operator=(const SleepState& other) {
    if (groups.size() < static_cast<std::size_t>(other.count))
      groups.resize(static_cast<std::size_t>(other.count));
    std::copy_n(other.groups.begin(), other.count, groups.begin());
    count = other.count;
    sleeping_trees = other.sleeping_trees;
    return *this;
  }

  /// Sleeping groups. The first `count` are in use, in the order in which they fell asleep.
  std::vector<SleepGroup> groups;
  int count = 0;
  int sleeping_trees = 0;
};

/// State on which the next step depends. StateSnapshot copies it member by member, and
/// snapshot_bytes.cpp writes every member. The normals of the last detection, a fallback of the
/// narrow phase, are in StepData::collision.
struct WorldState {
  double time = 0;         ///< simulated time [s]
  double time_offset = 0;  ///< time − steps · step [s]
  std::int64_t steps = 0;
  ModelStates models;
  ConstraintMemory memory;  ///< impulses, velocities and normals of the last step
  SleepState sleep;
  AlignedBlock sensors;  ///< samples, delays and biases (sensors/sensor_setup.h)
};

/// Views of the trees for the rows of a step. They are written by view_tree.
struct TreeViews {
  std::vector<Tree> trees;
  std::vector<double*> z;        ///< (trees) ModelScratch::z of each tree
  std::vector<char> joint_rows;  ///< (trees) 1 if joints of the tree may have rows in this step
};

/// Origin of a contact constraint.
struct ContactSource {
  int a = -1, b = -1;  ///< collision handles
  double phi = 0;      ///< signed distance of the contact [m]
};

/// The rows of a step. They are written by make_constraints and make_collisions.
struct StepRows {
  ConstraintRules rules;  ///< rules for the rows of the current stage
  ConstraintSet constraints;
  std::vector<ContactSource> sources;  ///< origin of each contact in `constraints`
};

/// Flags of a solved island for later stages. They are contiguous for all islands, so that a stage
/// need not load the work data of an island to read them.
struct IslandFlags {
  double residual = 0;             ///< residual computed by the judge [m/s]
  bool accepted = false;           ///< true if the island was answered before any solver was called
  bool nothing_to_report = false;  ///< true if only the residual enters the report of the step
  bool answered_directly =
      false;  ///< true if the record is in `direct` and no base problem is written
  bool warm_startable = false;          ///< false if the answer comes from the last resort
  bool has_unilateral_impulse = false;  ///< true if a contact, a limit or a rope has an impulse
  bool has_other_rows = false;          ///< true if not all blocks of the island are contacts
  bool leaves_overlaps = false;  ///< true if overlaps are left to the push-out at position level
};

/// The islands of a step (make_islands) and their answers (solve_islands).
struct StepIslands {
  IslandSet set;
  std::vector<std::unique_ptr<IslandWork>> works;  ///< work data of each island, reused
  std::vector<IslandFlags> flags;                  ///< flags of each island
  std::vector<DirectIsland> direct;      ///< (islands) valid where answered_directly is set
  std::vector<ContactAnswer> solutions;  ///< answer of each ContactConstraint
  std::vector<int> unsolved;             ///< islands for which a solver is called
  std::vector<char> stale;   ///< (islands) 1 if z0 has changed (correct_velocity_products)
  std::vector<char> dozing;  ///< (islands) 1 if the island falls asleep (choose_sleepers)

  int size() const { return set.size(); }
};

/// Position problems of a step (push_out).
struct PushOut {
  std::vector<std::unique_ptr<IslandWork>> works;  ///< work data of each island
  std::vector<char> needed;  ///< (islands) 1 if the island has a position problem
};

/// Collisions that were resolved by impulses before the forces were computed (solve_collisions).
struct CollisionOutcome {
  /// Impulses on B in W, by contact key [N s].
  std::vector<std::pair<MemoryKey, Vector3>> impulses;
  int islands = 0;
  IslandCounts counts;

  void clear() {
    impulses.clear();
    islands = 0;
    counts = {};
  }
};

/// Loops in a step, in the order of WorldModel::loop_records.
struct StepLoops {
  std::vector<Loop> loops;  ///< loops with the current poses of scripted ends
  MovableTrees movable_trees;
  std::vector<std::unique_ptr<LoopProjection>> groups;
  std::vector<LoopProjection::Result> results;  ///< result of each group (project_loops)
  std::vector<LoopInfo> infos;                  ///< data for the user (read_loop_forces)
};

/// Contacts of the last step for the user. The contacts are computed on the first query after a
/// step, from any thread (read_contacts), or after every step if islands may sleep.
struct ContactReadout {
  std::vector<ContactInfo> contacts;
  std::vector<ContactShapes> shapes;  ///< shapes of each contact
  std::atomic<bool> current = true;   ///< false if `contacts` belong to an earlier step
  std::mutex mutex;
};

/// Trees on which nothing outside acts: an island or, without one, a single tree.
struct MomentumGroup {
  int island = -1, tree = -1;
  Vector3 center = Vector3::Zero();    ///< centre of mass after the step [m]
  Vector3 velocity = Vector3::Zero();  ///< of the centre of mass after the step [m/s]
  Vector3 spin = Vector3::Zero();      ///< angular momentum about it after the step [kg m²/s]
};

/// The workers of a step, and the shadow and capture that observe it.
struct StepWorkers {
  explicit StepWorkers(int threads) : pool(threads) {}

  WorkerPool pool;
  std::vector<SolverChain> chains;      ///< solver chain of each worker
  std::unique_ptr<ShadowSolve> shadow;  ///< the shadow; null if there is none
  std::unique_ptr<Capture> capture;     ///< the capture; null if there is none
};

/// Derived data and scratch memory of the steps.
struct StepData {
  explicit StepData(int threads) : workers(threads) {}

  StepWorkers workers;
  /// Scratch data by model number. All removed models of the world share theirs.
  std::vector<std::shared_ptr<ModelScratch>> models;
  TreeViews views;
  CollisionScene collision;
  const CollisionResult* detected = nullptr;  ///< contacts of this step (detect_contacts)
  ContinuousWork continuous;
  ClosingWork closing;
  CollisionOutcome collision_outcome;
  int runge_kutta_stage = 0;        ///< stage 0 to 3
  std::vector<MemoryKey> touching;  ///< contacts that exert a force in this step (keep_touching)
  StepRows rows;
  StepIslands islands;
  PushOut push_out;
  /// Work data of the sensors; null if there are none.
  std::unique_ptr<SensorWork, DeleteSensorPart> sensors;
  StepLoops loops;
  std::vector<MomentumGroup> momentum_groups;
  StepReport report;
  mutable ContactReadout readout;
  mutable std::size_t models_with_trees =
      0;  ///< number of models, counted from the first, whose trees are built (prepare_trees)
  bool profiling = false;

  ModelScratch& model(int i) { return *models[static_cast<std::size_t>(i)]; }
  const ModelScratch& model(int i) const { return *models[static_cast<std::size_t>(i)]; }
};

/// These functions return the scratch data and the state of tree number t.
inline ModelScratch& tree_work(const WorldModel& world, StepData& step, int t) {
  return step.model(world.trees[static_cast<std::size_t>(t)]);
}
inline const ModelScratch& tree_work(const WorldModel& world, const StepData& step, int t) {
  return step.model(world.trees[static_cast<std::size_t>(t)]);
}
inline ConstModelState tree_state(const WorldModel& world, const WorldState& state, int t) {
  return state.models[world.trees[static_cast<std::size_t>(t)]];
}

/// These functions return references to model i or to tree t.
inline ModelRef model_ref(const WorldModel& world, WorldState& state, StepData& step, int i) {
  return {world.model(i), state.models[i], step.model(i)};
}
inline ConstModelRef model_ref(const WorldModel& world, const WorldState& state,
                               const StepData& step, int i) {
  return {world.model(i), state.models[i], step.model(i)};
}
inline ModelRef tree_ref(const WorldModel& world, WorldState& state, StepData& step, int t) {
  return model_ref(world, state, step, world.trees[static_cast<std::size_t>(t)]);
}
inline ConstModelRef tree_ref(const WorldModel& world, const WorldState& state,
                              const StepData& step, int t) {
  return model_ref(world, state, step, world.trees[static_cast<std::size_t>(t)]);
}

}  // namespace cardan
