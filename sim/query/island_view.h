#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cardan/constraint/problem.h"
#include "cardan/sim/world.h"

namespace cardan {

/// A constraint of an island as reported to users.
struct IslandBlock {
  std::string name;  ///< name of the constraint, e.g. "crate on ground, contact 2"
  /// Names of the rows: "normal", "tangent 1", …; "" for a single row.
  std::vector<std::string> rows;
  int row = 0;                   ///< first row in IslandView::problem
  double mu = 0;                 ///< friction coefficient; in metres for torsion and rolling
  double lo = 0, hi = 0;         ///< impulse bounds of friction and motor rows [N s, N m s]
  double phi = 0;                ///< gap of contacts, limits and ropes before the step [m, rad]
  std::vector<double> impulse;   ///< (rows) impulse in the step [N s, N m s]
  std::vector<double> velocity;  ///< (rows) u = A λ + b, including the bias [m/s, rad/s]
};

/// An island of the last step, in contact space for every formulation.
struct IslandView {
  std::vector<std::pair<std::string, double>> models;  ///< moving models with their masses [kg]
  std::vector<IslandBlock> blocks;
  Problem problem;  ///< problem in contact space with exact cones: u_C = A_C λ_C + b_C
  IslandReport report;
};

/// Returns the islands of the last step, in the order of the step. The function allocates memory,
/// so it is meant for explanations and not for controllers.
CARDAN_API std::vector<IslandView> view_islands(const World& world);

/// Returns the name of a row of view.problem, e.g. "crate on ground, contact 2, normal".
CARDAN_API std::string row_name(const IslandView& view, int row);

}  // namespace cardan
