#include "apps/solve_case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "apps/printable_text.h"
#include "constraint/compatibility.h"

namespace cardan::app {

namespace {

std::string formatted(const char* form, double x) {
  if (std::isnan(x)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, form, x);
  return text;
}

void print_head(const SolveCase& one) {
  std::uint32_t kinds = 0;
  for (const cardan_block& block : one.file.problem.blocks) kinds |= 1u << block.kind;
  std::printf("%s: %s, %d rows, %zu blocks (%s)\n", one_line_text(one.path).c_str(),
              one.file.format.c_str(), one.file.problem.m(), one.file.problem.blocks.size(),
              kinds_text(kinds).c_str());
  const ProblemOrigin& origin = one.file.origin;
  if (origin.step >= 0) {
    std::printf("  from %s, step %lld, island %d, formulation %s\n",
                one_line_text(origin.scene).c_str(), static_cast<long long>(origin.step),
                origin.island, one_line_text(origin.formulation).c_str());
  }
  for (const std::string& note : one.file.notes) {
    std::printf("  note: %s\n", one_line_text(note).c_str());
  }
}

void print_answer(const ProblemReplay& result) {
  std::printf("  %-15s %-12s %9s %9s %10d %9.3f %10s %10s\n", result.solver.c_str(),
              status_name(result.status), formatted("%.1e", result.residual).c_str(),
              formatted("%.1e", result.siconos_error).c_str(), result.iterations,
              1e3 * result.seconds, formatted("%.1e", result.impulse_difference).c_str(),
              formatted("%.1e", result.velocity_difference).c_str());
  if (!std::isnan(result.own_residual)) {
    std::printf("    with the file's own matrix, which is not symmetric: residual %s\n",
                formatted("%.1e", result.own_residual).c_str());
  }
  if (!result.remark.empty()) std::printf("    %s\n", one_line_text(result.remark).c_str());
}

void print_expectation(const SolveCase& one) {
  const ProblemExpectation& expected = one.file.expectation;
  if (expected.solver.empty()) return;
  const bool asked =
      std::any_of(one.replays.begin(), one.replays.end(),
                  [&](const ProblemReplay& result) { return result.solver == expected.solver; });
  const std::string solver = one_line_text(expected.solver);
  const std::string outcome = asked ? (one.passed ? "met" : "MISSED") : solver + " was not called";
  std::printf("  expected: %s by %s: %s\n", status_name(expected.status), solver.c_str(),
              outcome.c_str());
}

// JSON has no infinity and no NaN.
nlohmann::json number_or_null(double x) {
  return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(nullptr);
}

nlohmann::json list_of(const std::vector<double>& values) {
  nlohmann::json list = nlohmann::json::array();
  for (const double x : values) list.push_back(number_or_null(x));
  return list;
}

const char* status_text(const ProblemReplay& result) {
  return result.lambda.empty() && !result.ended.empty() ? "ENDED" : status_name(result.status);
}

}  // namespace

bool meets(int expected, int status) {
  return status == expected || (expected == CARDAN_JAMMED && status == CARDAN_INFEASIBLE);
}

bool passes(const SolveCase& one) {
  const ProblemExpectation& expected = one.file.expectation;
  bool solved = false, asked = false;
  for (const ProblemReplay& result : one.replays) {
    solved = solved || result.status == CARDAN_SOLVED;
    if (result.solver != expected.solver) continue;
    asked = true;
    if (!meets(expected.status, result.status)) return false;
  }
  return asked || solved;
}

bool any_ended(const SolveCase& one) {
  return std::any_of(one.replays.begin(), one.replays.end(),
                     [](const ProblemReplay& result) { return !result.ended.empty(); });
}

void print_case(const SolveCase& one) {
  print_head(one);
  std::printf("  %-15s %-12s %9s %9s %10s %9s %10s %10s\n", "solver", "status", "residual",
              "siconos", "iterations", "ms", "d impulse", "d velocity");
  for (const ProblemReplay& result : one.replays) {
    if (!result.unfit.empty()) continue;
    if (!result.lambda.empty()) print_answer(result);
    if (!result.ended.empty()) {
      std::printf("  %-15s %s\n", result.solver.c_str(), result.ended.c_str());
    }
  }
  for (const ProblemReplay& result : one.replays) {
    if (!result.unfit.empty()) {
      std::printf("  not supported: %s\n", one_line_text(result.unfit).c_str());
    }
  }
  print_expectation(one);
}

void append_json(const SolveCase& one, nlohmann::json& list) {
  for (const ProblemReplay& result : one.replays) {
    nlohmann::json entry = {{"file", one.path},
                            {"format", one.file.format},
                            {"rows", one.file.problem.m()},
                            {"tolerance", number_or_null(result.tolerance)},
                            {"notes", one.file.notes},
                            {"solver", result.solver},
                            {"status", status_text(result)},
                            {"residual", number_or_null(result.residual)},
                            {"own_residual", number_or_null(result.own_residual)},
                            {"siconos_error", number_or_null(result.siconos_error)},
                            {"iterations", result.iterations},
                            {"seconds", result.seconds},
                            {"remark", result.remark},
                            {"impulse_difference", number_or_null(result.impulse_difference)},
                            {"velocity_difference", number_or_null(result.velocity_difference)}};
    if (!result.unfit.empty()) entry["unfit"] = result.unfit;
    if (!result.ended.empty()) entry["ended"] = result.ended;
    if (one.file.expectation.solver == result.solver) {
      entry["expected"] = status_name(one.file.expectation.status);
    }
    list.push_back(std::move(entry));
  }
}

void append_answers(const SolveCase& one, nlohmann::json& list) {
  for (const ProblemReplay& result : one.replays) {
    if (result.lambda.empty()) continue;
    list.push_back({{"file", one.path},
                    {"solver", result.solver},
                    {"status", status_text(result)},
                    {"residual", number_or_null(result.residual)},
                    {"tolerance", number_or_null(result.tolerance)},
                    {"lambda", list_of(result.lambda)},
                    {"u", list_of(result.u)}});
  }
}

}  // namespace cardan::app
