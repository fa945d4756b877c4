#include <cmath>

#include "cardan/constraint/rows/compliance.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/sim/data/joint_laws_internal.h"

namespace cardan {

namespace {

// Calls use(i, 1/(M⁻¹)_ii) for each sprung DoF, with M in the neutral configuration: the inertia of
// a joint whose neighbours are free.
template <class Use>
void for_each_free_inertia(const Skeleton& skeleton, const Eigen::ArrayXd& stiffness,
                           const Use& use) {
  Data data(skeleton);
  const VectorX q = skeleton.neutral_configuration(), v = VectorX::Zero(skeleton.nv());
  forward_kinematics(skeleton, data, q.data(), v.data());
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
  factorize_ltl(skeleton, data);
  VectorX unit = VectorX::Zero(skeleton.nv());
  for (int i = 0; i < skeleton.nv(); ++i) {
    if (!(stiffness[i] > 0)) continue;
    unit.setZero();
    unit[i] = 1;
    whiten(skeleton, data, unit.data());
    use(i, 1 / unit.squaredNorm());
  }
}

}  // namespace

void JointProperties::discretize_springs(const Skeleton& skeleton, const WorldSpec& world) {
  spring_lead.setZero(skeleton.nv());
  spring_inertia.setZero(skeleton.nv());
  if (world.integrator == Integrator::kRungeKutta4 || (stiffness == 0).all()) return;
  const double h = world.step;
  if (world.integrator == Integrator::kMidpoint) {  // q is that of the middle of the step
    spring_inertia = implicit_share(0) * h * h * stiffness;
    return;
  }
  for_each_free_inertia(skeleton, stiffness, [&](int i, double inertia) {
    const double turn = h * std::sqrt(stiffness[i] / inertia);
    const double delta = std::isfinite(turn) ? numerical_damping(turn) : 1;
    spring_lead[i] = delta * h;
    spring_inertia[i] = implicit_share(delta) * h * h * stiffness[i];
  });
}

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
  discretize_springs(skeleton, world);
}

}  // namespace cardan
