#include "constraint/sticking_sweep.h"

#include "constraint/rows/contact_columns.h"

namespace cardan {

namespace {

bool sticks(const Vector3& lambda, double mu) {
  const double most = mu * lambda[0];
  return lambda[0] > 0 && lambda[1] * lambda[1] + lambda[2] * lambda[2] < most * most;
}

}  // namespace

void sweep_sticking_contact(const StickingContact& contact, double* lambda_C, double* z) {
  Eigen::Map<Vector3> lambda(lambda_C);
  if (!(lambda[0] > 0)) return;
  Vector3 u;
  contact.compute_velocity(lambda_C, z, u.data());
  Matrix3 W = contact.Y.product();
  W.diagonal() += Eigen::Map<const Vector3>(contact.S);
  const Vector3 change = -(W.inverse() * u), next = lambda + change;
  if (!sticks(next, contact.mu)) return;
  lambda = next;
  contact.Y.add_transposed(change.data(), z);
}

void sweep_sticking_contacts(const BaseProblem& base, double* lambda_C, double* z) {
  for (const BaseBlock& block : base.blocks) {
    if (block.kind != BaseBlockKind::kContact || block.dim != 3) break;
    const int row = block.row;
    sweep_sticking_contact({{base.Y.view(), row}, &base.S[row], &base.b[row], block.mu},
                           lambda_C + row, z);
  }
}

}  // namespace cardan
