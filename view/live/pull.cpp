#include "view/live/pull.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "cardan/skeleton.h"

namespace cardan::view {

Vector3 pull_force(const Pull& pull, const Model& model, double time_step) {
  constexpr double kRate = 10;  // ω [rad/s]
  const double mass = model.mass(), h = time_step;
  if (!(mass > 0)) return Vector3::Zero();
  const Matrix6X J = model.jacobian(pull.link, pull.point);
  const MatrixX point_rows = J.bottomRows<3>();
  const Eigen::LDLT<MatrixX> factors(model.mass_matrix());
  const Matrix3 inverse_inertia = point_rows * factors.solve(point_rows.transpose());
  const double stiffness = mass * kRate * kRate, damping = 2 * mass * kRate;
  const Vector3 v = point_rows * model.v();
  const Vector3 x = model.pose(pull.link) * pull.point;
  const Matrix3 system = Matrix3::Identity() + (h * h * stiffness + h * damping) * inverse_inertia;
  const Vector3 explicit_force = stiffness * (pull.target - x) - (h * stiffness + damping) * v;
  const Vector3 force = system.partialPivLu().solve(explicit_force);
  return force.allFinite() ? force : Vector3::Zero().eval();
}

}  // namespace cardan::view
