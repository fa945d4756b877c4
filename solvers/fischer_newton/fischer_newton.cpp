#include "solvers/fischer_newton/fischer_newton.h"

#include <algorithm>

namespace cardan::fischer_newton {
namespace {

constexpr int kCommon = static_cast<int>(solvers::kNewtonParams.size());
enum Param { kDirection = kCommon, kPenalty, kMemory, kCount };

constexpr const char* kDirections[] = {"fischer", "minimum_map", nullptr};
constexpr cardan_param kOwn[] = {
    sdk::choice_param(
        "direction",
        "function of the Newton step that is tried first; the other function is second",
        kDirections, 0),
    sdk::real_param("penalty", "share of the plain function in the penalised one; 1: not penalised",
                    "", 1, 0.05, 1),
    sdk::integer_param("memory", "number of recent merits in the line search; 1: monotone", 5, 1,
                       20)};

std::array<cardan_param, kCount> make_params() {
  std::array<cardan_param, kCount> params{};
  std::copy(solvers::kNewtonParams.begin(), solvers::kNewtonParams.end(), params.begin());
  std::copy(std::begin(kOwn), std::end(kOwn), params.begin() + kCommon);
  return params;
}

}  // namespace

const sdk::SolverInfo& FischerNewton::info() {
  static const std::array<cardan_param, kCount> kParams = make_params();
  static const sdk::SolverInfo kInfo =
      make_info("fischer_newton",
                "Fischer-Burmeister Newton with line search for complementarity and boxes, dense",
                kParams.data(), kCount);
  return kInfo;
}

solvers::NewtonSolver::Choice FischerNewton::choice() const {
  const Method plain = {solvers::fischer_burmeister, solvers::fischer_burmeister};
  const Method mixed = {solvers::fischer_burmeister, solvers::minimum_map};
  const bool mixed_first = int_param(kDirection) == 1;
  Choice choice{};
  choice.methods[0] = mixed_first ? mixed : plain;
  choice.methods[1] = mixed_first ? plain : mixed;
  choice.num_methods = 2;
  choice.penalty = param(kPenalty);
  choice.memory = int_param(kMemory);
  return choice;
}

}  // namespace cardan::fischer_newton
