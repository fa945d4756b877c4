#include <cassert>
#include <cmath>
#include <numbers>

#include "cardan/skeleton.h"
#include "cardan/spatial.h"
#include "dynamics/kernels/quaternion_order.h"

namespace cardan {

namespace {

constexpr double kPi = std::numbers::pi;

/// Rotation vector, in the parent's axes, from q0 to q1.
Vector3 turn_between(const double* q0, const double* q1) {
  return quaternion_log((load_quaternion(q1) * load_quaternion(q0).conjugate()).normalized());
}

void interpolate_turn(const double* q0, const double* q1, double t, double* q_out) {
  const Quaternion part = quaternion_exp(t * turn_between(q0, q1));
  store_quaternion(q_out, (part * load_quaternion(q0)).normalized());
}

/// Index in q of a body's quaternion, -1 if it has none.
int quaternion_index(const Skeleton& skeleton, int body) {
  if (skeleton.body_joint[body] == BodyJoint::kSpherical) return skeleton.q_start[body];
  if (skeleton.body_joint[body] == BodyJoint::kFloating) return skeleton.q_start[body] + 3;
  return -1;
}

bool is_follower(const Skeleton& skeleton, int body) {
  return skeleton.v_start[body] >= skeleton.nv();
}

/// Number of coordinates of a body that precede its quaternion; all of them if it has no
/// quaternion.
int plain_coordinates(const Skeleton& skeleton, int body) {
  if (skeleton.body_nv[body] == 1) return 1;
  return skeleton.body_nv[body] == 6 ? 3 : 0;
}

/// Uniform numbers in [0, 1) [Steele, Lea, Flood 2014: SplitMix64].
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : state_(seed) {}
  double operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  double operator()(double lo, double hi) { return lo + (hi - lo) * (*this)(); }

 private:
  std::uint64_t state_;
};

double random_coordinate(const DofProperties& dof, double reach, Uniform& uniform) {
  const bool below = std::isfinite(dof.lower), above = std::isfinite(dof.upper);
  const double lower = below ? dof.lower : (above ? dof.upper - 2 * reach : -reach);
  const double upper = above ? dof.upper : (below ? dof.lower + 2 * reach : reach);
  return uniform(lower, upper);
}

Quaternion random_rotation(Uniform& uniform) {
  const double u = uniform(), a = uniform(0, 2 * kPi), b = uniform(0, 2 * kPi);
  const double s = std::sqrt(1 - u), r = std::sqrt(u);
  return Quaternion(r * std::cos(b), s * std::sin(a), s * std::cos(a), r * std::sin(b));
}

/// J_l⁻¹(w) = 1 − ½ w~ + (1/θ² − (1 + cos θ) / (2 θ sin θ)) w~ w~, θ = |w|.
Matrix3 inverse_left_jacobian(const Vector3& w) {
  const double theta = w.norm();
  const double half = 0.5 * theta;
  const double c = theta < 1e-4 ? 1.0 / 12 + theta * theta / 720
                                : (1 - half * std::cos(half) / std::sin(half)) / (theta * theta);
  return Matrix3::Identity() - 0.5 * skew(w) + c * skew(w) * skew(w);
}

}  // namespace

void interpolate(const Skeleton& skeleton, const double* q0, const double* q1, double t,
                 double* q_out) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    if (is_follower(skeleton, i)) continue;
    const int a = skeleton.q_start[i], r = quaternion_index(skeleton, i);
    for (int k = a; k < a + plain_coordinates(skeleton, i); ++k)
      q_out[k] = q0[k] + t * (q1[k] - q0[k]);
    if (r >= 0) interpolate_turn(q0 + r, q1 + r, t, q_out + r);
  }
}

double distance(const Skeleton& skeleton, const double* q0, const double* q1) {
  double squared = 0;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    if (is_follower(skeleton, i)) continue;
    const int a = skeleton.q_start[i], r = quaternion_index(skeleton, i);
    for (int k = a; k < a + plain_coordinates(skeleton, i); ++k)
      squared += (q1[k] - q0[k]) * (q1[k] - q0[k]);
    if (r >= 0) squared += turn_between(q0 + r, q1 + r).squaredNorm();
  }
  return std::sqrt(squared);
}

void random_configuration(const Skeleton& skeleton, std::uint64_t seed, double* q) {
  Uniform uniform(seed);
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    if (is_follower(skeleton, i)) continue;
    const int a = skeleton.q_start[i], r = quaternion_index(skeleton, i);
    const bool turns = skeleton.body_joint[i] == BodyJoint::kRevolute ||
                       skeleton.body_joint[i] == BodyJoint::kScrew;
    // The positions of a floating joint are its DoFs 3 … 5.
    const int d = skeleton.v_start[i] + (skeleton.body_nv[i] == 6 ? 3 : 0);
    for (int k = 0; k < plain_coordinates(skeleton, i); ++k)
      q[a + k] = random_coordinate(skeleton.dof[d + k], turns ? kPi : 1.0, uniform);
    if (r >= 0) store_quaternion(q + r, random_rotation(uniform));
  }
}

void difference_derivatives(const Skeleton& skeleton, const double* q0, const double* q1,
                            Eigen::Ref<MatrixX> D0, Eigen::Ref<MatrixX> D1) {
  assert(D0.rows() == skeleton.nv() && D0.cols() == skeleton.nv());
  assert(D1.rows() == skeleton.nv() && D1.cols() == skeleton.nv());
  D1.setIdentity();
  D0.setIdentity();
  D0 *= -1;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const int r = quaternion_index(skeleton, i), d = skeleton.v_start[i];
    if (r < 0) continue;
    // For q1 turned by δ: log(exp(δ) exp(w)) = w + J_l⁻¹(w) δ.
    // For q0 turned by δ: log(exp(w) exp(−δ)) = w − J_l⁻¹(−w) δ.
    const Vector3 w = turn_between(q0 + r, q1 + r);
    D1.block<3, 3>(d, d) = inverse_left_jacobian(w);
    D0.block<3, 3>(d, d) = -inverse_left_jacobian(-w);
  }
}

}  // namespace cardan
