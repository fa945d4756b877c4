#include <algorithm>

#include "constraint/formulations/factories.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"

namespace cardan {

namespace {

FormulationInfo frictionless_info() {
  FormulationInfo info;
  info.id = "frictionless";
  info.default_solver = "conic";
  info.kinds = 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX;
  info.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                    CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  return info;
}

/// Contacts without friction: T selects n, one NONNEGATIVE row per contact
/// (docs/theory/frictionless.md).
class Frictionless final : public LiftedFormulation {
 public:
  Frictionless() : LiftedFormulation(frictionless_info(), SpinLaw::kNone) {}

 private:
  void add_contacts(const BaseProblem& base, Problem& problem) override {
    for (int k = 0; k < base.num_contacts; ++k) {
      const BaseBlock& source = base.blocks[k];
      add_block(problem, CARDAN_NONNEGATIVE, lift().rows(), 1).key = source.key;
      const double prox_step = base.prox_step[source.row];
      lift().take(source.row, 1);
      add_row(problem, velocity_row(prox_step));
    }
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    for (int k = 0; k < base.num_contacts; ++k)
      lambda[k] = std::max(base.lambda_prev[base.blocks[k].row], 0.0);
  }
};

}  // namespace

std::unique_ptr<Formulation> make_frictionless(const FormulationSpec& spec) {
  FormulationOptions options(spec);
  options.finish();
  return std::make_unique<Frictionless>();
}

}  // namespace cardan
