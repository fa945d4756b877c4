#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "cardan/skeleton_builder.h"
#include "test/support/worlds.h"

/// Planar linkages in the x–z plane of a frame, angles from x towards z, and their motion in the
/// remaining coordinate: M(θ) θ̈ + ½ M′ θ̇² + V′ = 0. The oracle uses only closed forms of the
/// positions and shares no code with the engine.
namespace cardan::test {

/// A rod of a linkage: uniform, of a mass and a length, about its middle.
struct Rod {
  double mass = 1, length = 1;
  double inertia() const { return mass * length * length / 12; }
};

/// Where a body is in the plane: centre of mass and angle.
struct PlanarPose {
  double x = 0, z = 0, angle = 0;
};

struct Linkage {
  std::vector<Rod> bodies;
  std::function<std::vector<PlanarPose>(double)> poses;  ///< of the bodies at θ
  double g_x = 0, g_z = -9.81;                           ///< in the plane [m/s²]

  double mass(double theta) const {
    double sum = 0;
    const auto rate = difference([&](double t) { return poses(t); }, theta);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      sum += bodies[i].mass * (rate[i].x * rate[i].x + rate[i].z * rate[i].z) +
             bodies[i].inertia() * rate[i].angle * rate[i].angle;
    }
    return sum;
  }
  double potential(double theta) const {
    double sum = 0;
    const auto now = poses(theta);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      sum -= bodies[i].mass * (g_x * now[i].x + g_z * now[i].z);
    return sum;
  }
  double energy(double theta, double rate) const {
    return 0.5 * mass(theta) * rate * rate + potential(theta);
  }
  double acceleration(double theta, double rate) const {
    const auto slope = [&](auto f) {
      return (8 * (f(theta + kStep) - f(theta - kStep)) -
              (f(theta + 2 * kStep) - f(theta - 2 * kStep))) /
             (12 * kStep);
    };
    const double dM = slope([&](double t) { return mass(t); });
    const double dV = slope([&](double t) { return potential(t); });
    return -(0.5 * dM * rate * rate + dV) / mass(theta);
  }

  /// θ, θ̇ after a time, by Runge–Kutta of fourth order.
  std::array<double, 2> run(std::array<double, 2> y, double time, int steps) const {
    const double h = time / steps;
    const auto f = [&](const std::array<double, 2>& s) {
      return std::array<double, 2>{s[1], acceleration(s[0], s[1])};
    };
    const auto moved = [](const std::array<double, 2>& s, const std::array<double, 2>& k,
                          double t) {
      return std::array<double, 2>{s[0] + t * k[0], s[1] + t * k[1]};
    };
    for (int i = 0; i < steps; ++i) {
      const auto k1 = f(y), k2 = f(moved(y, k1, h / 2)), k3 = f(moved(y, k2, h / 2)),
                 k4 = f(moved(y, k3, h));
      for (int j = 0; j < 2; ++j) y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    }
    return y;
  }

 private:
  static constexpr double kStep =
      2e-3;  // of the differences: their error is about its fourth power

  template <typename Function>
  static std::vector<PlanarPose> difference(const Function& f, double t) {
    const auto a = f(t + kStep), b = f(t - kStep), c = f(t + 2 * kStep), d = f(t - 2 * kStep);
    std::vector<PlanarPose> rate(a.size());
    const auto slope = [](double p, double m, double pp, double mm) {
      return (8 * (p - m) - (pp - mm)) / (12 * kStep);
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
      rate[i] = {slope(a[i].x, b[i].x, c[i].x, d[i].x), slope(a[i].z, b[i].z, c[i].z, d[i].z),
                 slope(a[i].angle, b[i].angle, c[i].angle, d[i].angle)};
    }
    return rate;
  }
};

/// Crank a, coupler b, rocker c on a ground of length d, the open branch.
struct FourBar {
  Rod crank{1, 0.2}, coupler{2, 0.6}, rocker{1.5, 0.5};
  double ground = 0.6;

  /// Angles of crank, coupler and rocker from x; those of the rocker point to the ground.
  std::array<double, 3> angles(double theta) const {
    const double bx = crank.length * std::cos(theta), bz = crank.length * std::sin(theta);
    const double dx = ground - bx, dz = -bz, r = std::hypot(dx, dz);
    const double at_b =
        std::acos((coupler.length * coupler.length + r * r - rocker.length * rocker.length) /
                  (2 * coupler.length * r));
    const double phi = std::atan2(dz, dx) + at_b;
    const double cx = bx + coupler.length * std::cos(phi), cz = bz + coupler.length * std::sin(phi);
    return {theta, phi, std::atan2(-cz, ground - cx)};
  }

  Linkage linkage() const {
    Linkage result;
    result.bodies = {crank, coupler, rocker};
    result.poses = [*this](double theta) {
      const auto [t, phi, psi] = angles(theta);
      std::vector<PlanarPose> poses;
      double x = 0, z = 0;
      for (const auto& [rod, angle] :
           {std::pair(crank, t), std::pair(coupler, phi), std::pair(rocker, psi)}) {
        const double half = rod.length / 2;
        poses.push_back({x + half * std::cos(angle), z + half * std::sin(angle), angle});
        x += rod.length * std::cos(angle);
        z += rod.length * std::sin(angle);
      }
      return poses;
    };
    return result;
  }
};

/// Crank, rod and a block on the x axis.
struct SliderCrank {
  Rod crank{1, 0.2}, rod{2, 0.6};
  double block = 0.5;  ///< [kg]

  double rod_angle(double theta) const {
    return -std::asin(crank.length * std::sin(theta) / rod.length);
  }
  double block_at(double theta) const {
    return crank.length * std::cos(theta) + rod.length * std::cos(rod_angle(theta));
  }
  Linkage linkage() const {
    Linkage result;
    result.bodies = {crank, rod, {block, 0}};
    result.poses = [*this](double theta) {
      const double phi = rod_angle(theta), a = crank.length, half = rod.length / 2;
      return std::vector<PlanarPose>{{a / 2 * std::cos(theta), a / 2 * std::sin(theta), theta},
                                     {a * std::cos(theta) + half * std::cos(phi),
                                      a * std::sin(theta) + half * std::sin(phi), phi},
                                     {block_at(theta), 0, 0}};
    };
    return result;
  }
};

/// A sledge on a rail along x, without inertia of rotation that matters.
inline LinkSpec sledge_link(double mass) {
  LinkSpec link;
  link.name = "sledge";
  link.joint_name = "rail";
  link.joint_type = JointType::kPrismatic;
  link.axis = Vector3::UnitX();
  link.inertia.mass = mass;
  link.inertia.inertia = Matrix3::Identity();
  link.dofs.resize(1);
  return link;
}

inline LinkSpec rod_link(const std::string& name, const std::string& parent, double at,
                         const Rod& rod) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.joint_name = name;
  link.joint_type = JointType::kContinuous;
  link.axis = -Vector3::UnitY();
  link.X_PJ.p.x() = at;
  link.inertia.mass = rod.mass;
  link.inertia.com.x() = rod.length / 2;
  link.inertia.inertia = Vector3(1e-4, rod.inertia(), rod.inertia()).asDiagonal();
  return link;
}

/// The open chain of the four-bar; a small foot turns on the end of the rocker, so that a weld
/// closes it, with three of its six rows redundant.
inline std::shared_ptr<const Skeleton> four_bar_skeleton(const FourBar& bar) {
  SkeletonBuilder builder("fourbar");
  builder.add_link(rod_link("crank", "", 0, bar.crank));
  builder.add_link(rod_link("coupler", "crank", bar.crank.length, bar.coupler));
  builder.add_link(rod_link("rocker", "coupler", bar.coupler.length, bar.rocker));
  LinkSpec foot = rod_link("foot", "rocker", bar.rocker.length, {0.1, 0.1});
  foot.inertia.com.setZero();
  builder.add_link(foot);
  return builder.build();
}

inline std::shared_ptr<const Skeleton> slider_crank_skeleton(const SliderCrank& bar) {
  SkeletonBuilder builder("slider_crank");
  builder.add_link(rod_link("crank", "", 0, bar.crank));
  builder.add_link(rod_link("rod", "crank", bar.crank.length, bar.rod));
  LinkSpec block = rod_link("block", "", 0, {bar.block, 0.1});
  block.joint_type = JointType::kPrismatic;
  block.axis = Vector3::UnitX();
  block.inertia.com.setZero();
  builder.add_link(block);
  return builder.build();
}

enum class Closing { kWeld, kPoint };

/// The four-bar in a world at a pose, at crank angle theta with crank rate.
inline Model& add_four_bar(World& world, const FourBar& bar, Closing closing, double theta,
                           double rate, const RigidTransform& pose = {}) {
  Model& model = world.add_skeleton("fourbar", four_bar_skeleton(bar), pose);
  const auto [t, phi, psi] = bar.angles(theta);
  const double d = 1e-6;
  const auto before = bar.angles(theta - d), after = bar.angles(theta + d);
  VectorX q(4), v(4);
  q << t, phi - t, psi - phi, -psi;
  const double w_phi = rate * (after[1] - before[1]) / (2 * d);
  const double w_psi = rate * (after[2] - before[2]) / (2 * d);
  v << rate, w_phi - rate, w_psi - w_phi, -w_psi;
  model.set_q(q);
  model.set_v(v);
  LoopSpec loop;
  loop.a = "world";
  loop.b = "fourbar/foot";
  const RigidTransform X_WF = pose * RigidTransform(Vector3(bar.ground, 0, 0));
  if (closing == Closing::kWeld) {
    loop.pose = X_WF;
  } else {
    loop.kind = LoopKind::kPoint;
    loop.at_a = X_WF.p;
  }
  world.add_loop(loop);
  return model;
}

inline Model& add_slider_crank(World& world, const SliderCrank& bar, double theta, double rate) {
  Model& model = world.add_skeleton("slider_crank", slider_crank_skeleton(bar));
  const double d = 1e-6, phi = bar.rod_angle(theta);
  const double w_phi = rate * (bar.rod_angle(theta + d) - bar.rod_angle(theta - d)) / (2 * d);
  const double speed = rate * (bar.block_at(theta + d) - bar.block_at(theta - d)) / (2 * d);
  VectorX q(3), v(3);
  q << theta, phi - theta, bar.block_at(theta);
  v << rate, w_phi - rate, speed;
  model.set_q(q);
  model.set_v(v);
  LoopSpec loop;
  loop.kind = LoopKind::kPoint;
  loop.a = "slider_crank/rod";
  loop.b = "slider_crank/block";
  loop.at_a.x() = bar.rod.length;
  world.add_loop(loop);
  return model;
}

}  // namespace cardan::test
