#pragma once

#include <vector>

#include "solvers/conic/bodies/body_form.h"

namespace cardan::conic {

/// Distances from the boundary of the cones at the start, and the length of the steps.
struct InteriorStart {
  double impulses;    ///< as a multiple of the mean impulse
  double velocities;  ///< as a multiple of the residual
  double fraction;    ///< fraction of the longest step
};

/// Primal–dual interior-point method on the exact cones, with Mehrotra's predictor and corrector
/// [1992] and the scaling of Nesterov and Todd [1997]. For a contact λ' = (μ λ_n, λ_t) and û' =
/// (u_n/μ + ‖u_t‖, u_t) lie in the self-dual cone; the shift ‖u_t‖ is linearised with the rest, so
/// that the matrix I + Yᵀ G Y is not symmetric. Rows with bounds have a slack and a multiplier per
/// bound.
class InteriorPoint {
 public:
  void reserve(const cardan_size& size);
  /// False if the form has blocks that follow a parent, cones without friction, or compliance other
  /// than on the diagonal and on normals of cones.
  static bool takes(const BodyForm& form);

  /// Starts at λ and u with residual e [m/s], after moving both to the interior.
  void start(const sdk::ProblemView& problem, const Blocks& blocks, BodyForm& form,
             const InteriorStart& options, const double* lambda, const double* u, double e);
  /// The impulses of the iterate.
  void copy_impulses(double* lambda) const;
  /// Takes one step from the iterate, whose velocities are u. Returns false if the step makes no
  /// progress.
  bool step(const double* u);

 private:
  void compute_residuals(const double* u);
  /// Mean complementarity after a step of this length.
  double complementarity(double length) const;
  bool factor();
  void scale_unit(const Unit& unit);
  void solve_direction();
  void aim_affine();
  void aim_centred(double target, double second_order);
  double longest() const;
  void move(double length);

  double step_of(int position) const { return problem_->step(form_->row(position)); }
  const Block& block(const Unit& unit) const { return form_->block(unit, 0); }

  const sdk::ProblemView* problem_ = nullptr;
  const Blocks* blocks_ = nullptr;
  BodyForm* form_ = nullptr;
  InteriorStart options_{};
  double pairs_ = 1;  ///< number of complementary pairs
  double last_length_ = 1;
  bool lagging_ = false;  ///< the shift of the cones is kept constant for this step
  // By units, in the coordinates of the cones (λ', û'). Rows with bounds use x_, s_ for lo and
  // x2_, s2_ for hi.
  std::vector<double> lambda_, u_, x_, s_, x2_, s2_;
  std::vector<double> dx_, ds_, ds2_, w_, v_, target_, aim_, aim2_, defect_, g_, rows_;
  std::vector<double> beta_;             ///< by units
  solvers::DenseStorage<double> local_;  ///< matrices G of the cones
  solvers::DenseStorage<double> G_;      ///< G of the matrix over the nodes
  std::vector<double> z_;                ///< over the nodes
};

}  // namespace cardan::conic
