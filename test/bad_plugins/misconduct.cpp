// Solvers on the SDK with misconduct in solve; each breaks one rule.
#include <algorithm>
#include <atomic>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <vector>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "cardan/solver.h"

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

/// Returns SOLVED with λ = 0.1 for every problem.
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

/// Its answer depends on the number of calls.
class Remembers final : public Misconduct<Remembers> {
 public:
  static constexpr const char* kId = "remembers";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    static std::atomic<int> calls = 0;
    const int call = ++calls;
    for (int i = 0; i < problem.m(); ++i) lambda[i] = call;
    return CARDAN_ITERATIONS;
  }
};

/// Returns an invalid certificate of infeasibility.
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

/// Correct projected sweeps, block after block: λ ← P(λ − r û / 2). Derived classes define when
/// they end.
template <typename Self>
class Sweeps : public Misconduct<Self> {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo{Self::kId,
                                  "1.0",
                                  "sweeps on",
                                  "cone",
                                  cardan::sdk::kind_bit(CARDAN_FREE) |
                                      cardan::sdk::kind_bit(CARDAN_NONNEGATIVE) |
                                      cardan::sdk::kind_bit(CARDAN_CONE),
                                  CARDAN_SYMMETRIC | CARDAN_MONOTONE};
    return kInfo;
  }

  void reserve(const cardan_size& size) override {
    z_.resize(size.cols);
    u_.resize(size.m);
  }

  int solve(const ProblemView& problem, double* lambda, double* u, cardan_report& report) override {
    for (;; ++report.iterations) {
      cardan::sdk::compute_velocity(problem, lambda, z_.data(), u_.data());
      report.residual = cardan::sdk::natural_map(problem, lambda, u_.data()).residual;
      if (report.residual <= problem.tolerance() || ends(problem, report.iterations)) break;
      for (const cardan_block& block : problem.blocks()) sweep(problem, block, lambda);
    }
    if (u != nullptr) std::copy(u_.begin(), u_.begin() + problem.m(), u);
    return report.residual <= problem.tolerance() ? CARDAN_SOLVED : CARDAN_ITERATIONS;
  }

 protected:
  static constexpr int kOwnLimit = 400;

 private:
  virtual bool ends(const ProblemView& problem, int iterations) const = 0;

  void sweep(const ProblemView& problem, const cardan_block& block, double* lambda) {
    if (block.dim > cardan::sdk::kMaxBlockDim) return;
    double velocity[cardan::sdk::kMaxBlockDim] = {}, a[cardan::sdk::kMaxBlockDim] = {};
    for (int i = 0; i < block.dim; ++i) {
      velocity[i] = cardan::sdk::row_velocity(problem, block.row + i, z_.data(), lambda);
    }
    cardan::sdk::shifted_velocity(block, velocity, a);
    for (int i = 0; i < block.dim; ++i) {
      a[i] = lambda[block.row + i] - 0.5 * problem.step(block.row + i) * a[i];
    }
    cardan::sdk::project_block(block, lambda, a);
    for (int i = 0; i < block.dim; ++i) {
      double& old = lambda[block.row + i];
      cardan::sdk::add(problem.Y_row(block.row + i), a[i] - old, z_.data());
      old = a[i];
    }
  }

  std::vector<double> z_, u_;
};

class IgnoresBudget final : public Sweeps<IgnoresBudget> {
 public:
  static constexpr const char* kId = "ignores_budget";

 private:
  bool ends(const ProblemView&, int iterations) const override {
    return iterations >= kOwnLimit || cancelled();
  }
};

class IgnoresCancel final : public Sweeps<IgnoresCancel> {
 public:
  static constexpr const char* kId = "ignores_cancel";

 private:
  bool ends(const ProblemView& problem, int iterations) const override {
    return iterations >= problem.max_iterations(kOwnLimit);
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(Lies, TakesNothing, Remembers, ProvesWrongly, ChangesLocale, HandlesSignals,
                     Prints, IgnoresBudget, IgnoresCancel);
