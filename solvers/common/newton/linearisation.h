#pragma once

#include <vector>

#include "solvers/common/newton/krylov.h"
#include "solvers/common/newton/row_function.h"

namespace cardan::solvers {

/// How the linear systems of the Newton steps are solved.
enum class Subsystem { kDirect = 0, kIterative = 1 };

struct SubsystemCount {
  int factorizations = 0;
  int krylov_steps = 0;
  int unconverged = 0;  ///< iterative solves that ended above their tolerance
};

/// H and its Jacobian J at one point: row i of J is dx_i e_i + dy_i M_i + bound_i e_parent.
class Linearisation {
 public:
  void reserve(int rows);

  /// H at x; y = M x + q.
  void evaluate(const ScaledRows& rows, RowFunction function, const RowParameters& parameters,
                const double* x, const double* y);
  /// ½‖H‖².
  double merit() const { return merit_; }

  /// J s = −H. Rows with dy = 0 are eliminated first, so that the system consists of the active
  /// rows. A singular system is solved with `compliance` on the diagonal of M. symmetric: M is
  /// symmetric positive semidefinite. Returns false if the answer is not finite.
  bool newton_direction(const ScaledRows& rows, Subsystem subsystem, bool symmetric,
                        double compliance, SubsystemCount& count, double* s);
  /// g = Jᵀ H, the gradient of the merit.
  void compute_gradient(const ScaledRows& rows, double* g) const;
  /// (Jᵀ J + ν I) s = −Jᵀ H [Levenberg; Marquardt].
  bool damped_direction(const ScaledRows& rows, double nu, SubsystemCount& count, double* s);

 private:
  void eliminate(const ScaledRows& rows);
  void assemble(const ScaledRows& rows, double compliance, bool divide);
  bool solve_active(Subsystem subsystem, bool symmetric, SubsystemCount& count);

  double merit_ = 0;
  std::vector<double> h_, dx_, dy_, bound_;
  std::vector<int> parent_;
  int active_count_ = 0;
  bool coupled_ = false;     ///< the bounds of a row depend on its parent
  std::vector<int> active_;  ///< rows of the system
  std::vector<int> place_;   ///< index of a row in the system, or -1
  std::vector<double> K_, rhs_, solution_, fixed_, full_;
  std::vector<int> swaps_;
  Krylov krylov_;
};

}  // namespace cardan::solvers
