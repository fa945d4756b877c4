// Solvers on the SDK; each breaks one rule of solve().
#include <cmath>
#include <stdexcept>
#include <vector>

#include "cardan/solver.h"

namespace {

using cardan::sdk::ProblemView;
using cardan::sdk::SolverInfo;

class Misbehaving : public cardan::sdk::Solver {
 public:
  void reserve(const cardan_size&) override {}

 protected:
  static SolverInfo named(const char* id) {
    return {id, "1.0", "breaks one rule", "cone", cardan::sdk::kAllKinds};
  }
};

class Throws final : public Misbehaving {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("throws");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    throw std::runtime_error("thrown by the plugin");
  }
};

class ReturnsNan final : public Misbehaving {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("returns_nan");
    return kInfo;
  }
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    lambda[problem.m() - 1] = std::nan("");
    return CARDAN_SOLVED;
  }
};

class Allocates final : public Misbehaving {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("allocates");
    return kInfo;
  }
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    if (problem.m() == 0) return CARDAN_SOLVED;
    const std::vector<double> copy(lambda, lambda + problem.m());
    lambda[0] = copy.back();
    return CARDAN_ITERATIONS;
  }
};

class WritesPastEnd final : public Misbehaving {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("writes_past_end");
    return kInfo;
  }
  int solve(const ProblemView& problem, double* lambda, double*, cardan_report&) override {
    lambda[problem.m()] = 1;
    return CARDAN_ITERATIONS;
  }
};

class ReturnsNoStatus final : public Misbehaving {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("returns_no_status");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override { return 42; }
};

class CannotReserve final : public Misbehaving {
 public:
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("cannot_reserve");
    return kInfo;
  }
  void reserve(const cardan_size&) override { throw std::runtime_error("no room"); }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    return CARDAN_UNSUPPORTED;
  }
};

class CannotBegin final : public Misbehaving {
 public:
  CannotBegin() { throw std::runtime_error("no licence"); }
  static const SolverInfo& info() {
    static const SolverInfo kInfo = named("cannot_begin");
    return kInfo;
  }
  int solve(const ProblemView&, double*, double*, cardan_report&) override {
    return CARDAN_UNSUPPORTED;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(Throws, ReturnsNan, Allocates, WritesPastEnd, ReturnsNoStatus, CannotReserve,
                     CannotBegin);
