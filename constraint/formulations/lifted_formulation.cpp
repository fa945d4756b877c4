#include "constraint/formulations/lifted_formulation.h"

#include <algorithm>
#include <atomic>

#include "core/resize_with_room.h"

namespace cardan {

namespace {

std::uint64_t next_instance() {
  static std::atomic<std::uint64_t> count{0};
  return ++count;
}

/// Properties of this problem: without those that zero diagonals break, with CARDAN_COMPLIANT if
/// every row has compliance.
std::uint32_t present_properties(std::uint32_t properties, const BaseProblem& base,
                                 const Problem& problem) {
  // A zero diagonal, of a row that no impulse moves (a contact on a slider), must not reach solvers
  // that divide by it.
  for (const double A_ii : base.A_diag) {
    if (!(A_ii > 0)) properties &= ~(CARDAN_POSITIVE_DIAGONAL | CARDAN_REGULAR);
  }
  if ((properties & CARDAN_SYMMETRIC) == 0) return properties;
  int compliant_rows = 0;
  for (int i = 0; i < problem.m(); ++i) {
    const std::int32_t k = problem.S.start[i];
    const bool diagonal = problem.S.start[i + 1] == k + 1 && problem.S.index[k] == i;
    if (diagonal && problem.S.value[k] > 0) ++compliant_rows;
  }
  if (compliant_rows == problem.m()) properties |= CARDAN_COMPLIANT;
  return properties;
}

}  // namespace

LiftedFormulation::LiftedFormulation(FormulationInfo info, SpinLaw spin_law)
    : info_(std::move(info)), spin_law_(spin_law), instance_(next_instance()) {}

void LiftedFormulation::configure(const SurfaceTraits& traits) {
  if (spin_law_ == SpinLaw::kNone) return;
  const bool ball = spin_law_ == SpinLaw::kBall;
  if (traits.torsion) info_.kinds |= 1u << CARDAN_BOX_MU;
  if (traits.rolling) info_.kinds |= 1u << (ball ? CARDAN_BALL_MU : CARDAN_BOX_MU);
}

void LiftedFormulation::build(const BaseProblem& base, int pass, Problem& problem) {
  pass_ = pass;
  if (pass > 0 && !rebuilds()) {
    revise(base, pass, problem);
    return;
  }
  problem.blocks.clear();
  problem.prox_step.clear();
  problem.weight.clear();
  problem.A.clear();
  problem.num_groups = 0;
  lift_.clear(base);
  assign_with_room(static_cast<std::size_t>(base.num_contacts), -1, normal_row_);
  base_row_.clear();

  if (info_.mass_form) add_velocity_rows(base, problem);
  add_contacts(base, problem);
  first_joint_row_ = lift_.rows();
  add_spin_rows(base, problem);
  add_joint_rows(base, problem);
  if (info_.mass_form) {
    lift_.write_mixed_matrix(base, problem);
    lift_.write_mixed_bias(base, base_bias(base), problem);
    problem.column_parent.clear();
  } else {
    lift_.write_matrix(base, problem);
    lift_.write_bias(base, base_bias(base), problem);
    problem.column_parent.assign(base.column_parent.begin(), base.column_parent.end());
  }
  problem.properties = present_properties(info_.properties, base, problem);
  problem.tolerance = base.tolerance;
  problem.dt = base.dt;
  problem.id = base.id;
  problem.matrix_id = (instance_ << 40) | ++builds_;
}

void LiftedFormulation::revise(const BaseProblem&, int, Problem&) {}

void LiftedFormulation::add_velocity_rows(const BaseProblem& base, Problem& problem) {
  const SparseRows& M = base.mass_form.M;
  if (M.rows() == 0) return;
  add_block(problem, CARDAN_FREE, 0, M.rows());
  for (int i = 0; i < M.rows(); ++i) {
    double M_ii = 0;
    for (std::int32_t k = M.start[i]; k < M.start[i + 1]; ++k) {
      if (M.index[k] == i) M_ii = M.value[k];
    }
    add_row(problem, inertia_row(M_ii));
  }
}

void LiftedFormulation::add_base_row(const BaseProblem& base, Problem& problem, int row) {
  lift_.take(row, 1);
  if (default_compliance_ > 0 && base.S[row] == 0) {
    lift_.couple(lift_.rows(), default_compliance_ * base.A_diag[row]);
  }
  add_row(problem, velocity_row(base.prox_step[row]));
  base_row_.push_back(row);
}

void LiftedFormulation::add_spin_rows(const BaseProblem& base, Problem& problem) {
  if (spin_law_ == SpinLaw::kNone) return;
  for (const BaseBlock& source : base.blocks) {
    if (source.contact < 0 || normal_row_[source.contact] < 0) continue;
    const bool ball = source.kind == BaseBlockKind::kRolling && spin_law_ == SpinLaw::kBall;
    const int dim = ball ? source.dim : 1;
    for (int row = source.row; row < source.row + source.dim; ++row) {
      if (row == source.row || !ball) {
        cardan_block& block =
            add_block(problem, ball ? CARDAN_BALL_MU : CARDAN_BOX_MU, lift_.rows(), dim);
        block.parent = normal_row_[source.contact];
        block.mu = source.mu;
        block.key = source.key;
      }
      add_base_row(base, problem, row);
    }
  }
}

void LiftedFormulation::add_joint_rows(const BaseProblem& base, Problem& problem) {
  for (const BaseBlock& source : base.blocks) {
    if (source.kind == BaseBlockKind::kContact || source.contact >= 0) continue;
    cardan_block& block =
        add_block(problem, joint_block_kind(source.kind), lift_.rows(), source.dim);
    block.key = source.key;
    block.lo = source.lo;
    block.hi = source.hi;
    for (int row = source.row; row < source.row + source.dim; ++row) {
      add_base_row(base, problem, row);
    }
  }
}

void LiftedFormulation::guess(const BaseProblem& base, const Problem& problem, double* lambda) {
  std::fill(lambda, lambda + problem.m(), 0.0);
  if (info_.mass_form) {
    std::copy(base.mass_form.v_free.begin(), base.mass_form.v_free.end(), lambda);
  }
  guess_contacts(base, lambda);
  double* joints = lambda + first_joint_row_;
  for (const int row : base_row_) *joints++ = base.lambda_prev[row];
}

bool LiftedFormulation::accept_pass(const BaseProblem&, const Problem&, int, const double* lambda,
                                    double* lambda_C) {
  lift_.to_base(lambda, lambda_C);
  return true;
}

cardan_block& LiftedFormulation::add_block(Problem& problem, int kind, int row, int dim) {
  cardan_block block{};
  block.kind = kind;
  block.row = row;
  block.dim = dim;
  block.parent = -1;
  block.group = problem.num_groups++;
  problem.blocks.push_back(block);
  return problem.blocks.back();
}

void LiftedFormulation::add_row(Problem& problem, const RowScale& scale, double c) {
  lift_.end_row(c);
  problem.prox_step.push_back(scale.prox_step);
  problem.weight.push_back(scale.weight);
}

}  // namespace cardan
