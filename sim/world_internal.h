#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "cardan/collision/collision_scene.h"
#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/contact_answer.h"
#include "cardan/constraint/island.h"
#include "cardan/constraint/loop_projection.h"
#include "cardan/constraint/memory_key_internal.h"
#include "cardan/core/parallel.h"
#include "cardan/dynamics/data.h"
#include "cardan/host/solver_registry.h"
#include "cardan/sim/build/material_table_internal.h"
#include "cardan/sim/record/capture_internal.h"
#include "cardan/sim/step/continuous_internal.h"
#include "cardan/sim/step/joint_laws_internal.h"
#include "cardan/sim/step/lazy_body_poses_internal.h"
#include "cardan/sim/step/sleep_internal.h"
#include "cardan/sim/world.h"
#include "cardan/solve/closed_forms_internal.h"
#include "cardan/solve/island_work_internal.h"
#include "cardan/solve/shadow_internal.h"

/// The state behind World and Model. Stages are free functions on it (stages_internal.h); step.cpp
/// is their order.
namespace cardan {

/// Skeletons that differ in their numbers, each as it came first; by bodies, freedoms and mass.
class SharedSkeletons {
 public:
  /// The one with the same numbers; this one itself where there is none.
  const std::shared_ptr<const Skeleton>& find(
      const std::shared_ptr<const Skeleton>& skeleton) const;
  /// Found from now on, unless there is one with the same numbers.
  void insert(const std::shared_ptr<const Skeleton>& skeleton);
  void clear() { known_.clear(); }

 private:
  using Key = std::tuple<int, int, double>;
  static Key key_of(const Skeleton& skeleton);
  std::multimap<Key, std::shared_ptr<const Skeleton>> known_;
};

/// One model between the stages of a Runge–Kutta step.
struct RungeKuttaWork {
  VectorX q, v;                        ///< (nq), (nv) at the start of the step
  VectorX increment;                   ///< (nv) δ of the stage: its q is q ⊕ δ
  VectorX rate, acceleration;          ///< (nv) of the stage
  VectorX sum_rate, sum_acceleration;  ///< (nv) weighted
};

/// Result of the collisions that were resolved by impulses before forces.
struct CollisionOutcome {
  std::vector<std::pair<MemoryKey, Vector3>> impulses;  ///< by contact key, on B in W [N s]
  int islands = 0;
  IslandCounts counts;

  void clear() {
    impulses.clear();
    islands = 0;
    counts = {};
  }
};

/// One collision object of a model.
struct ShapeInstance {
  int handle = -1;  ///< in the CollisionScene
  int body = -1;    ///< −1: base
  RigidTransform X_BS;
  std::string link;
  int material = 0;  ///< in the MaterialCombiner
  int index = 0;     ///< within its link
  /// Tree of a mesh or heightfield, for queries; made by prepare_trees.
  mutable std::shared_ptr<const TriangleTree> tree;
};

/// A body of a model as the CollisionScene knows it.
struct ShapedBody {
  int body = -1;            ///< of the skeleton; −1: base
  int collision_body = -1;  ///< number in the CollisionScene
  double radius = 0;        ///< of its bounded shapes about its origin: bounds their speed [m]
};

/// A freedom whose PD target follows a path.
struct ScriptedTarget {
  int dof = -1;
  TargetPath path;
};

struct Model::Impl {
  // Every step reads these, side by side: models are many, and a line of the cache is the price of
  // each that is touched.
  World::Impl* world = nullptr;
  /// The skeleton for steps: of the first model with the same numbers, whatever its names, so that
  /// bodies alike share one in the cache.
  std::shared_ptr<const Skeleton> kernel_skeleton;
  std::unique_ptr<Data> data;
  int tree = -1;        ///< index among the dynamic models; −1 static
  int undisturbed = 0;  ///< steps of one motion that no contact, limit or user has disturbed
  bool asleep = false;  ///< left alone by the steps, v = 0
  bool usable = true;   ///< false: M̂ did not factorise in this step; the model does not move
  /// No freedom has a law, a limit, friction or damping of its own: a body that moves freely.
  bool has_bare_joints = false;
  /// Kinematics of data belong to (q, v); false after any change of them.
  bool kinematics_current = false;
  bool bias_current = false;  ///< bias forces of data belong to (q, v)
  bool change_known = false;  ///< `diagonal` is L⁻¹ D^(−1/2) z, the change of v
  bool has_push_out = false;  ///< z_push is of this step
  double mass = 0;            ///< of the moving bodies [kg]
  State state;
  VectorX tau;              ///< efforts of the user (nv)
  VectorX tau_external;     ///< of wrenches for the next step (nv)
  VectorX z0, z, diagonal;  ///< (nv) scratch of a step
  VectorX q_next;           ///< (nq) scratch of a step
  /// Velocities by which the last two steps moved q, before a projection (nv); `undisturbed` of
  /// them belong to one motion.
  VectorX v_moved, v_moved_before;
  std::vector<Vector6> free_change;  ///< (nb) velocity that free motion adds in this step, about O
  std::vector<ShapedBody> shaped_bodies;      ///< those that have shapes
  std::unique_ptr<LazyBodyPoses> lazy_poses;  ///< of a floating robot of hinges, else null
  std::vector<ShapeInstance> shapes;
  std::optional<KinematicSpec> script;

  std::string name;
  std::int64_t added_at = 0;                 ///< World::Impl::steps when it was added
  std::shared_ptr<const Skeleton> skeleton;  ///< null for static models
  RigidTransform X_W0;  ///< pose of a static model or a fixed base, of a script now
  std::map<std::string, RigidTransform> static_links;  ///< of a static robot, in its base frame
  RigidTransform X_W_script;                           ///< frame of the script's poses
  RigidTransform X_W0_next;        ///< where the script is at the end of the step
  SpatialVelocity V_W0;            ///< of the script now, at its origin, in W
  JointLaws laws;                  ///< (nv)
  std::vector<Compliance> limits;  ///< (nv)
  std::vector<ScriptedTarget> target_paths;
  VectorX z_push;  ///< (nv) whitened pseudo-velocity of a push-out, which moves q alone
  RungeKuttaWork runge_kutta;
  bool in_waking_island = false;  ///< scratch of fall_asleep
  double still_time = 0;  ///< for how long no point has been faster than SleepSpec::speed [s]
  void ensure_kinematics();
};

/// A loop and where its ends come from.
struct LoopRecord {
  LoopSpec spec;
  std::string name;  ///< "weld 'a' - 'b'", for messages
  Loop loop;
  /// Models whose script moves an end, null if none; poses of the ends in their frames.
  Model::Impl *script_a = nullptr, *script_b = nullptr;
  RigidTransform X_script_a, X_script_b;
};

/// Facts of a solved island for later stages: side by side for all islands, so that no stage loads
/// an island's work for them.
struct IslandFlags {
  double residual = 0;                  ///< the judge's [m/s]
  bool accepted = false;                ///< answered before any solver was called
  bool nothing_to_report = false;       ///< the step's report counts its residual alone
  bool answered_directly = false;       ///< its base problem stands in direct_islands, not in works
  bool warm_startable = false;          ///< false: an answer of the last resort
  bool has_unilateral_impulse = false;  ///< a contact, a limit or a rope has an impulse
  bool has_other_rows = false;          ///< not all of its blocks are contacts
  bool leaves_overlaps = false;         ///< overlaps are left to the push-out of positions
};

struct World::Impl {
  explicit Impl(WorldSpec spec_in);

  WorldSpec spec;
  SolverRegistry registry;
  Pairing pairing;  ///< formulation and chain that run
  WorkerPool pool;
  CollisionScene collision;
  MaterialCombiner materials;
  std::vector<std::unique_ptr<Model>> models;
  std::unordered_map<std::string_view, int> model_of_name;  ///< in `models`; asked, never walked
  std::vector<Model::Impl*> trees;            ///< dynamic models in the order of their names
  SharedSkeletons skeletons;                  ///< of the models that were added
  int next_body = 0;                          ///< number of the next body that gets shapes
  std::vector<int> shape_model, shape_index;  ///< by collision handle
  std::vector<Diagnostic> diagnostics;
  std::vector<LoopRecord> loop_records;
  std::vector<std::unique_ptr<LoopProjection>> loop_groups;
  std::vector<LoopProjection::Result> loop_results;  ///< per group
  std::vector<LoopInfo> loop_infos;

  // Members of the running step.
  const CollisionResult* detected = nullptr;
  ContinuousWork continuous;
  std::vector<Tree> tree_views;
  std::vector<MovableTree> movable_trees;
  std::vector<Loop> loops;  ///< of loop_records, with the ends of scripts as they are now
  ConstraintRules rules;    ///< of the rows that are made now
  CollisionOutcome collision_outcome;
  int runge_kutta_stage = 0;        ///< 0 to 3
  std::vector<MemoryKey> touching;  ///< keys of the contacts that have a force in this step
  ConstraintSet constraints;
  IslandSet islands;
  std::vector<std::unique_ptr<IslandWork>> works;       ///< one per island, reused
  std::vector<std::unique_ptr<IslandWork>> push_works;  ///< of the push-out, one per island
  std::vector<IslandFlags> flags;                       ///< (islands)
  std::vector<DirectIsland> direct_islands;             ///< (islands) where answered_directly
  std::vector<ContactAnswer> solutions;                 ///< one per ContactConstraint
  std::vector<int> unsolved;                            ///< islands that a solver is called for
  std::vector<char> has_push_out;                       ///< (islands) 1: it has a push-out
  std::vector<SolverChain> chains;                      ///< one per worker
  std::unique_ptr<ShadowSolve> shadow;                  ///< null: none
  std::unique_ptr<Capture> capture;                     ///< null: none
  std::vector<double*> z_of_tree;
  std::vector<char> joint_rows;  ///< (trees) 1: joints of the tree may have rows in this step
  ConstraintMemory memory;
  SleepState sleep;
  bool has_scripts = false;
  bool has_target_paths = false;
  std::vector<int> contact_a, contact_b;      ///< collision handles per ContactConstraint
  std::vector<double> contact_phi;            ///< and its distance, side by side [m]
  mutable std::vector<ContactInfo> contacts;  ///< of the last step; read_contacts() makes them
  mutable std::vector<ContactShapes> contact_shapes;  ///< of each of `contacts`
  mutable std::atomic<bool> contacts_read = true;     ///< false: `contacts` are of an earlier step
  StepReport report;
  double time = 0, time_offset = 0;
  std::int64_t steps = 0;
  bool profiling = false;
  bool step_begun = false;  ///< begin_step() was called and finish_step() is to follow
  mutable std::mutex contacts_mutex;
  /// Guards what views compute on demand: kinematics and trees.
  mutable std::mutex view_mutex;
  mutable std::size_t models_with_trees = 0;  ///< the first ones
};

/// Pose of a body in W, from its present kinematics; body −1: the base.
RigidTransform body_pose(const Model::Impl& model, int body);

/// Throws Error under rk4, which evaluates accelerations at moments within the step: `what` has a
/// law over the whole step (docs/theory/acceleration.md).
void refuse_under_rk4(const World::Impl& world, const std::string& what, const std::string& where);

/// "weld 'a' - 'b'".
std::string loop_name(const LoopSpec& spec);

/// Pose and velocity of a script at a time [s], in W.
RigidTransform script_pose(const Model::Impl& model, double time);
SpatialVelocity script_velocity(const Model::Impl& model, double time);

/// Throws Error: times that do not ascend, numbers that are not finite.
void check_script(const KinematicSpec& script, const std::string& where);

/// Value of a path at a time [s].
double path_target(const TargetPath& path, double time);

/// Throws Error: times that do not ascend, numbers that are not finite.
void check_path(const TargetPath& path, const std::string& where);

/// PD laws with a path aim from its value at world.time to that after the step.
void aim_scripted_targets(World::Impl& world);

/// After a change of what the numbers of trees, loops or keys mean: what the last step left of its
/// islands is dropped, so that no view mixes the old with the new.
void forget_islands(World::Impl& world);

/// Puts all scripts where they are at world.time.
void place_scripts(World::Impl& world);

/// Ends of loops that scripts move: where they are now, with the mean velocity to where they will
/// be after the step.
void aim_loop_ends(World::Impl& world);
/// Ends of loops after the step: at their aim, with the velocity of that moment.
void arrive_loop_ends(World::Impl& world);

/// A tree was inserted under this number: ends of loops that follow it move up.
void make_room_for_tree(World::Impl& world, int tree);

/// Weld of a robot's base to its script.
void tie_base_to_script(World::Impl& world, Model::Impl& model);

/// Trees for the meshes and heightfields of models that have none yet.
void prepare_trees(const World::Impl& world);

/// q with quaternions of length 1. Throws Error: wrong size, not finite, a quaternion of no length.
VectorX checked_configuration(const Model::Impl& model, const VectorX& q);

/// Throws Error unless every entry is finite and the size is n.
void require_vector(const VectorX& x, int n, const std::string& what, const std::string& where);

}  // namespace cardan
