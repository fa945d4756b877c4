#include "sim/solve/last_resort.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

double row_velocity(const BaseProblem& base, const std::vector<double>& z, int row) {
  double u = base.b[row];
  for (int k = base.Y.start[row]; k < base.Y.start[row + 1]; ++k) {
    u += base.Y.value[k] * z[base.Y.index[k]];
  }
  return u;
}

constexpr double kInf = std::numeric_limits<double>::infinity();

// A Gauss–Seidel sweep over the rows with the added compliance.
struct Sweep {
  const BaseProblem& base;
  std::vector<double>& z;  // Yᵀ λ
  std::vector<double>& lambda;
  double change = 0;  // largest A_ii |Δλ_i| of the sweep [m/s]

  // One projected step of a row with its current bounds.
  void relax_row(int row, double lo, double hi) {
    const double compliance = base.S[row] + kLastResortCompliance * base.A_diag[row];
    const double u = row_velocity(base, z, row) + compliance * lambda[row];
    const double scale = base.A_diag[row] * (1 + kLastResortCompliance);
    if (!(scale > 0) || !std::isfinite(u)) return;
    const double next = std::clamp(lambda[row] - u / scale, lo, hi);
    const double step = next - lambda[row];
    if (!std::isfinite(step)) return;
    for (int k = base.Y.start[row]; k < base.Y.start[row + 1]; ++k) {
      z[base.Y.index[k]] += base.Y.value[k] * step;
    }
    lambda[row] = next;
    change = std::max(change, base.A_diag[row] * std::abs(step));
  }

  void relax_rows(int first, int last, double lo, double hi) {
    for (int row = first; row <= last; ++row) relax_row(row, lo, hi);
  }

  void relax_block(const BaseBlock& block) {
    const int last = block.row + block.dim - 1;
    switch (block.kind) {
      case BaseBlockKind::kContact: {
        relax_row(block.row, 0, kInf);
        // The inscribed square of the friction disc never exceeds Coulomb's bound.
        const double bound = block.mu * lambda[block.row] * std::sqrt(0.5);
        return relax_rows(block.row + 1, last, -bound, bound);
      }
      case BaseBlockKind::kTorsion:
      case BaseBlockKind::kRolling: {
        const double normal = lambda[base.blocks[block.contact].row];
        const double bound = block.mu * normal / std::sqrt(block.dim);
        return relax_rows(block.row, last, -bound, bound);
      }
      case BaseBlockKind::kLimit:
      case BaseBlockKind::kRope:
        return relax_rows(block.row, last, 0, kInf);
      case BaseBlockKind::kJointFriction:
      case BaseBlockKind::kMotor:
        return relax_rows(block.row, last, block.lo, block.hi);
      case BaseBlockKind::kLoop:
        return relax_rows(block.row, last, -kInf, kInf);
    }
  }
};

}  // namespace

void last_resort(const BaseProblem& base, std::vector<double>& z, std::vector<double>& lambda_C) {
  // A self-stress, as in a jam, decays by 1/(1 + kLastResortCompliance)² per sweep.
  constexpr int kSweeps = 1000;
  constexpr double kConverged = 1e-9;  // [m/s]
  z.assign(std::max(base.Y.cols, 1), 0.0);
  lambda_C.assign(base.m(), 0.0);
  Sweep sweep{base, z, lambda_C};
  for (int k = 0; k < kSweeps; ++k) {
    sweep.change = 0;
    for (const BaseBlock& block : base.blocks) sweep.relax_block(block);
    if (sweep.change <= kConverged) break;
  }
}

}  // namespace cardan
