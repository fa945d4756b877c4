#pragma once

#include "cardan/constraint/formulation.h"
#include "cardan/constraint/formulations/lift_internal.h"

namespace cardan {

/// One solver row of a formulation: how its residual is scaled (docs/theory/problem-form.md,
/// section 2).
struct RowScale {
  double step = 1, weight = 1;
};

/// Forms of torsion and rolling friction of a contact (docs/theory/cone.md).
enum class SpinLaw {
  kNone,  ///< nothing, or rows of the formulation's own
  kBox,   ///< a BOX_MU block a row
  kBall,  ///< BOX_MU for torsion, BALL_MU for rolling
};

/// A formulation that is a lift of the base problem. A subclass says what the contacts become; the
/// rows of joints follow after them and are the same in all formulations.
class LiftedFormulation : public Formulation {
 public:
  const FormulationInfo& info() const final { return info_; }
  void expect(const SurfaceTraits& traits) override;
  void build(const BaseProblem& base, int pass, Problem& problem) final;
  void guess(const BaseProblem& base, const Problem& problem, double* lambda) final;
  bool absorb(const BaseProblem& base, const Problem& problem, int pass, const double* lambda,
              double* lambda_C) override;

 protected:
  LiftedFormulation(FormulationInfo info, SpinLaw spin_law);

  /// Rows and blocks of all contacts through lift(), add_block() and add_row().
  virtual void add_contacts(const BaseProblem& base, Problem& problem) = 0;
  /// λ of the rows of the contacts; λ arrives as zeros.
  virtual void guess_contacts(const BaseProblem& base, double* lambda) const = 0;
  /// b_C that the lift starts from.
  virtual const double* base_bias(const BaseProblem& base) { return base.b.data(); }
  /// True if a later pass makes its problem anew, through add_contacts.
  virtual bool rebuilds() const { return false; }
  /// Later passes of the others: may change b, lo and hi of the problem of the pass before.
  virtual void revise(const BaseProblem& base, int pass, Problem& problem);

  Lift& lift() { return lift_; }
  /// The one that is being built.
  int pass() const { return pass_; }

  /// Starts a block at the present row in a group of its own.
  static cardan_block& add_block(Problem& problem, int kind, int row, int dim);
  /// Puts the last block into the group of the one before it.
  static void join_last_group(Problem& problem) {
    problem.blocks.back().group = --problem.num_groups - 1;
  }
  /// Ends the present row of the lift. c: the row's own constant in b.
  void add_row(Problem& problem, const RowScale& scale, double c = 0);
  /// Problem row of a contact's λ_n. A contact without one has no torsion or rolling either.
  void set_normal_row(int contact, int row) { normal_row_[contact] = row; }
  FormulationInfo& info_to_change() { return info_; }
  /// Rows behind the contacts that have no compliance get this fraction of their diagonal.
  void set_default_compliance(double fraction) { default_compliance_ = fraction; }

 private:
  /// The velocities of the trees as the first rows, in one FREE block.
  void add_velocity_rows(const BaseProblem& base, Problem& problem);
  void add_spin_rows(const BaseProblem& base, Problem& problem);
  void add_joint_rows(const BaseProblem& base, Problem& problem);
  void add_base_row(const BaseProblem& base, Problem& problem, int row);

  FormulationInfo info_;
  SpinLaw spin_law_;
  Lift lift_;
  std::vector<int> normal_row_;  ///< (contacts) −1: the contact has none
  std::vector<int> base_row_;    ///< of the rows behind the contacts
  double default_compliance_ = 0;
  int first_joint_row_ = 0;
  int pass_ = 0;
  std::uint64_t instance_ = 0;  ///< matrix ids of two instances never meet
  std::uint64_t builds_ = 0;
};

}  // namespace cardan
