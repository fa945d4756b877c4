#include "constraint/lowering.h"

#include <algorithm>
#include <cmath>

#include "constraint/row_scale.h"
#include "core/hash.h"

namespace cardan {

namespace {

constexpr std::uint32_t bit(int kind) { return 1u << kind; }

bool needs_lowering(const cardan_block& block, std::uint32_t kinds) {
  return (block.kind == CARDAN_BOX || block.kind == CARDAN_BOX_MU) && !(kinds & bit(block.kind));
}

/// Adds value at a column of the unfinished last row. Keeps columns ascending.
void insert_entry(SparseRows& rows, std::int32_t column, double value) {
  const auto begin = rows.index.begin() + rows.start.back();
  const auto at = std::lower_bound(begin, rows.index.end(), column) - rows.index.begin();
  if (at < static_cast<std::ptrdiff_t>(rows.index.size()) && rows.index[at] == column) {
    rows.value[at] += value;
    return;
  }
  rows.index.insert(rows.index.begin() + at, column);
  rows.value.insert(rows.value.begin() + at, value);
}

}  // namespace

int Lowering::count(Form form) {
  if (form == Form::kCoupled) return 3;
  return form == Form::kBothBounds ? 2 : 1;
}

int Lowering::lowered_rows(const Problem& problem, std::uint32_t kinds) {
  int rows = problem.m();
  for (const cardan_block& block : problem.blocks) {
    if (!needs_lowering(block, kinds)) continue;
    const bool both = std::isfinite(block.lo) && std::isfinite(block.hi);
    const Form form = block.kind == CARDAN_BOX_MU ? Form::kCoupled
                      : both                      ? Form::kBothBounds
                                                  : Form::kCopied;
    rows += count(form) - 1;
  }
  return rows;
}

void Lowering::plan(const Problem& problem, std::uint32_t kinds) {
  pieces_.assign(problem.m(), {});
  for (const cardan_block& block : problem.blocks) {
    if (!needs_lowering(block, kinds)) continue;
    Piece& piece = pieces_[block.row];
    if (block.kind == CARDAN_BOX_MU) {
      piece.form = Form::kCoupled;
      piece.mu = block.mu;
      piece.parent = block.parent;
      continue;
    }
    const bool lower = std::isfinite(block.lo), upper = std::isfinite(block.hi);
    if (!lower && !upper) continue;  // copied, and FREE as it has no bounds
    piece.form = lower && upper ? Form::kBothBounds : lower ? Form::kLowerBound : Form::kUpperBound;
    piece.offset = lower ? block.lo : block.hi;
    if (lower && upper) piece.width = block.hi - block.lo;
  }
  int first = 0;
  for (Piece& piece : pieces_) {
    piece.first = first;
    first += count(piece.form);
  }
}

bool Lowering::lower(const Problem& problem, std::uint32_t kinds, Problem& lowered) {
  const bool fits = std::none_of(problem.blocks.begin(), problem.blocks.end(),
                                 [&](const auto& block) { return needs_lowering(block, kinds); });
  if (fits) return false;
  plan(problem, kinds);

  // b + A t0, where t0 are the bounds from which the new unknowns are measured.
  const int m = problem.m();
  shift_.resize(m);
  bias_.resize(m);
  z_.resize(problem.Y.cols);
  for (int i = 0; i < m; ++i) shift_[i] = pieces_[i].offset;
  compute_velocity(problem.view(), shift_.data(), z_.data(), bias_.data());

  lowered.properties = lowered_properties(problem.properties, bit(CARDAN_BOX), 0);
  lowered.num_groups = problem.num_groups;
  lowered.column_parent.assign(problem.column_parent.begin(), problem.column_parent.end());
  lowered.tolerance = problem.tolerance;
  lowered.dt = problem.dt;
  lowered.id = problem.id;
  lowered.max_iterations = problem.max_iterations;
  lowered.A.clear();
  lowered.blocks.clear();
  for (const cardan_block& block : problem.blocks) write_block(block, lowered);
  write_rows(problem, lowered);

  // The lowered matrix depends on μ and on which bounds are finite: both are part of its id.
  Hash hash;
  hash.add(problem.matrix_id);
  for (const Piece& piece : pieces_) {
    hash.add(static_cast<std::uint64_t>(piece.form));
    hash.add(piece.mu);
  }
  lowered.matrix_id = problem.matrix_id == 0 ? 0 : std::max<std::uint64_t>(hash.value(), 1);
  return true;
}

void Lowering::write_block(const cardan_block& block, Problem& lowered) const {
  cardan_block copy = block;
  const Piece& piece = pieces_[block.row];
  copy.row = piece.first;
  if (block.parent >= 0) copy.parent = pieces_[block.parent].first;
  if (piece.form != Form::kCopied) {
    copy.kind = CARDAN_NONNEGATIVE;
    copy.dim = count(piece.form);
    copy.parent = -1;
    copy.mu = copy.lo = copy.hi = 0;
  } else if (block.kind == CARDAN_BOX && std::isinf(block.lo) && std::isinf(block.hi)) {
    copy.kind = CARDAN_FREE;
    copy.lo = copy.hi = 0;
  }
  lowered.blocks.push_back(copy);
}

/// Appends one row of Tᵀ S T. An unknown p⁺ − p⁻ has two columns.
void Lowering::write_compliance(const Problem& problem, int row, double row_sign,
                                SparseRows& S) const {
  for (std::int32_t k = problem.S.start[row]; k < problem.S.start[row + 1]; ++k) {
    const Piece& column = pieces_[problem.S.index[k]];
    const double value = row_sign * sign(column.form) * problem.S.value[k];
    S.push(column.first, value);
    if (column.form == Form::kCoupled) S.push(column.first + 1, -value);
  }
}

/// Appends the lifted row without couplings: Y, S, b. The caller ends the row of S.
void Lowering::write_row(const Problem& problem, int row, double row_sign, Problem& lowered) const {
  for (std::int32_t k = problem.Y.start[row]; k < problem.Y.start[row + 1]; ++k) {
    lowered.Y.push(problem.Y.index[k], row_sign * problem.Y.value[k]);
  }
  lowered.Y.end_row();
  write_compliance(problem, row, row_sign, lowered.S);
  lowered.b.push_back(row_sign * bias_[row]);
  lowered.prox_step.push_back(problem.prox_step[row]);
  lowered.weight.push_back(problem.weight[row]);
}

void Lowering::write_rows(const Problem& problem, Problem& lowered) const {
  const Piece& last = pieces_.back();
  lowered.Y.clear(problem.Y.cols);
  lowered.S.clear(last.first + count(last.form));
  lowered.b.clear();
  lowered.prox_step.clear();
  lowered.weight.clear();
  for (int row = 0; row < problem.m(); ++row) {
    const Piece& piece = pieces_[row];
    const int first = piece.first;
    const auto end_slack = [&](double b) {
      lowered.Y.end_row();
      lowered.S.end_row();
      lowered.b.push_back(b);
      const RowScale scale = slack_row(problem.prox_step[row], 1);
      lowered.prox_step.push_back(scale.prox_step);
      lowered.weight.push_back(scale.weight);
    };
    if (piece.form == Form::kBothBounds) {
      write_row(problem, row, 1, lowered);
      insert_entry(lowered.S, first + 1, 1);
      lowered.S.end_row();
      lowered.S.push(first, -1);
      end_slack(piece.width);
    } else if (piece.form == Form::kCoupled) {
      for (const double direction : {1.0, -1.0}) {
        write_row(problem, row, direction, lowered);
        insert_entry(lowered.S, first + 2, 1);
        lowered.S.end_row();
      }
      lowered.S.push(first, -1);
      lowered.S.push(first + 1, -1);
      insert_entry(lowered.S, pieces_[piece.parent].first, piece.mu);
      end_slack(0);
    } else {
      write_row(problem, row, sign(piece.form), lowered);
      lowered.S.end_row();
    }
  }
}

void Lowering::guess(const Problem& problem, const double* lambda, double* lambda_lowered) const {
  z_.resize(problem.Y.cols);
  u_.resize(problem.m());
  compute_velocity(problem.view(), lambda, z_.data(), u_.data());
  for (int row = 0; row < problem.m(); ++row) {
    const Piece& piece = pieces_[row];
    double* x = lambda_lowered + piece.first;
    switch (piece.form) {
      case Form::kCopied:
        x[0] = lambda[row];
        break;
      case Form::kBothBounds:
        x[0] = std::clamp(lambda[row] - piece.offset, 0.0, piece.width);
        // At the upper bound by the natural map: λ − r u ≥ hi.
        x[1] = lambda[row] - problem.prox_step[row] * u_[row] >= piece.offset + piece.width
                   ? std::max(-u_[row], 0.0)
                   : 0.0;
        break;
      case Form::kLowerBound:
        x[0] = std::max(lambda[row] - piece.offset, 0.0);
        break;
      case Form::kUpperBound:
        x[0] = std::max(piece.offset - lambda[row], 0.0);
        break;
      case Form::kCoupled:
        x[0] = std::max(lambda[row], 0.0);
        x[1] = std::max(-lambda[row], 0.0);
        x[2] = std::abs(u_[row]);
        break;
    }
  }
}

void Lowering::lift(const double* lambda_lowered, double* lambda) const {
  for (std::size_t row = 0; row < pieces_.size(); ++row) {
    const Piece& piece = pieces_[row];
    const double* x = lambda_lowered + piece.first;
    lambda[row] =
        piece.form == Form::kCoupled ? x[0] - x[1] : piece.offset + sign(piece.form) * x[0];
  }
}

std::uint32_t Lowering::lowered_kinds(std::uint32_t kinds, std::uint32_t solver_kinds) {
  for (const int kind : {CARDAN_BOX, CARDAN_BOX_MU}) {
    if ((kinds & bit(kind)) && !(solver_kinds & bit(kind))) {
      kinds = (kinds & ~bit(kind)) | bit(CARDAN_NONNEGATIVE);
    }
  }
  return kinds;
}

std::uint32_t Lowering::lowered_properties(std::uint32_t properties, std::uint32_t kinds,
                                           std::uint32_t solver_kinds) {
  if (lowered_kinds(kinds, solver_kinds) == kinds) return properties;
  // The couplings are skew except for μ λ_n s ≥ 0, so xᵀAx ≥ 0 still holds for x ≥ 0.
  if (properties & CARDAN_MONOTONE) properties |= CARDAN_COPOSITIVE;
  return properties & (CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED);
}

}  // namespace cardan
