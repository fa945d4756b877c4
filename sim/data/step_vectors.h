#pragma once

#include "cardan/aligned_block.h"
#include "cardan/spatial.h"

namespace cardan {

/// Vectors of one model that a step writes, stored side by side. The vectors that every free body
/// uses come first.
class StepVectors {
 public:
  using Vector = Eigen::Map<VectorX, Eigen::Aligned16>;
  using ConstVector = Eigen::Map<const VectorX, Eigen::Aligned16>;
  using Array = Eigen::Map<Eigen::ArrayXd, Eigen::Aligned16>;

  StepVectors() = default;
  StepVectors(int nq, int nv, int bodies)
      : nq_(nq),
        nv_(nv),
        stride_(AlignedBlock::in_pairs(nv)),
        free_change_(2 * AlignedBlock::in_pairs(nv) + AlignedBlock::in_pairs(nq)),
        others_(free_change_ + 6 * bodies),
        block_(static_cast<std::size_t>(others_ + kOthers * stride_)) {}

  // Each vector has nv entries unless a size is given.
  Vector z0() { return {block_.data(), nv_}; }  ///< whitened free impulse D^(−1/2) L^(−T) h (τ − C)
  /// z0 + Yᵀ λ; in integrate_motion, v⁺.
  Vector z() { return {block_.data() + stride_, nv_}; }
  /// (nq) q⁺, stored here until it is known to be finite.
  Vector q_next() { return {block_.data() + 2 * stride_, nq_}; }
  /// Velocity that free motion adds to a body in this step, about O.
  Eigen::Map<Vector6> free_change(int body) {
    return Eigen::Map<Vector6>(block_.data() + free_change_ + 6 * body);
  }
  Eigen::Map<const Vector6> free_change(int body) const {
    return Eigen::Map<const Vector6>(block_.data() + free_change_ + 6 * body);
  }
  /// L⁻¹ D^(−1/2) z, valid if ModelScratch::change_known is set.
  Vector velocity_change() { return other(0); }
  /// Whitened pseudo-velocity of a push-out, which changes only q.
  Vector z_push() { return other(1); }
  Vector push() { return other(8); }  ///< L⁻¹ D^(−1/2) z_push
  /// Whitened pseudo-velocity of the path with impacts at their times, less that of v⁺.
  Vector z_shift() { return other(7); }
  Vector free_velocity_change() { return other(2); }  ///< L⁻¹ D^(−1/2) z0
  ConstVector free_velocity_change() const { return {block_.data() + others_ + 2 * stride_, nv_}; }
  /// Velocity at which C is evaluated, if it differs from v (compute_bias, finish_undisturbed,
  /// coast_to_next).
  Vector bias_velocity() { return other(3); }
  ConstVector bias_velocity() const { return {block_.data() + others_ + 3 * stride_, nv_}; }
  Vector damping_diagonal() { return other(4); }  ///< the diagonal h D + h² K in M̂
  /// User efforts, clamped to their limits, and efforts of motors.
  Vector applied_tau() { return other(6); }
  Array joint_q() {
    return {block_.data() + others_ + 5 * stride_, nv_};
  }  ///< coordinates of the DoFs

 private:
  static constexpr int kOthers = 9;
  Vector other(int k) { return {block_.data() + others_ + k * stride_, nv_}; }

  int nq_ = 0, nv_ = 0, stride_ = 0, free_change_ = 0, others_ = 0;
  AlignedBlock block_;
};

}  // namespace cardan
