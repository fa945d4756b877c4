#include "cardan/constraint/rows/compliance.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

struct Spring {
  double stiffness = 0, damping = 0;
};

// m r̈ + b ṙ + k r = 0 decays as exp(−t/T) with the natural frequency ω = 1/(T ζ).
Spring spring_of(const Compliance& law, double mass) {
  if (law.kind != ComplianceKind::kTimeConstant) return {law.first, law.second};
  const double T = law.first, zeta = law.second;
  return {mass / (T * T * zeta * zeta), 2 * mass / T};
}

RowCompliance law_of(const Spring& spring, double h, double delta) {
  const double gamma = implicit_share(delta);
  const double effective_mass = gamma * h * h * spring.stiffness + h * spring.damping;
  if (!(effective_mass > 0)) return {};
  const double S = 1 / effective_mass;
  return {S, S * h * spring.stiffness, S * (gamma - delta) * h * h * spring.stiffness};
}

// CFM multiplies forces, S multiplies impulses.
RowCompliance raw_law(const Compliance& law, double h) { return {law.first / h, law.second / h}; }

}  // namespace

double numerical_damping(double turn) {
  constexpr double kNone = 0.5, kFull = 2;
  return std::clamp((turn - kNone) / (kFull - kNone), 0.0, 1.0);
}

RowCompliance discretize(const Compliance& law, double Y_ii, double h) {
  if (!law.soft()) return {};
  if (law.kind == ComplianceKind::kRaw) return raw_law(law, h);
  return law_of(spring_of(law, 1 / Y_ii), h, 1);
}

RowCompliance discretize_lasting(const Compliance& law, double Y_ii, double h) {
  if (!law.soft()) return {};
  if (law.kind == ComplianceKind::kRaw) return raw_law(law, h);
  const Spring spring = spring_of(law, 1 / Y_ii);
  return law_of(spring, h, numerical_damping(h * std::sqrt(spring.stiffness * Y_ii)));
}

std::string why_unusable(const Compliance& law) {
  const double x = law.first, y = law.second;
  if (!std::isfinite(x) || !std::isfinite(y)) return "a number is not finite";
  switch (law.kind) {
    case ComplianceKind::kRigid:
      return "";
    case ComplianceKind::kSpring:
      if (x < 0 || y < 0) return "stiffness and damping must not be below zero";
      return x + y > 0 ? "" : "stiffness and damping are both zero: the spring exerts no force";
    case ComplianceKind::kTimeConstant:
      return x > 0 && y > 0 ? "" : "time constant and damping ratio must be above zero";
    case ComplianceKind::kRaw:
      if (!(x > 0)) return "cfm must be above zero; leave the compliance out for a rigid row";
      return y >= 0 && y <= 1 ? "" : "erp must be between 0 and 1";
  }
  return "";
}

bool exerts_force(const Compliance& law, double h) {
  return law.kind != ComplianceKind::kSpring || h * h * law.first + h * law.second > 0;
}

}  // namespace cardan
