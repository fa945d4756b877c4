#include <algorithm>
#include <atomic>
#include <cmath>

#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/free_body_internal.h"
#include "cardan/dynamics/isotropic_body_internal.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/dynamics/rnea.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// 0 · x is 0 of finite numbers alone.
bool has_finite_efforts(const Model::Impl& model) {
  return (0 * (model.tau + model.tau_external)).sum() == 0;
}

// A non-finite effort is named and taken as zero: the world stays usable.
void reject_bad_efforts(World::Impl& world, Model::Impl& model) {
  for (int i = 0; i < model.kernel_skeleton->nv(); ++i) {
    const double tau = model.tau[i] + model.tau_external[i];
    if (std::isfinite(tau)) continue;
    if (!std::isfinite(model.tau[i])) model.tau[i] = 0;
    if (!std::isfinite(model.tau_external[i])) model.tau_external[i] = 0;
    ++world.report.rejected_inputs;
    world.report.messages.push_back("model '" + model.name + "': effort of joint '" +
                                    model.skeleton->dof_name(i) +
                                    "' is not finite; taken as 0 in this step");
  }
}

// Right side h (τ − C) and the diagonal h D + h² K of implicit damping, springs and PD laws,
// written about v. Explicit laws are those of h_implicit = 0, where a bound of the effort is a
// bound and no row.
void add_passive_and_pd(Model::Impl& model, double h, double h_implicit) {
  const Skeleton& skeleton = *model.kernel_skeleton;
  if (model.has_bare_joints) {
    model.z0 = h * (model.tau + model.tau_external -
                    Eigen::Map<const VectorX>(model.data->bias.data(), skeleton.nv()));
    model.diagonal.setZero();
    return;
  }
  JointLaws& laws = model.laws;
  const Eigen::ArrayXd& q = laws.positions(model.state.q);
  const double hh = h_implicit * h_implicit;
  // Freedom by freedom: Eigen would begin its packets where memory is aligned, and with fused
  // multiplication the bits would be those of an address.
  for (int i = 0; i < skeleton.nv(); ++i) {
    const double v = model.state.v[i];
    const double passive = model.tau[i] + model.tau_external[i] - model.data->bias[i] -
                           laws.damping[i] * v +
                           laws.stiffness[i] * (laws.spring_reference[i] - q[i] - h_implicit * v);
    const double effort =
        pd_effort(laws.kp[i], laws.kd[i], laws.target[i] - q[i], laws.velocity[i] - v, h_implicit);
    const double bound = h_implicit > 0 ? kInfinity : laws.max_effort[i];
    model.z0[i] = h * (passive + std::clamp(effort, -bound, bound));
    model.diagonal[i] = h_implicit * laws.damping[i] + hh * laws.stiffness[i] +
                        (h_implicit * laws.kd[i] + hh * laws.kp[i]);
  }
}

// Change of every body's velocity by free motion in this step: Δv = L⁻¹ D^(−1/2) z0 carried down
// the tree, about O.
void compute_free_change(Model::Impl& model) {
  const Skeleton& skeleton = *model.kernel_skeleton;
  const Data& data = *model.data;
  model.diagonal = model.z0;  // M̂ is factorised: the diagonal has done its work
  unwhiten(skeleton, data, model.diagonal.data());
  if (is_free_body(skeleton)) {
    model.free_change[0] = Eigen::Map<const Vector6>(model.diagonal.data());
    return;
  }
  const bool coupled = skeleton.coupled();
  const int bodies = skeleton.num_bodies();
  for (int body = 0; body < bodies; ++body) {
    Vector6& change = model.free_change[body];
    if (skeleton.parent[body] >= 0) {
      change = model.free_change[skeleton.parent[body]];
    } else if (skeleton.floating_base()) {
      change = model.diagonal.head<6>();  // its columns are the identity
      continue;
    } else {
      change.setZero();
    }
    const int first = skeleton.v_start[body], end = first + skeleton.body_nv[body];
    for (int column = first; column < end; ++column) {
      const double rate =
          coupled ? skeleton.column_ratio[column] * model.diagonal[skeleton.column_dof[column]]
                  : model.diagonal[column];
      change += rate * Eigen::Map<const Vector6>(data.S.data() + 6 * column);
    }
  }
}

bool is_isotropic(const Model::Impl& model) {
  return model.kernel_skeleton->kind() == SkeletonKind::kIsotropicBody;
}

// M̂, its factor and C of an isotropic body that nothing damps are the same in every step.
bool keeps_factor(const Model::Impl& model) {
  return model.usable && model.has_bare_joints && model.data->sqrt_D_inv[0] > 0;
}

// The projection of loops leaves a factor without a C.
bool keeps_weight(const Model::Impl& model, const Vector3& gravity) {
  const Eigen::Map<const Vector3> weight(&model.data->bias[3]);
  return weight == -model.kernel_skeleton->inertia[0].mass * gravity;
}

void compute_isotropic_bias(Model::Impl& model, const Vector3& gravity) {
  const bool known = keeps_factor(model) && keeps_weight(model, gravity);
  known ? accelerate_isotropic_body(*model.data, gravity)
        : compute_isotropic_bias(*model.kernel_skeleton, *model.data, gravity);
}

// C(q, v) with the velocity of the moment that q belongs to. A step moves q by the velocity of its
// middle, so v lags half a step behind q; taken as it is, it costs energy of first order in every
// tree whose mass matrix changes with q. Half the last change of v makes up for it.
void compute_bias(Model::Impl& model, const Vector3& gravity) {
  const Skeleton& skeleton = *model.kernel_skeleton;
  Data& data = *model.data;
  const double *q = model.state.q.data(), *v = model.state.v.data();
  if (model.undisturbed < 2) return bias_forces(skeleton, data, v, gravity);
  // One product: two would be contracted in one way in packets, in another beside them.
  model.diagonal = model.v_moved + 0.5 * (model.v_moved - model.v_moved_before);
  if (is_free_body(skeleton)) {  // V is v
    std::copy_n(model.diagonal.data(), 6, data.V.begin());
    bias_forces(skeleton, data, model.diagonal.data(), gravity);
    std::copy_n(v, 6, data.V.begin());
    return;
  }
  forward_kinematics(skeleton, data, q, model.diagonal.data());
  bias_forces(skeleton, data, model.diagonal.data(), gravity);
  forward_kinematics(skeleton, data, q, v);
}

// Nothing where they belong to (q, v) already.
void update_kinematics(Model::Impl& model, const Vector3& gravity) {
  if (model.bias_current || model.asleep) return;
  model.ensure_kinematics();
  model.bias_current = true;
  is_isotropic(model) ? compute_isotropic_bias(model, gravity) : compute_bias(model, gravity);
}

// Free motion of an isotropic body: M̂ is diagonal, S = 1, and no joint has a law.
void move_isotropic(Model::Impl& model, double h, double h_implicit) {
  using Freedoms = Eigen::Map<Vector6>;
  const Skeleton& skeleton = *model.kernel_skeleton;
  Data& data = *model.data;
  Vector6 tau =
      Freedoms(model.tau.data()) + Freedoms(model.tau_external.data()) - Freedoms(data.bias.data());
  Vector6 diagonal = Vector6::Zero();
  for (int k = 0; k < 6 && !model.has_bare_joints; ++k) {
    const double damping = skeleton.dof[k].damping;
    tau[k] -= damping * model.state.v[k];
    diagonal[k] = h_implicit * damping;
  }
  if (!keeps_factor(model))
    model.usable = factorize_isotropic_body(skeleton, data, diagonal.data());
  model.change_known = false;
  Vector6 z0 = h * tau;
  if (model.usable) {
    const Vector6 scale = Freedoms(data.sqrt_D_inv.data());
    z0 = z0.cwiseProduct(scale);
    model.free_change[0] = z0.cwiseProduct(scale);
  }
  Freedoms(model.z0.data()) = z0;
  Freedoms(model.z.data()) = z0;
}

void compute_free_motion_of(const World::Impl& world, Model::Impl& model) {
  const double h = world.spec.step;
  const double h_implicit = world.spec.integrator == Integrator::kRungeKutta4 ? 0 : h;
  const Skeleton& skeleton = *model.kernel_skeleton;
  model.has_push_out = false;
  update_kinematics(model, world.spec.gravity);
  if (is_isotropic(model)) return move_isotropic(model, h, h_implicit);
  add_passive_and_pd(model, h, h_implicit);
  crba(skeleton, *model.data);
  add_to_diagonal(skeleton, *model.data, model.diagonal.data());
  model.usable = factorize_ltl(skeleton, *model.data);
  if (model.usable) whiten(skeleton, *model.data, model.z0.data());
  model.z = model.z0;
  model.change_known = false;
  if (model.usable) compute_free_change(model);
}

}  // namespace

void compute_kinematics(World::Impl& world) {
  world.pool.for_each(static_cast<int>(world.trees.size()),
                      [&](int t, int) { update_kinematics(*world.trees[t], world.spec.gravity); });
}

void compute_free_motion(World::Impl& world) {
  std::atomic<bool> rejected = false;
  // Each body is written by its own model alone.
  const auto move = [&](int tree) {
    compute_free_motion_of(world, *world.trees[tree]);
    place_bodies(world, *world.trees[tree]);
    view_tree(world, tree);
  };
  make_room_for_views(world);
  world.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    Model::Impl& model = *world.trees[t];
    if (model.asleep) return view_tree(world, t);
    if (has_finite_efforts(model)) return move(t);
    rejected = true;
  });
  if (!rejected) return;
  // In the order of the models, for their messages.
  for (int t = 0; t < static_cast<int>(world.trees.size()); ++t) {
    Model::Impl& model = *world.trees[t];
    if (model.asleep || has_finite_efforts(model)) continue;
    reject_bad_efforts(world, model);
    move(t);
  }
}

}  // namespace cardan
