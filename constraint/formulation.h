#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/constraint/base_problem.h"

namespace cardan {

/// A formulation by name with its options, as in a scene file: cone, {polyhedral: {directions: 8}}.
struct FormulationSpec {
  std::string id = "cone";
  std::map<std::string, std::string> options;
};

/// Properties of every problem that a formulation (with its options) builds.
struct FormulationInfo {
  std::string id;
  std::string default_solver;
  std::vector<std::string> default_fallback;  ///< that goes with default_solver when nobody chose
  std::uint32_t kinds = 0;            ///< bits 1 << kind that may occur, robot rows included
  std::uint32_t properties = 0;       ///< that every problem of it has
  int max_cone_dim = 0;               ///< largest CONE or CONE_CONVEX, 0 if it has none
  bool mass_form = false;             ///< build needs BaseProblem::mass_form
  bool acceleration_level = false;    ///< rows are h times accelerations; collisions come first
  bool is_base = false;               ///< its problem is the base under the exact law, T = I
  bool needs_compliance = false;      ///< contacts with S_nn = 0 are refused when a world is made
  std::vector<std::string> warnings;  ///< of its options, for the maker of a world
};

/// Traits of a world's surfaces that their contacts bring into the problems.
struct SurfaceTraits {
  bool torsion = false, rolling = false;
  bool rigid = false;  ///< compliance 0 and no stiffness

  bool operator==(const SurfaceTraits&) const = default;
};

/// From an island to solver problems and back to contact-space impulses. One instance per worker;
/// no state survives solve.
class CARDAN_API Formulation {
 public:
  virtual ~Formulation();

  virtual const FormulationInfo& info() const = 0;

  /// The problems may hold what these surfaces bring: changes info(). Before any build.
  virtual void expect(const SurfaceTraits& traits) = 0;

  /// Problem of pass 0, 1, …; a later pass changes b, lo, hi only and keeps matrix_id, or makes a
  /// new problem with a matrix_id of its own.
  virtual void build(const BaseProblem& base, int pass, Problem& problem) = 0;

  /// Start λ of the solver from the base's lambda_prev and u_prev (the inverse lift); zeros where
  /// there is no memory.
  virtual void guess(const BaseProblem& base, const Problem& problem, double* lambda) = 0;

  /// Takes the solution of a pass; writes λ_C (m of the base). Returns true when done, false for
  /// another pass.
  virtual bool absorb(const BaseProblem& base, const Problem& problem, int pass,
                      const double* lambda, double* lambda_C) = 0;

  /// After a pass that has no solution (JAMMED, INFEASIBLE): true if there is another pass to try,
  /// with a law that has one.
  virtual bool relent(const BaseProblem& base);

  /// Adds what later passes need beyond the problem of pass 0.
  virtual void add_room(const BaseProblem& base, cardan_size& size) const;

  /// About the last absorb(): false when its passes ended before they settled.
  virtual bool settled() const { return true; }
};

/// Throws Error: unknown id (nearest named), unknown option, value out of range.
CARDAN_API std::unique_ptr<Formulation> make_formulation(const FormulationSpec& spec);

/// All ids, in the order of the documentation.
CARDAN_API const std::vector<std::string>& formulation_ids();

}  // namespace cardan
