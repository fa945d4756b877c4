#include "dynamics/tension.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "cardan/mass_matrix.h"

namespace cardan {

namespace {

constexpr int kIterations = 12;  // of the power method
// Upper bound of the frequency, above which M̂ is singular within rounding [rad/s].
constexpr double kFastest = 1e6;

using Column = Eigen::Map<const Vector3>;

void add_force(const Vector3& from_O, const Vector3& force, int body, TensionWork& work) {
  const auto b = static_cast<std::size_t>(body);
  work.force[b] += force;
  work.virial[b] += from_O * force.transpose();
}

// Forces and virials of subtrees, from the leaves to the root.
void sum_forces(const Skeleton& skeleton, const Data& data, const Vector3& gravity,
                std::span<const PointForce> forces, TensionWork& work) {
  std::fill(work.force.begin(), work.force.end(), Vector3::Zero());
  std::fill(work.virial.begin(), work.virial.end(), Matrix3::Zero());
  for (const PointForce& load : forces)
    if (load.body >= 0) add_force(load.p_W - data.O_W, load.force, load.body, work);
  for (int body = skeleton.num_bodies() - 1; body >= 0; --body) {
    const SpatialInertia& inertia = skeleton.inertia[body];
    const Eigen::Map<const Matrix3> R(data.R.data() + 9 * body);
    const Vector3 c = Column(data.p.data() + 3 * body) + R * inertia.com;
    add_force(c, inertia.mass * gravity, body, work);
    const int parent = skeleton.parent[body];
    if (parent < 0) continue;
    const auto b = static_cast<std::size_t>(body), above = static_cast<std::size_t>(parent);
    work.force[above] += work.force[b];
    work.virial[above] += work.virial[b];
  }
}

// y ← K x.
void multiply(const Skeleton& skeleton, const VectorX& K, const VectorX& x, VectorX& y) {
  y.setZero();
  for (int j = 0; j < skeleton.nv(); ++j) {
    const double* row = K.data() + skeleton.row_start[j];
    const std::span<const int> path = skeleton.path(j);
    const std::size_t last = path.size() - 1;
    double sum = row[last] * x[j];
    for (std::size_t e = 0; e < last; ++e) {
      sum += row[e] * x[path[e]];
      y[path[e]] += row[e] * x[j];
    }
    y[j] += sum;
  }
}

// Nearest positive semidefinite matrix to the symmetric part of B.
Matrix3 positive_part(const Matrix3& B) {
  Eigen::SelfAdjointEigenSolver<Matrix3> principal;
  principal.computeDirect(0.5 * (B + B.transpose()));
  const Matrix3& V = principal.eigenvectors();
  return V * principal.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose();
}

}  // namespace

TensionWork::TensionWork(const Skeleton& skeleton)
    : K(VectorX::Zero(skeleton.row_start[skeleton.nv()])),
      force(static_cast<std::size_t>(skeleton.num_bodies())),
      virial(static_cast<std::size_t>(skeleton.num_bodies())),
      positive(static_cast<std::size_t>(skeleton.num_bodies())),
      x(VectorX::Zero(skeleton.nv())),
      Kx(VectorX::Zero(skeleton.nv())),
      z(VectorX::Zero(skeleton.nv())) {}

bool has_tension(const Skeleton& skeleton) {
  const auto& joints = skeleton.body_joint;
  return skeleton.nv() > 0 && !skeleton.coupled() &&
         std::find(joints.begin(), joints.end(), BodyJoint::kFloating) == joints.end();
}

void compute_geometric_stiffness(const Skeleton& skeleton, const Data& data, const Vector3& gravity,
                                 std::span<const PointForce> forces, TensionWork& work) {
  sum_forces(skeleton, data, gravity, forces, work);
  for (int j = 0; j < skeleton.nv(); ++j) {
    const auto body = static_cast<std::size_t>(skeleton.dof_body[j]);
    const double* S = data.S.data() + 6 * j;
    const Column a(S), l(S + 3);
    const Matrix3& W = work.virial[body];
    // Σ (l + a × p) × f with (a × p) × f = p (a·f) − a (p·f).
    const Vector3 u = l.cross(work.force[body]) + W * a - W.trace() * a;
    double* row = work.K.data() + skeleton.row_start[j];
    for (const int i : skeleton.path(j)) *row++ = -Column(data.S.data() + 6 * i).dot(u);
  }
}

void add_positive_stiffness(const Skeleton& skeleton, double scale, TensionWork& work, Data& data) {
  const int bodies = skeleton.num_bodies();
  std::fill(work.positive.begin(), work.positive.end(), Matrix3::Zero());
  for (int body = 0; body < bodies; ++body) {
    const auto b = static_cast<std::size_t>(body);
    const Matrix3 about_joint =
        work.virial[b] - Column(data.p.data() + 3 * body) * work.force[b].transpose();
    work.positive[b] += about_joint;
    const int parent = skeleton.parent[body];
    if (parent >= 0) work.positive[static_cast<std::size_t>(parent)] -= about_joint;
  }
  for (Matrix3& S : work.positive) S = positive_part(S.trace() * Matrix3::Identity() - S);
  for (int body = bodies - 1; body >= 0; --body) {
    const int parent = skeleton.parent[body];
    if (parent < 0) continue;
    work.positive[static_cast<std::size_t>(parent)] +=
        work.positive[static_cast<std::size_t>(body)];
  }
  for (int j = 0; j < skeleton.nv(); ++j) {
    const auto body = static_cast<std::size_t>(skeleton.dof_body[j]);
    const Vector3 u = scale * (work.positive[body] * Column(data.S.data() + 6 * j));
    double* row = data.M.data() + skeleton.row_start[j];
    for (const int i : skeleton.path(j)) *row++ += Column(data.S.data() + 6 * i).dot(u);
  }
}

TensionMode fastest_tension_mode(const Skeleton& skeleton, const Data& data, TensionWork& work) {
  TensionMode mode;
  // Neighbours that turn against each other: the fastest mode of a chain.
  for (int i = 0; i < skeleton.nv(); ++i) work.z[i] = skeleton.depth[i] % 2 == 0 ? 1 : -1;
  double square = 0;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    work.x = work.z;
    // M̂ x is the K x of the iteration before.
    const double twice_energy = work.x.dot(work.Kx);
    multiply(skeleton, work.K, work.x, work.Kx);
    if (iteration > 0) square = work.x.dot(work.Kx) / twice_energy;
    const double size = work.Kx.cwiseAbs().maxCoeff();
    if (!(size > 0) || !std::isfinite(size)) return mode;
    work.Kx /= size;
    work.z = work.Kx;
    solve_ltl(skeleton, data, work.z.data());
  }
  if (!(square > 0) || square > kFastest * kFastest) return mode;
  mode.omega = std::sqrt(square);
  work.x.cwiseAbs().maxCoeff(&mode.dof);
  return mode;
}

}  // namespace cardan
