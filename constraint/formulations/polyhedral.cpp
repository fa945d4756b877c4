#include <algorithm>

#include "constraint/formulations/directions.h"
#include "constraint/formulations/factories.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"

namespace cardan {

namespace {

enum Stabilisation { kStewartTrinkle, kAnitescuPotra };
enum Ordering { kContactMajor, kComponentMajor };
enum Form { kStandard, kMixed };

struct PolyhedralOptions {
  int directions = 8;
  int stabilization = kStewartTrinkle;
  int form = kStandard;
  int ordering = kContactMajor;
  double epsilon = 0;       ///< S_ii += ε A_ii on rows that carry impulses
  bool dt_scaling = false;  ///< E and μ times h
};

FormulationInfo polyhedral_info(const PolyhedralOptions& options) {
  FormulationInfo info;
  info.id = "polyhedral";
  info.default_solver = "lemke";
  info.kinds = 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX;
  info.properties = CARDAN_COPOSITIVE;
  if (options.epsilon > 0) info.properties |= CARDAN_REGULAR;
  if (options.form == kMixed) {
    info.kinds |= 1u << CARDAN_FREE;
    info.mass_form = true;
    return info;
  }
  info.properties |= CARDAN_FACTORED;
  if (options.ordering == kContactMajor) info.properties |= CARDAN_GROUPED;
  return info;
}

/// Friction pyramid with d directions as an LCP [Stewart, Trinkle 1996; Anitescu, Potra 1997],
/// docs/theory/polyhedral.md: rows n, d_1 … d_d, s per contact; λ_n = p_n, λ_t = Σ E_j p_j; S_F:
/// (d_j, s) = 1, (s, n) = μ, (s, d_j) = −1.
class Polyhedral final : public LiftedFormulation {
 public:
  explicit Polyhedral(const PolyhedralOptions& options)
      : LiftedFormulation(polyhedral_info(options), SpinLaw::kBox),
        options_(options),
        E_(friction_directions(options.directions)) {}

 private:
  int rows_per_contact() const { return options_.directions + 2; }
  int slack() const { return options_.directions + 1; }

  /// Row of the k-th quantity of the i-th contact in the problem.
  int row(int i, int k) const {
    return first_row_ + (options_.ordering == kContactMajor
                             ? i * rows_per_contact() + k
                             : k * static_cast<int>(taken_.size()) + i);
  }

  const double* base_bias(const BaseProblem& base) override {
    if (options_.stabilization == kStewartTrinkle) return base.b.data();
    // Anitescu–Potra: only touching contacts, without gap terms; restitution terms stay.
    b_ = base.b;
    for (const int k : taken_) {
      const BaseBlock& source = base.blocks[k];
      b_[source.row] = base.b_free[source.row] + source.rebound_velocity;
    }
    return b_.data();
  }

  void add_contacts(const BaseProblem& base, Problem& problem) override {
    taken_.clear();
    first_row_ = lift().rows();
    for (int k = 0; k < base.num_contacts; ++k) {
      if (options_.stabilization == kStewartTrinkle || base.blocks[k].phi <= 0) taken_.push_back(k);
    }
    lift().set_relative_compliance(options_.epsilon);
    const int contacts = static_cast<int>(taken_.size());
    for (int i = 0; i < contacts; ++i) set_normal_row(taken_[i], row(i, 0));
    if (options_.ordering == kContactMajor) {
      for (int i = 0; i < contacts; ++i) {
        const BaseBlock& source = base.blocks[taken_[i]];
        add_block(problem, CARDAN_NONNEGATIVE, row(i, 0), rows_per_contact()).key = source.key;
        for (int k = 0; k < rows_per_contact(); ++k) add_contact_row(base, problem, i, k);
      }
      return;
    }
    for (int k = 0; k < rows_per_contact(); ++k) {
      for (int i = 0; i < contacts; ++i) {
        const BaseBlock& source = base.blocks[taken_[i]];
        add_block(problem, CARDAN_NONNEGATIVE, row(i, k), 1).key = source.key;
        add_contact_row(base, problem, i, k);
      }
    }
  }

  void add_contact_row(const BaseProblem& base, Problem& problem, int i, int k) {
    const BaseBlock& source = base.blocks[taken_[i]];
    const double scale = options_.dt_scaling ? base.dt : 1.0;
    const double prox_step = base.prox_step[source.row];
    if (k == 0) {
      lift().take(source.row, 1);
      add_row(problem, velocity_row(prox_step));
    } else if (k < slack()) {
      const Vector2& E_k = E_[k - 1];
      if (E_k.x() != 0) lift().take(source.row + 1, E_k.x());
      if (E_k.y() != 0) lift().take(source.row + 2, E_k.y());
      lift().couple(row(i, slack()), scale);
      add_row(problem, velocity_row(prox_step));
    } else {
      lift().couple(row(i, 0), source.mu * scale);
      for (int j = 1; j < slack(); ++j) lift().couple(row(i, j), -scale);
      add_row(problem, slack_row(prox_step, scale));
    }
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    const double scale = options_.dt_scaling ? base.dt : 1.0;
    for (int i = 0; i < static_cast<int>(taken_.size()); ++i) {
      const int first = base.blocks[taken_[i]].row;
      lambda[row(i, 0)] = std::max(base.lambda_prev[first], 0.0);
      spread({base.lambda_prev[first + 1], base.lambda_prev[first + 2]}, i, lambda);
      const Vector2 u_t(base.u_prev[first + 1], base.u_prev[first + 2]);
      double slip = 0;
      for (const Vector2& E_j : E_) slip = std::max(slip, -E_j.dot(u_t));
      lambda[row(i, slack())] = slip / scale;
    }
  }

  void spread(const Vector2& lambda_t, int i, double* lambda) const {
    const DirectionPair pair = split_direction(lambda_t, options_.directions);
    for (int side = 0; side < 2; ++side) lambda[row(i, 1 + pair.index[side])] = pair.weight[side];
  }

  PolyhedralOptions options_;
  std::vector<Vector2> E_;
  int first_row_ = 0;       ///< first row of the contacts; after the velocities in the mixed form
  std::vector<int> taken_;  ///< base blocks of the contacts in the problem
  std::vector<double> b_;
};

}  // namespace

std::unique_ptr<Formulation> make_polyhedral(const FormulationSpec& spec) {
  constexpr int kMaxDirections = 1024;
  FormulationOptions options(spec);
  PolyhedralOptions chosen;
  chosen.directions = options.integer("directions", chosen.directions, 4, kMaxDirections);
  if (chosen.directions % 2 != 0) options.refuse("directions", "expected an even number");
  chosen.stabilization = options.choice("stabilization", {"stewart_trinkle", "anitescu_potra"});
  chosen.form = options.choice("form", {"standard", "mixed"});
  chosen.ordering = options.choice("ordering", {"contact", "component"});
  chosen.epsilon = options.real("epsilon", chosen.epsilon, 0, 1);
  chosen.dt_scaling = options.boolean("dt_scaling", chosen.dt_scaling);
  options.finish();
  return std::make_unique<Polyhedral>(chosen);
}

}  // namespace cardan
