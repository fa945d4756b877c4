#pragma once

#include <span>
#include <vector>

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/loop.h"

namespace cardan {

/// A tree that a projection may move.
struct MovableTree {
  const Skeleton* skeleton = nullptr;
  Data* data = nullptr;
  double* q = nullptr;  ///< (nq)
  double* v = nullptr;  ///< (nv)
};

/// Brings the trees of one group of loops back onto them (docs/theory/loops.md): a group is the
/// loops that are tied together by the trees they move.
class CARDAN_API LoopProjection {
 public:
  struct Result {
    double error = 0;  ///< largest |φ| afterwards [m, rad]; infinite: the projection failed
    int worst = -1;    ///< its loop
    int iterations = 0;
  };

  /// loops: of the group, indices into all of them; trees: all of the world.
  LoopProjection(std::vector<int> loops, const std::vector<Loop>& all,
                 const std::vector<MovableTree>& trees);

  std::span<const int> loops() const { return loops_; }
  std::span<const int> trees() const { return trees_; }

  /// Impulses of the last correction of v, which carries half of the turning of the loops' motion:
  /// to be added to those of the step's solve. visit(loop, row, rows of the loop, impulse).
  template <typename Visit>
  void for_each_impulse(const Visit& visit) const {
    for (std::size_t k = 0; k < taken_.size(); ++k) {
      const TakenRow& taken = taken_[k];
      visit(loops_[taken.loop], taken.row, constraints_[taken.loop], impulse_[k]);
    }
  }

  /// Largest |φ| of a loop of the group as it was measured last [m, rad].
  double error(int loop) const;

  /// Newton on φ(q) = 0, Δq = M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁺ (−φ) with the rows that are independent, then
  /// v += M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁺ (−J v − end velocity) at the end. Starts from any q near the loops; M
  /// is that of the start. Leaves q as it was if the error would grow. Kinematics, inertias and M
  /// of the data are overwritten: they are those of the new q, V that of the old v. Does not
  /// allocate after the first call.
  Result project(const std::vector<Loop>& all, const std::vector<MovableTree>& trees);

  /// Projects from far away, at setup: Levenberg–Marquardt on ½ |φ|², then project(); from beside
  /// the given posture where that is singular.
  Result assemble(const std::vector<Loop>& all, const std::vector<MovableTree>& trees);

 private:
  void view(const std::vector<MovableTree>& trees);
  void update_kinematics(const std::vector<MovableTree>& trees);
  bool factorize(const std::vector<MovableTree>& trees);
  /// φ of all rows into phi_.
  Result measure(const std::vector<Loop>& all);
  /// visit(loop of the group, row, dense whitened row) for the rows of J that are not zero, at the
  /// present q.
  template <typename Visit>
  void for_each_row(const std::vector<Loop>& all, const Visit& visit);
  /// basis_ and what its rows are.
  void collect_independent_rows(const std::vector<Loop>& all);
  bool step_towards_loops(const std::vector<Loop>& all, const std::vector<MovableTree>& trees);
  /// q ⊕ L⁻¹ D^(−1/2) x_ of every tree of the group, from q_before_.
  void move(const std::vector<MovableTree>& trees);
  void save(const std::vector<MovableTree>& trees);
  void restore(const std::vector<MovableTree>& trees);
  void correct_velocity(const std::vector<MovableTree>& trees);
  LoopTree tree_of(const BodyRef& body) const;

  // Steps of assemble().
  /// Levenberg–Marquardt from the present q; returns its steps.
  int descend(const std::vector<Loop>& all, const std::vector<MovableTree>& trees);
  std::vector<double> velocities(const std::vector<MovableTree>& trees) const;
  void set_velocities(const std::vector<MovableTree>& trees, const std::vector<double>& v) const;
  /// q = q_before_ ⊕ a pseudo-random move of this size.
  void shake(const std::vector<MovableTree>& trees, double size, std::uint64_t* seed);

  /// A row of the basis.
  struct TakenRow {
    int loop = 0;  ///< of the group
    int row = 0;   ///< of the loop
  };

  std::vector<int> loops_, trees_, column_;  ///< column_: first column of each tree of the group
  std::vector<int> first_row_;               ///< of each loop of the group
  int cols_ = 0, rows_ = 0;
  std::vector<Tree> views_;  ///< all trees of the world, as the rows want them
  std::vector<LoopConstraint> constraints_;
  std::vector<double> phi_;
  RowBasis basis_;
  std::vector<TakenRow> taken_;
  BaseProblem::Scratch scratch_;
  std::vector<double> impulse_;  ///< of the rows taken
  std::vector<double> c_, x_, q_before_;
};

}  // namespace cardan
