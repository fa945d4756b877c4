#include "constraint/impacts/restitution.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

constexpr int kMaxScalings = 8;

/// Applies the law to one base and undoes its changes of it.
class Law {
 public:
  Law(BaseProblem& base, RestitutionLaw law, PhaseSolve solve, RestitutionWork& work)
      : base_(base), law_(law), solve_(solve), work_(work) {}

  /// All phases of the law with e times `scale`. Writes λ_C and its known part.
  PhaseAnswer apply(double scale, std::vector<double>& lambda_C, std::vector<double>& known) {
    known.assign(base_.m(), 0.0);
    return law_ == RestitutionLaw::kNewton ? apply_newton(scale, lambda_C)
                                           : apply_poisson(scale, lambda_C, known);
  }

 private:
  /// b_n = b_free + scale e u_n⁻ for the contacts that bounce.
  PhaseAnswer apply_newton(double scale, std::vector<double>& lambda_C) {
    if (scale == 1) return solve_(lambda_C.data());
    work_.b = base_.b;
    work_.rebound_velocity.clear();
    for (const BaseBlock& block : base_.blocks) {
      work_.rebound_velocity.push_back(block.rebound_velocity);
    }
    scale_restitution(base_, scale);
    const PhaseAnswer answer = solve_(lambda_C.data());
    base_.b.swap(work_.b);
    for (std::size_t k = 0; k < base_.blocks.size(); ++k) {
      base_.blocks[k].rebound_velocity = work_.rebound_velocity[k];
    }
    return answer;
  }

  /// Compression with b_C gives λ1. Then t0 = λ1 + scale e λ1_n e_n is known, and the same blocks
  /// are solved with b = b_C + A_C t0: λ_C = t0 + λ.
  PhaseAnswer apply_poisson(double scale, std::vector<double>& lambda_C, std::vector<double>& t0) {
    if (!compressed_) {
      work_.lambda_first.resize(base_.m());
      compression_ = solve_(work_.lambda_first.data());
      compressed_ = true;
    }
    if (!std::isfinite(compression_.residual)) return compression_;
    const bool expands = set_known_impulse(scale, t0);
    if (!expands) {
      lambda_C = work_.lambda_first;
      std::fill(t0.begin(), t0.end(), 0.0);
      return compression_;
    }
    shift_bias(t0);
    PhaseAnswer answer = solve_(lambda_C.data());
    base_.b.swap(work_.b);
    base_.b_free.swap(work_.b_free);
    for (int i = 0; i < base_.m(); ++i) lambda_C[i] += t0[i];
    answer.residual = std::max(answer.residual, compression_.residual);
    compression_.budget_spent = answer.budget_spent;  // may be returned after this solve
    return answer;
  }

  /// Fraction of λ1 that stops the approach. The rest of λ1 carries the forces of the step;
  /// expansion does not return it, or a body at rest would hop by e h g.
  double share_of_collision(const BaseBlock& block) const {
    const double free = base_.b_free[block.row];
    return free < block.closing ? block.closing / free : 1.0;
  }

  /// True if any contact expands.
  bool set_known_impulse(double scale, std::vector<double>& t0) const {
    bool expands = false;
    for (const BaseBlock& block : base_.blocks) {
      if (!keeps_impulse(block.kind)) continue;
      for (int k = block.row; k < block.row + block.dim; ++k) t0[k] = work_.lambda_first[k];
      const double expansion = scale * block.restitution_coefficient * share_of_collision(block) *
                               work_.lambda_first[block.row];
      if (!(expansion > 0)) continue;
      t0[block.row] += expansion;
      expands = true;
    }
    return expands;
  }

  /// b ← b + A_C t0 and b_free ← b_free + Y Yᵀ t0. work.b and work.b_free keep the former values.
  void shift_bias(const std::vector<double>& t0) {
    work_.b = base_.b;
    work_.b_free = base_.b_free;
    const cardan_rows Y = base_.Y.view();
    work_.z.assign(std::max(Y.cols, 1), 0.0);
    add_transposed(Y, t0.data(), work_.z.data());
    for (int i = 0; i < base_.m(); ++i) {
      const double moved = sparse_dot(Y, i, work_.z.data());
      base_.b_free[i] += moved;
      base_.b[i] += moved + base_.S[i] * t0[i];
    }
  }

  BaseProblem& base_;
  RestitutionLaw law_;
  PhaseSolve solve_;
  RestitutionWork& work_;
  bool compressed_ = false;
  PhaseAnswer compression_;  // Poisson's first phase, once compressed_
};

}  // namespace

bool keeps_impulse(BaseBlockKind kind) {
  return kind != BaseBlockKind::kJointFriction && kind != BaseBlockKind::kMotor &&
         kind != BaseBlockKind::kLoop;
}

bool bounces(const BaseProblem& base) {
  return std::any_of(base.blocks.begin(), base.blocks.end(),
                     [](const BaseBlock& block) { return block.restitution_coefficient > 0; });
}

void scale_restitution(BaseProblem& base, double scale) {
  if (scale == 1) return;
  for (BaseBlock& block : base.blocks) {
    if (!(block.restitution_coefficient > 0)) continue;
    base.b[block.row] += (scale - 1) * block.rebound_velocity;
    block.rebound_velocity *= scale;
  }
}

double impulse_work(const BaseProblem& base, const double* lambda_C, std::vector<double>& z) {
  const cardan_rows Y = base.Y.view();
  z.assign(std::max(Y.cols, 1), 0.0);
  add_transposed(Y, lambda_C, z.data());
  double work = 0;
  for (const BaseBlock& block : base.blocks) {
    if (block.kind == BaseBlockKind::kMotor) continue;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      work += lambda_C[i] * (base.b_free[i] + 0.5 * sparse_dot(Y, i, z.data()));
    }
  }
  return work;
}

double energy_room(const BaseProblem& base, const double* lambda_C) {
  constexpr double kRounding = 1e-12;
  double room = 0;
  for (int i = 0; i < base.m(); ++i) {
    room += std::abs(lambda_C[i]) * (base.tolerance + kRounding * std::abs(base.b_free[i]));
  }
  return room;
}

RestitutionOutcome solve_with_restitution(BaseProblem& base, RestitutionLaw law, PhaseSolve solve,
                                          RestitutionWork& work, std::vector<double>& lambda_C) {
  work.t0.assign(base.m(), 0.0);
  const auto outcome_of = [](const PhaseAnswer& answer, double scale) {
    return RestitutionOutcome{answer.residual, scale, answer.budget_spent};
  };
  if (!bounces(base)) return outcome_of(solve(lambda_C.data()), 1);
  Law phases(base, law, solve, work);
  RestitutionOutcome best = outcome_of(phases.apply(1, lambda_C, work.t0), 1);
  if (!std::isfinite(best.residual)) return best;
  double gain = impulse_work(base, lambda_C.data(), work.z);
  if (gain <= energy_room(base, lambda_C.data())) return best;

  // Energy would grow. The energy that e = 0 adds (push-out of penetrations) is not due to
  // restitution. The search for the largest fraction of e that adds no more energy uses regula
  // falsi, kept away from the ends of the bracket: the answer is piecewise linear in the fraction,
  // and its energy piecewise quadratic.
  work.trial.resize(base.m());
  best = outcome_of(phases.apply(0, lambda_C, work.t0), 0);
  if (!std::isfinite(best.residual)) return best;
  const double allowed = std::max(impulse_work(base, lambda_C.data(), work.z), 0.0) +
                         energy_room(base, lambda_C.data());
  double gain_at_best = impulse_work(base, lambda_C.data(), work.z);
  double too_much = 1;
  for (int k = 0; k < kMaxScalings; ++k) {
    if (best.budget_spent) {
      best.cut_by_budget = true;
      break;
    }
    const double share = std::clamp((allowed - gain_at_best) / (gain - gain_at_best), 0.1, 0.9);
    const double scale = best.scale + share * (too_much - best.scale);
    const PhaseAnswer answer = phases.apply(scale, work.trial, work.known);
    best.budget_spent = answer.budget_spent;
    const bool finite = std::isfinite(answer.residual);
    const double work_done = finite ? impulse_work(base, work.trial.data(), work.z) : gain;
    if (work_done > allowed || !finite) {
      too_much = scale;
      gain = work_done;
      continue;
    }
    best = outcome_of(answer, scale);
    gain_at_best = work_done;
    lambda_C.swap(work.trial);
    work.t0.swap(work.known);
  }
  return best;
}

}  // namespace cardan
