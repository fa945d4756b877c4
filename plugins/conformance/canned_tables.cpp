#include <Eigen/Dense>
#include <cmath>

#include "plugins/conformance/problem_builder.h"

/// A rigid table on many legs, in which all rows beyond six are redundant.
namespace cardan {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

/// Unit mass and inertia, falling at g h = 1e-2 m/s and gliding at `slip` [m/s].
IslandBuilder table(int legs, double slip) {
  MatrixXd Y(3 * legs, 6);
  const Vector3d axes[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  for (int k = 0; k < legs; ++k) {
    const double angle = 2 * kPi * (k + 0.5) / legs;
    const Vector3d p(0.4 * std::cos(angle), 0.3 * std::sin(angle), -0.5);
    for (int i = 0; i < 3; ++i) {
      Y.row(3 * k + i) << p.cross(axes[i]).transpose(), axes[i].transpose();
    }
  }
  Eigen::VectorXd twist(6);
  twist << 0, 0, 0, slip, 0, -1e-2;
  IslandBuilder builder(Y, Y * twist);
  for (int k = 0; k < legs; ++k) builder.add_contact(0.7);
  return builder;
}

}  // namespace

void add_table_problems(CannedProblems& problems) {
  for (const int legs : {4, 6}) {
    const std::string name = "table of " + std::to_string(legs) + " legs";
    table(legs, 0).add_to(problems, name + " at rest", Expected::kHonest);
    table(legs, 0.3).add_to(problems, name + " that slides", Expected::kHonest);
  }
  // The problem has many rows for few degrees of freedom; formulations with many rows per contact
  // would take too long.
  const std::vector<std::string> few_rows{"cone", "convex", "frictionless", "box"};
  table(100, 0).add_to(problems, "table of 100 legs at rest", Expected::kHonest, few_rows);
  table(100, 0.3).add_to(problems, "table of 100 legs that slides", Expected::kHonest, few_rows);
}

}  // namespace cardan
