#pragma once

#include <vector>

#include "cardan/constraint/formulations/lifted_formulation_internal.h"
#include "cardan/constraint/formulations/options_internal.h"
#include "cardan/core/types.h"

namespace cardan {

/// One tangent row of a contact whose friction is a box.
struct TangentRow {
  Vector2 direction;  ///< in the base's (t1, t2)
  double mu = 0;      ///< |λ| ≤ μ λ_n
  double S = 0;       ///< compliance beside the base's [1/kg]
  double c = 0;       ///< bias beside the base's [m/s]
};

/// Where the bounds ± μ λ_n of the tangent rows come from.
struct BoxBounds {
  bool coupled = true;  ///< λ_n of the same solution: BOX_MU; else of the solution before: BOX
  int last_pass = 0;    ///< ends the outer loop of the latter, settled or not
};

/// Options `bounds` and `passes`. passes_before: those that are done whatever `passes` says.
BoxBounds read_box_bounds(FormulationOptions& options, int default_passes, int passes_before);

/// Contacts of a NONNEGATIVE normal row and two tangent rows with bounds of their own each
/// (docs/theory/box.md).
class BoxFriction : public LiftedFormulation {
 public:
  bool absorb(const BaseProblem& base, const Problem& problem, int pass, const double* lambda,
              double* lambda_C) override;
  bool settled() const override { return settled_; }

 protected:
  BoxFriction(FormulationInfo info, const BoxBounds& bounds);

  /// Kinds and properties that all of them have.
  static FormulationInfo box_info(const BoxBounds& bounds);

  /// The two tangent rows of base.blocks[contact].
  virtual void compute_tangents(const BaseProblem& base, int contact, TangentRow rows[2]) = 0;
  /// λ_n for the bounds of the first pass [N s].
  virtual double first_normal_impulse(const BaseProblem& base, int contact) const = 0;

 private:
  void add_contacts(const BaseProblem& base, Problem& problem) final;
  void add_tangent(const BaseProblem& base, int contact, int t, Problem& problem);
  void guess_contacts(const BaseProblem& base, double* lambda) const final;
  void revise(const BaseProblem& base, int pass, Problem& problem) final;
  void write_bounds(Problem& problem) const;
  bool take_normal_impulses(const BaseProblem& base, const double* lambda_C, int pass);

  BoxBounds bounds_;
  std::vector<double> lambda_n_;      ///< (contacts) that bounds the tangent rows [N s]
  std::vector<TangentRow> tangents_;  ///< (2 contacts)
  std::vector<double> gap_;  ///< (contacts) from the bounds of the last pass to its λ_n [N s]
  double share_ = 1;         ///< of the gap that the last pass went
  bool settled_ = true;
};

}  // namespace cardan
