#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "apps/regress/case_result.h"

/// Outcomes made by hand, as runs would yield them.
namespace cardan::test {

/// x(t) = amplitude · sin(2 t) over 2 s, allowed within ±1 from 0.5 s on.
inline app::CaseSeries wave(const std::string& name, const std::string& unit, double amplitude) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  app::CaseSeries series{name, unit, {}, {}, {}, {}, {}};
  for (int i = 0; i <= 400; ++i) {
    const double t = 0.005 * i;
    series.time.push_back(t);
    series.value.push_back(amplitude * std::sin(2 * t));
    series.golden.push_back(0.9 * std::sin(2 * t));
    series.lower.push_back(t < 0.5 ? -kInfinity : -1);
    series.upper.push_back(t < 0.5 ? kInfinity : 1);
  }
  return series;
}

inline app::CaseSeries overview(const std::string& name, const std::string& unit, double scale) {
  app::CaseSeries series{name, unit, {}, {}, {}, {}, {}};
  for (int i = 0; i <= 400; ++i) {
    series.time.push_back(0.005 * i);
    series.value.push_back(scale * (1 + 0.3 * std::cos(0.3 * i)));
  }
  return series;
}

inline app::CaseResult passed_case(const std::string& scene, const std::string& solver) {
  app::CaseResult result;
  result.id = {scene, "scenes/" + scene + ".yaml", "cone", solver, {}};
  result.tags = {"smoke"};
  result.status = app::CaseStatus::kPassed;
  app::CaseCheck check;
  check.text = "{quantity: residual, below: 1e-6}";
  check.line = 21;
  check.quantity = "residual";
  check.unit = "m/s";
  check.passed = true;
  check.measured = 3e-9;
  check.lower = -std::numeric_limits<double>::infinity();
  check.upper = 1e-6;
  check.time = 0.731;
  result.checks = {check};
  result.series = {overview("kinetic_energy", "J", 2), overview("potential_energy", "J", 5),
                   overview("residual", "m/s", 1e-9)};
  result.wall_seconds = 0.25;
  result.simulated = 2;
  result.step = 0.005;
  result.steps = 400;
  result.worst_residual = 3e-9;
  result.max_penetration = 2e-8;
  result.iterations = 4711;
  result.state_hash = "0123456789abcdef";
  return result;
}

inline app::CaseResult failed_case(const std::string& scene, const std::string& solver) {
  app::CaseResult result = passed_case(scene, solver);
  result.status = app::CaseStatus::kFailed;
  app::CaseCheck check;
  check.text = "{quantity: robot.base.height, from: 0.5, between: [-1, 1]}";
  check.line = 20;
  check.quantity = "robot.base.height";
  check.unit = "m";
  check.measured = 1.25;
  check.lower = -1;
  check.upper = 1;
  check.time = 0.785;
  check.message = "robot.base.height is 1.25 m at 0.785 s, allowed are -1 … 1 m";
  check.series = 3;
  result.checks.insert(result.checks.begin(), check);
  result.series.push_back(wave("robot.base.height", "m", 1.25));
  result.series.push_back(overview("robot.contact_force.z", "N", 80));
  return result;
}

}  // namespace cardan::test
