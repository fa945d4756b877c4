// Torque-free rotation, checked against its invariants, Jacobi's elliptic functions and a
// Runge–Kutta integration of Euler's equations with fine steps.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cardan/spatial.h"
#include "dynamics/free_rotation.h"

namespace cardan {
namespace {

struct Top {
  Matrix3 inertia;  // axes of the body
  Quaternion R;
  Vector3 omega;  // axes of W

  Vector3 momentum() const { return R * (inertia * (R.conjugate() * omega)); }
  double energy() const { return 0.5 * omega.dot(momentum()); }
  Vector3 body_rate() const { return R.conjugate() * omega; }

  int advance(double h) {
    const FreeRotation rotation = rotate_freely(inertia, R, omega, h);
    R = (rotation.turn * R).normalized();
    omega = rotation.angular_velocity;
    return rotation.substeps;
  }
};

// Principal moments on axes that are oblique in the body, which is oblique in W. The body turns
// about its middle axis, with a little of the others.
Top oblique(const Vector3& moments, double rate) {
  const Matrix3 P = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const Matrix3 I = P * moments.asDiagonal() * P.transpose();
  const Quaternion R(Eigen::AngleAxisd(0.3, Vector3(3, -1, 2).normalized()));
  return {0.5 * (I + I.transpose()), R, R * (P * Vector3(1e-3, 1, 1e-3)) * rate};
}

const std::vector<Vector3> kBodies = {
    {0.0042, 0.0083, 0.0108},  // brick of 0.3 m × 0.2 m × 0.1 m and 1 kg
    {0.0134, 0.0134, 0.0267},  // plate
    {1, 1.0001, 1e-4},         // needle
    {0.1, 0.1, 0.2}            // top
};

TEST(FreeRotation, MomentumAndEnergyAreKeptAtEveryRateAndStep) {
  for (const Vector3& moments : kBodies) {
    for (const double rate : {10.0, 100.0, 1000.0, 10000.0}) {
      for (const double h : {1e-3, 5e-3, 1e-2}) {
        Top top = oblique(moments, rate);
        const Vector3 L = top.momentum();
        const double E = top.energy();
        for (int i = 0; i < 1000; ++i) {
          const int parts = top.advance(h);
          ASSERT_GE(parts, 1);
          ASSERT_LE(parts, 1000);
        }
        EXPECT_LT((top.momentum() - L).norm(), 2e-12 * L.norm()) << rate << " rad/s, " << h;
        EXPECT_NEAR(top.energy(), E, 4e-12 * E) << rate << " rad/s, " << h;
      }
    }
  }
}

TEST(FreeRotation, PartsFollowTheTurnOfTheStep) {
  Top slow = oblique(kBodies[0], 400), fast = oblique(kBodies[0], 4000);
  EXPECT_EQ(slow.advance(1e-3), 1);
  EXPECT_GE(fast.advance(1e-3), 8);
}

// At such a rate, the orientation has no meaning, but momentum and energy do.
TEST(FreeRotation, MomentumAndEnergyAreKeptBeyondTheLastPart) {
  for (const Vector3& moments : kBodies) {
    Top top = oblique(moments, 1e8);
    const Vector3 L = top.momentum();
    const double E = top.energy();
    for (int i = 0; i < 20; ++i) EXPECT_LE(top.advance(0.01), 1000);
    EXPECT_LT((top.momentum() - L).norm(), 1e-12 * L.norm());
    EXPECT_NEAR(top.energy(), E, 1e-12 * E);
  }
}

TEST(FreeRotation, BodyAtRestStays) {
  Top top = oblique(kBodies[0], 0);
  EXPECT_EQ(top.advance(1e-3), 1);
  EXPECT_EQ(top.omega.norm(), 0);
}

TEST(FreeRotation, RotationAboutAPrincipalAxisIsExact) {
  const Vector3 moments(0.1, 0.2, 0.25);
  for (int axis = 0; axis < 3; ++axis) {
    Top top{moments.asDiagonal(), Quaternion::Identity(), 37 * Vector3::Unit(axis)};
    top.advance(0.01);
    const Vector3 turned = quaternion_log(top.R);
    EXPECT_LT((turned - 0.37 * Vector3::Unit(axis)).norm(), 1e-14);
  }
}

/// Period of the rates of a body in its own axes [Landau & Lifshitz, Mechanics, § 37].
double jacobi_period(const Vector3& I, double E, double L) {
  const double rate = std::sqrt((I[2] - I[1]) * (L * L - 2 * E * I[0]) / (I[0] * I[1] * I[2]));
  const double k2 =
      (I[1] - I[0]) * (2 * E * I[2] - L * L) / ((I[2] - I[1]) * (L * L - 2 * E * I[0]));
  return 4 * std::comp_ellint_1(std::sqrt(k2)) / rate;
}

/// Time between the first rising zero of the rate about the middle axis and the fourth one after
/// it, over 4.
double measured_period(Top top, double h) {
  double previous = top.body_rate()[1];
  std::vector<double> zeros;
  for (int i = 1; zeros.size() < 5 && i < 1000000; ++i) {
    top.advance(h);
    const double rate = top.body_rate()[1];
    if (previous < 0 && rate >= 0) zeros.push_back(h * (i - rate / (rate - previous)));
    previous = rate;
  }
  return (zeros.back() - zeros.front()) / 4;
}

TEST(FreeRotation, FlipPeriodIsThatOfJacobi) {
  Vector3 I = kBodies[0];
  // L² > 2 E I₂, the case of the formula.
  Top top{I.asDiagonal(), Quaternion::Identity(), Vector3(0.01, 20, 0.5)};
  const double exact = jacobi_period(I, top.energy(), top.momentum().norm());
  const double coarse = std::abs(measured_period(top, 4e-3) - exact);
  const double fine = std::abs(measured_period(top, 2e-3) - exact);
  EXPECT_LT(coarse, 2e-2 * exact);
  EXPECT_GT(std::log2(coarse / fine), 1.9) << coarse << " s, then " << fine << " s";
}

struct Rates {
  Eigen::Vector4d R;  // x y z w
  Vector3 body_rate;
};

Rates derivative(const Matrix3& I, const Rates& state) {
  const Vector3& w = state.body_rate;
  const Quaternion R(state.R), spin(0, w.x(), w.y(), w.z());
  const Vector3 torque = (I * w).cross(w);
  return {0.5 * (R * spin).coeffs(), I.inverse() * torque};
}

Rates shifted(const Rates& a, double h, const Rates& b) {
  return {a.R + h * b.R, a.body_rate + h * b.body_rate};
}

Quaternion runge_kutta(const Top& top, double time, int steps) {
  Rates state{top.R.coeffs(), top.body_rate()};
  const double h = time / steps;
  for (int i = 0; i < steps; ++i) {
    const Rates k1 = derivative(top.inertia, state);
    const Rates k2 = derivative(top.inertia, shifted(state, h / 2, k1));
    const Rates k3 = derivative(top.inertia, shifted(state, h / 2, k2));
    const Rates k4 = derivative(top.inertia, shifted(state, h, k3));
    state.R += h / 6 * (k1.R + 2 * k2.R + 2 * k3.R + k4.R);
    state.body_rate += h / 6 * (k1.body_rate + 2 * k2.body_rate + 2 * k3.body_rate + k4.body_rate);
  }
  return Quaternion(state.R).normalized();
}

TEST(FreeRotation, OrientationConvergesWithSecondOrder) {
  Top start = oblique(kBodies[0], 8);
  start.omega += Vector3(3, -2, 4);
  const Quaternion exact = runge_kutta(start, 1, 20000);
  double error[2];
  for (int k = 0; k < 2; ++k) {
    Top top = start;
    const int steps = k == 0 ? 200 : 400;
    for (int i = 0; i < steps; ++i) top.advance(1.0 / steps);
    error[k] = top.R.angularDistance(exact);
  }
  EXPECT_LT(error[1], 1e-3);
  EXPECT_GT(std::log2(error[0] / error[1]), 1.9) << error[0] << " rad, then " << error[1];
}

}  // namespace
}  // namespace cardan
