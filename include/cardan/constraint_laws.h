#pragma once

#include <limits>
#include <string>

#include "cardan/export.h"

/// Laws of contacts, limits and loops, which users choose, and the rules by which rows are made of
/// them.
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

/// Default S_nn as a fraction of A_nn, for contacts whose materials give no compliance
/// (docs/theory/resting-compliance.md).
inline constexpr double kDefaultCompliance = 1e-4;
/// Largest compression of a contact with the default compliance under the weight of the heaviest
/// tree of the world [m].
inline constexpr double kMostDefaultDepth = 1e-3;

/// Combined surface properties of the two materials of a contact.
struct ContactSurface {
  double mu_static = 0.8;
  double mu_kinetic = 0.8;
  double restitution = 0;
  /// S_nn as a fraction of A_nn; ignored unless stiffness is NaN. If this value is also NaN, it is
  /// kDefaultCompliance.
  double compliance = std::numeric_limits<double>::quiet_NaN();
  double stiffness = std::numeric_limits<double>::quiet_NaN();  ///< stiffness [N/m]
  double damping = 0;  ///< damping; used with `stiffness` [N s/m]
  double tangential_stiffness =
      std::numeric_limits<double>::quiet_NaN();  ///< bristle stiffness [N/m]
  double tangential_damping = 0;                 ///< bristle damping [N s/m]
  double mu_torsion = 0;  ///< largest moment about the normal, divided by the normal force [m]
  double mu_rolling = 0;  ///< largest moment about the tangents, divided by the normal force [m]
  double mu_ratio = 1;    ///< μ along tangent 2 over μ along tangent 1
};

/// Restitution law of contacts with e > 0 that close faster than the threshold
/// (docs/theory/restitution.md).
enum class RestitutionLaw : unsigned char {
  kNewton,   ///< the contact separates with e times the closing speed
  kPoisson,  ///< expansion impulse = e times the compression impulse
};

/// Methods of correcting violations of position constraints.
enum class StabilizationKind : unsigned char {
  kBaumgarte,   ///< the bias of velocity rows removes a fraction of the violation
  kRelaxation,  ///< violated rows act as springs and dampers
  kProjection,  ///< a separate position problem, which adds no kinetic energy
};

/// How violations of position constraints are corrected (docs/theory/stabilization.md).
struct Stabilization {
  StabilizationKind kind = StabilizationKind::kBaumgarte;
  double erp = 1.0;        ///< fraction of a violation removed per step
  double slop = 0;         ///< violation that is not corrected [m, rad]
  double max_speed = 1.0;  ///< bound on the push-out speed [m/s, rad/s]; unused by kRelaxation
  Compliance relaxation = Compliance::time_constant(0.005, 1);
};

/// The quantity that the rows of a step constrain.
enum class RowLevel : unsigned char {
  kVelocity,
  kCollision,     ///< velocities, without the forces of the step
  kAcceleration,  ///< h times accelerations
  kPosition,      ///< pseudo-velocities that change only positions
};

/// Rules for making rows from constraints. They apply to all materials.
struct ConstraintRules {
  Stabilization stabilization;
  RestitutionLaw restitution = RestitutionLaw::kNewton;
  RowLevel level = RowLevel::kVelocity;
  /// Factors in b: of J v, and of an open gap divided by h.
  double velocity_share = 1, gap_share = 1;
  /// Rows are evaluated at the middle of the step but must hold at its end. Therefore, b of a
  /// persistent contact contains half the change of its velocity over the step
  /// (docs/theory/midpoint.md).
  bool at_middle = false;
  double gravity = 0;  ///< |g|, which bounds the default compliance of contacts [m/s²]
  double restitution_threshold = 0.01;  ///< closing speed below which contacts do not bounce [m/s]
  /// A contact that slid faster than this in the last step has kinetic friction [m/s]. NaN: the
  /// default of the formulation (FormulationInfo::slip_threshold).
  double slip_threshold = std::numeric_limits<double>::quiet_NaN();
};

/// Kinds of closed loops (docs/theory/loops.md).
enum class LoopKind : unsigned char {
  kWeld,      ///< two frames coincide: 6 rows
  kPoint,     ///< two points coincide: 3 rows
  kDistance,  ///< fixed distance between two points: 1 row
  kGear,      ///< q_a = ratio q_b + offset for two joints with one DoF: 1 row
  kRope,      ///< bounded distance between two points: 1 row that can only pull
};

/// Name of a kind: "weld", "point", "distance", "gear" or "rope".
CARDAN_API const char* loop_kind_name(LoopKind kind);

}  // namespace cardan
