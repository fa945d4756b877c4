#include <algorithm>
#include <cmath>
#include <numeric>

#include "cardan/constraint/residual.h"
#include "cardan/sim/solve_island_internal.h"

namespace cardan {

namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// λᵀ b without the push-out of overlaps, which is a source of energy.
double work_of_bias(const IslandWork& work) {
  const BaseProblem& base = work.base;
  double sum = dot(work.lambda_C, base.b);
  for (const BaseBlock& block : base.blocks) {
    const bool is_gap = block.kind == BaseBlockKind::kContact ||
                        block.kind == BaseBlockKind::kLimit || block.kind == BaseBlockKind::kRope;
    if (!is_gap || !(block.phi < 0) || block.elastic) continue;
    sum += work.lambda_C[block.row] * (base.b_free[block.row] - base.b[block.row]);
  }
  return sum;
}

}  // namespace

bool bound_energy(IslandWork& work) {
  const std::vector<double>& z0 = work.base.scratch.z0;
  const bool has_forces = z0.size() == work.z.size() && work.base.level == RowLevel::kVelocity;
  const double free = has_forces ? dot(z0, z0) : 0;
  // The gain is ½ s² change + s slope − ½ free for a share s of the impulses.
  const double change = dot(work.z, work.z);  // λᵀ Y Yᵀ λ
  const double slope = work_of_bias(work) - (has_forces ? dot(work.z, z0) : 0);
  constexpr double kRounding = 1e-12;
  if (!(0.5 * change + slope > 0.5 * free + kRounding * (change + free))) return false;
  const double root = std::sqrt(slope * slope + change * free);
  const double share = std::clamp((root - slope) / change, 0.0, 1.0);
  for (double& impulse : work.lambda_C) impulse *= share;
  work.report.energy_share = share;
  compute_base_velocity(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
  return true;
}

}  // namespace cardan
