#include "sweep.h"

#include <algorithm>
#include <cmath>

#include "../common/small_matrix.h"
#include "contact_kernel.h"
#include "contact_solve.h"

namespace cardan::conic {
namespace {

using solvers::kMaxDim;

/// w ‖λ − P(λ − r û)‖ of one cell.
double cell_residual(const sdk::ProblemView& problem, const Cell& cell, const Set& set,
                     const double* lambda, const double* u) {
  double d[kMaxDim], sum = 0;
  const double* own = lambda + cell.row;
  shift(set, u, d);
  for (int i = 0; i < cell.dim; ++i) d[i] *= problem.step(cell.row + i);
  const double* e = natural_step(set, own, d);
  for (int i = 0; i < cell.dim; ++i) {
    const double weighed = problem.weight(cell.row + i) * e[i];
    sum += weighed * weighed;
  }
  return std::sqrt(sum);
}

/// The cell's new impulse with all others frozen. u: its present velocity; x in: its present
/// impulse.
void solve_cell(const Cells& cells, const Cell& cell, const Set& set, const double* u, double* x) {
  const double* W = cells.W(cell);
  const double* W_inverse = cells.W_inverse(cell);
  if (cell.dim == 1 && set.kind != CARDAN_CONE && set.kind != CARDAN_CONE_CONVEX &&
      set.kind != CARDAN_BALL_MU) {
    x[0] -= W_inverse[0] * u[0];
    project(set, x, x);
    return;
  }
  if (cell.kind == CARDAN_FREE) {
    for (int i = 0; i < cell.dim; ++i) {
      for (int j = 0; j < cell.dim; ++j) x[i] -= W_inverse[i + j * cell.dim] * u[j];
    }
    return;
  }
  double q[kMaxDim];
  solvers::multiply(W, cell.dim, x, q);
  for (int i = 0; i < cell.dim; ++i) q[i] = u[i] - q[i];
  solve_local(set, W, W_inverse, q, x);
}

/// The square of cell_residual of a CONE(3), unrolled: it stands in the inner loop of most steps.
inline double contact_residual_squared(const sdk::ProblemView& problem, const Cell& cell,
                                       const double* own, const double* u) {
  const double* r = problem.step() + cell.row;
  const double* w = problem.weight() + cell.row;
  const double mu = cell.mu, slip = std::sqrt(u[1] * u[1] + u[2] * u[2]);
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
  const Cell& cell;

  void velocity(const double* z, const double* lambda, double* u) const {
    cell_velocity(problem, cell, z, lambda, u);
  }
  void add_impulse(const double* delta, double* z) const {
    conic::add_impulse(problem, cell, delta, z);
  }
};

/// Rows of free bodies.
template <int kBodies>
struct FreeRows {
  const sdk::ProblemView& problem;
  const Cell& cell;

  void velocity(const double* z, const double* lambda, double* u) const {
    const double *b = problem.b() + cell.row, *own = lambda + cell.row;
    for (int i = 0; i < 3; ++i) u[i] = b[i] + cell.S[i] * own[i];
    ContactRows<kBodies>(cell.y, cell.column).add_velocity(z, u);
  }
  void add_impulse(const double* delta, double* z) const {
    ContactRows<kBodies>(cell.y, cell.column).add_impulse(delta, z);
  }
};

/// Whether a sweep asks for the residual of what it finds.
enum class Judging { kYes, kNo };

/// One update of a CONE(3). Returns the square of its residual before, 0 without judging.
template <Judging kJudging, typename Rows>
double update_contact(const sdk::ProblemView& problem, const Cells& cells, const Cell& cell,
                      double* lambda, double* z) {
  const Rows rows{problem, cell};
  double* own = lambda + cell.row;
  const double* W = cells.W(cell);
  double u[3], q[3], x[3] = {own[0], own[1], own[2]};
  rows.velocity(z, lambda, u);
  const double squared =
      kJudging == Judging::kYes ? contact_residual_squared(problem, cell, own, u) : 0;
  for (int i = 0; i < 3; ++i) q[i] = u[i] - (W[i] * x[0] + W[i + 3] * x[1] + W[i + 6] * x[2]);
  const OneContact contact{W, cells.W_inverse(cell), cell.mu};
  if (!solve_contact(contact, u, q, x)) {
    solve_local(Cells::present_set(cell, lambda), W, contact.W_inverse, q, x);
  }
  const double delta[3] = {x[0] - own[0], x[1] - own[1], x[2] - own[2]};
  if (delta[0] != 0 || delta[1] != 0 || delta[2] != 0) {
    std::copy(x, x + 3, own);
    rows.add_impulse(delta, z);
  }
  return squared;
}

/// Update of a central contact, whose one-contact problem is a projection:
///   λ_n = max(λ_n − ω u_n/W_n, 0), then λ_t − ω u_t/W_t on the disc of radius μ λ_n,
/// exact with ω = 1. A fixpoint depends neither on ω nor on the rounding of W.
template <Judging kJudging, int kBodies>
double update_central(const sdk::ProblemView& problem, const Cell& cell, double omega,
                      double* lambda, double* z) {
  const FreeRows<kBodies> rows{problem, cell};
  double* own = lambda + cell.row;
  double u[3];
  rows.velocity(z, lambda, u);
  const double squared =
      kJudging == Judging::kYes ? contact_residual_squared(problem, cell, own, u) : 0;
  const double r_n = omega * cell.W_inverse_n, r_t = omega * cell.W_inverse_t;
  const double n = std::max(own[0] - r_n * u[0], 0.0), bound = cell.mu * n;
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
double update_free(const sdk::ProblemView& problem, const Cells& cells, const Cell& cell,
                   double* lambda, double* z) {
  if (cell.central) return update_central<kJudging, kBodies>(problem, cell, 1, lambda, z);
  return update_contact<kJudging, FreeRows<kBodies>>(problem, cells, cell, lambda, z);
}

/// One update of a cell of any kind. Returns its residual before.
double update_cell(const sdk::ProblemView& problem, const Cells& cells, const Cell& cell,
                   double* lambda, double* z) {
  double* own = lambda + cell.row;
  const Set set = Cells::present_set(cell, lambda);
  double u[kMaxDim], x[kMaxDim], delta[kMaxDim];
  cell_velocity(problem, cell, z, lambda, u);
  const double residual = cell_residual(problem, cell, set, lambda, u);
  std::copy(own, own + cell.dim, x);
  solve_cell(cells, cell, set, u, x);
  bool moved = false;
  for (int i = 0; i < cell.dim; ++i) {
    delta[i] = x[i] - own[i];
    moved = moved || delta[i] != 0;
    own[i] = x[i];
  }
  if (moved) add_impulse(problem, cell, delta, z);
  return residual;
}

template <Judging kJudging>
double sweep_cells(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z) {
  double worst = 0;
  for (int k = 0; k < cells.size(); ++k) {
    const Cell& cell = cells[k];
    double seen = 0;
    if (cell.free_bodies == 2) {
      seen = update_free<kJudging, 2>(problem, cells, cell, lambda, z);
    } else if (cell.free_bodies == 1) {
      seen = update_free<kJudging, 1>(problem, cells, cell, lambda, z);
    } else if (cell.kind == CARDAN_CONE && cell.dim == 3) {
      seen = update_contact<kJudging, AnyRows>(problem, cells, cell, lambda, z);
    } else {
      seen = update_cell(problem, cells, cell, lambda, z);
      seen *= seen;
    }
    worst = std::max(worst, seen);
  }
  return std::sqrt(worst);
}

}  // namespace

double sweep(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z) {
  return sweep_cells<Judging::kYes>(problem, cells, lambda, z);
}

void relax(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z) {
  sweep_cells<Judging::kNo>(problem, cells, lambda, z);
}

void over_relax(const sdk::ProblemView& problem, const Cells& cells, double* lambda, double* z) {
  constexpr double kOmega = 1.3;
  for (int k = 0; k < cells.size(); ++k) {
    const Cell& cell = cells[k];
    if (cell.free_bodies == 2) {
      update_central<Judging::kNo, 2>(problem, cell, kOmega, lambda, z);
    } else {
      update_central<Judging::kNo, 1>(problem, cell, kOmega, lambda, z);
    }
  }
}

}  // namespace cardan::conic
