#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cardan/constraint_laws.h"
#include "cardan/drive_spec.h"
#include "cardan/robot_model.h"
#include "cardan/skeleton_data.h"
#include "collision/collision_scene.h"
#include "dynamics/force_free_motion.h"
#include "dynamics/tension.h"
#include "sim/data/model_state.h"
#include "sim/data/motor_data.h"
#include "sim/data/step_vectors.h"

/// The parts of one model. ModelSetup is fixed during a step, ModelState is saved with the world,
/// and ModelScratch is derived from both.
namespace cardan {

struct ModelSpec;
class AlgorithmScratch;
class LazyBodyPoses;
class TriangleTree;

/// One collision object of a model.
struct ShapeInstance {
  int handle = -1;  ///< handle in the CollisionScene
  int body = -1;    ///< body of the skeleton; −1 for the base
  RigidTransform X_BS;
  std::string link;
  int material = 0;  ///< index in the MaterialCombiner
  int index = 0;     ///< index of the shape within its link
  /// Triangle tree of a mesh or heightfield for queries. It is made by prepare_trees.
  mutable std::shared_ptr<const TriangleTree> tree;
};

/// A body of a model in the CollisionScene.
struct ShapedBody {
  int body = -1;            ///< body of the skeleton; −1 for the base
  int collision_body = -1;  ///< number of the body in the CollisionScene
  double radius = 0;  ///< radius of the bounded shapes about the origin of the body, for bounds on
                      ///< their speed [m]
};

/// A DoF whose PD target follows a path.
struct ScriptedTarget {
  int dof = -1;
  TargetPath path;
};

/// The part of a model that no step changes.
struct ModelSetup {
  // These members are read in every step.
  /// The skeleton used in steps: that of the first model whose skeleton has the same numbers,
  /// regardless of names. Equal bodies therefore share one skeleton in the cache.
  std::shared_ptr<const Skeleton> kernel_skeleton;
  int number = -1;  ///< index in WorldModel::models
  int tree = -1;    ///< index among the dynamic models; −1 for a static model
  /// True if no DoF has damping, friction, a spring or a coordinate of its own. No law or limit can
  /// then act.
  bool has_bare_joints = false;
  double mass = 0;                        ///< mass of the moving bodies [kg]
  std::vector<ShapedBody> shaped_bodies;  ///< bodies that have shapes
  std::vector<ShapeInstance> shapes;
  JointProperties joints;
  std::vector<MotorSetup> motors;
  std::optional<KinematicSpec> script;
  int drive = -1;  ///< index of the BaseDrive in ModelState::drives; −1 if there is none

  std::string name;
  std::int64_t added_at = 0;                 ///< WorldState::steps when the model was added
  std::shared_ptr<const Skeleton> skeleton;  ///< the skeleton; null for static models
  std::map<std::string, RigidTransform>
      static_links;                ///< poses of the links of a static robot in its base frame
  RigidTransform X_W_script;       ///< pose in W of the frame of the script's poses
  std::vector<Compliance> limits;  ///< (nv) laws of the position limits
  std::vector<ScriptedTarget> target_paths;
  std::vector<RobotLink> links;  ///< links of a robot file with fixed joints; otherwise empty
  /// The description for recordings. It does not contain triangles that are stored in a file, and
  /// has the current pose of a fixed base.
  std::shared_ptr<const ModelSpec> spec;
  /// Total payload by link, in the frame of the link (Model::add_payload).
  std::map<std::string, SpatialInertia> payloads;
  std::set<int> changed_masses;  ///< bodies whose inertia differs from that of the description
  bool removed = false;
};

/// One model between the stages of a Runge–Kutta step.
struct RungeKuttaWork {
  VectorX q, v;                        ///< (nq), (nv) state at the start of the step
  VectorX increment;                   ///< (nv) δ of the stage, whose configuration is q ⊕ δ
  VectorX rate, acceleration;          ///< (nv) rates and accelerations of the stage
  VectorX sum_rate, sum_acceleration;  ///< (nv) weighted sums over the stages
};

/// Forces that keep a tree under tension, and the mode that they cause (sim/step/tension.cpp).
struct TensionWatch {
  std::optional<TensionWork> work;  ///< present only if has_tension() is true
  std::vector<PointForce> forces;   ///< forces of loops in the last step
  TensionMode mode;                 ///< mode of this step, if it was estimated
  bool estimating = false;          ///< true if the mode is estimated in this step
  bool told = false;                ///< true if a message has named an unstable mode of the model
};

/// Flag that marks data as ready. A thread that reads true also sees the data that another thread
/// wrote before setting the flag.
class ReadyFlag {
 public:
  ReadyFlag& operator=(bool ready) {
    ready_.store(ready, std::memory_order_release);
    return *this;
  }
  operator bool() const {  // NOLINT(google-explicit-constructor): it is a flag
    return ready_.load(std::memory_order_acquire);
  }

 private:
  std::atomic<bool> ready_ = false;
};

/// The part of a model that is derived from its setup and state, and the scratch memory of its
/// stages.
struct ModelScratch {
  ModelScratch();
  ~ModelScratch();
  ModelScratch(const ModelScratch&) = delete;
  ModelScratch& operator=(const ModelScratch&) = delete;

  std::optional<Data> data;  ///< kinematics and dynamics; empty for static models
  // Flags that tell which of the data below are valid. Any change of (q, v) clears the first two
  // flags.
  ReadyFlag kinematics_current;  ///< true if the kinematics in `data` belong to (q, v)
  bool bias_current = false;     ///< true if the bias forces in `data` belong to (q, v)
  bool change_known = false;  ///< true if velocity_change belongs to z (promote_saturated_motors)
  bool has_shift = false;     ///< true if z_shift belongs to this step (push_out)
  bool has_push_out = false;  ///< true if z_push belongs to this step (push_out)
  bool pushed_from_outside = false;  ///< true if something fixed or scripted pushes the island
  double push_share = 1;             ///< part of the push-out that was taken (push_out_tree)
  bool coasts =
      false;  ///< true if velocity products are part of the force-free motion (must_coast)
  bool on_exact_loop = false;   ///< true if a projected loop holds the tree
  bool corrected = false;       ///< true if C belongs to bias_velocity (finish_undisturbed)
  bool has_motor_rows = false;  ///< true if a motor is a set of rows in this step
  bool told_clamping = false;   ///< true if a message has named a clamped effort of the model
  int clamped_efforts = 0;      ///< number of user efforts above their limits in this step
  int rotation_parts = 0;       ///< number of substeps of a coasting motion
  /// False if M̂ could not be factorised in this step or the motion is not finite. The model then
  /// does not move.
  bool usable = true;
  bool in_waking_island = false;  ///< scratch memory of fall_asleep

  StepVectors vectors;
  std::vector<MotorWork> motors;  ///< one entry per MotorSetup
  /// Poses of a floating robot with only hinges; null for other models.
  std::unique_ptr<LazyBodyPoses> lazy_poses;
  RungeKuttaWork runge_kutta;
  VectorX q_start, v_start;  ///< state at the start of the step (integrator `midpoint`)
  ForceFreeWork force_free;  ///< scratch memory for an articulated tree
  TensionWatch tension;
  /// Scratch memory of the algorithms of Model. Null until one of them is called
  /// (algorithm_scratch).
  std::unique_ptr<AlgorithmScratch> algorithms;

  RigidTransform X_W0;  ///< pose of a static model or fixed base; for a script, the current pose
  RigidTransform X_W0_next;  ///< for a script, the pose at the end of the step
  RigidTransform X_W0_last;  ///< for a script, the pose at the start of the last step
  SpatialVelocity V_W0;      ///< for a script, the current velocity at its origin, in W
  /// V_W0 minus that of the last step, for a path with corners and a driven body; else 0.
  SpatialVelocity V_W0_jump;

  void invalidate_kinematics() { kinematics_current = bias_current = false; }
};

/// One model in a function that may change its state.
struct ModelRef {
  const ModelSetup& setup;
  ModelState state;
  ModelScratch& work;
};

/// One model in a function that reads it.
struct ConstModelRef {
  ConstModelRef(const ModelSetup& setup_in, ConstModelState state_in, const ModelScratch& work_in)
      : setup(setup_in), state(state_in), work(work_in) {}
  ConstModelRef(const ModelRef& model)  // NOLINT(google-explicit-constructor): read access
      : setup(model.setup), state(model.state), work(model.work) {}

  const ModelSetup& setup;
  ConstModelState state;
  const ModelScratch& work;
};

/// Computes the kinematics unless they are current for (q, v).
void ensure_kinematics(const ModelRef& model);

/// Returns the pose of a body in W from the current kinematics. Body −1 is the base.
RigidTransform body_pose(const ModelSetup& setup, const ModelScratch& work, int body);

/// Sets the motors to rest: their effort is 0, and the delayed commands have no effort and the
/// current targets.
void start_motors(const ModelSetup& setup, const ModelState& state);

/// Returns q with normalised quaternions. Throws Error for a wrong size, a non-finite number or a
/// zero quaternion.
VectorX checked_configuration(const ModelSetup& setup, const VectorX& q);

}  // namespace cardan
