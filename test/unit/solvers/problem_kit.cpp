#include "test/unit/solvers/problem_kit.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "test/support/dense_algebra.h"

namespace cardan::test {

MatrixXd TestProblem::A() const { return algebra::gram(Y) + S; }

void TestProblem::add_block(int kind, int dim, double mu, int parent, double lo, double hi) {
  cardan_block block{};
  block.kind = kind;
  block.row = blocks.empty() ? 0 : blocks.back().row + blocks.back().dim;
  block.dim = dim;
  block.parent = parent;
  block.group = blocks.empty() ? 0 : blocks.back().group + 1;
  block.mu = mu;
  block.lo = lo;
  block.hi = hi;
  blocks.push_back(block);
}

void TestProblem::join_group(int count) {
  const std::size_t first = blocks.size() - count;
  for (std::size_t k = first; k < blocks.size(); ++k) blocks[k].group = blocks[first].group;
}

cardan_rows TestProblem::Rows::view(int rows, int cols) const {
  return {rows, cols, start.data(), index.data(), value.data()};
}

TestProblem::Rows TestProblem::compress(const MatrixXd& M) {
  Rows rows;
  rows.start.push_back(0);
  for (int i = 0; i < M.rows(); ++i) {
    for (int j = 0; j < M.cols(); ++j) {
      if (M(i, j) == 0) continue;
      rows.index.push_back(j);
      rows.value.push_back(M(i, j));
    }
    rows.start.push_back(static_cast<std::int32_t>(rows.index.size()));
  }
  return rows;
}

void TestProblem::finish() {
  const int n = m();
  if (Y.rows() != n) Y = MatrixXd::Zero(n, 0);
  if (S.rows() != n) S = MatrixXd::Zero(n, n);
  A_ = A();
  if (step.size() != n) {
    step.resize(n);
    for (const cardan_block& block : blocks) {
      double mean = 0;
      for (int i = block.row; i < block.row + block.dim; ++i) mean += A_(i, i) / block.dim;
      for (int i = block.row; i < block.row + block.dim; ++i) step[i] = mean > 0 ? 1 / mean : 1.0;
    }
    weight = step.cwiseInverse();
  }
  Y_rows_ = compress(Y);
  S_rows_ = compress(S);
  view_.struct_size = sizeof view_;
  view_.properties = properties;
  view_.m = n;
  view_.num_blocks = static_cast<std::int32_t>(blocks.size());
  view_.num_groups = blocks.empty() ? 0 : blocks.back().group + 1;
  view_.blocks = blocks.data();
  view_.A = A_.data();
  view_.lda = n;
  view_.Y = Y_rows_.view(n, static_cast<int>(Y.cols()));
  view_.S = S_rows_.view(n, n);
  view_.b = b.data();
  view_.step = step.data();
  view_.weight = weight.data();
  view_.tolerance = tolerance;
  view_.dt = 1e-3;
}

cardan_size TestProblem::size() const {
  cardan_size size{};
  size.struct_size = sizeof size;
  size.properties = properties;
  size.m = m();
  size.num_blocks = view_.num_blocks;
  size.num_groups = view_.num_groups;
  std::vector<std::int32_t> rows(size.num_groups, 0);
  for (const cardan_block& block : blocks) {
    rows[block.group] += block.dim;
    size.max_group_rows = std::max(size.max_group_rows, rows[block.group]);
  }
  size.cols = static_cast<std::int32_t>(Y.cols());
  size.nnz_Y = static_cast<std::int64_t>(Y_rows_.index.size());
  size.nnz_S = static_cast<std::int64_t>(S_rows_.index.size());
  return size;
}

namespace {

/// Projection on {‖a_t‖ ≤ μ a_n} as the nearest of the three candidate faces.
VectorXd cone_projection(double mu, const VectorXd& a) {
  const double s = a.tail(a.size() - 1).norm();
  if (a[0] >= 0 && s <= mu * a[0]) return a;
  VectorXd p = VectorXd::Zero(a.size());
  const double along = (a[0] + mu * s) / (1 + mu * mu);  // on the ray (1, μ t)
  if (along <= 0) return p;
  p[0] = along;
  p.tail(a.size() - 1) = mu * along * a.tail(a.size() - 1) / s;
  return p;
}

VectorXd projection(const cardan_block& block, const VectorXd& lambda, VectorXd a) {
  const double bound = block.parent >= 0 ? block.mu * std::max(lambda[block.parent], 0.0) : 0.0;
  switch (block.kind) {
    case CARDAN_FREE:
      return a;
    case CARDAN_NONNEGATIVE:
      return a.cwiseMax(0.0);
    case CARDAN_BOX:
      return a.cwiseMax(block.lo).cwiseMin(block.hi);
    case CARDAN_BOX_MU:
      return a.cwiseMax(-bound).cwiseMin(bound);
    case CARDAN_BALL_MU:
      return a.norm() <= bound ? a : VectorXd(a * (bound / a.norm()));
    default:
      return cone_projection(block.mu, a);
  }
}

}  // namespace

double block_residual(const TestProblem& problem, const cardan_block& block, const VectorXd& lambda,
                      const VectorXd& u) {
  VectorXd u_hat = u.segment(block.row, block.dim);
  if (block.kind == CARDAN_CONE) u_hat[0] += block.mu * u_hat.tail(block.dim - 1).norm();
  const VectorXd own = lambda.segment(block.row, block.dim);
  const VectorXd a = own - problem.step.segment(block.row, block.dim).cwiseProduct(u_hat);
  return problem.weight.segment(block.row, block.dim)
      .cwiseProduct(own - projection(block, lambda, a))
      .norm();
}

double natural_map(const TestProblem& problem, const VectorXd& lambda) {
  const VectorXd u = problem.Y * (problem.Y.transpose() * lambda) + problem.S * lambda + problem.b;
  if (!lambda.allFinite() || !u.allFinite()) return HUGE_VAL;
  double worst = 0;
  for (const cardan_block& block : problem.blocks) {
    worst = std::max(worst, block_residual(problem, block, lambda, u));
  }
  return worst;
}

SolverUnderTest::SolverUnderTest(const cardan_entry* entry, const cardan_host* host)
    : desc_(entry->solvers[0]), self_(desc_->create(host)) {}

SolverUnderTest::~SolverUnderTest() { desc_->destroy(self_); }

void SolverUnderTest::set(const std::string& name, double value) {
  for (int i = 0; i < desc_->num_params; ++i) {
    if (name == desc_->params[i].name) {
      if (desc_->set_param(self_, i, value) != 0) throw std::invalid_argument(name);
      return;
    }
  }
  throw std::invalid_argument(name);
}

void SolverUnderTest::reserve(const TestProblem& problem) {
  const cardan_size size = problem.size();
  if (desc_->reserve(self_, &size) != 0) throw std::runtime_error(desc_->last_error(self_));
}

int SolverUnderTest::solve_raw(const TestProblem& problem, double* lambda, double* u,
                               cardan_report* report) {
  return desc_->solve(self_, &problem.view(), lambda, u, report);
}

Solved SolverUnderTest::solve(const TestProblem& problem, const VectorXd& guess) {
  reserve(problem);
  Solved result;
  result.lambda = guess.size() == problem.m() ? guess : VectorXd::Zero(problem.m());
  result.u = VectorXd::Zero(problem.m());
  result.report.struct_size = sizeof result.report;
  result.status = solve_raw(problem, result.lambda.data(), result.u.data(), &result.report);
  return result;
}

RandomContacts random_contacts(std::mt19937& random, int contacts, int dofs) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.1, 1.2);
  RandomContacts result;
  MatrixXd J(3 * contacts, dofs);
  for (int i = 0; i < J.rows(); ++i) {
    for (int j = 0; j < dofs; ++j) J(i, j) = normal(random);
  }
  VectorXd inverse_root_mass(dofs), v(dofs);
  for (int j = 0; j < dofs; ++j) inverse_root_mass[j] = std::exp(0.5 * normal(random));
  for (int j = 0; j < dofs; ++j) v[j] = normal(random);
  result.Y = J * inverse_root_mass.asDiagonal();
  result.b = J * v;  // in the range of J: what a free velocity gives
  for (int c = 0; c < contacts; ++c) result.mu.push_back(uniform(random));
  return result;
}

TestProblem cone_problem(const RandomContacts& contacts) {
  TestProblem problem;
  problem.Y = contacts.Y;
  problem.b = contacts.b;
  for (double mu : contacts.mu) problem.add_block(CARDAN_CONE, 3, mu);
  problem.finish();
  return problem;
}

TestProblem polyhedral_problem(const RandomContacts& contacts, int d) {
  const int count = static_cast<int>(contacts.mu.size()), rows = d + 2;
  MatrixXd T = MatrixXd::Zero(3 * count, rows * count);
  TestProblem problem;
  problem.S = MatrixXd::Zero(rows * count, rows * count);
  const MatrixXd A_C = contacts.Y * contacts.Y.transpose();
  problem.step.resize(rows * count);
  problem.weight.resize(rows * count);
  for (int c = 0; c < count; ++c) {
    const int n = rows * c, s = n + d + 1;
    const double mean = A_C.diagonal().segment(3 * c, 3).mean();
    T(3 * c, n) = 1;
    problem.S(s, n) = contacts.mu[c];
    for (int j = 0; j < d; ++j) {
      T(3 * c + 1, n + 1 + j) = std::cos(2 * M_PI * j / d);
      T(3 * c + 2, n + 1 + j) = std::sin(2 * M_PI * j / d);
      problem.S(n + 1 + j, s) = 1;
      problem.S(s, n + 1 + j) = -1;
    }
    problem.step.segment(n, rows).setConstant(1 / mean);
    problem.weight.segment(n, rows).setConstant(mean);
    problem.step[s] = mean;
    problem.weight[s] = 1;
    problem.add_block(CARDAN_NONNEGATIVE, rows);
  }
  problem.Y = T.transpose() * contacts.Y;
  problem.b = T.transpose() * contacts.b;
  problem.properties = CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  problem.finish();
  return problem;
}

TestProblem phantom_problem(const RandomContacts& contacts, int k) {
  const int count = static_cast<int>(contacts.mu.size()), rows = 3 + 2 * k;
  TestProblem problem;
  problem.S = MatrixXd::Zero(rows * count, rows * count);
  problem.Y = MatrixXd::Zero(rows * count, contacts.Y.cols());
  problem.b = VectorXd::Zero(rows * count);
  problem.step.resize(rows * count);
  problem.weight.resize(rows * count);
  for (int c = 0; c < count; ++c) {
    const int n = rows * c;
    problem.Y.middleRows(n, 3) = contacts.Y.middleRows(3 * c, 3);
    problem.b.segment(n, 3) = contacts.b.segment(3 * c, 3);
    const Eigen::Vector3d diagonal = contacts.Y.middleRows(3 * c, 3).rowwise().squaredNorm();
    problem.S.block(n, n, 3, 3).diagonal() = 1e-4 * diagonal;
    for (int j = 0; j < k; ++j) {
      Eigen::Vector2d E(std::cos(M_PI * j / k), std::sin(M_PI * j / k));
      if (k == 2) E = Eigen::Vector2d::Unit(j);
      const int up = n + 3 + j, lo = up + k;
      problem.S.block(n + 1, up, 2, 1) = -E;
      problem.S.block(n + 1, lo, 2, 1) = E;
      problem.S.block(up, n + 1, 1, 2) = E.transpose();
      problem.S.block(lo, n + 1, 1, 2) = -E.transpose();
      problem.S(up, n) = problem.S(lo, n) = contacts.mu[c];
      const double largest = std::max(diagonal[1], diagonal[2]);
      problem.S(up, lo) = problem.S(lo, up) = 1 / (k == 2 ? diagonal[1 + j] : largest);
    }
    problem.step.segment(n, 3).setConstant(1 / diagonal.mean());
    problem.weight.segment(n, 3).setConstant(diagonal.mean());
    problem.step.segment(n + 3, 2 * k).setConstant(diagonal.mean());
    problem.weight.segment(n + 3, 2 * k).setOnes();
    problem.add_block(CARDAN_NONNEGATIVE, 1);
    problem.add_block(CARDAN_FREE, 2);
    problem.add_block(CARDAN_NONNEGATIVE, 2 * k);
    problem.join_group(3);
  }
  problem.properties = CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  if (k == 2) problem.properties |= CARDAN_REGULAR;
  problem.finish();
  return problem;
}

TestProblem box_problem(const RandomContacts& contacts) {
  TestProblem problem;
  problem.Y = contacts.Y;
  problem.b = contacts.b;
  for (double mu : contacts.mu) {
    const int normal = problem.blocks.empty() ? 0 : problem.blocks.back().row + 1;
    problem.add_block(CARDAN_NONNEGATIVE, 1);
    for (int t = 0; t < 2; ++t) problem.add_block(CARDAN_BOX_MU, 1, mu, normal);
    problem.join_group(3);
  }
  problem.properties |= CARDAN_POSITIVE_DIAGONAL | CARDAN_GROUPED;
  problem.finish();
  return problem;
}

VectorXd lift_polyhedral(const VectorXd& lambda, int contacts, int d) {
  VectorXd result = VectorXd::Zero(3 * contacts);
  for (int c = 0; c < contacts; ++c) {
    const int n = (d + 2) * c;
    result[3 * c] = lambda[n];
    for (int j = 0; j < d; ++j) {
      result[3 * c + 1] += lambda[n + 1 + j] * std::cos(2 * M_PI * j / d);
      result[3 * c + 2] += lambda[n + 1 + j] * std::sin(2 * M_PI * j / d);
    }
  }
  return result;
}

}  // namespace cardan::test
