#include <algorithm>

#include "constraint/formulations/factories.h"
#include "constraint/formulations/joint_cone.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"

namespace cardan {

namespace {

FormulationInfo cone_info() {
  FormulationInfo info;
  info.id = "cone";
  info.default_solver = "conic";
  info.kinds = 1u << CARDAN_CONE | 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX;
  info.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                    CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  info.max_cone_dim = 3;
  return info;
}

/// Exact Coulomb friction: T = I, one CONE of n, t1, t2 per contact (one row if μ = 0). Torsion and
/// rolling follow after the contacts in blocks of their own (docs/theory/cone.md).
class Cone final : public LiftedFormulation {
 public:
  Cone() : LiftedFormulation(cone_info(), SpinLaw::kBall) { info_to_change().is_base = true; }

 private:
  static constexpr int kRows = 3;  // per contact

  /// Only contacts, all with friction: the problem has their rows.
  static bool is_rough(const BaseProblem& base) {
    return std::all_of(base.blocks.begin(), base.blocks.end(), [](const BaseBlock& block) {
      return block.kind == BaseBlockKind::kContact && block.mu > 0;
    });
  }

  /// Only contacts, all without friction: the problem has their normal rows.
  static bool is_smooth(const BaseProblem& base) {
    return std::all_of(base.blocks.begin(), base.blocks.end(), [](const BaseBlock& block) {
      return block.kind == BaseBlockKind::kContact && !(block.mu > 0) && block.dim == kRows;
    });
  }

  void add_rough_contacts(const BaseProblem& base, Problem& problem) {
    lift().take_all();
    for (const BaseBlock& source : base.blocks) {
      cardan_block& block = add_block(problem, CARDAN_CONE, source.row, source.dim);
      block.mu = source.mu;
      block.key = source.key;
    }
    for (const double prox_step : base.prox_step) {
      problem.prox_step.push_back(prox_step);
      problem.weight.push_back(1 / prox_step);
    }
  }

  void add_smooth_contacts(const BaseProblem& base, Problem& problem) {
    lift().take_normals();
    for (const BaseBlock& source : base.blocks) {
      const double prox_step = base.prox_step[source.row];
      add_block(problem, CARDAN_NONNEGATIVE, source.row / kRows, 1).key = source.key;
      problem.prox_step.push_back(prox_step);
      problem.weight.push_back(1 / prox_step);
    }
  }

  void add_contacts(const BaseProblem& base, Problem& problem) override {
    if (is_rough(base)) return add_rough_contacts(base, problem);
    if (is_smooth(base)) return add_smooth_contacts(base, problem);
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      const BaseBlock& source = base.blocks[contact];
      set_normal_row(contact, lift().rows());
      // Without friction the cone is a half line along the normal, with a third of the rows.
      const int dim = source.mu > 0 ? source.dim : 1;
      cardan_block& block =
          add_block(problem, dim > 1 ? CARDAN_CONE : CARDAN_NONNEGATIVE, lift().rows(), dim);
      block.mu = dim > 1 ? source.mu : 0;
      block.key = source.key;
      for (int k = 0; k < dim; ++k) {
        const double prox_step = base.prox_step[source.row + k];
        lift().take(source.row + k, 1);
        add_row(problem, velocity_row(prox_step));
      }
    }
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      const BaseBlock& source = base.blocks[contact];
      const double* known = base.lambda_prev.data() + source.row;
      if (source.mu > 0) {
        lambda = std::copy_n(known, source.dim, lambda);
      } else {
        *lambda++ = std::max(*known, 0.0);
      }
    }
  }
};

/// Cone formulation with torsion and rolling in the cone of the contact. T scales their rows.
class JointCone final : public LiftedFormulation {
 public:
  JointCone() : LiftedFormulation(cone_info(), SpinLaw::kNone) {}

  void configure(const SurfaceTraits& traits) override {
    info_to_change().max_cone_dim = 3 + (traits.torsion ? 1 : 0) + (traits.rolling ? 2 : 0);
  }

 private:
  void add_contacts(const BaseProblem& base, Problem& problem) override {
    cones_.collect(base);
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      const std::span<const ConeRow> rows = cones_.rows(contact);
      cardan_block& block =
          add_block(problem, CARDAN_CONE, lift().rows(), static_cast<int>(rows.size()));
      block.mu = base.blocks[contact].mu;
      block.key = base.blocks[contact].key;
      const double prox_step = cone_prox_step(base, rows);
      for (const ConeRow& row : rows) {
        lift().take(row.base_row, row.scale);
        add_row(problem, velocity_row(prox_step));
      }
    }
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      for (const ConeRow& row : cones_.rows(contact)) {
        *lambda++ = base.lambda_prev[row.base_row] / row.scale;
      }
    }
  }

  JointCones cones_;
};

}  // namespace

std::unique_ptr<Formulation> make_cone(const FormulationSpec& spec) {
  FormulationOptions options(spec);
  const bool joint = options.choice("rolling", {"separate", "joint"}) != 0;
  options.finish();
  if (joint) return std::make_unique<JointCone>();
  return std::make_unique<Cone>();
}

}  // namespace cardan
