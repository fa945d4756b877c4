#include "bench/peers/agreement.h"

#include <algorithm>

#include "cardan/forward_dynamics.h"
#include "cardan/kinematics.h"

namespace cardan::peers {

namespace {

const Vector3 kGravity(0, 0, -9.81);

void grow(double& difference, const MatrixX& ours, const MatrixX& theirs) {
  difference = std::max(difference, (ours - theirs).norm() / theirs.norm());
}

}  // namespace

Differences compare(const std::shared_ptr<const Skeleton>& skeleton, Peer& theirs) {
  const auto ours = make_cardan(skeleton);
  const States states = make_states(*skeleton, 8);
  Data data(*skeleton);
  VectorX by_bodies(skeleton->nv()), by_factor(skeleton->nv());
  Differences differences;
  for (size_t k = 0; k < states.q.size(); ++k) {
    const VectorX &q = states.q[k], &v = states.v[k], &tau = states.tau[k];
    grow(differences.mass_matrix, ours->mass_matrix(q), theirs.mass_matrix(q));
    grow(differences.bias, ours->bias(q, v), theirs.bias(q, v));
    for (int body = 0; body < skeleton->num_bodies(); ++body)
      grow(differences.jacobian, ours->body_jacobian(q, body), theirs.body_jacobian(q, body));
    const VectorX a = theirs.forward_dynamics(q, v, tau);
    forward_kinematics(*skeleton, data, q.data(), v.data());
    aba(*skeleton, data, v.data(), tau.data(), kGravity, by_bodies.data());
    forward_dynamics_by_factor(*skeleton, data, v.data(), tau.data(), kGravity, by_factor.data());
    grow(differences.forward_dynamics, by_bodies, a);
    grow(differences.forward_dynamics, by_factor, a);
    grow(differences.forward_dynamics, ours->forward_dynamics(q, v, tau), a);
  }
  return differences;
}

}  // namespace cardan::peers
