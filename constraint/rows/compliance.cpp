#include "cardan/constraint/rows/compliance.h"

#include <cmath>

namespace cardan {

namespace {

RowCompliance of_spring(double stiffness, double damping, double h) {
  const double effective_mass = h * h * stiffness + h * damping;
  if (!(effective_mass > 0)) return {};
  const double S = 1 / effective_mass;
  return {S, S * h * stiffness};
}

}  // namespace

RowCompliance discretize(const Compliance& law, double Y_ii, double h) {
  switch (law.kind) {
    case ComplianceKind::kRigid:
      return {};
    case ComplianceKind::kSpring:
      return of_spring(law.first, law.second, h);
    case ComplianceKind::kTimeConstant: {
      // m r̈ + b ṙ + k r = 0 decays as exp(−t/T) with the natural frequency ω = 1/(T ζ).
      const double mass = 1 / Y_ii, T = law.first, zeta = law.second;
      return of_spring(mass / (T * T * zeta * zeta), 2 * mass / T, h);
    }
    case ComplianceKind::kRaw:
      // CFM multiplies forces, S multiplies impulses.
      return {law.first / h, law.second / h};
  }
  return {};
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
