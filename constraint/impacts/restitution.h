#pragma once

#include <type_traits>
#include <vector>

#include "constraint/rows/base_problem.h"

namespace cardan {

/// An answer with a residual below this value is close to a solution of the rigid problem [m/s].
inline constexpr double kNearSolution = 1e-4;

/// Result of one solve of the base problem.
struct PhaseAnswer {
  double residual = 0;  ///< residual [m/s]; infinity if there is no finite answer
  /// The island's work budget is spent, so no further solve is allowed merely to improve the
  /// answer.
  bool budget_spent = false;
};

/// The solve that restitution and impacts take as an argument. It solves the base problem in its
/// current state and writes λ_C (one entry per row of the base). The class is a reference to a
/// function object PhaseAnswer(double* lambda_C), which must outlive the reference.
class PhaseSolve {
 public:
  template <class Solve>
  /// Refers to a function object, which must outlive this object.
  requires(!std::is_same_v<std::remove_cv_t<Solve>, PhaseSolve>) PhaseSolve(Solve& solve)
      : solve_(&solve), call_([](void* object, double* lambda_C) -> PhaseAnswer {
          return (*static_cast<Solve*>(object))(lambda_C);
        }) {}

  /// Solves a phase. lambda_C: (m) the guess on entry and the answer on return [N s].
  PhaseAnswer operator()(double* lambda_C) const { return call_(solve_, lambda_C); }

 private:
  void* solve_;
  PhaseAnswer (*call_)(void*, double*);
};

/// Result of a restitution law on one base problem.
struct RestitutionOutcome {
  double residual = 0;        ///< largest residual of the phases that make up the answer [m/s]
  double scale = 1;           ///< applied fraction of e; below 1 if the full e would add energy
  bool budget_spent = false;  ///< true if the work budget is spent after the last solve
  bool cut_by_budget =
      false;  ///< true if the search for the fraction ended because the budget was spent
};

/// Vectors of one island. They keep their capacity.
struct RestitutionWork {
  std::vector<double> t0;  ///< (m) known part of λ_C; zero except during Poisson's expansion
  std::vector<double> lambda_first;  ///< (m) impulses of Poisson's compression phase
  std::vector<double> known, trial;  ///< (m) known part of λ_C, and λ_C, for a trial fraction of e
  std::vector<double> b,
      b_free;  ///< (m) copies of the base's values while a phase changes them
  std::vector<double> rebound_velocity;  ///< (blocks) copies of the base's values while e is scaled
  std::vector<double> z;                 ///< (Y.cols) Yᵀ λ
};

/// True if a contact of the island bounces in this step (BaseBlock::restitution_coefficient).
CARDAN_API bool bounces(const BaseProblem& base);

/// True for rows whose impulse carries over into the next phase or impact of the step, like the
/// unilateral impulse of a collision. The rows of joint friction and motors start each phase from
/// zero, because their impulses are bounded per step. The rows of loops also do so, because their
/// impulses are unbounded.
CARDAN_API bool keeps_impulse(BaseBlockKind kind);

/// State of a bouncing contact before the solve.
struct Bounce {
  double e = 0;         ///< coefficient of restitution
  double incoming = 0;  ///< u_n⁻ [m/s]
  double free = 0;      ///< J v* of the normal row [m/s]
};

/// Returns Newton's term in b_n [m/s]. With this term, u_n = 0 means J v⁺ = −e u_n⁻ for a single
/// contact, whatever its compliance S_nn/Y_nn.
inline double newton_bias(const Bounce& bounce, double compliance) {
  const double target = bounce.e * bounce.incoming;
  return target + compliance * (bounce.free + target);
}

/// Multiplies Newton's terms in b and in the blocks of the base by `scale`.
CARDAN_API void scale_restitution(BaseProblem& base, double scale);

/// Returns the work of the impulses λ_C along the velocities of their rows, ½ λᵀ (J v* + J v⁺) [J],
/// excluding the work of motors. This is the kinetic energy that constraints add, measured in the
/// frame of the surfaces if they move. z: scratch memory.
CARDAN_API double impulse_work(const BaseProblem& base, const double* lambda_C,
                               std::vector<double>& z);

/// Returns the energy that rounding errors, and solver errors within the tolerance, can add [J]. A
/// smaller increase does not count as a gain.
CARDAN_API double energy_room(const BaseProblem& base, const double* lambda_C);

/// Applies Newton's or Poisson's law to one base problem. e is scaled down if kinetic energy would
/// otherwise grow (docs/theory/restitution.md). Calls `solve` once if nothing bounces. The base
/// changes during the phases and is restored afterwards.
CARDAN_API RestitutionOutcome solve_with_restitution(BaseProblem& base, RestitutionLaw law,
                                                     PhaseSolve solve, RestitutionWork& work,
                                                     std::vector<double>& lambda_C);

}  // namespace cardan
