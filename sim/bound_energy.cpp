#include <algorithm>
#include <numeric>

#include "cardan/constraint/residual.h"
#include "cardan/sim/solve_island_internal.h"

namespace cardan {

namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

bool bound_energy(IslandWork& work) {
  const double bias_work = dot(work.lambda_C, work.base.b);
  const double change = dot(work.z, work.z);  // λᵀ Y Yᵀ λ
  constexpr double kRounding = 1e-12;
  if (!(0.5 * change + bias_work > kRounding * change)) return false;
  const double share = std::clamp(-2 * bias_work / change, 0.0, 1.0);
  for (double& impulse : work.lambda_C) impulse *= share;
  work.report.energy_share = share;
  compute_base_velocity(work.base, work.lambda_C.data(), work.z.data(), work.u_C.data());
  return true;
}

}  // namespace cardan
