#include <algorithm>
#include <cmath>

#include "cardan/projections.h"
#include "solvers/common/small_matrix.h"
#include "solvers/conic/polyhedral_lcp.h"

namespace cardan::conic {

using solvers::kMaxDim;

int PolyhedralLcp::add_direction(int row, int dim, const double* direction, int slack) {
  Variable& variable = variables_[count_];
  variable = {};
  variable.row = row;
  variable.dim = dim;
  variable.slack = slack;
  std::copy(direction, direction + dim, variable.direction);
  return count_++;
}

int PolyhedralLcp::add_plain(int row, double direction) {
  return add_direction(row, 1, &direction, -1);
}

void PolyhedralLcp::add_box(const Block& block) {
  const double d = A_->d(block.row), lo = block.lo / d, hi = block.hi / d;
  if (std::isinf(lo) && std::isinf(hi)) {
    add_plain(block.row, 1);
    add_plain(block.row, -1);
    return;
  }
  offset_[block.row] = std::isinf(lo) ? hi : lo;
  const int variable = add_plain(block.row, std::isinf(lo) ? -1 : 1);
  if (std::isinf(lo) || std::isinf(hi)) return;
  Variable& slack = variables_[count_];
  slack = {};
  slack.mu = hi - lo;
  variables_[variable].slack = count_++;
}

void PolyhedralLcp::add_round_directions(int row, int dim, int slack, double normal) {
  // A direction of CONE_CONVEX carries its normal impulse: (1, μ e) with `normal` = 1/μ.
  const bool with_normal = normal > 0;
  const auto add = [&](const double* e) {
    double direction[kMaxDim] = {1};
    for (int i = 0; i < dim; ++i) direction[i + with_normal] = with_normal ? e[i] / normal : e[i];
    add_direction(with_normal ? row - 1 : row, dim + with_normal, direction, slack);
  };
  double t[kMaxDim] = {};
  std::copy(direction_.begin() + row, direction_.begin() + row + dim, t);
  const double size = sdk::norm(t, dim), opening = opening_[row];
  if (size == 0) t[0] = 1;
  if (dim == 2 && size == 0) {
    for (int k = 0; k < kRegularSides; ++k) {
      const double angle = 2 * M_PI * k / kRegularSides, e[2] = {std::cos(angle), std::sin(angle)};
      add(e);
    }
    return;
  }
  for (double sign : {1.0, -1.0}) {
    double e[kMaxDim] = {};
    for (int i = 0; i < dim; ++i) e[i] = sign * t[i];
    add(e);
  }
  // Directions across t by Gram–Schmidt on the axes, without the one nearest to t.
  int nearest = 0;
  for (int i = 1; i < dim; ++i) nearest = std::fabs(t[i]) > std::fabs(t[nearest]) ? i : nearest;
  double basis[kMaxDim][kMaxDim] = {};
  std::copy(t, t + dim, basis[0]);
  int found = 1;
  for (int axis = 0; axis < dim; ++axis) {
    if (axis == nearest) continue;
    double* e = basis[found];
    e[axis] = 1;
    for (int k = 0; k < found; ++k) {
      const double along = basis[k][axis];
      for (int i = 0; i < dim; ++i) e[i] -= along * basis[k][i];
    }
    const double length = sdk::norm(e, dim);
    for (int i = 0; i < dim; ++i) e[i] /= length;
    ++found;
    for (double sign : {1.0, -1.0}) {
      double across[kMaxDim] = {}, beside[kMaxDim] = {};
      for (int i = 0; i < dim; ++i) {
        across[i] = sign * e[i];
        beside[i] = std::cos(opening) * t[i] + sign * std::sin(opening) * e[i];
      }
      add(across);
      if (size > 0) add(beside);
    }
  }
}

void PolyhedralLcp::add_friction(int row, int dim, double mu, int parent) {
  if (mu == 0) return;
  const int slack = count_++;
  variables_[slack] = {};
  variables_[slack].mu = mu;
  variables_[slack].parent = parent;
  add_round_directions(row, dim, slack, 0);
}

void PolyhedralLcp::add_block(const Block& block) {
  const int row = block.row;
  switch (block.kind) {
    case CARDAN_NONNEGATIVE:
      variable_of_row_[row] = add_plain(row, 1);
      return;
    case CARDAN_BOX:
      return add_box(block);
    case CARDAN_BOX_MU:
    case CARDAN_BALL_MU:
      // The parent's variable is looked up after all variables have been created.
      return add_friction(row, block.dim, block.mu * A_->d(block.parent) / A_->d(row),
                          block.parent);
    case CARDAN_CONE:
      variable_of_row_[row] = add_plain(row, 1);
      return add_friction(row + 1, block.dim - 1, block.mu, row);
    case CARDAN_CONE_CONVEX:
      if (block.mu == 0) {
        add_plain(row, 1);
      } else {
        add_round_directions(row + 1, block.dim - 1, -1, 1 / block.mu);
      }
      return;
    default:
      for (int i = row; i < row + block.dim; ++i) {
        add_plain(i, 1);
        add_plain(i, -1);
      }
  }
}

void PolyhedralLcp::add_normals(const Block& block) {
  switch (block.kind) {
    case CARDAN_BOX:
      if (std::isinf(block.lo)) add_plain(block.row, -1);
      if (std::isinf(block.hi)) add_plain(block.row, 1);
      return;
    case CARDAN_BOX_MU:
    case CARDAN_BALL_MU:
      return;
    case CARDAN_NONNEGATIVE:
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      add_plain(block.row, 1);
      return;
    default:
      for (int i = block.row; i < block.row + block.dim; ++i) {
        add_plain(i, 1);
        add_plain(i, -1);
      }
  }
}

void PolyhedralLcp::refine(const double* lambda) {
  for (int k = 0; k < blocks_->size(); ++k) {
    const Block& block = (*blocks_)[k];
    if (block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX) {
      refine_direction(block.row + 1, block.dim - 1, lambda);
    } else if (block.kind == CARDAN_BALL_MU) {
      refine_direction(block.row, block.dim, lambda);
    }
  }
}

void PolyhedralLcp::refine_direction(int row, int dim, const double* lambda) {
  constexpr double kSmallest = 1e-10, kShrink = 0.25, kWiden = 2;
  const double size = sdk::norm(lambda + row, dim);
  if (!(size > 0)) return;
  double* t = direction_.data() + row;
  double squared = 0;  // squared length of the chord from the last direction to this one
  for (int i = 0; i < dim; ++i) {
    const double now = lambda[row + i] / size;
    squared += (now - t[i]) * (now - t[i]);
    t[i] = now;
  }
  // Friction along a neighbour of the last direction has not converged yet.
  const double moved = std::sqrt(squared);
  double& opening = opening_[row];
  opening = moved > 0.95 * opening ? std::min(kWiden * opening, M_PI / kRegularSides)
                                   : std::max(kShrink * opening, kSmallest);
}

}  // namespace cardan::conic
