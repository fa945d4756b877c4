#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "cardan/constraint_laws.h"
#include "cardan/skeleton.h"

namespace cardan {

struct WorldSpec;

/// Implicit PD law of one DoF.
struct PdLaw {
  bool active = false;
  bool as_row =
      false;  ///< true if a BOX row bounds the effort in this step; otherwise the law is part of M̂
  double kp = 0, kd = 0;
  double target = 0;               ///< target position [rad, m]
  double velocity = 0;             ///< target velocity [rad/s, m/s]
  double max_effort = kInfinity;   ///< bound of the effort [N m, N]
  bool target_is_initial = false;  ///< true if the target is the posture at the start, which the
                                   ///< closing of loops may change
  bool by_motor = false;  ///< true if the law is part of the command of a motor (MotorSetup)

  bool in_mass_matrix() const { return active && !as_row && !by_motor; }
};

/// Returns the effort kp (q_ref + lead q̇_ref − q − lead v) + kd (q̇_ref − v) [N m, N]. error:
/// q_ref − q; lag: q̇_ref − v.
inline double pd_effort(double kp, double kd, double error, double lag, double lead) {
  return kp * (error + lead * lag) + kd * lag;
}

/// Discretised spring: −k (q − q_ref + lead (v − q̇_ref) + later Δv), with the change Δv of v over
/// the step. δ and γ are those of docs/theory/robot-rows.md#springs.
struct SpringTimes {
  double lead = 0;   ///< δ h [s]
  double later = 0;  ///< γ h [s]
};

/// Instants of a step at which implicit laws hold. With the change Δv of v over the step and the
/// times of the spring,
///   effort = kp (q_ref + reference q̇_ref − q + lead (q̇_ref − v) − later Δv)
///            + kd (q̇_ref − v − share Δv).
struct LawTimes {
  double reference = 0;  ///< time from q_ref to q [s]
  double share = 0;
  double step = 0;         ///< h of implicit laws [s]; 0 if the laws are explicit
  double least_delta = 0;  ///< least δ of PD laws
  double most_delta = 0;   ///< largest δ

  /// Returns h of dampers [s].
  double implicit() const { return share * step; }
  /// Times of a joint spring. mobility: (M⁻¹)_ii [1/(kg m²), 1/kg].
  SpringTimes spring(double stiffness, double mobility) const {
    return at(numerical_damping(step * std::sqrt(stiffness * mobility)));
  }
  /// Times of the gain kp of a PD law.
  SpringTimes pd(double kp, double mobility) const {
    return at(std::max(least_delta, numerical_damping(step * std::sqrt(kp * mobility))));
  }

 private:
  SpringTimes at(double delta) const {
    if (step == 0) return {};
    delta = std::min(delta, most_delta);
    return {delta * step, implicit_share(delta) * step};
  }
};

/// Returns the instants for the integrator of a world.
LawTimes law_times(const WorldSpec& world);

/// Springs, damping and limits of the DoFs of a model, as arrays (nv). DoFs without a coordinate of
/// their own have zero gains and infinite limits.
struct JointProperties {
  JointProperties(const Skeleton& skeleton, const WorldSpec& world);
  JointProperties() = default;

  /// Sets mobility, spring_lead and spring_inertia. Must be called after a change of an inertia.
  void discretize_springs(const Skeleton& skeleton, const WorldSpec& world);

  Eigen::ArrayXd damping, stiffness, spring_reference, lower, upper;
  /// (M⁻¹)_ii in the neutral configuration: 1/inertia of a joint whose neighbours are free
  /// [1/(kg m²), 1/kg]. 0 for a DoF without a coordinate of its own.
  Eigen::ArrayXd mobility;
  /// Discretised springs: δ h [s], γ h² k [kg m², kg]. Zeros for explicit springs (`rk4`).
  Eigen::ArrayXd spring_lead, spring_inertia;
  /// Bound of the user effort plus the PD effort; infinite if not enforced.
  Eigen::ArrayXd effort_limit;
  bool has_effort_limits = false;  ///< true if an effort limit is finite
  std::vector<int> q_index;        ///< index of the DoF's own coordinate; 0 if it has none

  /// Computes the coordinates (nv) of the DoFs that have their own coordinate. Other entries are
  /// arbitrary.
  template <class Q, class Out>
  void positions(const Q& q, Out&& out) const {
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = q[q_index[static_cast<std::size_t>(i)]];
  }
};

/// PD laws of the DoFs of a model, as a view into its state. T: double or const double.
///
/// The step reads kp, kd, target, velocity and max_effort of the laws in M̂ as arrays (nv), without
/// a branch, because the gains of all other DoFs are 0 and their bounds are infinite.
template <class T>
class BasicJointLaws {
 public:
  static constexpr int kArrays = 11;  ///< number of arrays, each with nv entries (padded)

  /// stride: number of entries from one array to the next. arrays: null for a model whose DoFs can
  /// have no law; set() then does nothing.
  BasicJointLaws(T* counts, T* arrays, int nv, int stride)
      : counts_(counts), arrays_(arrays), nv_(nv), stride_(stride) {}

  std::size_t size() const { return static_cast<std::size_t>(nv_); }
  PdLaw operator[](std::size_t dof) const {
    if (arrays_ == nullptr) return {};
    const auto flags = static_cast<unsigned>(given(kFlags)[dof]);
    return {(flags & 1u) != 0,  (flags & 2u) != 0,   given(kKp)[dof],
            given(kKd)[dof],    given(kTarget)[dof], given(kVelocity)[dof],
            given(kBound)[dof], (flags & 4u) != 0,   (flags & 8u) != 0};
  }
  void set(std::size_t dof, const PdLaw& law) const requires(!std::is_const_v<T>) {
    if (arrays_ == nullptr) return;
    count((*this)[dof], -1);
    count(law, +1);
    write(given(0), dof, law);
    given(kFlags)[dof] = (law.active ? 1 : 0) + (law.as_row ? 2 : 0) +
                         (law.target_is_initial ? 4 : 0) + (law.by_motor ? 8 : 0);
    write(arrays_, dof, law.in_mass_matrix() ? law : PdLaw());
  }
  /// Removes the laws of all DoFs. rows: number of DoFs with friction.
  void clear(int rows) const requires(!std::is_const_v<T>) {
    counts_[0] = 0;
    counts_[1] = rows;
    if (arrays_ == nullptr) return;
    for (std::size_t dof = 0; dof < size(); ++dof) {
      write(given(0), dof, {});
      given(kFlags)[dof] = 0;
      write(arrays_, dof, {});
    }
  }

  /// False if the flags of a law have a value that set() never writes, e.g. in damaged bytes.
  bool has_valid_flags() const {
    if (arrays_ == nullptr) return true;
    for (std::size_t dof = 0; dof < size(); ++dof) {
      const double flags = given(kFlags)[dof];
      if (!(flags >= 0 && flags < 16)) return false;
    }
    return true;
  }

  /// True if a law in M̂ has a bounded effort.
  bool bounded() const { return counts_[0] > 0; }
  /// True if a DoF has friction or a law that is a row.
  bool has_rows() const { return counts_[1] > 0; }

  const double* kp() const { return arrays_; }
  const double* kd() const { return arrays_ + stride_; }
  const double* target() const { return arrays_ + 2 * stride_; }
  const double* velocity() const { return arrays_ + 3 * stride_; }
  const double* max_effort() const { return arrays_ + 4 * stride_; }

 private:
  enum Array { kKp, kKd, kTarget, kVelocity, kBound, kFlags };
  T* given(int array) const { return arrays_ + (5 + array) * stride_; }
  void write(T* arrays, std::size_t dof, const PdLaw& law) const {
    const double values[] = {law.kp, law.kd, law.target, law.velocity, law.max_effort};
    for (int k = 0; k < 5; ++k) arrays[k * stride_ + static_cast<int>(dof)] = values[k];
  }
  void count(const PdLaw& law, int times) const {
    if (law.active && law.as_row) counts_[1] += times;
    if (law.in_mass_matrix() && std::isfinite(law.max_effort)) counts_[0] += times;
  }

  T* counts_;  ///< number of laws in M̂ with a bound; number of rows
  T* arrays_;
  int nv_, stride_;
};

using JointLaws = BasicJointLaws<double>;

}  // namespace cardan
