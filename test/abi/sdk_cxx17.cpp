// Every header of the SDK in one C++17 file, and two solvers in one library.
#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "cardan/solver.h"

namespace {

class Zero : public cardan::sdk::Solver {
 public:
  static const cardan::sdk::SolverInfo& info() {
    static const cardan_param kParams[] = {
        cardan::sdk::real_param("gap", "a length", "m", 0.5, 0, 1),
        cardan::sdk::integer_param("count", "a number", 3, 1, 9)};
    static const cardan::sdk::SolverInfo kInfo = {
        "zero", "1.2", "answers zero", "cone", cardan::sdk::kAllKinds, 0, 0, 0, 0, 0, kParams, 2};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
  int solve(const cardan::sdk::ProblemView& problem, double* lambda, double*,
            cardan_report& report) override {
    for (int i = 0; i < problem.m(); ++i) lambda[i] = 0;
    report.residual = param(0);
    report.iterations = int_param(1);
    return CARDAN_APPROXIMATE;
  }
};

class One final : public Zero {
 public:
  static const cardan::sdk::SolverInfo& info() {
    static const cardan::sdk::SolverInfo kInfo = {"one", "1.0", "answers zero too", "cone",
                                                  cardan::sdk::kAllKinds};
    return kInfo;
  }
};

}  // namespace

CARDAN_EXPORT_SOLVER(Zero, One);
