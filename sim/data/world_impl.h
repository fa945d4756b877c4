#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "cardan/sensor.h"
#include "cardan/solver_registry.h"
#include "sim/data/findings.h"
#include "sim/data/world_data.h"

/// Implementation of World and Model. Stages of a step (step/stages.h) take the parts
/// defined in data/world_data.h.
namespace cardan {

/// Skeletons with different numbers, indexed by number of bodies, number of DoFs and mass. Of
/// skeletons with equal numbers, only the first one is kept.
class SharedSkeletons {
 public:
  /// Returns the known skeleton with the same numbers, or `skeleton` if there is none.
  const std::shared_ptr<const Skeleton>& find(
      const std::shared_ptr<const Skeleton>& skeleton) const;
  /// Stores the skeleton for find(), unless a skeleton with the same numbers is known.
  void insert(const std::shared_ptr<const Skeleton>& skeleton);
  void clear() { known_.clear(); }
  /// Forgets skeletons that no model has.
  void forget_unused() {
    std::erase_if(known_, [](const auto& entry) { return entry.second.use_count() == 1; });
  }

 private:
  using Key = std::tuple<int, int, double>;
  static Key key_of(const Skeleton& skeleton);
  std::multimap<Key, std::shared_ptr<const Skeleton>> known_;
};

struct StateStructure;
class ChangeLog;
class RegistryCache;
class RobotCache;

/// Identifies a model within its world. The functions throw Error if the model was removed.
struct Model::Impl {
  World::Impl* world = nullptr;
  int number = -1;                          ///< index in WorldModel::models
  std::optional<std::string> removed_name;  ///< name of the model, if it was removed

  const ModelSetup& setup() const;
  ModelState state() const;
  ModelScratch& work() const;
  ModelRef ref() const { return {setup(), state(), work()}; }
  void require_present() const {
    if (removed_name) fail_removed();
  }
  [[noreturn]] void fail_removed() const;
};

/// Arguments of a call of ignore_collision().
struct IgnoredPair {
  std::string a, b;
};

/// The scene from which a world was made, for recordings.
struct WorldOrigin {
  std::string file;                                            ///< file of the scene
  std::string text;                                            ///< bytes of the file
  std::vector<std::pair<std::string, std::string>> overrides;  ///< path and value of each override
  std::vector<ForceSpec> forces;                               ///< timed forces of the scene
};

struct World::Impl {
  Impl(WorldSpec spec, RegistryCache& registries);
  /// Copies the built data of `other`, without the Model and Sensor objects. The caller sets the
  /// state (World::clone).
  Impl(const Impl& other, int threads);
  /// Makes a world without models. Throws the errors of the constructor of World.
  static World make(WorldSpec spec, RegistryCache& registries);

  WorldModel model;
  WorldState state;
  StepData step;

  // The members below are used by sim/assembly/ and the public classes.
  SolverRegistry registry;
  std::vector<std::unique_ptr<Model>> faces;  ///< the Model object of each model, in the same order
  /// Model numbers by name, used only for look-ups and never iterated.
  std::unordered_map<std::string_view, int> model_of_name;
  /// The Sensor objects of all sensors that were ever added.
  std::vector<std::unique_ptr<Sensor>> sensor_faces;
  std::vector<Sensor*> sensors;  ///< the Sensor objects of WorldModel::sensors, in the same order
  std::map<std::string, Sensor*, std::less<>> sensor_of_name;  ///< of `sensors`
  SharedSkeletons skeletons;           ///< skeletons of all models added so far
  RobotCache* known_robots = nullptr;  ///< set only while a scene is built (see make_world)
  int next_body = 0;                   ///< number of the next body that gets shapes
  Findings findings;
  bool step_begun = false;  ///< true if begin_step() was called and finish_step() must follow
  int removals = 0;  ///< number of removed models; a WorldView made before a removal is outdated
  std::vector<char> seen_trees;  ///< (trees) scratch memory of set_state
  bool of_batch =
      false;  ///< true if the world belongs to a Batch; its models then cannot be removed
  std::vector<IgnoredPair> ignored;  ///< calls of ignore_collision(), in order
  /// Origin of a world made from a scene; otherwise null.
  std::shared_ptr<const WorldOrigin> origin;
  /// Logs of the recorders of this world. If empty, no change is logged. The member is mutable
  /// because a recorder adds its log to a const world.
  mutable std::vector<std::shared_ptr<ChangeLog>> logs;
  /// Guards the data that views compute on demand: kinematics and trees.
  mutable std::mutex view_mutex;
  /// Structure of the world, computed on demand by structure_of. Null after a change.
  mutable std::shared_ptr<const StateStructure> structure;
  mutable std::mutex structure_mutex;
};

/// Computes the kinematics of a model unless they are current. May be called by several threads.
void ensure_kinematics(const Model::Impl& model);

/// Returns the skeleton. Throws Error for a model without joints.
const Skeleton& require_skeleton(const ModelSetup& model);

/// Returns the pose of a link in the base frame of a model without joints. Throws Error for an
/// unknown link.
RigidTransform static_pose(const ModelSetup& model, std::string_view link);

/// These functions return the index of a link (LinkId::index) and the joint of a handle. They throw
/// Error for a handle of another model.
int link_index(const Model::Impl& model, LinkId link);
const JointInfo& joint_info(const Model::Impl& model, JointId joint);

/// Throws Error if the integrator is rk4. This integrator evaluates accelerations at instants
/// within the step, but the law of `what` applies to the whole step (docs/theory/acceleration.md).
void refuse_under_rk4(const WorldSpec& spec, const std::string& what, const std::string& where);

/// Returns the name of a loop in messages, e.g. "weld 'a' - 'b'".
std::string loop_name(const LoopSpec& spec);

/// Throws Error unless times are ascending and numbers are finite.
void check_script(const KinematicSpec& script, const std::string& where);

/// A force [N] and a moment [N m], both in W, at a point in the frame of a link [m].
struct Wrench {
  Vector3 force = Vector3::Zero(), moment = Vector3::Zero(), at = Vector3::Zero();
};

/// Does the work of Model::apply_wrench without logging.
void add_wrench(Model::Impl& model, std::string_view link, const Wrench& wrench);

/// Does the work of Model::set_efforts without checking the size. tau: (nv).
void assign_efforts(const Model::Impl& model, const Eigen::Ref<const VectorX>& tau);

/// Does the work of Model::set_pd_target for a DoF, without checks.
void assign_target(const Model::Impl& model, int dof, double target, double velocity);

/// Returns the value of a path at a time [s].
double path_target(const TargetPath& path, double time);

/// Throws Error unless times are ascending and numbers are finite.
void check_path(const TargetPath& path, const std::string& where);

/// Discards the island data of the last step, so that no view mixes old and new numbers. Must be
/// called after the meaning of the numbers of trees, loops or keys has changed.
void forget_islands(World::Impl& world);

/// Increments the tree numbers of loop ends, starting with the given number. Must be called after a
/// tree was inserted with this number.
void make_room_for_tree(World::Impl& world, int tree);

/// Welds a robot's base to its script.
void tie_base_to_script(World::Impl& world, int model);

/// Throws Error unless the size is n and every entry is finite.
void require_vector(const VectorX& x, int n, const std::string& what, const std::string& where);

}  // namespace cardan
