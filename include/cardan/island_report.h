#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace cardan {

/// One attempt of a solver to solve an island.
struct SolverAttempt {
  int solver = -1;  ///< index of the solver in the chain
  int status = 0;   ///< CARDAN_SOLVED if the judge confirms it, otherwise the solver's status
  int iterations =
      0;  ///< number of iterations over all passes of the formulation and phases of restitution
  int stage = 0;          ///< last stage of the solver, numbered as in its documentation
  double compliance = 0;  ///< compliance added by the compliance ladder, as a fraction of A_ii
  double residual = 0;    ///< residual with that compliance [m/s]
};

/// The first attempts at an island, in order. Reports are created and copied in every step, so a
/// copy transfers only the attempts that exist.
class AttemptList {
 public:
  static constexpr int kMost = 16;  ///< attempts beyond this number are only counted

  AttemptList() = default;
  AttemptList(const AttemptList& other) { *this = other; }
  AttemptList& operator=(const AttemptList& other) {
    size_ = other.size_;
    std::copy_n(other.list_.begin(), size_, list_.begin());
    return *this;
  }

  int size() const { return size_; }
  const SolverAttempt& operator[](std::size_t i) const { return list_[i]; }
  void clear() { size_ = 0; }
  /// Appends an attempt. Does nothing if the list is full.
  void add(const SolverAttempt& attempt) {
    if (size_ < kMost) list_[static_cast<std::size_t>(size_++)] = attempt;
  }

 private:
  std::array<SolverAttempt, kMost> list_;
  int size_ = 0;
};

/// Figures of the solve of one island.
struct IslandFigures {
  int rows = 0, contacts = 0;
  int lowest_tree = -1;  ///< number of the first tree of the island
  int status = 0;        ///< status decided by the judge and the chain: CARDAN_SOLVED, …
  int diagnosis = 0;     ///< CARDAN_JAMMED, CARDAN_INFEASIBLE (with a valid certificate), or 0
  int solver = 0;  ///< index in the chain of the solver that answered; −1 for the last resort
  /// Compliance that the ladder or the last resort added, as a fraction of A_ii; 0 if none was
  /// added.
  double added_compliance = 0;
  int fallbacks = 0;  ///< number of attempts after the first attempt
  int iterations = 0;
  int factorizations = 0;  ///< number of factorisations of a matrix, as the solvers report them
  bool passes_converged = true;  ///< false if the formulation's passes ended before they converged
  double residual = 0;  ///< residual in the island's own formulation, computed by the judge [m/s]
  double cone_residual = 0;      ///< residual under the exact cones, i.e. the model error [m/s]
  double restitution_scale = 1;  ///< applied fraction of e; below 1 if the full e would add energy
  /// Applied fraction of the impulses of an approximate answer; below 1 if the full impulses would
  /// add energy.
  double energy_share = 1;
  int impact_passes = 1;  ///< number of successive impacts, more than 1 if bodies are thrown
                          ///< against other bodies in the step
  bool impacts_finished =
      true;  ///< false if contacts that closed after the last impact were stopped
  /// True if a work limit ended the solve: the solver's own limit (ITERATIONS) or WorkBudget.
  bool work_limited = false;
  bool law_relaxed =
      false;  ///< true if sliding friction had no solution and an impulse stopped the slip
  int faulty_solver = -1;  ///< index in the chain of the plugin named in `fault`
  int num_attempts = 0;    ///< number of all attempts, including those not in the list
};

/// Outcome of one island's solve.
struct IslandOutcome : IslandFigures {
  std::string fault;  ///< message of the plugin or the host about a failed call, or ""

  /// True unless the first solver solved the original problem.
  bool troubled() const {
    return status != 0 || diagnosis != 0 || law_relaxed || work_limited || !passes_converged ||
           num_attempts > 1 || !fault.empty();
  }
};

/// Report on the solve of one island.
struct IslandReport : IslandOutcome {
  /// Maximum number of attempts that a report stores.
  static constexpr int kMaxAttempts = AttemptList::kMost;
  AttemptList attempts;

  void clear() {
    static_cast<IslandFigures&>(*this) = {};
    fault.clear();
    attempts.clear();
  }
  void add(const SolverAttempt& attempt) {
    attempts.add(attempt);
    ++num_attempts;
  }
};

/// Comparison of the shadow solve (ContactSpec::shadow) with the answers of a step.
struct ShadowReport {
  int islands = 0;  ///< number of compared islands; 0 without a shadow
  int solved = 0;   ///< number of islands solved to the shadow's tolerance
  int fallbacks = 0, iterations = 0;
  double worst_residual = 0;       ///< worst residual computed by the judge [m/s]
  double impulse_difference = 0;   ///< max |λ_C − λ_C'| over all rows [N s, N m s]
  double velocity_difference = 0;  ///< max |u_C − u_C'| over all rows [m/s, rad/s]
  int worst_island = -1;           ///< island with the largest velocity difference
};

}  // namespace cardan
