#include <cmath>
#include <limits>

#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/world_spec.h"
#include "dynamics/articulated_factor.h"
#include "sim/data/joint_laws.h"

namespace cardan {

namespace {

bool factorize(const Skeleton& skeleton, Data& data) {
  if (has_long_paths(skeleton)) {
    const VectorX undamped = VectorX::Zero(skeleton.nv());
    return factorize_articulated(skeleton, data, undamped.data());
  }
  crba(skeleton, data);
  return factorize_ltl(skeleton, data);
}

// (M⁻¹)_ii of each DoF with a coordinate of its own, in the neutral configuration.
Eigen::ArrayXd mobility_of(const Skeleton& skeleton) {
  Data data(skeleton);
  const VectorX q = skeleton.neutral_configuration(), v = VectorX::Zero(skeleton.nv());
  forward_kinematics(skeleton, data, q.data(), v.data());
  compute_world_inertias(skeleton, data);
  constexpr double kMost = std::numeric_limits<double>::max();
  Eigen::ArrayXd mobility = Eigen::ArrayXd::Zero(skeleton.nv());
  if (!factorize(skeleton, data)) {
    mobility.setConstant(kMost);
    return mobility;
  }
  VectorX unit(skeleton.nv());
  for (int i = 0; i < skeleton.nv(); ++i) {
    if (skeleton.single_q_index(i) < 0) continue;
    unit.setZero();
    unit[i] = 1;
    whiten(skeleton, data, unit.data());
    const double value = unit.squaredNorm();
    mobility[i] = std::isfinite(value) ? value : kMost;
  }
  return mobility;
}

}  // namespace

LawTimes law_times(const WorldSpec& world) {
  const double h = world.step;
  switch (world.integrator) {
    case Integrator::kRungeKutta4:
      return {};
    case Integrator::kMidpoint:  // q is that of the middle of the step
      return {0.5 * h, 0.5, h, 0, 0};
    case Integrator::kSemiImplicitEuler:
      break;
  }
  return {0, 1, h, world.pd_laws == PdDiscretization::kImplicitEuler ? 1.0 : 0.0, 1};
}

void JointProperties::discretize_springs(const Skeleton& skeleton, const WorldSpec& world) {
  mobility = mobility_of(skeleton);
  const LawTimes times = law_times(world);
  spring_lead.setZero(skeleton.nv());
  spring_inertia.setZero(skeleton.nv());
  for (int i = 0; i < skeleton.nv(); ++i) {
    const SpringTimes spring = times.spring(stiffness[i], mobility[i]);
    spring_lead[i] = spring.lead;
    spring_inertia[i] = spring.later * world.step * stiffness[i];
  }
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
