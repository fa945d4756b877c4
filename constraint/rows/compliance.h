#pragma once

#include <string>

#include "cardan/core/export.h"

namespace cardan {

/// Parametrisation of the compliance of a row: rigid, or one of three equivalent pairs of numbers.
enum class ComplianceKind : unsigned char {
  kRigid,
  kSpring,        ///< stiffness k and damping b of a parallel spring and damper
  kTimeConstant,  ///< time constant T and damping ratio ζ for the row's effective mass
  kRaw,           ///< CFM and ERP of Open Dynamics Engine
};

/// Force law of a row (docs/theory/robot-rows.md).
struct Compliance {
  ComplianceKind kind = ComplianceKind::kRigid;
  /// k [N/m, N m/rad], T [s], or CFM, a velocity per force [m/(N s), rad/(N m s)].
  double first = 0;
  /// b [N s/m, N m s/rad], ζ, or ERP, the fraction of a violation removed per step.
  double second = 0;

  /// Makes a law from stiffness [N/m, N m/rad] and damping [N s/m, N m s/rad].
  static Compliance spring(double stiffness, double damping) {
    return {ComplianceKind::kSpring, stiffness, damping};
  }
  /// Makes a law from a time constant [s] and a damping ratio, which are scaled by the effective
  /// mass.
  static Compliance time_constant(double time, double damping_ratio) {
    return {ComplianceKind::kTimeConstant, time, damping_ratio};
  }
  /// Makes a law from the constraint force mixing and error reduction parameters of ODE.
  static Compliance raw(double cfm, double erp) { return {ComplianceKind::kRaw, cfm, erp}; }

  /// True if the rows yield.
  bool soft() const { return kind != ComplianceKind::kRigid; }
};

/// A law over one step: u = J v⁺ + S λ + rate φ − lag J v, where λ is an impulse and φ is the
/// violation at the start of the step.
struct RowCompliance {
  double S = 0;     ///< 1/(γ h² k + β h b), a velocity per impulse [m/(N s²), ...]
  double rate = 0;  ///< S h k [1/s]; ERP/h for implicit Euler
  double lag = 0;   ///< S ((γ − δ) h² k − (1 − β) h b); 0 for implicit Euler
};

/// Share δ of implicit Euler in the law of a spring that turns by the angle ω h in a step [rad]: 0
/// up to 1/2, 1 from 2 on (docs/theory/robot-rows.md#springs).
CARDAN_API double numerical_damping(double turn);

/// Coefficient γ = (1 + δ)²/4 of the change of the velocity [Newmark 1959].
inline double implicit_share(double delta) { return 0.25 * (1 + delta) * (1 + delta); }

/// Discretises the law by implicit Euler: λ = −h (k (φ + h u) + b u) becomes 0 = u + S λ + S h k φ.
/// Y_ii is J M̂⁻¹ Jᵀ of the row, the inverse of its effective mass m. A time constant means k =
/// m/(T ζ)² and b = 2 m/T. A rigid law and a spring without stiffness and damping both give zeros;
/// exerts_force distinguishes them.
CARDAN_API RowCompliance discretize(const Compliance& law, double Y_ii, double h);

/// Discretises the law of a row that lasts, such as that of a loop, with δ from its own frequency:
/// λ = −h (k (φ + δ h u⁻ + γ h (u − u⁻)) + b (β u + (1 − β) u⁻)), where β is at least
/// damper_share. CFM and ERP mean implicit Euler.
CARDAN_API RowCompliance discretize_lasting(const Compliance& law, double Y_ii, double h,
                                            double damper_share = 1);

/// Describes the defect of an invalid law and the expected values. Returns "" if the law is valid.
/// A spring is valid if k and b are finite, ≥ 0 and not both 0; a time constant if T, ζ > 0; and a
/// raw law if CFM > 0 and 0 ≤ ERP ≤ 1.
CARDAN_API std::string why_unusable(const Compliance& law);

/// False if the law exerts no force over a step of h [s], e.g. for a spring with k = b = 0. Such a
/// row is left out.
CARDAN_API bool exerts_force(const Compliance& law, double h);

}  // namespace cardan
