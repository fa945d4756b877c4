#pragma once

#include <Eigen/Dense>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "cardan/cardan_solver.h"

/// Problems for the solvers' tests, and a natural map written here from the definition, independent
/// of the SDK and of the engine's judge.
namespace cardan::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A problem with owned storage. Y and S are given dense and stored as compressed rows (zeros left
/// out); A is dense and can be withheld.
class TestProblem {
 public:
  MatrixXd Y, S;  ///< m × cols, m × m
  VectorXd b;
  std::vector<cardan_block> blocks;
  VectorXd step, weight;  ///< filled by finish() where empty
  double tolerance = 1e-10;
  std::uint32_t properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_FACTORED;

  int m() const { return static_cast<int>(b.size()); }
  MatrixXd A() const;

  /// Appends a block at the next free row, in a group of its own.
  void add_block(int kind, int dim, double mu = 0, int parent = -1, double lo = 0, double hi = 0);
  /// Puts the last `count` blocks into one group.
  void join_group(int count);
  /// Compressed rows, steps (1/mean diagonal of each block) and weights.
  void finish();
  const cardan_problem& view() const { return view_; }
  cardan_size size() const;

 private:
  struct Rows {
    std::vector<std::int32_t> start, index;
    std::vector<double> value;
    cardan_rows view(int rows, int cols) const;
  };
  static Rows compress(const MatrixXd& M);
  Rows Y_rows_, S_rows_;
  MatrixXd A_;
  cardan_problem view_{};
};

/// max over blocks of w ‖λ − P(λ − r û)‖ [m/s].
double natural_map(const TestProblem& problem, const VectorXd& lambda);

/// w ‖λ − P(λ − r û)‖ of one block. lambda, u: whole vectors.
double block_residual(const TestProblem& problem, const cardan_block& block, const VectorXd& lambda,
                      const VectorXd& u);

struct Solved {
  int status = -1;
  cardan_report report{};
  VectorXd lambda, u;
};

/// One instance of a solver, driven through the C interface.
class SolverUnderTest {
 public:
  explicit SolverUnderTest(const cardan_entry* entry, const cardan_host* host = nullptr);
  ~SolverUnderTest();
  SolverUnderTest(const SolverUnderTest&) = delete;
  SolverUnderTest& operator=(const SolverUnderTest&) = delete;

  void set(const std::string& name, double value);
  void reserve(const TestProblem& problem);
  /// Reserves for this problem, then solves. guess: zeros when empty.
  Solved solve(const TestProblem& problem, const VectorXd& guess = {});
  /// Solves without reserving; lambda, u in place.
  int solve_raw(const TestProblem& problem, double* lambda, double* u, cardan_report* report);
  const cardan_solver_desc& desc() const { return *desc_; }
  cardan_solver* raw() { return self_; }

 private:
  const cardan_solver_desc* desc_;
  cardan_solver* self_;
};

/// Contacts of a random linkage: J of 3 rows per contact, entries normal; Y = J M^(−1/2) with
/// random masses. dofs < 3 contacts gives redundant rows.
struct RandomContacts {
  MatrixXd Y;  ///< 3n × dofs
  VectorXd b;
  std::vector<double> mu;
};
RandomContacts random_contacts(std::mt19937& random, int contacts, int dofs);

/// CONE(3) per contact.
TestProblem cone_problem(const RandomContacts& contacts);

/// Polyhedral friction with d directions: rows p_n, p_1..p_d, s per contact, λ_n = p_n, λ_t = Σ E_j
/// p_j; couplings (d_j, s) = 1, (s, n) = μ, (s, d_j) = −1.
TestProblem polyhedral_problem(const RandomContacts& contacts, int d);

/// Phantom inertia with k fixed axes E_j = π j/k: rows n, t1, t2, up_1..k, lo_1..k per contact,
/// compliance 1e-4 of the diagonal, ρ_j = 1/A_ii for two axes and the smaller of the two for more;
/// couplings (t, up_j) = −E_j, (t, lo_j) = E_j, (up_j, t) = E_jᵀ, (lo_j, t) = −E_jᵀ, (up_j, n) =
/// (lo_j, n) = μ, (up_j, lo_j) = (lo_j, up_j) = ρ_j.
TestProblem phantom_problem(const RandomContacts& contacts, int k);

/// NONNEGATIVE normal and two BOX_MU tangents per contact.
TestProblem box_problem(const RandomContacts& contacts);

/// λ in contact space (3 rows per contact) of a solution of polyhedral_problem.
VectorXd lift_polyhedral(const VectorXd& lambda, int contacts, int d);

/// 0 ≤ z ⊥ M z + q ≥ 0 in the units of the matrix: step and weight 1; the first rows free.
inline TestProblem lcp(const MatrixXd& M, const VectorXd& q, int free_rows = 0) {
  TestProblem problem;
  problem.S = M;
  problem.b = q;
  problem.properties = 0;
  problem.step = VectorXd::Ones(q.size());
  problem.weight = VectorXd::Ones(q.size());
  if (free_rows > 0) problem.add_block(CARDAN_FREE, free_rows);
  problem.add_block(CARDAN_NONNEGATIVE, static_cast<int>(q.size()) - free_rows);
  problem.finish();
  return problem;
}

}  // namespace cardan::test
