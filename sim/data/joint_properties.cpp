#include "cardan/sim/data/joint_laws_internal.h"

namespace cardan {

JointProperties::JointProperties(const Skeleton& skeleton) {
  const int nv = skeleton.nv();
  for (Eigen::ArrayXd* x : {&damping, &stiffness, &spring_reference}) x->setZero(nv);
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
}

}  // namespace cardan
