#include <algorithm>
#include <cmath>

#include "constraint/formulations/directions.h"
#include "constraint/formulations/factories.h"
#include "constraint/formulations/joint_cone.h"
#include "constraint/formulations/lifted_formulation.h"
#include "constraint/formulations/options.h"

namespace cardan {

namespace {

/// Default R_n/A_nn and R_t/A_tt, for materials without compliance.
constexpr double kNormalCompliance = 1e-4;
constexpr double kTangentialCompliance = 1e-3;

FormulationInfo convex_info(int pyramid) {
  FormulationInfo info;
  info.id = "convex";
  info.default_solver = pyramid == 0 ? "sap" : "conic";
  if (pyramid == 0) info.default_fallback = {"conic"};
  info.kinds = 1u << CARDAN_NONNEGATIVE | 1u << CARDAN_BOX;
  if (pyramid == 0) info.kinds |= 1u << CARDAN_CONE_CONVEX;
  info.properties = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                    CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED | CARDAN_COMPLIANT |
                    CARDAN_REGULAR;
  // S of a pyramid has the rank of the cone, which is below the number of edges.
  if (pyramid > 0) {
    info.properties &= ~static_cast<std::uint32_t>(CARDAN_REGULAR | CARDAN_COMPLIANT);
  }
  info.max_cone_dim = pyramid == 0 ? 3 : 0;
  info.needs_compliance = true;
  info.slip_threshold = FormulationInfo::kCreepSpeed;
  return info;
}

/// The convex relaxation of friction [Anitescu 2006; Castro et al. 2022], docs/theory/convex.md:
/// one CONE_CONVEX per contact of n, t1, t2 and scaled torsion and rolling, with compliance R on
/// every row; or, with `pyramid`, d NONNEGATIVE rows along the edges of a pyramid inside the cone.
class Convex final : public LiftedFormulation {
 public:
  explicit Convex(int pyramid)
      : LiftedFormulation(convex_info(pyramid), SpinLaw::kNone),
        E_(pyramid > 0 ? friction_directions(pyramid) : std::vector<Vector2>()) {
    set_default_compliance(kNormalCompliance);
  }

  void configure(const SurfaceTraits& traits) override {
    if (!E_.empty()) return;
    info_to_change().max_cone_dim = 3 + (traits.torsion ? 1 : 0) + (traits.rolling ? 2 : 0);
  }

 private:
  void add_contacts(const BaseProblem& base, Problem& problem) override {
    cones_.collect(base);
    first_row_.clear();
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      first_row_.push_back(lift().rows());
      soften(base, contact);
      if (E_.empty()) {
        add_cone(base, contact, problem);
      } else {
        add_pyramid(base, contact, problem);
      }
    }
  }

  /// R_n: from the material, else a fraction of A_nn. R_t: from the material's tangential spring
  /// and damper over one implicit step, else a fraction of A_tt, equal for both tangents. Torsion
  /// and rolling: that fraction of their A_ii.
  void soften(const BaseProblem& base, int contact) {
    const BaseBlock& source = base.blocks[contact];
    const ContactSurface& surface = source.surface;
    const int n = source.row, t1 = n + 1, t2 = n + 2;
    if (base.S[n] == 0) lift().add_compliance(n, kNormalCompliance * base.A_diag[n]);
    const double A_tt = (base.A_diag[t1] + base.A_diag[t2]) / 2;
    // A contact must have compliance along its surface even if nothing can move there.
    double R_t = kTangentialCompliance * (A_tt > 0 ? A_tt : base.A_diag[n]);
    const double effective_mass =
        surface.tangential_stiffness * base.dt * base.dt + surface.tangential_damping * base.dt;
    if (effective_mass > 0) R_t = 1 / effective_mass;
    lift().add_compliance(t1, R_t);
    lift().add_compliance(t2, R_t);
    for (const ConeRow& row : cones_.rows(contact).subspan(3)) {
      lift().add_compliance(row.base_row, kTangentialCompliance * base.A_diag[row.base_row]);
    }
  }

  void add_cone(const BaseProblem& base, int contact, Problem& problem) {
    const std::span<const ConeRow> rows = cones_.rows(contact);
    cardan_block& block =
        add_block(problem, CARDAN_CONE_CONVEX, lift().rows(), static_cast<int>(rows.size()));
    block.mu = base.blocks[contact].mu;
    block.key = base.blocks[contact].key;
    const double prox_step = cone_prox_step(base, rows);
    for (const ConeRow& row : rows) {
      lift().take(row.base_row, row.scale);
      add_row(problem, velocity_row(prox_step));
    }
  }

  /// λ_n = Σ p_j, λ_t = μ Σ E_j p_j. Each row of torsion and rolling adds two edges with its own ±
  /// μ.
  void add_pyramid(const BaseProblem& base, int contact, Problem& problem) {
    const BaseBlock& source = base.blocks[contact];
    const std::span<const ConeRow> spins = cones_.rows(contact).subspan(3);
    const int edges = static_cast<int>(E_.size() + 2 * spins.size());
    add_block(problem, CARDAN_NONNEGATIVE, lift().rows(), edges).key = source.key;
    const double prox_step = 1 / mean_edge(base, source, spins);
    for (const Vector2& E_j : E_) {
      lift().take(source.row, 1);
      if (E_j.x() != 0 && source.mu > 0) lift().take(source.row + 1, source.mu * E_j.x());
      if (E_j.y() != 0 && source.mu > 0) lift().take(source.row + 2, source.mu * E_j.y());
      add_row(problem, velocity_row(prox_step));
    }
    for (const ConeRow& spin : spins) {
      for (const double sign : {1.0, -1.0}) {
        lift().take(source.row, 1);
        lift().take(spin.base_row, sign * source.mu * spin.scale);
        add_row(problem, velocity_row(prox_step));
      }
    }
  }

  /// Mean of A_jj over the edges n + μ E_j and n ± μ s e of torsion and rolling.
  double mean_edge(const BaseProblem& base, const BaseBlock& source,
                   std::span<const ConeRow> spins) const {
    const double* A_ii = &base.A_diag[source.row];
    const auto d = static_cast<double>(E_.size());
    double along = d / 2 * (A_ii[1] + A_ii[2]);
    for (const ConeRow& spin : spins) {
      along += 2 * spin.scale * spin.scale * base.A_diag[spin.base_row];
    }
    const double edges = d + 2 * static_cast<double>(spins.size());
    return A_ii[0] + source.mu * source.mu * along / edges;
  }

  void guess_contacts(const BaseProblem& base, double* lambda) const override {
    for (int contact = 0; contact < base.num_contacts; ++contact) {
      double* own = lambda + first_row_[contact];
      if (E_.empty()) {
        for (const ConeRow& row : cones_.rows(contact)) {
          *own++ = base.lambda_prev[row.base_row] / row.scale;
        }
      } else {
        guess_edges(base, contact, own);
      }
    }
  }

  /// The edges next to the friction of the last step; the rest of λ_n is distributed evenly over
  /// all directions.
  void guess_edges(const BaseProblem& base, int contact, double* own) const {
    const BaseBlock& source = base.blocks[contact];
    const double* prev = base.lambda_prev.data() + source.row;
    double left = std::max(prev[0], 0.0);
    const int d = static_cast<int>(E_.size());
    const auto take = [&](int edge, double p) {
      own[edge] = std::min(p, left);
      left -= own[edge];
    };
    if (source.mu > 0) {
      const DirectionPair pair = split_direction(Vector2(prev[1], prev[2]) / source.mu, d);
      for (int side = 0; side < 2; ++side) take(pair.index[side], pair.weight[side]);
      int edge = d;
      for (const ConeRow& spin : cones_.rows(contact).subspan(3)) {
        const double p = base.lambda_prev[spin.base_row] / (source.mu * spin.scale);
        take(p >= 0 ? edge : edge + 1, std::abs(p));
        edge += 2;
      }
    }
    for (int j = 0; j < d; ++j) own[j] += left / d;
  }

  std::vector<Vector2> E_;  ///< of the pyramid; empty: cones
  JointCones cones_;
  std::vector<int> first_row_;  ///< (contacts)
};

}  // namespace

std::unique_ptr<Formulation> make_convex(const FormulationSpec& spec) {
  constexpr int kMaxDirections = 1024;
  FormulationOptions options(spec);
  const int pyramid = options.integer("pyramid", 0, 0, kMaxDirections);
  if (pyramid != 0 && (pyramid < 4 || pyramid % 2 != 0)) {
    options.refuse("pyramid", "expected 0 for the cone, or an even number from 4");
  }
  options.finish();
  return std::make_unique<Convex>(pyramid);
}

}  // namespace cardan
