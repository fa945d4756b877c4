#include <cmath>

#include "cardan/sim/step/joint_laws_internal.h"

namespace cardan {

void JointLaws::reset(const Skeleton& skeleton) {
  const int nv = skeleton.nv();
  for (Eigen::ArrayXd* x :
       {&damping, &stiffness, &spring_reference, &kp, &kd, &target, &velocity, &positions_})
    x->setZero(nv);
  lower.setConstant(nv, -kInfinity);
  upper.setConstant(nv, kInfinity);
  max_effort.setConstant(nv, kInfinity);
  laws_.assign(nv, PdLaw());
  q_index_.assign(nv, 0);
  num_bounded_ = num_rows_ = 0;
  for (int i = 0; i < nv; ++i) {
    const DofProperties& dof = skeleton.dof[i];
    damping[i] = dof.damping;
    num_rows_ += dof.friction > 0;
    const int q_index = skeleton.single_q_index(i);
    if (q_index < 0) continue;
    q_index_[i] = q_index;
    stiffness[i] = dof.stiffness;
    spring_reference[i] = dof.spring_reference;
    lower[i] = dof.lower;
    upper[i] = dof.upper;
  }
}

void JointLaws::set(std::size_t freedom, const PdLaw& law) {
  count(laws_[freedom], -1);
  count(law, +1);
  laws_[freedom] = law;
  const PdLaw in_M = law.in_mass_matrix() ? law : PdLaw();
  const auto i = static_cast<Eigen::Index>(freedom);
  kp[i] = in_M.kp;
  kd[i] = in_M.kd;
  target[i] = in_M.target;
  velocity[i] = in_M.velocity;
  max_effort[i] = in_M.max_effort;
}

void JointLaws::count(const PdLaw& law, int times) {
  if (law.active && law.as_row) num_rows_ += times;
  if (law.in_mass_matrix() && std::isfinite(law.max_effort)) num_bounded_ += times;
}

}  // namespace cardan
