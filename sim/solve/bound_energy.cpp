#include "sim/solve/bound_energy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "constraint/judge/residual.h"
#include "constraint/push_out.h"
#include "sim/solve/residual_of_change.h"

namespace cardan {

namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The bias of gaps and loops corrects positions and does no work. That of springs and motors does.
bool works_by_bias(const BaseBlock& block) {
  return block.elastic || !(keeps_gap(block.kind) || block.kind == BaseBlockKind::kLoop);
}

// Energy that s λ adds to the island [J]: ½ s² squared + s linear + constant.
struct Gain {
  double squared, linear, constant = 0;
};

Gain gain_over_no_impulse(const IslandWork& work) {
  return {dot(work.z, work.z), dot(work.lambda_C, work.base.b)};
}

// Forces do the work z0ᵀ (w + z0 + s z), w the whitened velocity before the step, J v = Y w. An
// answer near a solution also does the work of a solution that removes overlaps.
Gain gain_over_start(const IslandWork& work) {
  const BaseProblem& base = work.base;
  const bool near = work.report.residual <= kNearSolution;
  Gain gain{dot(work.z, work.z), 0, -0.5 * dot(base.z0, base.z0)};
  for (const BaseBlock& block : base.blocks) {
    const bool biased = works_by_bias(block);
    for (int i = 0; i < block.dim; ++i) {
      const int row = block.row + i;
      const bool removes_overlap = near && i == 0 && keeps_gap(block.kind) && block.phi < 0;
      gain.linear += work.lambda_C[row] * (biased || removes_overlap ? base.b : base.b_free)[row];
    }
  }
  for (std::size_t i = 0; i < base.z0.size(); ++i) gain.linear -= work.z[i] * base.z0[i];
  // Impacts do their work at their own times, after a part of the work of the forces.
  if (work.report.solver >= 0) gain.linear += work.best.pull_work - work.best.lag_work;
  return gain;
}

// Largest increase of the residual of a block by its impulses [m/s]: by u, and twice by λ/r [m/s],
// as P is nonexpansive.
double residual_of_impulses(const IslandWork& work) {
  const BaseProblem& base = work.base;
  double worst = 0;
  for (const BaseBlock& block : base.blocks) {
    const auto change = [&](int row) { return work.u_C[row] - base.b[row]; };
    const auto impulse = [&](int row) { return work.lambda_C[row] / base.prox_step[row]; };
    worst = std::max(worst, residual_of_change(block, change) + 2 * norm_of_rows(block, impulse));
  }
  return worst;
}

}  // namespace

bool bound_energy(IslandWork& work) {
  const bool moves = work.base.level == RowLevel::kVelocity;
  const Gain gain = moves ? gain_over_start(work) : gain_over_no_impulse(work);
  const double total = 0.5 * gain.squared + gain.linear + gain.constant;
  constexpr double kRounding = 1e-12;
  work.energy_lost = std::max(-total, 0.0);
  if (!(total > kRounding * gain.squared)) return false;
  // The positive root of the gain, which is not positive at s = 0.
  const double root =
      std::sqrt(std::max(gain.linear * gain.linear - 2 * gain.squared * gain.constant, 0.0));
  double share = (root - gain.linear) / gain.squared;
  share = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  work.report.residual += (1 - share) * residual_of_impulses(work);
  for (double& impulse : work.lambda_C) impulse *= share;
  if (work.report.solver >= 0) {
    for (double& value : work.best.shift) value *= share;
    work.best.lag_work *= share;
  }
  work.report.energy_share = share;
  compute_base_velocity(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
  return true;
}

double lift_of(const IslandWork& solved, const std::vector<double>& z_push) {
  return -std::inner_product(solved.base.z0.begin(), solved.base.z0.end(), z_push.begin(), 0.0);
}

void bound_lift(const IslandWork& solved, std::vector<double>& z_push) {
  const double lift = lift_of(solved, z_push);
  if (lift <= solved.energy_lost) return;
  for (double& value : z_push) value *= solved.energy_lost / lift;
}

}  // namespace cardan
