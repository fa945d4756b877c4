// Solvers on the SDK that return wrong statuses, answers and counts.
#include <algorithm>
#include <chrono>
#include <limits>

#include "cardan/solver.h"

namespace {

using cardan::sdk::ProblemView;
using cardan::sdk::SolverInfo;

template <typename Self, std::uint32_t kNeeds = 0>
class Lies : public cardan::sdk::Solver {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo{
        Self::kId, "1.0", "is not to be believed", "cone", 0x7f, 0, kNeeds, 0, 0, 0, nullptr, 0};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
};

struct SaysJammed final : Lies<SaysJammed> {
  static constexpr const char* kId = "says_jammed";
  int solve(const ProblemView&, double*, double*, cardan_report&) override { return CARDAN_JAMMED; }
};

struct ProvesByNothing final : Lies<ProvesByNothing> {
  static constexpr const char* kId = "proves_by_nothing";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    std::fill_n(lambda, problem.m(), 0.0);
    return CARDAN_INFEASIBLE;
  }
};

struct ProvesByTheImmense final : Lies<ProvesByTheImmense> {
  static constexpr const char* kId = "proves_by_the_immense";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    std::fill_n(lambda, problem.m(), 1e200);
    return CARDAN_INFEASIBLE;
  }
};

struct SolvesByTheImmense final : Lies<SolvesByTheImmense> {
  static constexpr const char* kId = "solves_by_the_immense";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    std::fill_n(lambda, problem.m(), 1e17);
    return CARDAN_SOLVED;
  }
};

struct ReturnsItsGuess final : Lies<ReturnsItsGuess> {
  static constexpr const char* kId = "returns_its_guess";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    return CARDAN_ITERATIONS;
  }
};

struct SolvesByItsGuess final : Lies<SolvesByItsGuess> {
  static constexpr const char* kId = "solves_by_its_guess";
  int solve(const ProblemView&, double*, double*, cardan_report&) override { return CARDAN_SOLVED; }
};

struct ReturnsInfinity final : Lies<ReturnsInfinity> {
  static constexpr const char* kId = "returns_infinity";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    std::fill_n(lambda, problem.m(), std::numeric_limits<double>::infinity());
    return CARDAN_SOLVED;
  }
};

struct CountsBackwards final : Lies<CountsBackwards> {
  static constexpr const char* kId = "counts_backwards";
  int solve(const ProblemView&, double*, double*, cardan_report& report) override {
    report.iterations = report.factorizations = report.worst_block = -2000000000;
    return CARDAN_ITERATIONS;
  }
};

struct ReadsTheClock final : Lies<ReadsTheClock> {
  static constexpr const char* kId = "reads_the_clock";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    std::fill_n(lambda, problem.m(), 1e-9 * static_cast<double>(now % 1000000));
    return CARDAN_ITERATIONS;
  }
};

struct WritesBefore final : Lies<WritesBefore> {
  static constexpr const char* kId = "writes_before";
  int solve(const ProblemView&, double* lambda, double*, cardan_report&) override {
    lambda[-1] = 1;
    return CARDAN_ITERATIONS;
  }
};

struct WritesFarBehind final : Lies<WritesFarBehind> {
  static constexpr const char* kId = "writes_far_behind";
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    for (int i = 0; i < 4 * problem.m() + 100; ++i) lambda[i] = 0;
    return CARDAN_SOLVED;
  }
};

struct WritesBehindU final : Lies<WritesBehindU> {
  static constexpr const char* kId = "writes_behind_u";
  int solve(const ProblemView& problem, double*, double* u, cardan_report&) override {
    if (u != nullptr) u[problem.m()] = 1;
    return CARDAN_ITERATIONS;
  }
};

struct DenseWithoutLimit final : Lies<DenseWithoutLimit, CARDAN_NEEDS_DENSE> {
  static constexpr const char* kId = "dense_without_limit";
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    return CARDAN_ITERATIONS;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(SaysJammed, ProvesByNothing, ProvesByTheImmense, SolvesByTheImmense,
                     ReturnsItsGuess, SolvesByItsGuess, ReturnsInfinity, CountsBackwards,
                     ReadsTheClock, WritesBefore, WritesFarBehind, WritesBehindU,
                     DenseWithoutLimit);
