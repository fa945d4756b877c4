#pragma once

#include <vector>

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// Implicit PD law of one freedom.
struct PdLaw {
  bool active = false;
  bool as_row = false;  ///< a BOX row bounds its effort in this step; else it lives in M̂
  double kp = 0, kd = 0;
  double target = 0;               ///< [rad, m]
  double velocity = 0;             ///< [rad/s, m/s]
  double max_effort = kInfinity;   ///< [N m, N]
  bool target_is_initial = false;  ///< the posture at the start, which closing loops may change

  bool in_mass_matrix() const { return active && !as_row; }
};

/// Effort kp (q_ref + h q̇_ref − q − h v) + kd (q̇_ref − v) [N m, N], implicit in v after a step h,
/// explicit where h = 0. error: q_ref − q; lag: q̇_ref − v.
inline double pd_effort(double kp, double kd, double error, double lag, double h) {
  return kp * (error + h * lag) + kd * lag;
}

/// PD laws of a model's freedoms, and all that a step asks of every freedom in arrays side by side:
/// what it does to them is a loop without a question.
class JointLaws {
 public:
  /// No PD law; the rest is that of the skeleton.
  void reset(const Skeleton& skeleton);

  std::size_t size() const { return laws_.size(); }
  const PdLaw& operator[](std::size_t freedom) const { return laws_[freedom]; }
  auto begin() const { return laws_.begin(); }
  auto end() const { return laws_.end(); }
  void set(std::size_t freedom, const PdLaw& law);

  /// Coordinates of the freedoms that have one of their own; of the others any (nv). q: (nq). Valid
  /// until the next call.
  const Eigen::ArrayXd& positions(const VectorX& q) {
    for (Eigen::Index i = 0; i < positions_.size(); ++i) positions_[i] = q[q_index_[i]];
    return positions_;
  }

  /// Some effort of a law in M̂ has a bound.
  bool bounded() const { return num_bounded_ > 0; }
  /// Some freedom has friction, or a law that is a row.
  bool has_rows() const { return num_rows_ > 0; }

  // (nv) each. Springs, laws and limits are those of freedoms with a coordinate of their own, laws
  // those in M̂; where there is none, gains are 0 and bounds infinite.
  Eigen::ArrayXd damping, stiffness, spring_reference, lower, upper;
  Eigen::ArrayXd kp, kd, target, velocity, max_effort;

 private:
  std::vector<PdLaw> laws_;
  std::vector<int> q_index_;  ///< of the freedom's own coordinate, else 0
  Eigen::ArrayXd positions_;
  void count(const PdLaw& law, int times);
  int num_bounded_ = 0, num_rows_ = 0;
};

}  // namespace cardan
