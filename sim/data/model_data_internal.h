#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/collision/collision_scene.h"
#include "cardan/constraint/rows/compliance.h"
#include "cardan/dynamics/data.h"
#include "cardan/sim/data/model_state_internal.h"
#include "cardan/sim/spec.h"

/// The parts of one model: ModelSetup is fixed during a step, ModelState is saved with the world,
/// ModelScratch is derived from the two.
namespace cardan {

class LazyBodyPoses;
class TriangleTree;

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

/// A dof whose PD target follows a path.
struct ScriptedTarget {
  int dof = -1;
  TargetPath path;
};

/// The part of a model that no step changes.
struct ModelSetup {
  // Every step reads these.
  /// The skeleton for steps: of the first model with the same numbers, whatever its names, so that
  /// equal bodies share one in the cache.
  std::shared_ptr<const Skeleton> kernel_skeleton;
  int number = -1;  ///< in WorldModel::models
  int tree = -1;    ///< index among the dynamic models; −1: static
  /// No dof has damping, friction, a spring or a coordinate of its own: no law or limit can act.
  bool has_bare_joints = false;
  double mass = 0;                        ///< of the moving bodies [kg]
  std::vector<ShapedBody> shaped_bodies;  ///< those that have shapes
  std::vector<ShapeInstance> shapes;
  JointProperties joints;
  std::optional<KinematicSpec> script;

  std::string name;
  std::int64_t added_at = 0;                           ///< WorldState::steps when it was added
  std::shared_ptr<const Skeleton> skeleton;            ///< null for static models
  std::map<std::string, RigidTransform> static_links;  ///< of a static robot, in its base frame
  RigidTransform X_W_script;                           ///< frame of the script's poses
  std::vector<Compliance> limits;                      ///< (nv)
  std::vector<ScriptedTarget> target_paths;
};

/// One model between the stages of a Runge–Kutta step.
struct RungeKuttaWork {
  VectorX q, v;                        ///< (nq), (nv) at the start of the step
  VectorX increment;                   ///< (nv) δ of the stage: its q is q ⊕ δ
  VectorX rate, acceleration;          ///< (nv) of the stage
  VectorX sum_rate, sum_acceleration;  ///< (nv) weighted
};

/// The part of a model that is derived from its setup and state, and the scratch of its stages.
struct ModelScratch {
  ModelScratch();
  ~ModelScratch();
  ModelScratch(const ModelScratch&) = delete;
  ModelScratch& operator=(const ModelScratch&) = delete;

  std::unique_ptr<Data> data;  ///< null for static models
  // Validity of what stands here; any change of (q, v) clears the first two.
  bool kinematics_current = false;  ///< kinematics of data belong to (q, v)
  bool bias_current = false;        ///< bias forces of data belong to (q, v)
  bool change_known = false;        ///< velocity_change belongs to z (promote_saturated_motors)
  bool has_push_out = false;        ///< z_push is of this step (push_out)
  /// False: M̂ did not factorise in this step or the motion is not finite; the model does not move.
  bool usable = true;
  bool in_waking_island = false;  ///< scratch of fall_asleep

  // (nv) each, in the order in which a step writes them.
  VectorX bias_velocity;  ///< v plus half its last change, at which C is evaluated (compute_bias)
  VectorX z0;             ///< whitened free impulse D^(−1/2) L^(−T) h (τ − C)
  VectorX damping_diagonal;      ///< h D + h² K of M̂
  VectorX z;                     ///< z0 + Yᵀ λ; in integrate_motion: v⁺
  VectorX free_velocity_change;  ///< L⁻¹ D^(−1/2) z0
  VectorX velocity_change;       ///< L⁻¹ D^(−1/2) z, if change_known
  VectorX z_push;                ///< whitened pseudo-velocity of a push-out, which moves q alone
  VectorX q_next;                ///< (nq) q⁺ before it is known to be finite

  Eigen::ArrayXd joint_q;            ///< (nv) of JointProperties::positions
  std::vector<Vector6> free_change;  ///< (nb) velocity that free motion adds in this step, about O
  std::unique_ptr<LazyBodyPoses> lazy_poses;  ///< of a floating robot of hinges, else null
  RungeKuttaWork runge_kutta;

  RigidTransform X_W0;       ///< pose of a static model or a fixed base, of a script now
  RigidTransform X_W0_next;  ///< of a script at the end of the step
  SpatialVelocity V_W0;      ///< of a script now, at its origin, in W

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

/// Computes the kinematics unless they belong to (q, v).
void ensure_kinematics(const ModelRef& model);

/// Pose of a body in W, from its present kinematics; body −1: the base.
RigidTransform body_pose(const ModelSetup& setup, const ModelScratch& work, int body);

/// q with quaternions of length 1. Throws Error: wrong size, not finite, zero quaternion.
VectorX checked_configuration(const ModelSetup& setup, const VectorX& q);

}  // namespace cardan
