#include "constraint/formulations/box_friction.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

constexpr double kConverged = 1e-6;  // change of λ_n between passes, divided by the largest λ_n
constexpr int kBlocks = 3;           // blocks per contact, of one row each
// Smallest fraction of the gap between the bounds and the resulting λ_n that a pass closes.
constexpr double kLeastShare = 0.1;

}  // namespace

BoxBounds read_box_bounds(FormulationOptions& options, int default_passes, int passes_before) {
  constexpr int kMaxPasses = 90;  // below the limit on passes of an island
  BoxBounds bounds;
  bounds.coupled = options.choice("bounds", {"coupled", "previous"}) == 0;
  const int passes = options.integer("passes", default_passes, 1, kMaxPasses);
  if (bounds.coupled && options.given("passes")) {
    options.refuse("passes", "coupled bounds need one pass; passes requires bounds: previous");
  }
  bounds.last_pass = passes_before + passes - 1;
  return bounds;
}

BoxFriction::BoxFriction(FormulationInfo info, const BoxBounds& bounds)
    : LiftedFormulation(std::move(info), SpinLaw::kBox), bounds_(bounds) {}

FormulationInfo BoxFriction::box_info(const BoxBounds& bounds) {
  FormulationInfo info;
  // Exact, but without a proof that coupled bounds have a solution.
  info.default_solver = "dantzig";
  info.default_fallback = {"conic"};
  info.kinds = 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX;
  if (bounds.coupled) info.kinds |= 1u << CARDAN_BOX_MU;
  info.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                    CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  return info;
}

void BoxFriction::add_contacts(const BaseProblem& base, Problem& problem) {
  converged_ = true;
  share_ = 1;
  gap_.assign(base.num_contacts, 0.0);
  lambda_n_.resize(base.num_contacts);
  tangents_.resize(2 * base.num_contacts);
  for (int k = 0; k < base.num_contacts; ++k) {
    const BaseBlock& source = base.blocks[k];
    const double prox_step = base.prox_step[source.row];
    set_normal_row(k, lift().rows());
    add_block(problem, CARDAN_NONNEGATIVE, lift().rows(), 1).key = source.key;
    lift().take(source.row, 1);
    add_row(problem, velocity_row(prox_step));
    compute_tangents(base, k, &tangents_[2 * k]);
    for (int t = 0; t < 2; ++t) add_tangent(base, k, t, problem);
    lambda_n_[k] = first_normal_impulse(base, k);
  }
  if (!bounds_.coupled) write_bounds(problem);
}

void BoxFriction::add_tangent(const BaseProblem& base, int contact, int t, Problem& problem) {
  const BaseBlock& source = base.blocks[contact];
  const TangentRow& tangent = tangents_[2 * contact + t];
  const int row = lift().rows();
  cardan_block& block = add_block(problem, bounds_.coupled ? CARDAN_BOX_MU : CARDAN_BOX, row, 1);
  block.key = source.key;
  join_last_group(problem);
  if (bounds_.coupled) {
    block.parent = row - 1 - t;
    block.mu = tangent.mu;
  }
  for (int i = 0; i < 2; ++i) {
    if (tangent.direction[i] != 0) lift().take(source.row + 1 + i, tangent.direction[i]);
  }
  if (tangent.S != 0) lift().couple(row, tangent.S);
  const double prox_step = base.prox_step[source.row + 1 + t];
  add_row(problem, velocity_row(prox_step), tangent.c);
}

void BoxFriction::revise(const BaseProblem&, int, Problem& problem) { write_bounds(problem); }

// Contacts are the first blocks.
void BoxFriction::write_bounds(Problem& problem) const {
  for (std::size_t i = 0; i < tangents_.size(); ++i) {
    cardan_block& block = problem.blocks[kBlocks * (i / 2) + 1 + i % 2];
    block.hi = tangents_[i].mu * lambda_n_[i / 2];
    block.lo = -block.hi;
  }
}

void BoxFriction::guess_contacts(const BaseProblem& base, double* lambda) const {
  for (int k = 0; k < base.num_contacts; ++k) {
    const int n = base.blocks[k].row;
    const Vector2 lambda_t(base.lambda_prev[n + 1], base.lambda_prev[n + 2]);
    double* of_contact = lambda + kBlocks * k;
    of_contact[0] = base.lambda_prev[n];
    for (int t = 0; t < 2; ++t) of_contact[1 + t] = tangents_[2 * k + t].direction.dot(lambda_t);
  }
}

bool BoxFriction::accept_pass(const BaseProblem& base, const Problem& problem, int pass,
                              const double* lambda, double* lambda_C) {
  LiftedFormulation::accept_pass(base, problem, pass, lambda, lambda_C);
  if (bounds_.coupled) return true;
  converged_ = take_normal_impulses(base, lambda_C, pass);
  return converged_ || pass >= bounds_.last_pass;
}

/// Returns true if λ_n equals the λ_n of this pass's bounds, relative to the largest. Otherwise the
/// bounds move a fraction of the way towards it, by Aitken's extrapolation [Irons, Tuck 1969].
bool BoxFriction::take_normal_impulses(const BaseProblem& base, const double* lambda_C, int pass) {
  double change = 0, largest = 0, along = 0, size = 0;
  for (int k = 0; k < base.num_contacts; ++k) {
    const double lambda_n = std::max(lambda_C[base.blocks[k].row], 0.0);
    const double gap = lambda_n - lambda_n_[k], turn = gap - gap_[k];
    change = std::max(change, std::abs(gap));
    largest = std::max(largest, lambda_n);
    along += gap_[k] * turn;
    size += turn * turn;
    gap_[k] = gap;
  }
  if (change <= kConverged * largest) return true;
  share_ = pass > 0 && size > 0 ? std::clamp(-share_ * along / size, kLeastShare, 1.0) : 1.0;
  for (int k = 0; k < base.num_contacts; ++k) lambda_n_[k] += share_ * gap_[k];
  return false;
}

}  // namespace cardan
