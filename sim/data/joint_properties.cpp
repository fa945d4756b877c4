#include <cmath>

#include "cardan/constraint/rows/compliance.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/sim/data/joint_laws_internal.h"

namespace cardan {

namespace {

// Diagonal of the joint-space inertia matrix in the neutral configuration (nv).
Eigen::ArrayXd neutral_inertias(const Skeleton& skeleton) {
  Data data(skeleton);
  const VectorX q = skeleton.neutral_configuration(), v = VectorX::Zero(skeleton.nv());
  forward_kinematics(skeleton, data, q.data(), v.data());
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
  Eigen::ArrayXd diagonal(skeleton.nv());
  for (int i = 0; i < skeleton.nv(); ++i)
    diagonal[i] = data.M[static_cast<std::size_t>(skeleton.row_start[i] + skeleton.depth[i])];
  return diagonal;
}

void discretize_springs(const Skeleton& skeleton, const WorldSpec& world, JointProperties& joints) {
  if (world.integrator == Integrator::kRungeKutta4 || (joints.stiffness == 0).all()) return;
  const double h = world.step;
  if (world.integrator == Integrator::kMidpoint) {  // q is that of the middle of the step
    joints.spring_inertia = implicit_share(0) * h * h * joints.stiffness;
    return;
  }
  const Eigen::ArrayXd inertias = neutral_inertias(skeleton);
  for (int i = 0; i < skeleton.nv(); ++i) {
    const double k = joints.stiffness[i];
    if (!(k > 0)) continue;
    const double delta = numerical_damping(h * std::sqrt(k / inertias[i]));
    joints.spring_lead[i] = delta * h;
    joints.spring_inertia[i] = implicit_share(delta) * h * h * k;
  }
}

}  // namespace

JointProperties::JointProperties(const Skeleton& skeleton, const WorldSpec& world) {
  const int nv = skeleton.nv();
  for (Eigen::ArrayXd* x : {&damping, &stiffness, &spring_reference, &spring_lead, &spring_inertia})
    x->setZero(nv);
  lower.setConstant(nv, -kInfinity);
  upper.setConstant(nv, kInfinity);
  effort_limit.setConstant(nv, kInfinity);
  q_index.assign(static_cast<std::size_t>(nv), 0);
  for (int i = 0; i < nv; ++i) {
    const DofProperties& dof = skeleton.dof[i];
    damping[i] = dof.damping;
    effort_limit[i] = dof.effort_limit;
    has_effort_limits = has_effort_limits || dof.effort_limit < kInfinity;
    const int own = skeleton.single_q_index(i);
    if (own < 0) continue;
    q_index[static_cast<std::size_t>(i)] = own;
    stiffness[i] = dof.stiffness;
    spring_reference[i] = dof.spring_reference;
    lower[i] = dof.lower;
    upper[i] = dof.upper;
  }
  discretize_springs(skeleton, world, *this);
}

}  // namespace cardan
