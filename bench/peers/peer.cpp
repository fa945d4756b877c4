#include "bench/peers/peer.h"

#include <Eigen/Eigenvalues>
#include <random>

#include "cardan/error.h"
#include "cardan/skeleton.h"

namespace cardan::peers {

States make_states(const Skeleton& skeleton, int count) {
  std::mt19937_64 random(1);
  const auto vector = [&] {
    VectorX x(skeleton.nv());
    for (double& element : x)
      element = 2 * static_cast<double>(random() >> 11) * 0x1p-53 - 1;  // the same everywhere
    return x;
  };
  States states;
  for (int k = 0; k < count; ++k) {
    VectorX q = VectorX::Zero(skeleton.nq());
    if (skeleton.floating_base()) q[3] = 1;
    const VectorX step = vector();
    integrate(skeleton, q.data(), step.data(), 1, q.data());
    states.q.push_back(q);
    states.v.push_back(vector());
    states.a.push_back(vector());
    states.tau.push_back(vector());
  }
  return states;
}

void require_simple_joints(const Skeleton& skeleton) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const BodyJoint joint = skeleton.body_joint[i];
    const bool base = i == 0 && skeleton.floating_base();
    if (base || joint == BodyJoint::kRevolute || joint == BodyJoint::kPrismatic) continue;
    throw Error("joint is not given to other engines",
                skeleton.name() + ", body " + std::to_string(i),
                "use revolute, prismatic and floating base joints");
  }
  if (skeleton.coupled())
    throw Error("followers are not given to other engines", skeleton.name(), "remove <mimic>");
}

PrincipalInertia principal_inertia(const SpatialInertia& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(inertia.inertia);
  Matrix3 axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  return {solver.eigenvalues(), Quaternion(axes)};
}

}  // namespace cardan::peers
