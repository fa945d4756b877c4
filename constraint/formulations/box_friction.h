#pragma once

#include <vector>

#include "cardan/spatial.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"

namespace cardan {

/// One tangent row of a contact with box friction.
struct TangentRow {
  Vector2 direction;  ///< direction in the axes (t1, t2) of the base
  double mu = 0;      ///< coefficient of the bound |λ| ≤ μ λ_n
  double S = 0;       ///< compliance, added to that of the base [1/kg]
  double c = 0;       ///< bias, added to that of the base [m/s]
};

/// Source of the bounds ± μ λ_n of the tangent rows.
struct BoxBounds {
  bool coupled = true;  ///< true if λ_n is from the same solution (BOX_MU), false if it is from the
                        ///< previous pass (BOX)
  int last_pass = 0;  ///< last pass of the outer loop for BOX, converged or not
};

/// Reads the options `bounds` and `passes`. passes_before: number of passes that precede those
/// counted by `passes`.
BoxBounds read_box_bounds(FormulationOptions& options, int default_passes, int passes_before);

/// Contacts with a NONNEGATIVE normal row and two separately bounded tangent rows
/// (docs/theory/box.md).
class BoxFriction : public LiftedFormulation {
 public:
  bool accept_pass(const BaseProblem& base, const Problem& problem, int pass, const double* lambda,
                   double* lambda_C) override;
  bool converged() const override { return converged_; }

 protected:
  BoxFriction(FormulationInfo info, const BoxBounds& bounds);

  /// Returns the kinds and properties that all subclasses share.
  static FormulationInfo box_info(const BoxBounds& bounds);

  /// Computes the two tangent rows of base.blocks[contact].
  virtual void compute_tangents(const BaseProblem& base, int contact, TangentRow rows[2]) = 0;
  /// Returns λ_n for the bounds of the first pass [N s].
  virtual double first_normal_impulse(const BaseProblem& base, int contact) const = 0;

 private:
  void add_contacts(const BaseProblem& base, Problem& problem) final;
  void add_tangent(const BaseProblem& base, int contact, int t, Problem& problem);
  void guess_contacts(const BaseProblem& base, double* lambda) const final;
  void revise(const BaseProblem& base, int pass, Problem& problem) final;
  void write_bounds(Problem& problem) const;
  bool take_normal_impulses(const BaseProblem& base, const double* lambda_C, int pass);

  BoxBounds bounds_;
  std::vector<double> lambda_n_;      ///< (contacts) λ_n in the bounds of the tangent rows [N s]
  std::vector<TangentRow> tangents_;  ///< two rows per contact
  std::vector<double> gap_;  ///< (contacts) λ_n of the last pass minus the λ_n in its bounds [N s]
  double share_ = 1;         ///< fraction of the gap by which the last pass changed the bounds
  bool converged_ = true;
};

}  // namespace cardan
