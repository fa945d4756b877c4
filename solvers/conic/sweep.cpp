#include "solvers/conic/sweep.h"

#include <algorithm>
#include <cmath>

#include "cardan/projections.h"
#include "solvers/common/small_matrix.h"
#include "solvers/conic/contact_kernel.h"
#include "solvers/conic/contact_solve.h"
#include "solvers/conic/local_solve.h"

namespace cardan::conic {
namespace {

using solvers::kMaxDim;

/// w ‖λ − P(λ − r û)‖ of one block.
double residual_of(const sdk::ProblemView& problem, const Block& block, const sdk::BlockSet& set,
                   const double* lambda, const double* u) {
  double d[kMaxDim], sum = 0;
  const double* own = lambda + block.row;
  sdk::shifted_velocity(set, u, d);
  for (int i = 0; i < block.dim; ++i) d[i] *= problem.step(block.row + i);
  const double* e = sdk::set_map(set, own, d);
  for (int i = 0; i < block.dim; ++i) {
    const double weighed = problem.weight(block.row + i) * e[i];
    sum += weighed * weighed;
  }
  return std::sqrt(sum);
}

/// Computes the block's new impulse with all others fixed. u: its current velocity; x in: its
/// current impulse.
void solve_block(const Blocks& blocks, const Block& block, const sdk::BlockSet& set,
                 const double* u, double* x) {
  const double* W = blocks.W(block);
  const double* W_inverse = blocks.W_inverse(block);
  if (block.dim == 1 && set.kind != CARDAN_CONE && set.kind != CARDAN_CONE_CONVEX &&
      set.kind != CARDAN_BALL_MU) {
    x[0] -= W_inverse[0] * u[0];
    sdk::project(set, x);
    return;
  }
  if (block.kind == CARDAN_FREE) {
    for (int i = 0; i < block.dim; ++i) {
      for (int j = 0; j < block.dim; ++j) x[i] -= W_inverse[i + j * block.dim] * u[j];
    }
    return;
  }
  double q[kMaxDim];
  solvers::multiply(W, block.dim, x, q);
  for (int i = 0; i < block.dim; ++i) q[i] = u[i] - q[i];
  solve_local(set, W, W_inverse, q, x);
}

/// The square of residual_of of a CONE(3), unrolled: it is in the inner loop of most steps.
inline double contact_residual_squared(const sdk::ProblemView& problem, const Block& block,
                                       const double* own, const double* u) {
  const double* r = problem.step() + block.row;
  const double* w = problem.weight() + block.row;
  const double mu = block.mu, slip = std::sqrt(u[1] * u[1] + u[2] * u[2]);
  double e0 = r[0] * (u[0] + mu * slip), e1 = r[1] * u[1], e2 = r[2] * u[2];
  const double n = own[0] - e0, t1 = own[1] - e1, t2 = own[2] - e2;
  const double s = std::sqrt(t1 * t1 + t2 * t2);
  if (s > mu * n) {  // sdk::cone_map
    if (n + mu * s <= 0) {
      e0 = own[0];
      e1 = own[1];
      e2 = own[2];
    } else {
      const double c = (s - mu * n) / (1 + mu * mu), scale = c / s;
      e0 -= mu * c;
      e1 += scale * t1;
      e2 += scale * t2;
    }
  }
  e0 *= w[0];
  e1 *= w[1];
  e2 *= w[2];
  return e0 * e0 + e1 * e1 + e2 * e2;
}

/// Products with the three rows of a contact, whatever its bodies.
struct AnyRows {
  const sdk::ProblemView& problem;
  const Block& block;

  void velocity(const double* z, const double* lambda, double* u) const {
    block_velocity(problem, block, z, lambda, u);
  }
  void add_impulse(const double* delta, double* z) const {
    conic::add_impulse(problem, block, delta, z);
  }
};

/// Rows of free bodies.
template <int kBodies>
struct FreeRows {
  const sdk::ProblemView& problem;
  const Block& block;

  void velocity(const double* z, const double* lambda, double* u) const {
    const double *b = problem.b() + block.row, *own = lambda + block.row;
    for (int i = 0; i < 3; ++i) u[i] = b[i] + block.S[i] * own[i];
    ContactRows<kBodies>(block.y, block.column).add_velocity(z, u);
  }
  void add_impulse(const double* delta, double* z) const {
    ContactRows<kBodies>(block.y, block.column).add_impulse(delta, z);
  }
};

/// Whether a sweep computes the residual before its updates.
enum class Judging { kYes, kNo };

/// One update of a CONE(3). Returns the square of its residual before, 0 without judging.
template <Judging kJudging, typename Rows>
double update_contact(const sdk::ProblemView& problem, const Blocks& blocks, const Block& block,
                      double* lambda, double* z) {
  const Rows rows{problem, block};
  double* own = lambda + block.row;
  const double* W = blocks.W(block);
  double u[3], q[3], x[3] = {own[0], own[1], own[2]};
  rows.velocity(z, lambda, u);
  const double squared =
      kJudging == Judging::kYes ? contact_residual_squared(problem, block, own, u) : 0;
  for (int i = 0; i < 3; ++i) q[i] = u[i] - (W[i] * x[0] + W[i + 3] * x[1] + W[i + 6] * x[2]);
  const OneContact contact{W, blocks.W_inverse(block), block.mu};
  if (!solve_contact(contact, u, q, x)) {
    solve_local(Blocks::present_set(block, lambda), W, contact.W_inverse, q, x);
  }
  const double delta[3] = {x[0] - own[0], x[1] - own[1], x[2] - own[2]};
  if (delta[0] != 0 || delta[1] != 0 || delta[2] != 0) {
    std::copy(x, x + 3, own);
    rows.add_impulse(delta, z);
  }
  return squared;
}

/// Update of a central contact, whose one-contact problem is a projection: λ_n = max(λ_n − ω
///   u_n/W_n, 0), then λ_t − ω u_t/W_t on the disc of radius μ λ_n, exact with ω = 1. A fixed point
///   depends neither on ω nor on the rounding of W.
template <Judging kJudging, int kBodies>
double update_central(const sdk::ProblemView& problem, const Block& block, double omega,
                      double* lambda, double* z) {
  const FreeRows<kBodies> rows{problem, block};
  double* own = lambda + block.row;
  double u[3];
  rows.velocity(z, lambda, u);
  const double squared =
      kJudging == Judging::kYes ? contact_residual_squared(problem, block, own, u) : 0;
  const double r_n = omega * block.W_inverse_n, r_t = omega * block.W_inverse_t;
  const double n = std::max(own[0] - r_n * u[0], 0.0), bound = block.mu * n;
  double t1 = own[1] - r_t * u[1], t2 = own[2] - r_t * u[2];
  const double s = t1 * t1 + t2 * t2;
  if (s > bound * bound) {
    const double scale = bound / std::sqrt(s);
    t1 *= scale;
    t2 *= scale;
  }
  const double delta[3] = {n - own[0], t1 - own[1], t2 - own[2]};
  if (delta[0] != 0 || delta[1] != 0 || delta[2] != 0) {
    own[0] = n;
    own[1] = t1;
    own[2] = t2;
    rows.add_impulse(delta, z);
  }
  return squared;
}

/// Update of a contact of free bodies.
template <Judging kJudging, int kBodies>
double update_free(const sdk::ProblemView& problem, const Blocks& blocks, const Block& block,
                   double* lambda, double* z) {
  if (block.central) return update_central<kJudging, kBodies>(problem, block, 1, lambda, z);
  return update_contact<kJudging, FreeRows<kBodies>>(problem, blocks, block, lambda, z);
}

/// One update of a block of any kind. Returns its residual before.
double update_block(const sdk::ProblemView& problem, const Blocks& blocks, const Block& block,
                    double* lambda, double* z) {
  double* own = lambda + block.row;
  const sdk::BlockSet set = Blocks::present_set(block, lambda);
  double u[kMaxDim], x[kMaxDim], delta[kMaxDim];
  block_velocity(problem, block, z, lambda, u);
  const double residual = residual_of(problem, block, set, lambda, u);
  std::copy(own, own + block.dim, x);
  solve_block(blocks, block, set, u, x);
  bool moved = false;
  for (int i = 0; i < block.dim; ++i) {
    delta[i] = x[i] - own[i];
    moved = moved || delta[i] != 0;
    own[i] = x[i];
  }
  if (moved) add_impulse(problem, block, delta, z);
  return residual;
}

template <Judging kJudging>
double sweep_blocks(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda,
                    double* z) {
  double worst = 0;
  for (int k = 0; k < blocks.size(); ++k) {
    const Block& block = blocks[k];
    double seen = 0;
    if (block.free_bodies == 2) {
      seen = update_free<kJudging, 2>(problem, blocks, block, lambda, z);
    } else if (block.free_bodies == 1) {
      seen = update_free<kJudging, 1>(problem, blocks, block, lambda, z);
    } else if (block.kind == CARDAN_CONE && block.dim == 3) {
      seen = update_contact<kJudging, AnyRows>(problem, blocks, block, lambda, z);
    } else {
      seen = update_block(problem, blocks, block, lambda, z);
      seen *= seen;
    }
    worst = std::max(worst, seen);
  }
  return std::sqrt(worst);
}

}  // namespace

double sweep(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z) {
  return sweep_blocks<Judging::kYes>(problem, blocks, lambda, z);
}

double residual(const sdk::ProblemView& problem, const Blocks& blocks, const double* lambda,
                const double* u) {
  double worst = 0;
  for (int k = 0; k < blocks.size(); ++k) {
    const Block& block = blocks[k];
    const double* own = u + block.row;
    double squared = 0;
    if (block.kind == CARDAN_CONE && block.dim == 3) {
      squared = contact_residual_squared(problem, block, lambda + block.row, own);
    } else {
      const double e = residual_of(problem, block, Blocks::present_set(block, lambda), lambda, own);
      squared = e * e;
    }
    if (!(squared <= worst)) worst = squared;  // also stores a NaN
  }
  return std::sqrt(worst);
}

void relax(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z) {
  sweep_blocks<Judging::kNo>(problem, blocks, lambda, z);
}

void over_relax(const sdk::ProblemView& problem, const Blocks& blocks, double* lambda, double* z) {
  constexpr double kOmega = 1.3;
  for (int k = 0; k < blocks.size(); ++k) {
    const Block& block = blocks[k];
    if (block.free_bodies == 2) {
      update_central<Judging::kNo, 2>(problem, block, kOmega, lambda, z);
    } else {
      update_central<Judging::kNo, 1>(problem, block, kOmega, lambda, z);
    }
  }
}

}  // namespace cardan::conic
