#include <algorithm>

#include "constraint/formulations/directions.h"
#include "constraint/formulations/factories.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"
#include "constraint/formulations/slip_frame.h"

namespace cardan {

namespace {

enum class RhoRule { kDiagonal, kGershgorin };

struct PhantomOptions {
  int directions = 2;
  SlipRules slip;
  RhoRule rho = RhoRule::kDiagonal;
  double rho_scale = 1;
};

// Beyond these values, bases of block pivoting become singular (docs/theory/phantom.md, section 4).
constexpr double kLeastRhoScale = 1e-6;
double most_rho_scale(RhoRule rule) { return rule == RhoRule::kDiagonal ? 1.0 : 2.0; }

void warn_of_rho(const PhantomOptions& options, FormulationInfo& info) {
  const double most = most_rho_scale(options.rho);
  if (options.rho_scale >= kLeastRhoScale && options.rho_scale <= most) return;
  const char* const above =
      "rho_scale is above the largest safe value (1 with rho: diagonal, 2 with rho: gershgorin): "
      "bases may be singular, only lemke can be relied on";
  const char* const below = "rho_scale is below 1e-6: the matrix is singular but for rounding";
  info.warnings.emplace_back(options.rho_scale > most ? above : below);
}

FormulationInfo phantom_info(const PhantomOptions& options) {
  FormulationInfo info;
  info.id = "phantom";
  info.kinds = 1u << CARDAN_FREE | 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX;
  info.properties = CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  const bool safe =
      options.rho_scale >= kLeastRhoScale && options.rho_scale <= most_rho_scale(options.rho);
  info.default_solver = "lemke";
  info.default_fallback = {"fischer_newton"};
  if (options.directions == 2 && safe) {
    info.properties |= CARDAN_REGULAR;
    // Regular, but not a P matrix beyond some μ: block pivoting may end without an answer.
    info.default_solver = "block_pivot";
    info.default_fallback = {"lemke"};
  }
  info.needs_compliance = true;
  info.slip_threshold = FormulationInfo::kCreepSpeed;
  warn_of_rho(options, info);
  return info;
}

/// E_j at πj/k, j = 0 … k−1, in the axes of a SlipFrame: half of 2k friction directions.
std::vector<Vector2> half_circle(int k) {
  std::vector<Vector2> E = friction_directions(2 * k);
  E.resize(k);
  return E;
}

/// Friction with phantom inertia (docs/theory/phantom.md): rows n, t1, t2, up_1 … up_k, lo_1 …
/// lo_k; λ_up, λ_lo are the slip speeds along E_j and −E_j, u_up and u_lo the saturations μ λ_n ±
/// E_j·λ_t + ρ λ_lo,up.
class Phantom final : public LiftedFormulation {
 public:
  explicit Phantom(const PhantomOptions& options)
      : LiftedFormulation(phantom_info(options), SpinLaw::kBox),
        options_(options),
        sticking_(half_circle(options.directions)),
        sliding_(half_circle(2)) {
    set_default_compliance(kDefaultCompliance);
  }

 private:
  /// Rows of one contact in the problem.
  struct ContactRows {
    SlipFrame frame;
    int row = 0;             ///< row of its normal in the problem
    double rho[2] = {0, 0};  ///< for the two axes [kg]
  };

  const std::vector<Vector2>& directions(const ContactRows& contact) const {
    return contact.frame.follows_slip ? sliding_ : sticking_;
  }

  void add_contacts(const BaseProblem& base, Problem& problem) override {
    contacts_.resize(base.num_contacts);
    for (int i = 0; i < base.num_contacts; ++i) {
      contacts_[i].frame = compute_slip_frame(base, i, options_.slip);
    }
    compute_rho(base);
    for (int i = 0; i < base.num_contacts; ++i) add_contact(base, i, problem);
  }

  void add_contact(const BaseProblem& base, int i, Problem& problem) {
    const BaseBlock& source = base.blocks[i];
    ContactRows& contact = contacts_[i];
    const int n = contact.row = lift().rows();
    const int k = static_cast<int>(directions(contact).size());
    const double prox_step = base.prox_step[source.row];
    set_normal_row(i, n);
    add_block(problem, CARDAN_NONNEGATIVE, n, 1).key = source.key;
    lift().take(source.row, 1);
    add_row(problem, velocity_row(prox_step));

    add_block(problem, CARDAN_FREE, n + 1, 2).key = source.key;
    join_last_group(problem);
    for (int t = 0; t < 2; ++t) add_tangent_row(source, contact, t, problem, prox_step);

    add_block(problem, CARDAN_NONNEGATIVE, n + 3, 2 * k).key = source.key;
    join_last_group(problem);
    for (int j = 0; j < k; ++j) add_saturation(contact, j, +1, problem, prox_step);
    for (int j = 0; j < k; ++j) add_saturation(contact, j, -1, problem, prox_step);
  }

  /// u_t = axis_t · u_C,t + S λ_t + c − Σ_j E_j,t (λ_up,j − λ_lo,j) = 0.
  void add_tangent_row(const BaseBlock& source, const ContactRows& contact, int t, Problem& problem,
                       double prox_step) {
    const std::vector<Vector2>& E = directions(contact);
    const int k = static_cast<int>(E.size()), up = contact.row + 3, lo = up + k;
    for (int i = 0; i < 2; ++i) {
      const double part = contact.frame.axis[t][i];
      if (part != 0) lift().take(source.row + 1 + i, part);
    }
    lift().couple(contact.row + 1 + t, contact.frame.S[t]);
    for (int j = 0; j < k; ++j) couple_unless_zero(up + j, -E[j][t]);
    for (int j = 0; j < k; ++j) couple_unless_zero(lo + j, E[j][t]);
    add_row(problem, velocity_row(prox_step), contact.frame.c[t]);
  }

  /// Saturation of the friction bound that is active while the slip is along sign E_j: μ_j λ_n +
  /// sign E_j·λ_t + ρ_j λ of the opposite slip.
  void add_saturation(const ContactRows& contact, int j, int sign, Problem& problem,
                      double prox_step) {
    const std::vector<Vector2>& E = directions(contact);
    const int k = static_cast<int>(E.size());
    // k > 2 is never aligned with the slip: all directions have the same μ.
    const int axis = k == 2 ? j : 0;
    lift().couple(contact.row, contact.frame.mu[axis]);
    for (int t = 0; t < 2; ++t) couple_unless_zero(contact.row + 1 + t, sign * E[j][t]);
    const int opposite = contact.row + 3 + j + (sign > 0 ? k : 0);
    lift().couple(opposite, k == 2 ? contact.rho[j] : std::min(contact.rho[0], contact.rho[1]));
    add_row(problem, slack_row(prox_step, 1));
  }

  void couple_unless_zero(int column, double value) {
    if (value != 0) lift().couple(column, value);
  }

  void compute_rho(const BaseProblem& base) {
    for (int i = 0; i < base.num_contacts; ++i) {
      ContactRows& contact = contacts_[i];
      for (int t = 0; t < 2; ++t) {
        const double A =
            options_.rho == RhoRule::kDiagonal ? contact.frame.A_diag[t] : row_sum(base, i, t);
        contact.rho[t] = options_.rho_scale / A;
      }
    }
  }

  /// Σ |A_tt| over the tangent rows of the island: A_tt ⪯ diag of these sums [Gershgorin].
  double row_sum(const BaseProblem& base, int i, int t) {
    const cardan_rows Y = base.Y.view();
    tangent_.assign(Y.cols, 0.0);
    const int row = base.blocks[i].row + 1;
    for (int k = 0; k < 2; ++k) {
      for (std::int32_t e = Y.start[row + k]; e < Y.start[row + k + 1]; ++e) {
        tangent_[Y.index[e]] += contacts_[i].frame.axis[t][k] * Y.value[e];
      }
    }
    double sum = contacts_[i].frame.S[t];
    for (int j = 0; j < base.num_contacts; ++j) {
      const int other = base.blocks[j].row + 1;
      const Vector2 products(sparse_dot(Y, other, tangent_.data()),
                             sparse_dot(Y, other + 1, tangent_.data()));
      sum += contacts_[j].frame.in_axes(products).lpNorm<1>();
    }
    return sum;
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    for (int i = 0; i < base.num_contacts; ++i) {
      const BaseBlock& source = base.blocks[i];
      const ContactRows& contact = contacts_[i];
      const Vector2 lambda_t = contact.frame.in_axes(tangential(base.lambda_prev, source));
      Vector2 slip = contact.frame.in_axes(tangential(base.u_prev, source));
      double* of_contact = lambda + contact.row;
      of_contact[0] = std::max(base.lambda_prev[source.row], 0.0);
      for (int t = 0; t < 2; ++t) {
        of_contact[1 + t] = lambda_t[t];
        slip[t] += contact.frame.S[t] * lambda_t[t] + contact.frame.c[t];
      }
      if (base.has_memory[i]) spread_slip(slip, directions(contact), of_contact + 3);
    }
  }

  /// Splits slip = Σ E_j (w_up,j − w_lo,j) between the two neighbours of its direction among ±E_j.
  static void spread_slip(const Vector2& slip, const std::vector<Vector2>& E, double* w) {
    const DirectionPair pair = split_direction(slip, 2 * static_cast<int>(E.size()));
    for (int side = 0; side < 2; ++side) w[pair.index[side]] += pair.weight[side];
  }

  PhantomOptions options_;
  std::vector<Vector2> sticking_, sliding_;
  std::vector<ContactRows> contacts_;
  std::vector<double> tangent_;  ///< (Y.cols) one dense row
};

}  // namespace

std::unique_ptr<Formulation> make_phantom(const FormulationSpec& spec) {
  constexpr int kMaxDirections = 512;
  constexpr double kMostRhoScale = 1e9;
  FormulationOptions options(spec);
  PhantomOptions chosen;
  chosen.directions = options.integer("directions", chosen.directions, 2, kMaxDirections);
  const bool viscous = options.choice("variant", {"B", "A"}) == 0;
  chosen.slip.lateral = viscous ? LateralFriction::kViscous : LateralFriction::kNone;
  chosen.slip.aligned = options.choice("frame", {"slip", "fixed"}) == 0;
  chosen.rho = options.choice("rho", {"diagonal", "gershgorin"}) == 0 ? RhoRule::kDiagonal
                                                                      : RhoRule::kGershgorin;
  chosen.rho_scale = options.real("rho_scale", chosen.rho_scale, 0, kMostRhoScale);
  options.finish();
  return std::make_unique<Phantom>(chosen);
}

}  // namespace cardan
