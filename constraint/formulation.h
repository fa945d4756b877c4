#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/solver_spec.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

/// Properties of all problems that a formulation builds with its options.
struct FormulationInfo {
  /// Slip of sticking contacts in laws whose friction yields (bristles, compliance) [m/s].
  static constexpr double kCreepSpeed = 1e-3;

  std::string id;
  std::string default_solver;  ///< solver that is used if only the formulation is given
  std::vector<std::string>
      default_fallback;          ///< fallbacks of default_solver unless the user sets others
  std::uint32_t kinds = 0;       ///< bits 1 << kind of all blocks that may occur, including joints
  std::uint32_t properties = 0;  ///< properties of every problem
  int max_cone_dim =
      0;  ///< maximum number of rows of a CONE or CONE_CONVEX block; 0 if there are none
  bool mass_form = false;  ///< build() needs BaseProblem::mass_form
  bool acceleration_level =
      false;                  ///< rows are h times accelerations; collisions are resolved first
  double slip_threshold = 0;  ///< default of ConstraintRules::slip_threshold [m/s]
  bool is_base = false;       ///< the problem equals the base problem under the exact law, T = I
  bool needs_compliance = false;      ///< contacts with S_nn = 0 are rejected when a world is made
  std::vector<std::string> warnings;  ///< warnings about options, reported when a world is made
};

/// Traits of a world's surfaces that determine which blocks occur.
struct SurfaceTraits {
  bool torsion = false, rolling = false;  ///< a surface has torsional or rolling friction
  bool rigid = false;                     ///< compliance 0 and no stiffness

  bool operator==(const SurfaceTraits&) const = default;
};

/// Converts an island to solver problems and their solutions back to contact-space impulses. Each
/// island workspace has its own instance; no state survives a solve.
class CARDAN_API Formulation {
 public:
  virtual ~Formulation();

  /// Returns the name of the formulation and the block kinds and properties of the problems that it
  /// builds.
  virtual const FormulationInfo& info() const = 0;

  /// Prepares for surfaces with these traits and updates info(). Must be called before build().
  virtual void configure(const SurfaceTraits& traits) = 0;

  /// Builds the problem of a pass (0, 1, …). A later pass either changes only b, lo and hi and
  /// keeps matrix_id, or builds a new problem with its own matrix_id.
  virtual void build(const BaseProblem& base, int pass, Problem& problem) = 0;

  /// Computes the solver's initial λ from lambda_prev and u_prev of the base (the inverse lift). λ
  /// is zero where there is no memory.
  virtual void guess(const BaseProblem& base, const Problem& problem, double* lambda) = 0;

  /// Accepts the solution λ of a pass and writes λ_C (one entry per row of the base). Returns true
  /// if this was the last pass, or false to request another pass.
  virtual bool accept_pass(const BaseProblem& base, const Problem& problem, int pass,
                           const double* lambda, double* lambda_C) = 0;

  /// Called after a pass without a solution (JAMMED, INFEASIBLE). Returns true if another pass must
  /// follow, with a relaxed law that has a solution.
  virtual bool relax_law(const BaseProblem& base);

  /// Adds to `size` the storage that later passes need beyond the problem of pass 0.
  virtual void add_room(const BaseProblem& base, cardan_size& size) const;

  /// False if the passes ended before they converged, as of the last accept_pass().
  virtual bool converged() const { return true; }
};

/// Makes a formulation. Throws Error for an unknown id (the message suggests the nearest one), an
/// unknown option or a value out of range.
CARDAN_API std::unique_ptr<Formulation> make_formulation(const FormulationSpec& spec);

}  // namespace cardan
