#include "plugins/conformance/problem_builder.h"

#include <limits>

#include "constraint/formulation.h"

namespace cardan {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

void compress(const MatrixXd& dense, SparseRows& rows) {
  rows.clear(static_cast<int>(dense.cols()));
  for (Eigen::Index i = 0; i < dense.rows(); ++i) {
    for (Eigen::Index j = 0; j < dense.cols(); ++j) {
      if (dense(i, j) != 0) rows.push(static_cast<int>(j), dense(i, j));
    }
    rows.end_row();
  }
}

}  // namespace

ProblemBuilder::ProblemBuilder(MatrixXd Y, VectorXd b)
    : S(MatrixXd::Zero(b.size(), b.size())), Y_(std::move(Y)), b_(std::move(b)) {}

cardan_block& ProblemBuilder::add(int kind, int dim, double mu, int parent) {
  cardan_block block{};
  block.kind = kind;
  block.row = row_;
  block.dim = dim;
  block.parent = parent;
  block.group = group_;
  block.mu = mu;
  block.lo = -kUnbounded;
  block.hi = kUnbounded;
  row_ += dim;
  problem_.blocks.push_back(block);
  return problem_.blocks.back();
}

Problem ProblemBuilder::build(std::uint32_t properties) {
  problem_.properties = properties;
  problem_.num_groups = problem_.blocks.empty() ? 0 : problem_.blocks.back().group + 1;
  compress(Y_, problem_.Y);
  compress(S, problem_.S);
  problem_.b.assign(b_.data(), b_.data() + b_.size());
  problem_.dt = 1e-3;
  set_steps();
  return problem_;
}

template <typename F>
void ProblemBuilder::for_rows(int group, F f) const {
  for (const cardan_block& block : problem_.blocks) {
    if (block.group != group) continue;
    for (int i = block.row; i < block.row + block.dim; ++i) f(i);
  }
}

// Per group the mean diagonal a: r = 1/a and w = a on velocity rows, r = a and w = 1 on slack rows
// (A_ii = 0).
void ProblemBuilder::set_steps() {
  const VectorXd diagonal = (Y_ * Y_.transpose() + S).diagonal();
  problem_.prox_step.assign(problem_.b.size(), 1.0);
  problem_.weight.assign(problem_.b.size(), 1.0);
  for (int group = 0; group < problem_.num_groups; ++group) {
    double sum = 0;
    int count = 0;
    for_rows(group, [&](int i) {
      sum += diagonal[i];
      count += diagonal[i] > 0 ? 1 : 0;
    });
    const double mean = sum > 0 ? sum / count : 1.0;
    for_rows(group, [&](int i) {
      const std::size_t k = static_cast<std::size_t>(i);
      problem_.prox_step[k] = diagonal[i] > 0 ? 1 / mean : mean;
      problem_.weight[k] = diagonal[i] > 0 ? mean : 1.0;
    });
  }
}

IslandBuilder::IslandBuilder(MatrixXd Y, VectorXd b)
    : Y_(std::move(Y)), b_(std::move(b)), S_(VectorXd::Zero(b_.size())) {}

BaseBlock& IslandBuilder::add_block(BaseBlockKind kind, int dim) {
  BaseBlock block;
  block.kind = kind;
  block.row = row_;
  block.dim = dim;
  block.key = blocks_.size() + 1;
  row_ += dim;
  blocks_.push_back(block);
  return blocks_.back();
}

void IslandBuilder::add_contact(double mu, double compliance) {
  BaseBlock& block = add_block(BaseBlockKind::kContact, 3);
  block.mu = block.surface.mu_static = block.surface.mu_kinetic = mu;
  S_[block.row] = compliance * Y_.row(block.row).squaredNorm();
  for (int k = 0; k < 2; ++k) block.slip[k] = b_[block.row + 1 + k];
}

void IslandBuilder::add_bounded_row(double lo, double hi, double S) {
  BaseBlock& block = add_block(BaseBlockKind::kMotor, 1);
  block.lo = lo;
  block.hi = hi;
  S_[block.row] = S;
}

void IslandBuilder::add_limit() { add_block(BaseBlockKind::kLimit, 1).hi = kUnbounded; }

BaseProblem IslandBuilder::build(bool compliant) const {
  BaseProblem base;
  base.blocks = blocks_;
  compress(Y_, base.Y);
  base.column_parent.assign(static_cast<std::size_t>(Y_.cols()), -1);
  for (std::size_t c = 1; c < base.column_parent.size(); ++c) {
    base.column_parent[c] = static_cast<std::int32_t>(c) - 1;
  }
  VectorXd S = S_;
  const VectorXd stiff = Y_.rowwise().squaredNorm();
  for (const BaseBlock& block : blocks_) {
    const bool contact = block.kind == BaseBlockKind::kContact;
    base.num_contacts += contact ? 1 : 0;
    if (compliant && contact && S[block.row] == 0) S[block.row] = 1e-4 * stiff[block.row];
    const double mean = (stiff + S).segment(block.row, block.dim).mean();
    base.prox_step.insert(base.prox_step.end(), static_cast<std::size_t>(block.dim), 1 / mean);
  }
  const VectorXd diagonal = stiff + S;
  base.S.assign(S.data(), S.data() + S.size());
  base.A_diag.assign(diagonal.data(), diagonal.data() + diagonal.size());
  base.b.assign(b_.data(), b_.data() + b_.size());
  base.b_free = base.b;
  base.lambda_prev.assign(base.b.size(), 0.0);
  base.u_prev.assign(base.b.size(), 0.0);
  base.has_memory.assign(base.blocks.size(), 0);
  base.dt = 1e-3;
  return base;
}

void IslandBuilder::add_to(CannedProblems& problems, const std::string& name,
                           Expected expected) const {
  add_to(problems, name, expected, formulation_ids());
}

void IslandBuilder::add_to(CannedProblems& problems, const std::string& name, Expected expected,
                           const std::vector<std::string>& formulations) const {
  for (const std::string& id : formulations) {
    FormulationSpec spec;
    spec.id = id;
    const std::unique_ptr<Formulation> formulation = make_formulation(spec);
    if (formulation->info().acceleration_level) continue;
    const bool compliant = formulation->info().needs_compliance;
    CannedProblem canned;
    canned.name = name;
    canned.name.append(", ").append(id);
    canned.expected = expected;
    // A compliant problem has a solution.
    if (expected == Expected::kNoSolution && compliant) canned.expected = Expected::kHonest;
    if (canned.expected == Expected::kNoSolution) canned.name.append(", no solution");
    formulation->build(build(compliant), 0, canned.problem);
    canned.problem.matrix_id = 0;
    problems.push_back(canned);
  }
}

}  // namespace cardan
