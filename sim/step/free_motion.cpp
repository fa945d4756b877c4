#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "dynamics/articulated_factor.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/isotropic_body.h"
#include "sim/step/coast.h"
#include "sim/step/motor_drive.h"
#include "sim/step/stages.h"
#include "sim/step/tension.h"

namespace cardan {

namespace {

// 0 · x is 0 only if x is finite.
bool has_finite_efforts(const ConstModelRef& model) {
  const double *tau = model.state.tau().data(), *external = model.state.tau_external().data();
  double sum = 0;
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) sum += 0 * (tau[i] + external[i]);
  return sum == 0;
}

// A non-finite effort is reported and treated as zero, so that the world stays usable.
void reject_bad_efforts(StepData& step, const ModelRef& model) {
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) {
    const double tau = model.state.tau()[i] + model.state.tau_external()[i];
    if (std::isfinite(tau)) continue;
    if (!std::isfinite(model.state.tau()[i])) model.state.tau()[i] = 0;
    if (!std::isfinite(model.state.tau_external()[i])) model.state.tau_external()[i] = 0;
    ++step.report.rejected_inputs;
    step.report.messages.push_back("model '" + model.setup.name + "': effort of joint '" +
                                   model.setup.skeleton->dof_name(i) +
                                   "' is not finite; taken as 0 in this step");
  }
}

bool has_excess_effort(const ConstModelRef& model) {
  if (!model.setup.joints.has_effort_limits) return false;
  const double *tau = model.state.tau().data(), *limit = model.setup.joints.effort_limit.data();
  bool any = false;
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) any |= std::abs(tau[i]) > limit[i];
  return any;
}

// Clamps efforts to their limits and returns the number of efforts above them. A joint with a PD
// law in M̂ keeps its effort, because the sum of both is bounded (promote_saturated_motors).
int clamp_efforts(const ModelRef& model, double h_implicit, StepVectors::Vector& tau) {
  const JointLaws laws = model.state.laws();
  int count = 0;
  for (int i = 0; i < tau.size(); ++i) {
    const double limit = model.setup.joints.effort_limit[i];
    if (!(std::abs(tau[i]) > limit)) continue;
    ++count;
    const bool in_mass_matrix = h_implicit > 0 && (laws.kp()[i] > 0 || laws.kd()[i] > 0);
    if (!in_mass_matrix) tau[i] = std::clamp(tau[i], -limit, limit);
  }
  return count;
}

// Returns the number of user efforts that command a motor to exceed its bound.
int count_excess_commands(const ConstModelRef& model) {
  int count = 0;
  for (const MotorSetup& motor : model.setup.motors)
    count += std::abs(model.state.tau()[motor.dof]) > motor.max_effort;
  return count;
}

// Returns the user efforts, clamped to their limits, and the efforts of motors.
const double* applied_efforts(const ModelRef& model, double h_implicit) {
  model.work.clamped_efforts = count_excess_commands(model);
  const bool exceeds = has_excess_effort(model);
  if (!exceeds && model.setup.motors.empty()) return model.state.tau().data();
  StepVectors::Vector tau = model.work.vectors.applied_tau();
  tau = model.state.tau();
  if (exceeds) model.work.clamped_efforts += clamp_efforts(model, h_implicit, tau);
  apply_motor_efforts(model);
  return tau.data();
}

// Clamps the sum of user effort and explicit PD law to the effort limit.
void bound_explicit_laws(const ModelRef& model, double h, const double* applied) {
  const JointLaws laws = model.state.laws();
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) {
    const double bound = laws.max_effort()[i], limit = model.setup.joints.effort_limit[i];
    const double law =
        pd_effort(laws.kp()[i], laws.kd()[i], laws.target()[i] - model.work.vectors.joint_q()[i],
                  laws.velocity()[i] - model.state.v()[i], 0);
    const double alone = std::clamp(law, -bound, bound);
    const double sum = std::clamp(model.state.tau()[i] + alone, -limit, limit);
    if (sum != applied[i] + alone) model.work.vectors.z0()[i] += h * (sum - (applied[i] + alone));
  }
}

// Computes the right side h (τ − C) and the diagonal h D + γ h² K of implicit damping, springs, PD
// laws, linearised about v. Explicit laws add nothing to the diagonal; the bound of their effort is
// applied directly and not by a row.
void add_passive_and_pd(const ModelRef& model, double h, const LawTimes& times) {
  const double h_implicit = times.implicit();
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (model.setup.has_bare_joints) {
    model.work.vectors.z0() =
        h * (model.state.tau() + model.state.tau_external() -
             Eigen::Map<const VectorX>(model.work.data->bias.data(), skeleton.nv()));
    model.work.vectors.damping_diagonal().setZero();
    return;
  }
  const JointProperties& joints = model.setup.joints;
  const JointLaws laws = model.state.laws();
  const double *kp = laws.kp(), *kd = laws.kd(), *target = laws.target(),
               *velocity = laws.velocity(), *max_effort = laws.max_effort();
  const double *tau = applied_efforts(model, h_implicit),
               *tau_external = model.state.tau_external().data(), *v = model.state.v().data(),
               *bias = model.work.data->bias.data();
  StepVectors::Array q = model.work.vectors.joint_q();
  joints.positions(model.state.q(), q);
  // This is a loop over the degrees of freedom, because Eigen begins its packets at aligned
  // addresses, and with fused multiply-add the bits would then depend on an address.
  for (int i = 0; i < skeleton.nv(); ++i) {
    const double passive =
        tau[i] + tau_external[i] - bias[i] - joints.damping[i] * v[i] +
        joints.stiffness[i] * (joints.spring_reference[i] - q[i] - joints.spring_lead[i] * v[i]);
    const SpringTimes pd = times.pd(kp[i], joints.mobility[i]);
    const double error = target[i] + times.reference * velocity[i] - q[i];
    const double effort = pd_effort(kp[i], kd[i], error, velocity[i] - v[i], pd.lead);
    const double bound = h_implicit > 0 ? kInfinity : max_effort[i];
    model.work.vectors.z0()[i] = h * (passive + std::clamp(effort, -bound, bound));
    model.work.vectors.damping_diagonal()[i] = h_implicit * joints.damping[i] +
                                               joints.spring_inertia[i] +
                                               (h_implicit * kd[i] + h * pd.later * kp[i]);
  }
  if (!model.setup.motors.empty()) add_motor_damping(model, h_implicit);
  if (h_implicit == 0 && joints.has_effort_limits) bound_explicit_laws(model, h, tau);
}

// Change of the velocity due to free motion in this step: Δv = L⁻¹ D^(−1/2) z0.
void compute_free_change(const ModelRef& model) {
  StepVectors::Vector dv = model.work.vectors.free_velocity_change();
  dv = model.work.vectors.z0();
  unwhiten(*model.setup.kernel_skeleton, *model.work.data, dv.data());
  write_body_changes(model, dv);
}

bool is_isotropic(const ConstModelRef& model) {
  return model.setup.kernel_skeleton->kind() == SkeletonKind::kIsotropicBody;
}

// M̂, its factor and C of an undamped isotropic body are the same in every step.
bool keeps_factor(const ConstModelRef& model) {
  return model.work.usable && model.setup.has_bare_joints && model.work.data->sqrt_D_inv[0] > 0;
}

// The projection of loops leaves a factor without a C.
bool keeps_weight(const ConstModelRef& model, const Vector3& gravity) {
  const Eigen::Map<const Vector3> weight(&model.work.data->bias[3]);
  return weight == -model.setup.kernel_skeleton->inertia[0].mass * gravity;
}

void compute_isotropic_bias(const ModelRef& model, const Vector3& gravity) {
  const bool known = keeps_factor(model) && keeps_weight(model, gravity);
  known ? accelerate_isotropic_body(*model.work.data, gravity)
        : compute_isotropic_bias(*model.setup.kernel_skeleton, *model.work.data, gravity);
}

// Computes the bias forces without velocity products, which are part of the motion of a tree that
// coasts.
void compute_weight(const ModelRef& model, const Vector3& gravity) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const double* v = model.state.v().data();
  StepVectors::Vector rest = model.work.vectors.bias_velocity();
  rest.setZero();
  forward_velocities(skeleton, data, rest.data());
  bias_forces(skeleton, data, rest.data(), gravity);
  forward_velocities(skeleton, data, v);
}

// Computes C(q, v) with the velocity at the time of q. A step moves q by the velocity at its
// middle, so v lags half a step behind q. Using v itself would cause a first-order energy error in
// every tree whose mass matrix changes with q. Adding half the last change of v compensates for
// this.
void compute_bias(const ModelRef& model, const Vector3& gravity) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const double* v = model.state.v().data();
  if (model.state.undisturbed() < 2) return bias_forces(skeleton, data, v, gravity);
  // A single product, because two products would be contracted differently inside and outside of
  // packets.
  StepVectors::Vector v_bias = model.work.vectors.bias_velocity();
  v_bias = model.state.v_moved() + 0.5 * (model.state.v_moved() - model.state.v_moved_before());
  forward_velocities(skeleton, data, v_bias.data());
  bias_forces(skeleton, data, v_bias.data(), gravity);
  forward_velocities(skeleton, data, v);
}

void compute_bias(const WorldModel& world, const ModelRef& model) {
  const Vector3& gravity = world.spec.gravity;
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (skeleton.kind() == SkeletonKind::kIsotropicBody)
    return compute_isotropic_bias(model, gravity);
  if (model.work.coasts) return compute_weight(model, gravity);
  compute_bias(model, gravity);
}

// Does nothing if the results already belong to (q, v).
void update_kinematics(const WorldModel& world, const ModelRef& model) {
  if (model.work.bias_current || model.state.asleep()) return;
  ensure_kinematics(model);
  if (world.spec.integrator == Integrator::kSemiImplicitEuler)
    model.work.coasts = must_coast(world, model);
  model.work.bias_current = true;
  compute_bias(world, model);
}

// Free motion of an isotropic body: M̂ is diagonal, S = 1, and no joint has a law.
void move_isotropic(const ModelRef& model, double h, double h_implicit) {
  using Freedoms = Eigen::Map<Vector6>;
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  Vector6 tau = Freedoms(model.state.tau().data()) + Freedoms(model.state.tau_external().data()) -
                Freedoms(data.bias.data());
  Vector6 diagonal = Vector6::Zero();
  for (int k = 0; k < 6 && !model.setup.has_bare_joints; ++k) {
    const double damping = skeleton.dof[k].damping;
    tau[k] -= damping * model.state.v()[k];
    diagonal[k] = h_implicit * damping;
  }
  if (!keeps_factor(model))
    model.work.usable = factorize_isotropic_body(skeleton, data, diagonal.data());
  model.work.change_known = false;
  Vector6 z0 = h * tau;
  if (model.work.usable) {
    const Vector6 scale = Freedoms(data.sqrt_D_inv.data());
    z0 = z0.cwiseProduct(scale);
    model.work.vectors.free_change(0) = z0.cwiseProduct(scale);
  }
  Freedoms(model.work.vectors.z0().data()) = z0;
  Freedoms(model.work.vectors.z().data()) = z0;
}

// The factor of M̂ = M + h D + h² K, with the geometric stiffness, which needs the entries of M̂.
bool factorize_mass(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const double* diagonal = model.work.vectors.damping_diagonal().data();
  if (has_long_paths(skeleton) && !world.spec.geometric_stiffness)
    return factorize_articulated(skeleton, data, diagonal);
  crba(skeleton, data);
  add_to_diagonal(skeleton, data, diagonal);
  if (world.spec.geometric_stiffness) add_geometric_stiffness(world, model);
  return factorize_ltl(skeleton, data);
}

// M̂, its factor and z0 from the kinematics and C.
void compute_free_impulse(const WorldModel& world, const ModelRef& model) {
  const double h = world.spec.step;
  const LawTimes times = law_times(world.spec);
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (is_isotropic(model)) return move_isotropic(model, h, times.implicit());
  add_passive_and_pd(model, h, times);
  model.work.usable = factorize_mass(world, model);
  if (model.work.tension.estimating) estimate_tension_mode(world, model);
  if (model.work.usable) whiten(skeleton, *model.work.data, model.work.vectors.z0().data());
  model.work.vectors.z() = model.work.vectors.z0();
  model.work.change_known = false;
}

void compute_free_motion_of(const WorldModel& world, const ModelRef& model) {
  model.work.has_shift = model.work.has_push_out = false;
  update_kinematics(world, model);
  compute_free_impulse(world, model);
  if (model.work.usable && !is_isotropic(model)) compute_free_change(model);
}

}  // namespace

void stop_coasting(const WorldModel& world, const ModelRef& model) {
  StepVectors::Vector impulses = model.work.vectors.velocity_change();
  impulses = model.work.vectors.z() - model.work.vectors.z0();
  model.work.coasts = false;
  model.work.invalidate_kinematics();
  ensure_kinematics(model);
  compute_bias(world, model);
  compute_free_impulse(world, model);
  model.work.vectors.z() += impulses;
}

namespace {

// A user effort above a bound.
struct Excess {
  int dof = -1;
  double bound = 0;
  const char* of = "";  ///< name of the quantity that has the bound
};

Excess first_excess(const ModelSetup& setup, const ConstModelState& model) {
  for (int dof = 0; dof < setup.skeleton->nv(); ++dof) {
    const double limit = setup.joints.effort_limit[dof];
    if (std::abs(model.tau()[dof]) > limit) return {dof, limit, "joint"};
  }
  for (const MotorSetup& motor : setup.motors)
    if (std::abs(model.tau()[motor.dof]) > motor.max_effort)
      return {motor.dof, motor.max_effort, "the motor of joint"};
  return {};
}

// Counts efforts above their limits, and names the first one of each model once.
void report_clamped_efforts(const WorldModel& world, const WorldState& state, StepData& step) {
  step.report.clamped_efforts = 0;
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelSetup& setup = world.tree(t);
    ModelScratch& work = tree_work(world, step, t);
    const ConstModelState model = tree_state(world, state, t);
    if (model.asleep() || work.clamped_efforts == 0) continue;
    step.report.clamped_efforts += work.clamped_efforts;
    if (work.told_clamping) continue;
    work.told_clamping = true;
    const Excess excess = first_excess(setup, model);
    if (excess.dof < 0) continue;
    char text[96];
    std::snprintf(text, sizeof text, "effort %g exceeds the limit %g of %s '",
                  model.tau()[excess.dof], excess.bound, excess.of);
    step.report.messages.push_back("model '" + setup.name + "': " + text +
                                   std::string(setup.skeleton->dof_name(excess.dof)) +
                                   "'; the applied effort is limited "
                                   "(control: {effort_limits: off} lifts the limit)");
  }
}

}  // namespace

void write_body_changes(const ModelRef& model, const StepVectors::Vector& dv) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const Data& data = *model.work.data;
  if (is_free_body(skeleton)) {
    model.work.vectors.free_change(0) = Eigen::Map<const Vector6>(dv.data());
    return;
  }
  const bool coupled = skeleton.coupled();
  const int bodies = skeleton.num_bodies();
  for (int body = 0; body < bodies; ++body) {
    Eigen::Map<Vector6> change = model.work.vectors.free_change(body);
    if (skeleton.parent[body] >= 0) {
      change = model.work.vectors.free_change(skeleton.parent[body]);
    } else if (skeleton.floating_base()) {
      change = dv.head<6>();  // the columns of the base are the identity
      continue;
    } else {
      change.setZero();
    }
    const int first = skeleton.v_start[body], end = first + skeleton.body_nv[body];
    for (int column = first; column < end; ++column) {
      const double rate =
          coupled ? skeleton.column_ratio[column] * dv[skeleton.column_dof[column]] : dv[column];
      change += rate * Eigen::Map<const Vector6>(data.S.data() + 6 * column);
    }
  }
}

void compute_kinematics(const WorldModel& world, WorldState& state, StepData& step) {
  step.workers.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    update_kinematics(world, tree_ref(world, state, step, t));
  });
}

void compute_free_motion(const WorldModel& world, WorldState& state, StepData& step) {
  std::atomic<bool> rejected = false, clamped = false;
  // Each body is written only by its own model.
  const auto move = [&](const ModelRef& model) {
    compute_free_motion_of(world, model);
    if (model.work.clamped_efforts > 0) clamped = true;
    place_bodies(world, step, model);
    view_tree(world, step, model);
  };
  make_room_for_views(world, step);
  step.workers.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (model.state.asleep()) return view_tree(world, step, model);
    if (has_finite_efforts(model)) return move(model);
    rejected = true;
  });
  // This loop runs in the order of the models, so that the order of their messages is fixed.
  for (int t = 0; rejected && t < static_cast<int>(world.trees.size()); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (model.state.asleep() || has_finite_efforts(model)) continue;
    reject_bad_efforts(step, model);
    move(model);
  }
  if (clamped) report_clamped_efforts(world, state, step);
}

}  // namespace cardan
