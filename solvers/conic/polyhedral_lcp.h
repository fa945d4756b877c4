#pragma once

#include <vector>

#include "solvers/common/dense_storage.h"
#include "solvers/common/dictionary.h"
#include "solvers/common/no_solution.h"
#include "solvers/common/pivoting.h"
#include "solvers/common/scaled_matrix.h"
#include "solvers/conic/blocks.h"
#include "solvers/conic/budget.h"

namespace cardan::conic {

/// The problem with polygons as friction sets, solved by Lemke's lexicographic method, which ends
/// at a solution or on a ray [Anitescu & Potra 1997; Cottle, Pang & Stone 1992, sec. 4.4]. On Ã = D
/// A D, x = D⁻¹ λ:
///   x = x₀ + Σ p_j e_j, p ≥ 0;  friction with bound μ x_parent: slack s with
///   0 ≤ p_j ⊥ e_jᵀ ũ + s ≥ 0,  0 ≤ s ⊥ μ x_parent − Σ p_j ≥ 0.
/// The polygons are regular at first. Each call refines them around the friction it finds, so that
/// a sequence of calls converges to the round sets.
class PolyhedralLcp {
 public:
  /// Outcome of a call.
  enum class Ending { kSolved, kRay, kLimit };

  /// Allocates for problems of at most this size.
  void reserve(int rows, int cols);

  /// Binds a problem. The next call of solve() uses regular polygons.
  void start(const sdk::ProblemView& problem, const solvers::ScaledMatrix& A, const Blocks& blocks);

  /// Solves with the current polygons and forms those of the next call: the direction of the
  /// friction found and two neighbouring directions, at an angle that shrinks while the friction
  /// stays between its neighbours. cover: covering vector; 0: ones, 1 and 2: other positive
  /// vectors. lambda: out, λ of the last basis, also if the problem was not solved.
  Ending solve(const sdk::ProblemView& problem, int cover, Budget& budget, double* lambda);

  /// Searches for impulses of normals and free rows with A λ = 0 and b·λ < 0. If they exist, the
  /// rigid problem has no solution for any friction, because λ·u = λ·b for every u, and u_n must
  /// not be negative. Returns true if they are found; lambda: out.
  bool find_self_stress(const sdk::ProblemView& problem, Budget& budget, double* lambda);

 private:
  /// Number of sides of a regular polygon in two dimensions.
  static constexpr int kRegularSides = 8;

  /// p_j ≥ 0 along `direction` in the rows from `row`, or, with dim = 0, a slack.
  struct Variable {
    int row = 0, dim = 0;
    int slack = -1;   ///< slack of a friction direction or of a box with two bounds
    int parent = -1;  ///< for a friction slack: the variable of the normal
    double mu = 0;    ///< μ of a friction slack; width of a box
    double direction[6] = {};
  };

  void add_block(const Block& block);
  void add_normals(const Block& block);
  void add_box(const Block& block);
  void add_friction(int row, int dim, double mu, int parent);
  void add_round_directions(int row, int dim, int slack, double normal);
  void refine(const double* lambda);
  void refine_direction(int row, int dim, const double* lambda);
  int add_direction(int row, int dim, const double* direction, int slack);
  int add_plain(int row, double direction);
  void assemble(const sdk::ProblemView& problem);
  solvers::Outcome pivot(int cover, solvers::Pivoting& pivoting, Budget& budget);
  /// λ = D (x₀ + Σ p_j e_j).
  void expand(bool with_offset, double* lambda);

  const solvers::ScaledMatrix* A_ = nullptr;
  const Blocks* blocks_ = nullptr;
  solvers::Dictionary dictionary_;
  solvers::NoSolution no_solution_;
  std::vector<Variable> variables_;
  int count_ = 0;
  std::vector<int> variable_of_row_;  ///< of rows that can be parents; -1: none
  solvers::DenseStorage<double> M_;
  std::vector<double> q_, cover_, p_, offset_, row_;
  /// By row: direction of friction (unit length; zero: not known yet), and at the first row of a
  /// block the angle to its neighbours [rad].
  std::vector<double> direction_, opening_;
};

}  // namespace cardan::conic
