#include "dynamics/force_free_motion.h"

#include <algorithm>
#include <cmath>

#include "cardan/energy.h"
#include "cardan/forward_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/skeleton.h"
#include "dynamics/kernels/runge_kutta.h"

namespace cardan {

namespace {

constexpr double kLargestFlightPart = 0.1;  // maximum of h |ω| per substep [rad]
constexpr int kMostFlightParts = 1000;
// Deviation of s from 1 above which the motion is computed again with twice as many substeps.
constexpr double kLargestCorrection = 1e-3;

using View = Eigen::Map<VectorX>;

/// One Runge–Kutta step of h [s].
void run_part(const Skeleton& skeleton, Data& data, ForceFreeWork& work, double h, View& q,
              View& v) {
  work.q_start = q;
  work.v_start = v;
  work.increment.setZero();
  work.sum_rate.setZero();
  work.sum_acceleration.setZero();
  for (int stage = 0; stage < 4; ++stage) {
    if (stage > 0) {
      work.increment = runge_kutta::kNode[stage] * h * work.rate;
      integrate(skeleton, work.q_start.data(), work.increment.data(), 1, q.data());
      v = work.v_start + runge_kutta::kNode[stage] * h * work.acceleration;
    }
    runge_kutta::increment_rate(skeleton, work.increment, v, work.rate);
    forward_kinematics(skeleton, data, q.data(), v.data());
    forward_dynamics(skeleton, data, v.data(), work.no_efforts.data(), Vector3::Zero(),
                     work.acceleration.data());
    work.sum_rate += runge_kutta::kWeight[stage] * work.rate;
    work.sum_acceleration += runge_kutta::kWeight[stage] * work.acceleration;
  }
  work.increment = h * work.sum_rate;
  integrate(skeleton, work.q_start.data(), work.increment.data(), 1, q.data());
  v = work.v_start + h * work.sum_acceleration;
}

/// Momentum about the centre of mass, and the motion of the tree as a rigid body that follows from
/// it.
struct Locked {
  double mass = 0;
  Vector3 center;            ///< in W [m]
  SpatialForce momentum;     ///< about the centre of mass
  SpatialVelocity velocity;  ///< of the centre of mass, as if the joints were locked
  double energy = 0;         ///< of that rigid motion [J]
};

Locked lock(const Skeleton& skeleton, const Data& data, const SpatialForce& momentum) {
  Locked tree;
  tree.mass = skeleton.total_mass();
  tree.center = center_of_mass(skeleton, data);
  tree.momentum = momentum;
  const Matrix3 inertia = locked_inertia(skeleton, data, tree.center);
  tree.velocity.angular = inertia.ldlt().solve(momentum.moment);
  tree.velocity.linear = momentum.force / tree.mass;
  tree.energy =
      0.5 * (momentum.moment.dot(tree.velocity.angular) + momentum.force.dot(tree.velocity.linear));
  return tree;
}

/// Adds a rigid motion, given at the centre of mass, to a floating base.
void add_rigid_motion(const Data& data, const Vector3& center, const SpatialVelocity& motion,
                      View& v) {
  const SpatialVelocity at_base = motion.shifted(data.O_W - center);
  v.head<3>() += at_base.angular;
  v.segment<3>(3) += at_base.linear;
}

/// √(wanted / found) for the energy of the part of the motion that momentum does not determine; 1
/// if this energy is below the rounding of the total.
double energy_scale(double wanted, double found, double whole) {
  constexpr double kRounding = 1e-12;
  const double least = kRounding * whole;
  return wanted > least && found > least ? std::sqrt(wanted / found) : 1;
}

/// v ← s v. Returns s.
double restore_energy(const Skeleton& skeleton, Data& data, double energy, View& q, View& v) {
  forward_kinematics(skeleton, data, q.data(), v.data());
  const double scale = energy_scale(energy, kinetic_energy(skeleton, data, v.data()), energy);
  v *= scale;
  return scale;
}

/// v ← v_locked + s (v − v_locked') with the momentum of `wanted`, where v_locked' is the rigid
/// motion with the momentum of v. Returns s = scale(½ |v − v_locked'|²).
template <class Scale>
double set_motion(const Skeleton& skeleton, Data& data, const Locked& wanted, View& v,
                  const Scale& scale) {
  const Locked found = lock(skeleton, data, central_momentum(skeleton, data).momentum);
  const double s = scale(kinetic_energy(skeleton, data, v.data()) - found.energy);
  add_rigid_motion(data, found.center, {-found.velocity.angular, -found.velocity.linear}, v);
  v *= s;
  add_rigid_motion(data, wanted.center, wanted.velocity, v);
  return s;
}

/// Restores the path of the centre of mass, the momentum of the start and the energy. Returns the
/// factor of the motion within the tree.
double restore_invariants(const Skeleton& skeleton, Data& data, const Locked& start, double h,
                          double energy, View& q, View& v) {
  forward_kinematics(skeleton, data, q.data(), v.data());
  const Vector3 shift = start.center + h * start.velocity.linear - center_of_mass(skeleton, data);
  q.head<3>() += shift;
  forward_kinematics(skeleton, data, q.data(), v.data());
  const Locked wanted = lock(skeleton, data, start.momentum);
  return set_motion(skeleton, data, wanted, v, [&](double relative) {
    return energy_scale(energy - wanted.energy, relative, energy);
  });
}

}  // namespace

ForceFreeWork::ForceFreeWork(const Skeleton& skeleton) {
  q_start.setZero(skeleton.nq());
  q_begin.setZero(skeleton.nq());
  for (VectorX* x : {&v_start, &v_begin, &increment, &rate, &acceleration, &sum_rate,
                     &sum_acceleration, &no_efforts})
    x->setZero(skeleton.nv());
}

Matrix3 locked_inertia(const Skeleton& skeleton, const Data& data, const Vector3& center) {
  Matrix3 sum = Matrix3::Zero();
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const SpatialInertia& body = skeleton.inertia[i];
    const RigidTransform X_WB = data.pose(i);
    const Vector3 r = X_WB * body.com - center;
    sum += X_WB.R * body.inertia * X_WB.R.transpose() +
           body.mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
  }
  return sum;
}

CentralMomentum central_momentum(const Skeleton& skeleton, const Data& data) {
  const Vector3 center = center_of_mass(skeleton, data);
  return {center, momentum(skeleton, data).shifted(center)};
}

bool keeps_momentum(const Skeleton& skeleton) {
  if (!skeleton.floating_base() || skeleton.total_mass() <= 0) return false;
  return std::none_of(skeleton.dof.begin(), skeleton.dof.begin() + 6,
                      [](const DofProperties& dof) { return dof.armature > 0; });
}

MotionInvariants motion_invariants(const Skeleton& skeleton, const Data& data, const double* v) {
  MotionInvariants motion;
  if (keeps_momentum(skeleton)) motion.momentum = central_momentum(skeleton, data).momentum;
  motion.energy = kinetic_energy(skeleton, data, v);
  return motion;
}

void keep_motion(const Skeleton& skeleton, Data& data, const MotionInvariants& before,
                 const double* q, double* v_in) {
  View v(v_in, skeleton.nv());
  forward_kinematics(skeleton, data, q, v.data());
  const double energy = kinetic_energy(skeleton, data, v.data());
  if (!before.momentum) {
    v *= energy_scale(before.energy, energy, before.energy);
    return;
  }
  const double mass = skeleton.total_mass();
  const Vector3 wanted = before.momentum->force, found = momentum(skeleton, data).force;
  v.segment<3>(3) -= found / mass;
  v *= energy_scale(before.energy - 0.5 * wanted.squaredNorm() / mass,
                    energy - 0.5 * found.squaredNorm() / mass, before.energy);
  v.segment<3>(3) += wanted / mass;
}

bool limit_motion(const Skeleton& skeleton, Data& data, const MotionInvariants& before,
                  const double* q, double* v_in) {
  constexpr double kRounding = 1e-12;
  View v(v_in, skeleton.nv());
  forward_kinematics(skeleton, data, q, v.data());
  if (!before.momentum) {
    const double energy = kinetic_energy(skeleton, data, v.data());
    if (energy > before.energy * (1 + kRounding)) v *= std::sqrt(before.energy / energy);
    return true;
  }
  const Locked wanted = lock(skeleton, data, *before.momentum);
  const double room = before.energy - wanted.energy, most = std::max(room, 0.0);
  set_motion(skeleton, data, wanted, v,
             [&](double relative) { return relative > most ? std::sqrt(most / relative) : 1.0; });
  return room >= -kRounding * before.energy;
}

double fastest_turn(const Skeleton& skeleton, const Data& data) {
  double squared = 0;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const double* omega = &data.V[6 * i];
    squared = std::max(squared, omega[0] * omega[0] + omega[1] * omega[1] + omega[2] * omega[2]);
  }
  return std::sqrt(squared);
}

int move_without_forces(const Skeleton& skeleton, Data& data, ForceFreeWork& work, double h,
                        double* q_in, double* v_in) {
  View q(q_in, skeleton.nq()), v(v_in, skeleton.nv());
  forward_kinematics(skeleton, data, q.data(), v.data());
  const double turn = h * fastest_turn(skeleton, data);
  if (!std::isfinite(turn)) return 0;
  double parts = std::clamp(std::ceil(turn / kLargestFlightPart), 1.0, double{kMostFlightParts});
  const double energy = kinetic_energy(skeleton, data, v.data());
  const bool floats = keeps_momentum(skeleton);
  const Locked start =
      floats ? lock(skeleton, data, central_momentum(skeleton, data).momentum) : Locked{};
  work.q_begin = q;
  work.v_begin = v;
  for (;; parts *= 2) {
    q = work.q_begin;
    v = work.v_begin;
    const int count = static_cast<int>(parts);
    for (int part = 0; part < count; ++part) run_part(skeleton, data, work, h / count, q, v);
    double scale = std::nan("");
    if (q.allFinite() && v.allFinite()) {
      scale = floats ? restore_invariants(skeleton, data, start, h, energy, q, v)
                     : restore_energy(skeleton, data, energy, q, v);
    }
    if (std::abs(scale - 1) <= kLargestCorrection || 2 * parts > kMostFlightParts)
      return q.allFinite() && v.allFinite() ? count : 0;
  }
}

}  // namespace cardan
