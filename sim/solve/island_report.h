#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace cardan {

/// One solver's turn on an island.
struct SolverAttempt {
  int solver = -1;        ///< index into the chain
  int status = 0;         ///< CARDAN_SOLVED if the judge says so, else the solver's own
  int iterations = 0;     ///< over all passes of the formulation and phases of restitution
  int stage = 0;          ///< where the solver ended, in its own counting (its documentation)
  double compliance = 0;  ///< that the ladder had added, as a fraction of A_ii
  double residual = 0;    ///< the judge's, with that compliance [m/s]
};

/// The first attempts at an island, in turn. Copies carry those alone that are there: a report is
/// made and copied in every step.
class AttemptList {
 public:
  static constexpr int kMost = 16;

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
  /// Nothing when it is full.
  void add(const SolverAttempt& attempt) {
    if (size_ < kMost) list_[static_cast<std::size_t>(size_++)] = attempt;
  }

 private:
  std::array<SolverAttempt, kMost> list_;
  int size_ = 0;
};

/// Numbers of one island's solve.
struct IslandFigures {
  int rows = 0, contacts = 0;
  int lowest_tree = -1;
  int status = 0;     ///< CARDAN_SOLVED … as the judge and the chain decided
  int diagnosis = 0;  ///< CARDAN_JAMMED, or CARDAN_INFEASIBLE with a certificate that held, if a
                      ///< solver of the chain ended so; 0 otherwise
  int solver = 0;     ///< index into the chain that answered; −1 the last resort
  /// That the answer holds, of the ladder or the last resort, as a fraction of A_ii; 0: none.
  double added_compliance = 0;
  int fallbacks = 0;  ///< attempts after the first
  int iterations = 0;
  bool settled = true;       ///< false: the formulation's outer loop ended before it settled
  double residual = 0;       ///< the judge's, own formulation [m/s]
  double cone_residual = 0;  ///< of the exact cone: model error [m/s]
  double restitution_scale =
      1;  ///< share of e that was taken; below 1 where all of it would have gained kinetic energy
  /// Share of an approximate answer's impulses that was taken; below 1 where all of them would have
  /// gained energy.
  double energy_share = 1;
  int impact_passes = 1;  ///< impacts one after another: bodies thrown against others in the step
  bool impacts_finished = true;  ///< false: what still closed after the last of them was stopped
  /// A limit on the work ended the answer: the solver's own (ITERATIONS), or WorkBudget's.
  bool work_limited = false;
  bool relented = false;   ///< friction that slides had no answer: an impulse stopped the slip
  int faulty_solver = -1;  ///< index into the chain of the plugin that `fault` is about
  int num_attempts = 0;    ///< all of them, beyond those of the list too
};

/// Outcome of one island's solve.
struct IslandOutcome : IslandFigures {
  std::string fault;  ///< what a plugin, or the host, said of a call that went wrong; else ""

  /// Anything but the first solver's own answer to the problem as it was asked.
  bool troubled() const {
    return status != 0 || diagnosis != 0 || relented || work_limited || !settled ||
           num_attempts > 1 || !fault.empty();
  }
};

/// Report on one island's solve.
struct IslandReport : IslandOutcome {
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

/// The shadow solve of a step (ContactSpec::shadow) beside the answers that moved the bodies.
struct ShadowReport {
  int islands = 0;  ///< 0: there is no shadow
  int solved = 0;   ///< to the shadow's own tolerance
  int fallbacks = 0, iterations = 0;
  double worst_residual = 0;       ///< the judge's [m/s]
  double impulse_difference = 0;   ///< max |λ_C − λ_C'| over all rows [N s, N m s]
  double velocity_difference = 0;  ///< max |u_C − u_C'| over all rows [m/s, rad/s]
  int worst_island = -1;           ///< of the velocity difference
};

}  // namespace cardan
