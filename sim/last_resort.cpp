#include <algorithm>
#include <cmath>

#include "cardan/sim/solve_island_internal.h"

namespace cardan {

namespace {

double row_velocity(const BaseProblem& base, const std::vector<double>& z, int row) {
  double u = base.b[row];
  for (int k = base.Y.start[row]; k < base.Y.start[row + 1]; ++k) {
    u += base.Y.value[k] * z[base.Y.index[k]];
  }
  return u;
}

// One projected step of a row against its present bounds, with compliance S_ii + 0.01 A_ii; keeps z
// = Yᵀ λ.
void relax_row(const BaseProblem& base, int row, double lo, double hi, std::vector<double>& z,
               std::vector<double>& lambda) {
  constexpr double kAddedCompliance = 1e-2;
  const double compliance = base.S[row] + kAddedCompliance * base.A_diag[row];
  const double u = row_velocity(base, z, row) + compliance * lambda[row];
  const double scale = base.A_diag[row] * (1 + kAddedCompliance);
  if (!(scale > 0) || !std::isfinite(u)) return;
  const double next = std::clamp(lambda[row] - u / scale, lo, hi);
  const double change = next - lambda[row];
  if (!std::isfinite(change)) return;
  for (int k = base.Y.start[row]; k < base.Y.start[row + 1]; ++k) {
    z[base.Y.index[k]] += base.Y.value[k] * change;
  }
  lambda[row] = next;
}

}  // namespace

void last_resort(const BaseProblem& base, std::vector<double>& z, std::vector<double>& lambda_C) {
  constexpr int kSweeps = 100;
  constexpr double kInf = std::numeric_limits<double>::infinity();
  z.assign(std::max(base.Y.cols, 1), 0.0);
  lambda_C.assign(base.m(), 0.0);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (const BaseBlock& block : base.blocks) {
      switch (block.kind) {
        case BaseBlockKind::kContact: {
          relax_row(base, block.row, 0, kInf, z, lambda_C);
          // The inscribed square of the friction disc: never more than Coulomb allows.
          const double bound = block.mu * lambda_C[block.row] * std::sqrt(0.5);
          relax_row(base, block.row + 1, -bound, bound, z, lambda_C);
          relax_row(base, block.row + 2, -bound, bound, z, lambda_C);
          break;
        }
        case BaseBlockKind::kTorsion:
        case BaseBlockKind::kRolling: {
          const double normal = lambda_C[base.blocks[block.contact].row];
          const double bound = block.mu * normal / std::sqrt(block.dim);
          for (int row = block.row; row < block.row + block.dim; ++row) {
            relax_row(base, row, -bound, bound, z, lambda_C);
          }
          break;
        }
        case BaseBlockKind::kLimit:
          relax_row(base, block.row, 0, kInf, z, lambda_C);
          break;
        case BaseBlockKind::kJointFriction:
        case BaseBlockKind::kMotor:
          relax_row(base, block.row, block.lo, block.hi, z, lambda_C);
          break;
        case BaseBlockKind::kLoop:
          for (int row = block.row; row < block.row + block.dim; ++row) {
            relax_row(base, row, -kInf, kInf, z, lambda_C);
          }
          break;
      }
    }
  }
}

}  // namespace cardan
