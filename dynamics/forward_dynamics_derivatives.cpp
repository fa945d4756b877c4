#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/mass_matrix.h"

namespace cardan {

ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(const Skeleton& skeleton)
    : da_dq(MatrixX::Zero(skeleton.nv(), skeleton.nv())),
      da_dv(da_dq),
      da_dtau(da_dq),
      a(VectorX::Zero(skeleton.nv())),
      inverse(skeleton) {}

bool forward_dynamics_derivatives(const Skeleton& skeleton, Data& data, const double* v,
                                  const double* tau, const Vector3& gravity,
                                  ForwardDynamicsDerivatives& out) {
  const int nv = skeleton.nv();
  bias_forces(skeleton, data, v, gravity);
  crba(skeleton, data);
  if (!factorize_ltl(skeleton, data)) return false;
  for (int d = 0; d < nv; ++d) out.a[d] = tau[d] - data.bias[d];
  solve_ltl(skeleton, data, out.a.data());
  rnea_derivatives(skeleton, data, v, out.a.data(), gravity, out.inverse);
  inverse_mass_matrix(skeleton, data, out.da_dtau);
  for (int d = 0; d < nv; ++d) {
    out.da_dq.col(d) = -out.inverse.dtau_dq.col(d);
    out.da_dv.col(d) = -out.inverse.dtau_dv.col(d);
    solve_ltl(skeleton, data, out.da_dq.col(d).data());
    solve_ltl(skeleton, data, out.da_dv.col(d).data());
  }
  return true;
}

}  // namespace cardan
