#include <algorithm>

#include "constraint/formulations/box_friction.h"
#include "constraint/formulations/factories.h"
#include "constraint/formulations/slip_frame.h"

namespace cardan {

namespace {

/// Regularised friction [phantom-inertia paper, (40)-(43)]: box friction in axes that follow the
/// slip, with a bristle along the slip and a viscous law across it (docs/theory/hybrid.md). T
/// rotates the tangent rows.
class Hybrid final : public BoxFriction {
 public:
  explicit Hybrid(const BoxBounds& bounds) : BoxFriction(info_of(bounds), bounds) {
    set_default_compliance(kDefaultCompliance);
  }

 private:
  static FormulationInfo info_of(const BoxBounds& bounds) {
    FormulationInfo info = box_info(bounds);
    info.id = "hybrid";
    info.properties |= CARDAN_COMPLIANT | CARDAN_REGULAR;
    info.needs_compliance = true;
    info.slip_threshold = FormulationInfo::kCreepSpeed;
    return info;
  }

  void compute_tangents(const BaseProblem& base, int contact, TangentRow rows[2]) override {
    const SlipFrame frame = compute_slip_frame(base, contact, SlipRules{});
    for (int t = 0; t < 2; ++t) rows[t] = {frame.axis[t], frame.mu[t], frame.S[t], frame.c[t]};
  }

  // The bounds of the first pass come from the last step.
  double first_normal_impulse(const BaseProblem& base, int contact) const override {
    if (!base.has_memory[contact]) return expected_normal_impulse(base, contact);
    return std::max(base.lambda_prev[base.blocks[contact].row], 0.0);
  }
};

}  // namespace

std::unique_ptr<Formulation> make_hybrid(const FormulationSpec& spec) {
  FormulationOptions options(spec);
  const BoxBounds bounds = read_box_bounds(options, 1, 0);
  options.finish();
  return std::make_unique<Hybrid>(bounds);
}

}  // namespace cardan
