#pragma once

#include "constraint/formulation.h"
#include "constraint/formulations/lift.h"
#include "constraint/row_scale.h"

namespace cardan {

/// Blocks for torsion and rolling friction of a contact (docs/theory/cone.md).
enum class SpinLaw {
  kNone,  ///< no blocks, or rows that the formulation adds itself
  kBox,   ///< one BOX_MU block per row
  kBall,  ///< a BOX_MU block for torsion and a BALL_MU block for rolling
};

/// A formulation that is a lift of the base problem. A subclass defines the rows of the contacts.
/// The rows of joints follow and are the same in all formulations.
class LiftedFormulation : public Formulation {
 public:
  const FormulationInfo& info() const final { return info_; }
  void configure(const SurfaceTraits& traits) override;
  void build(const BaseProblem& base, int pass, Problem& problem) final;
  void guess(const BaseProblem& base, const Problem& problem, double* lambda) final;
  bool accept_pass(const BaseProblem& base, const Problem& problem, int pass, const double* lambda,
                   double* lambda_C) override;

 protected:
  LiftedFormulation(FormulationInfo info, SpinLaw spin_law);

  /// Adds rows and blocks of all contacts with lift(), add_block() and add_row().
  virtual void add_contacts(const BaseProblem& base, Problem& problem) = 0;
  /// Sets the initial λ of the rows of the contacts. λ is zero before the call.
  virtual void guess_contacts(const BaseProblem& base, double* lambda) const = 0;
  /// Returns b_C for the lift.
  virtual const double* base_bias(const BaseProblem& base) { return base.b.data(); }
  /// True if later passes build a new problem with add_contacts().
  virtual bool rebuilds() const { return false; }
  /// Prepares a later pass if rebuilds() is false. It may change b, lo and hi of the previous
  /// problem.
  virtual void revise(const BaseProblem& base, int pass, Problem& problem);

  Lift& lift() { return lift_; }
  /// The pass that is being built.
  int pass() const { return pass_; }

  /// Appends a block at `row` in its own group.
  static cardan_block& add_block(Problem& problem, int kind, int row, int dim);
  /// Moves the last block into the group of the block before it.
  static void join_last_group(Problem& problem) {
    problem.blocks.back().group = --problem.num_groups - 1;
  }
  /// Ends the current row of the lift. c: constant term of the row in b.
  void add_row(Problem& problem, const RowScale& scale, double c = 0);
  /// Sets the problem row of λ_n of a contact. A contact without such a row has no torsion or
  /// rolling friction.
  void set_normal_row(int contact, int row) { normal_row_[contact] = row; }
  FormulationInfo& info_to_change() { return info_; }
  /// Sets the compliance of the rows after the contacts that have none, as a fraction of their
  /// diagonal.
  void set_default_compliance(double fraction) { default_compliance_ = fraction; }

 private:
  /// Adds the velocities of the trees as the first rows, in one FREE block.
  void add_velocity_rows(const BaseProblem& base, Problem& problem);
  void add_spin_rows(const BaseProblem& base, Problem& problem);
  void add_joint_rows(const BaseProblem& base, Problem& problem);
  void add_base_row(const BaseProblem& base, Problem& problem, int row);

  FormulationInfo info_;
  SpinLaw spin_law_;
  Lift lift_;
  std::vector<int> normal_row_;  ///< (contacts) row of λ_n; −1 if there is none
  std::vector<int> base_row_;    ///< base row of each row after the contacts
  double default_compliance_ = 0;
  int first_joint_row_ = 0;
  int pass_ = 0;
  std::uint64_t instance_ = 0;  ///< number that makes the matrix ids of all instances distinct
  std::uint64_t builds_ = 0;
};

}  // namespace cardan
