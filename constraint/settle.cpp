#include "cardan/constraint/settle.h"

#include "cardan/constraint/contact_columns_internal.h"

namespace cardan {

namespace {

bool sticks(const Vector3& lambda, double mu) {
  const double most = mu * lambda[0];
  return lambda[0] > 0 && lambda[1] * lambda[1] + lambda[2] * lambda[2] < most * most;
}

void settle_contact(const BaseProblem& base, const BaseBlock& block, double* lambda_C, double* z) {
  using ConstMap = Eigen::Map<const Vector3>;
  Eigen::Map<Vector3> lambda(lambda_C + block.row);
  if (!(lambda[0] > 0)) return;
  const ContactColumns Y(base.Y.view(), block.row);
  const ConstMap S(&base.S[block.row]), b(&base.b[block.row]);
  Vector3 u;
  Y.multiply(z, u.data());
  u += S.cwiseProduct(lambda) + b;
  Matrix3 W = Y.product();
  W.diagonal() += S;
  const Vector3 change = -(W.inverse() * u), next = lambda + change;
  if (!sticks(next, block.mu)) return;
  lambda = next;
  Y.add_transposed(change.data(), z);
}

}  // namespace

void settle_contacts(const BaseProblem& base, double* lambda_C, double* z) {
  for (const BaseBlock& block : base.blocks) {
    if (block.kind != BaseBlockKind::kContact || block.dim != 3) break;
    settle_contact(base, block, lambda_C, z);
  }
}

}  // namespace cardan
