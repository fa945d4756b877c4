// Solvers on the SDK whose conduct in solve is bad, one rule each.
#include <clocale>
#include <csignal>
#include <cstdio>

#include "cardan/sdk/solver.h"

namespace {

using cardan::sdk::ProblemView;
using cardan::sdk::SolverInfo;

template <typename Self>
class Misconduct : public cardan::sdk::Solver {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo{Self::kId, "1.0", "behaves badly", "cone",
                                  cardan::sdk::kAllKinds};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
};

/// Says SOLVED of λ = 0.1, whatever the problem.
class Lies final : public Misconduct<Lies> {
 public:
  static constexpr const char* kId = "lies";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    for (int i = 0; i < problem.m(); ++i) lambda[i] = 0.1;
    return CARDAN_SOLVED;
  }
};

/// Declares every kind and takes none.
class TakesNothing final : public Misconduct<TakesNothing> {
 public:
  static constexpr const char* kId = "takes_nothing";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    set_error("no problem is taken");
    return CARDAN_UNSUPPORTED;
  }
};

/// Its answer depends on how often it was asked.
class Remembers final : public Misconduct<Remembers> {
 public:
  static constexpr const char* kId = "remembers";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    static int calls = 0;
    ++calls;
    for (int i = 0; i < problem.m(); ++i) lambda[i] = calls;
    return CARDAN_ITERATIONS;
  }
};

/// Claims a proof whose certificate is none.
class ProvesWrongly final : public Misconduct<ProvesWrongly> {
 public:
  static constexpr const char* kId = "proves_wrongly";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    for (int i = 0; i < problem.m(); ++i) lambda[i] = 1;
    return CARDAN_INFEASIBLE;
  }
};

class ChangesLocale final : public Misconduct<ChangesLocale> {
 public:
  static constexpr const char* kId = "changes_locale";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    std::setlocale(LC_ALL, "C.UTF-8");
    return CARDAN_ITERATIONS;
  }
};

class HandlesSignals final : public Misconduct<HandlesSignals> {
 public:
  static constexpr const char* kId = "handles_signals";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    std::signal(SIGFPE, SIG_IGN);
    return CARDAN_ITERATIONS;
  }
};

class Prints final : public Misconduct<Prints> {
 public:
  static constexpr const char* kId = "prints";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    std::printf("iteration 1 of many\n");
    return CARDAN_ITERATIONS;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(Lies, TakesNothing, Remembers, ProvesWrongly, ChangesLocale, HandlesSignals,
                     Prints);
