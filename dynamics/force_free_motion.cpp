#include "dynamics/force_free_motion.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cardan/energy.h"
#include "cardan/forward_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/skeleton.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/runge_kutta.h"
#include "dynamics/kernels/world_inertia.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

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

/// The motion of a tree with a given momentum, as if its joints were locked.
struct RigidMotion {
  SpatialVelocity velocity;  ///< of the centre of mass
  double energy = 0;         ///< [J]
};

RigidMotion rigid_motion(const CentralMotion& tree, const SpatialForce& momentum) {
  const Vector3 omega = tree.inertia.ldlt().solve(momentum.moment);
  const Vector3 v = momentum.force / tree.mass;
  return {{omega, v}, 0.5 * (momentum.moment.dot(omega) + momentum.force.dot(v))};
}

/// √(wanted / found) for the energy of the part of the motion that momentum does not determine; 1
/// if this energy is below the rounding of the total.
double energy_scale(double wanted, double found, double whole) {
  constexpr double kRounding = 1e-12;
  const double least = kRounding * whole;
  return wanted > least && found > least ? std::sqrt(wanted / found) : 1;
}

/// v ← v_locked + s (v − v_locked') with the velocity of `wanted`, where v_locked' is the rigid
/// motion with the momentum of v. Returns s = scale(½ |v − v_locked'|²).
template <class Scale>
double set_motion(const Data& data, const CentralMotion& found, const RigidMotion& wanted, View& v,
                  const Scale& scale) {
  const RigidMotion rigid = rigid_motion(found, found.momentum());
  const double s = scale(found.energy() - rigid.energy);
  replace_rigid_motion(data, found.center, rigid.velocity, s, wanted.velocity, v);
  return s;
}

/// Restores the path of the centre of mass, the momentum of the start and the energy. Returns the
/// factor of the motion within the tree. Needs forward_kinematics.
double restore_invariants(const Skeleton& skeleton, Data& data, const CentralMotion& start,
                          double h, View& q, View& v) {
  const CentralMotion found = central_motion(skeleton, data, v.data());
  q.head<3>() += start.center + h * start.velocity - found.center;
  const RigidMotion wanted = rigid_motion(found, start.momentum());
  return set_motion(data, found, wanted, v, [&](double relative) {
    return energy_scale(start.energy() - wanted.energy, relative, start.energy());
  });
}

/// Restores the energy. Returns the factor of the motion. Needs forward_kinematics.
double restore_energy(const Skeleton& skeleton, const Data& data, double energy, View& v) {
  const double scale = energy_scale(energy, kinetic_energy(skeleton, data, v.data()), energy);
  v *= scale;
  return scale;
}

/// Sums over bodies, about O and relative to the velocity of the first body there, so that they
/// keep their digits far from the origin of W and at high speed.
template <class T>
struct MotionSums {
  T mass{}, twice_energy{};
  Vec3<T> first_moment{}, force{}, moment{};
  Sym3<T> inertia{};

  void add(const WorldInertiaOf<T>& body, const Spatial6<T>& V, const Vec3<T>& v_O) {
    const Vec3<T> v_c = V.l - v_O + cross(V.a, body.c);
    const Vec3<T> p = body.m * v_c, own = body.I * V.a;
    mass += body.m;
    twice_energy += dot(p, v_c) + dot(V.a, own);
    first_moment = first_moment + body.m * body.c;
    force = force + p;
    moment = moment + own + cross(body.c, p);
    inertia = inertia + inertia_about_O(body.m, body.c, body.I);
  }
};

/// The sum has the same order for any number of lanes: that of four sums of every fourth body.
MotionSums<double> sum_motion(const Skeleton& skeleton, const Data& data, const Vec& v_O) {
  constexpr int kWidth = 4, kParts = kWidth / kBodyLanes;
  MotionSums<Lanes> parts[kParts];
  const Lanes zero{};
  const Vec3<Lanes> v_lanes{zero + v_O.x, zero + v_O.y, zero + v_O.z};
  int i = 0;
  for (; i + kWidth <= skeleton.num_bodies(); i += kWidth)
    for (int part = 0; part < kParts; ++part) {
      const int first = i + part * kBodyLanes;
      parts[part].add(world_inertias(skeleton, data, first), gather_spatial(&data.V[6 * first]),
                      v_lanes);
    }
  constexpr std::size_t kSums = sizeof(MotionSums<double>) / sizeof(double);
  double sums[kSums] = {};
  for (const MotionSums<Lanes>& part : parts) {
    double lanes[kSums * kBodyLanes];
    static_assert(sizeof part == sizeof lanes);
    std::memcpy(lanes, &part, sizeof lanes);
    for (std::size_t k = 0; k < kSums; ++k)
      for (int lane = 0; lane < kBodyLanes; ++lane) sums[k] += lanes[k * kBodyLanes + lane];
  }
  MotionSums<double> sum;
  std::memcpy(&sum, sums, sizeof sum);
  for (; i < skeleton.num_bodies(); ++i)
    sum.add(world_inertia(skeleton, data, i), load_spatial(&data.V[6 * i]), v_O);
  return sum;
}

}  // namespace

ForceFreeWork::ForceFreeWork(const Skeleton& skeleton) {
  q_start.setZero(skeleton.nq());
  q_begin.setZero(skeleton.nq());
  for (VectorX* x : {&v_start, &v_begin, &increment, &rate, &acceleration, &sum_rate,
                     &sum_acceleration, &no_efforts})
    x->setZero(skeleton.nv());
}

// The motion of the parts against each other is that of two points in which their masses rest.
CentralMotion& CentralMotion::operator+=(const CentralMotion& other) {
  if (mass == 0) return *this = other;
  const double share = other.mass / (mass + other.mass), reduced = mass * share;
  const Vector3 d = other.center - center, w = other.velocity - velocity;
  mass += other.mass;
  center += share * d;
  velocity += share * w;
  spin += other.spin + reduced * d.cross(w);
  inertia += other.inertia + reduced * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose());
  inner_energy += other.inner_energy + 0.5 * reduced * w.squaredNorm();
  return *this;
}

CentralMotion central_motion(const Skeleton& skeleton, const Data& data, const double* v) {
  contents::require_velocities(data, "central_motion");
  const Vec v_O = load(&data.V[3]);
  const MotionSums<double> sums = sum_motion(skeleton, data, v_O);
  const Vec c = (1 / sums.mass) * sums.first_moment, v_c = (1 / sums.mass) * sums.force;
  const Vec spin = sums.moment - cross(c, sums.force);
  const Sym I = sums.inertia - inertia_about_O(sums.mass, c, Sym{});
  double twice_energy = sums.twice_energy - dot(sums.force, v_c);
  for (int d = 0; d < skeleton.nv(); ++d) twice_energy += skeleton.dof[d].armature * v[d] * v[d];
  CentralMotion motion;
  motion.mass = sums.mass;
  motion.center = data.O_W + Vector3(c.x, c.y, c.z);
  motion.velocity = Vector3(v_O.x + v_c.x, v_O.y + v_c.y, v_O.z + v_c.z);
  motion.spin = {spin.x, spin.y, spin.z};
  motion.inertia << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  motion.inner_energy = 0.5 * twice_energy;
  return motion;
}

void replace_rigid_motion(const Data& data, const Vector3& center, const SpatialVelocity& removed,
                          double s, const SpatialVelocity& added, Eigen::Ref<VectorX> v) {
  const Vector3 arm = data.O_W - center;
  const SpatialVelocity before = removed.shifted(arm), after = added.shifted(arm);
  v.head<3>() -= before.angular;
  v.segment<3>(3) -= before.linear;
  v *= s;
  v.head<3>() += after.angular;
  v.segment<3>(3) += after.linear;
}

bool keeps_momentum(const Skeleton& skeleton) {
  if (!skeleton.floating_base() || skeleton.total_mass() <= 0) return false;
  return std::none_of(skeleton.dof.begin(), skeleton.dof.begin() + 6,
                      [](const DofProperties& dof) { return dof.armature > 0; });
}

MotionInvariants motion_invariants(const Skeleton& skeleton, const Data& data, const double* v) {
  if (!keeps_momentum(skeleton)) return {std::nullopt, kinetic_energy(skeleton, data, v)};
  const CentralMotion motion = central_motion(skeleton, data, v);
  return {motion.momentum(), motion.energy()};
}

void keep_motion(const Skeleton& skeleton, Data& data, const MotionInvariants& before,
                 const double* q, double* v_in) {
  View v(v_in, skeleton.nv());
  forward_kinematics(skeleton, data, q, v.data());
  if (!before.momentum) {
    restore_energy(skeleton, data, before.energy, v);
    return;
  }
  const CentralMotion found = central_motion(skeleton, data, v.data());
  const Vector3 wanted = before.momentum->force / found.mass;
  v.segment<3>(3) -= found.velocity;
  v *= energy_scale(before.energy - 0.5 * found.mass * wanted.squaredNorm(), found.inner_energy,
                    before.energy);
  v.segment<3>(3) += wanted;
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
  const CentralMotion found = central_motion(skeleton, data, v.data());
  const RigidMotion wanted = rigid_motion(found, *before.momentum);
  const double room = before.energy - wanted.energy, most = std::max(room, 0.0);
  set_motion(data, found, wanted, v,
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
  const bool floats = keeps_momentum(skeleton);
  const CentralMotion start = floats ? central_motion(skeleton, data, v.data()) : CentralMotion{};
  const double energy = floats ? start.energy() : kinetic_energy(skeleton, data, v.data());
  work.q_begin = q;
  work.v_begin = v;
  for (;; parts *= 2) {
    q = work.q_begin;
    v = work.v_begin;
    const int count = static_cast<int>(parts);
    for (int part = 0; part < count; ++part) run_part(skeleton, data, work, h / count, q, v);
    double scale = std::nan("");
    if (q.allFinite() && v.allFinite()) {
      forward_kinematics(skeleton, data, q.data(), v.data());
      scale = floats ? restore_invariants(skeleton, data, start, h, q, v)
                     : restore_energy(skeleton, data, energy, v);
    }
    if (std::abs(scale - 1) <= kLargestCorrection || 2 * parts > kMostFlightParts)
      return q.allFinite() && v.allFinite() ? count : 0;
  }
}

}  // namespace cardan
