#pragma once

#include <span>
#include <vector>

#include "constraint/loop.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

struct Data;
class Skeleton;

/// A tree that a projection may move.
struct MovableTree {
  const Skeleton* skeleton = nullptr;
  Data* data = nullptr;
  double* q = nullptr;  ///< configuration (nq)
  double* v = nullptr;  ///< velocity (nv)
};

/// All trees of a world, and their views for the rows of loops, which all projections share.
class MovableTrees {
 public:
  void push_back(const MovableTree& tree) {
    trees_.push_back(tree);
    views_.push_back({tree.skeleton, tree.data, tree.q, tree.v, nullptr});
  }
  void clear() {
    trees_.clear();
    views_.clear();
  }
  const MovableTree& operator[](std::size_t tree) const { return trees_[tree]; }
  const std::vector<Tree>& views() const { return views_; }

 private:
  std::vector<MovableTree> trees_;
  std::vector<Tree> views_;
};

/// Projects the configuration of the trees of one group of loops back onto the loop constraints
/// (docs/theory/loops.md). Loops that share a movable tree belong to the same group.
class CARDAN_API LoopProjection {
 public:
  /// Result of a projection.
  struct Result {
    double error = 0;  ///< largest |φ| afterwards [m, rad]; infinity if the projection failed
    int worst = -1;    ///< loop with the largest error
    int iterations = 0;
  };

  /// loops: indices of the group's loops in `all`. trees: all trees of the world.
  LoopProjection(std::vector<int> loops, const std::vector<Loop>& all, const MovableTrees& trees);

  std::span<const int> loops() const { return loops_; }
  /// Trees that the loops of the last projection move.
  std::span<const int> trees() const { return trees_; }

  /// Calls visit(loop, row, rows of the loop, impulse) for the impulses of the last correction of
  /// v. These impulses are part of the impulses of the step, because the correction contains half
  /// of the force of a loop (docs/theory/loops.md).
  template <typename Visit>
  void for_each_impulse(const Visit& visit) const {
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const TakenRow& taken = taken_[k];
      visit(loops_[taken.loop], taken.row, constraints_[taken.loop], impulse_[k]);
    }
  }

  /// Largest |φ| of a loop of the group in the last measurement [m, rad].
  double error(int loop) const;

  /// Solves φ(q) = 0 by Newton's method, Δq = M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁺ (−φ) with the independent rows,
  /// and then computes v += M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁺ (−J v − end velocity). Starts from any q at which
  /// the loops are nearly closed, and keeps the M of that q. Restores q if the error would grow.
  /// Overwrites the kinematics, inertias and M of the data with those of the new q, but V is still
  /// that of the old v. Does not allocate after the first call.
  Result project(const std::vector<Loop>& all, const MovableTrees& trees);

  /// Closes the loops at setup from a distant posture, by the Levenberg–Marquardt method on ½ |φ|²
  /// and then by project(). Starts from a perturbed posture if the given one is singular.
  Result assemble(const std::vector<Loop>& all, const MovableTrees& trees);

 private:
  void update_kinematics(const MovableTrees& trees);
  bool factorize(const MovableTrees& trees);
  /// Writes φ of all rows into phi_.
  Result measure(const std::vector<Loop>& all);
  /// Calls visit(loop, row, dense whitened row) for the nonzero rows of J at the current q. `loop`
  /// is an index in the group.
  template <typename Visit>
  void for_each_row(const std::vector<Loop>& all, const Visit& visit);
  /// Fills basis_ and taken_.
  void collect_independent_rows(const std::vector<Loop>& all);
  bool step_towards_loops(const std::vector<Loop>& all, const MovableTrees& trees);
  /// Sets q = q_before_ ⊕ L⁻¹ D^(−1/2) x_ for every tree of the group.
  void move(const MovableTrees& trees);
  void save(const MovableTrees& trees);
  void restore(const MovableTrees& trees);
  void correct_velocity(const MovableTrees& trees);
  LoopTree tree_of(const BodyRef& body) const;

  // Steps of assemble().
  /// Runs the Levenberg–Marquardt method from the current q. Returns the number of steps.
  int descend(const std::vector<Loop>& all, const MovableTrees& trees);
  std::vector<double> velocities(const MovableTrees& trees) const;
  void set_velocities(const MovableTrees& trees, const std::vector<double>& v) const;
  /// Sets q to q_before_ ⊕ a pseudo-random move of the given size.
  void shake(const MovableTrees& trees, double size, std::uint64_t* seed);

  /// A row of the basis.
  struct TakenRow {
    int loop = 0;  ///< index of the loop in the group
    int row = 0;   ///< index of the row in the loop
  };

  /// `column_` holds the first column of each tree of the group.
  std::vector<int> loops_, trees_, column_;
  std::vector<int> first_row_;  ///< first row of each loop of the group
  int cols_ = 0, rows_ = 0;
  const std::vector<Tree>* views_ = nullptr;  ///< of the last projection
  std::vector<LoopConstraint> constraints_;
  std::vector<double> phi_;
  RowBasis basis_;
  std::vector<TakenRow> taken_;
  BaseProblem::Scratch scratch_;
  std::vector<double> impulse_;  ///< impulse of each row of basis_
  std::vector<double> c_, x_, q_before_;
};

}  // namespace cardan
