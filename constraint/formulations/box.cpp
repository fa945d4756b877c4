#include "constraint/formulations/box_friction.h"
#include "constraint/formulations/factories.h"

namespace cardan {

namespace {

/// Friction along t1 and along t2, each bounded by μ λ_n (docs/theory/box.md): T = I. With bounds
/// from the previous solution the first pass is frictionless.
class Box final : public BoxFriction {
 public:
  explicit Box(const BoxBounds& bounds) : BoxFriction(info_of(bounds), bounds) {}

 private:
  static FormulationInfo info_of(const BoxBounds& bounds) {
    FormulationInfo info = box_info(bounds);
    info.id = "box";
    return info;
  }

  void compute_tangents(const BaseProblem& base, int contact, TangentRow rows[2]) override {
    const double mu = base.blocks[contact].mu;
    rows[0] = {Vector2(1, 0), mu};
    rows[1] = {Vector2(0, 1), mu};
  }

  double first_normal_impulse(const BaseProblem&, int) const override { return 0; }
};

}  // namespace

std::unique_ptr<Formulation> make_box(const FormulationSpec& spec) {
  constexpr int kDefaultPasses = 60;
  FormulationOptions options(spec);
  const BoxBounds bounds = read_box_bounds(options, kDefaultPasses, 1);
  options.finish();
  return std::make_unique<Box>(bounds);
}

}  // namespace cardan
