#include <cmath>

#include "constraint/formulations/factories.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"

namespace cardan {

namespace {

/// A contact with less slip sticks: the direction of its slip is rounding [m/s].
constexpr double kLeastSlipRate = 1e-9;

FormulationInfo acceleration_info() {
  FormulationInfo info;
  info.id = "acceleration";
  info.default_solver = "lemke";
  info.kinds =
      1u << CARDAN_FREE | 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX | 1u << CARDAN_BOX_MU;
  info.properties = CARDAN_GROUPED | CARDAN_FACTORED;
  info.acceleration_level = true;
  info.slip_threshold = FormulationInfo::kCreepSpeed;
  return info;
}

double kinetic_friction(const BaseBlock& block) {
  return std::min(block.surface.mu_kinetic, kMaxFriction);
}

/// Baraff's contact forces, times h: rows are h times accelerations (docs/theory/acceleration.md).
/// A sliding contact has friction −μ_k e_t λ_n along its slip e_t. A sticking contact has
/// NONNEGATIVE n and BOX_MU t1, t2. In a collision all contacts stick.
class Acceleration final : public LiftedFormulation {
 public:
  Acceleration() : LiftedFormulation(acceleration_info(), SpinLaw::kBox) {}

  /// A sliding contact whose slip reverses within the step sticks in the next pass.
  bool accept_pass(const BaseProblem& base, const Problem& problem, int pass, const double* lambda,
                   double* lambda_C) override {
    LiftedFormulation::accept_pass(base, problem, pass, lambda, lambda_C);
    bool again = false;
    for (int k = 0; k < base.num_contacts; ++k) {
      if (!slides_[k] || lambda[3 * k + 2] >= 0) continue;
      slides_[k] = 0;
      again = true;
    }
    converged_ = !again;
    return converged_;
  }

  bool converged() const override { return converged_; }

  /// Sliding friction may have no solution (Painlevé). With impulses that stop the slip there is
  /// one.
  bool relax_law(const BaseProblem& base) override {
    bool changed = false;
    for (int k = 0; k < base.num_contacts; ++k) {
      changed = changed || slides_[k];
      slides_[k] = 0;
    }
    return changed;
  }

  /// A sticking contact has one more row of Y than a sliding one and fewer entries of S.
  void add_room(const BaseProblem& base, cardan_size& size) const override {
    size.nnz_Y += static_cast<std::int64_t>(base.Y.index.size());
    size.nnz_S += 3L * base.num_contacts;
    size.num_blocks += base.num_contacts;
  }

 private:
  bool rebuilds() const override { return true; }

  void add_contacts(const BaseProblem& base, Problem& problem) override {
    if (pass() == 0) start(base);
    for (int k = 0; k < base.num_contacts; ++k) {
      const BaseBlock& source = base.blocks[k];
      const double prox_step = base.prox_step[source.row];
      cardan_block& normal = add_block(problem, CARDAN_NONNEGATIVE, lift().rows(), 1);
      normal.key = source.key;
      set_normal_row(k, lift().rows());
      lift().take(source.row, 1);
      add_row(problem, velocity_row(prox_step));
      if (slides_[k]) {
        add_sliding_rows(base, problem, k);
      } else {
        add_sticking_rows(base, problem, k);
      }
    }
  }

  /// Determines which contacts slide and in which direction.
  void start(const BaseProblem& base) {
    slides_.assign(base.num_contacts, 0);
    e_.resize(base.num_contacts);
    for (int k = 0; k < base.num_contacts; ++k) {
      const BaseBlock& source = base.blocks[k];
      const Vector2 slip(source.slip[0], source.slip[1]);
      const double speed = slip.norm();
      e_[k] = speed > kLeastSlipRate ? Vector2(slip / speed) : Vector2(1, 0);
      slides_[k] = base.level == RowLevel::kAcceleration && speed >= base.slip_threshold;
    }
  }

  /// Rows t and w: u_t − λ_w = 0, λ_t + μ λ_n = 0. λ_w is the slip after the step along e_t.
  void add_sliding_rows(const BaseProblem& base, Problem& problem, int k) {
    const BaseBlock& source = base.blocks[k];
    const double prox_step = base.prox_step[source.row];
    const int n = lift().rows() - 1, t = n + 1, w = n + 2;
    cardan_block& pair = add_block(problem, CARDAN_FREE, t, 2);
    join_last_group(problem);
    pair.key = source.key;
    take_tangent(source, e_[k]);
    lift().couple(w, -1);
    add_row(problem, velocity_row(prox_step));
    lift().couple(n, kinetic_friction(source));
    lift().couple(t, 1);
    add_row(problem, slack_row(prox_step, 1));
  }

  void add_sticking_rows(const BaseProblem& base, Problem& problem, int k) {
    const BaseBlock& source = base.blocks[k];
    const double prox_step = base.prox_step[source.row];
    const int n = lift().rows() - 1;
    for (const Vector2& direction : {e_[k], Vector2(-e_[k].y(), e_[k].x())}) {
      cardan_block& block = add_block(problem, CARDAN_BOX_MU, lift().rows(), 1);
      join_last_group(problem);
      block.key = source.key;
      block.parent = n;
      block.mu = std::min(source.surface.mu_static, kMaxFriction);
      take_tangent(source, direction);
      add_row(problem, velocity_row(prox_step));
    }
  }

  void take_tangent(const BaseBlock& source, const Vector2& direction) {
    if (direction.x() != 0) lift().take(source.row + 1, direction.x());
    if (direction.y() != 0) lift().take(source.row + 2, direction.y());
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    for (int k = 0; k < base.num_contacts; ++k) {
      const BaseBlock& source = base.blocks[k];
      const double* prev = &base.lambda_prev[source.row];
      const Vector2 lambda_t(prev[1], prev[2]), slip(source.slip[0], source.slip[1]);
      lambda[3 * k] = std::max(prev[0], 0.0);
      lambda[3 * k + 1] =
          slides_[k] ? -kinetic_friction(source) * lambda[3 * k] : e_[k].dot(lambda_t);
      lambda[3 * k + 2] =
          slides_[k] ? e_[k].dot(slip) : Vector2(-e_[k].y(), e_[k].x()).dot(lambda_t);
    }
  }

  std::vector<char> slides_;  ///< (contacts) in the current pass
  bool converged_ = true;
  std::vector<Vector2> e_;  ///< direction of the slip along t1, t2
};

}  // namespace

std::unique_ptr<Formulation> make_acceleration(const FormulationSpec& spec) {
  FormulationOptions options(spec);
  options.finish();
  return std::make_unique<Acceleration>();
}

}  // namespace cardan
