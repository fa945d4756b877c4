#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cardan/export.h"
#include "cardan/problem.h"
#include "cardan/shape.h"
#include "cardan/world.h"

/// Geometry and contacts of a world for programs that draw it. The functions allocate memory, so
/// controllers should not call them.
namespace cardan {

struct ModelSpec;

/// A collision shape of a model.
struct ShapeView {
  std::string link;     ///< name for Model::pose; "" for the base of a model without links
  int number = 0;       ///< index of the shape within its link
  RigidTransform X_LS;  ///< pose in the frame of the link
  Shape shape;          ///< the shape, which shares hulls, triangles and heights with the world
};

/// Returns all collision shapes of a model, link by link. Throws Error if the model was removed.
CARDAN_API std::vector<ShapeView> view_shapes(const Model& model);

/// Returns the description of a model as the world stores it: paths are absolute, and triangles
/// that are stored in a file are omitted. Throws Error if the model was removed.
CARDAN_API ModelSpec view_spec(const Model& model);

/// Returns the friction coefficients of World::contacts, in the same order: the kinetic coefficient
/// if the contact slides, NaN if it is asleep, and otherwise the static coefficient.
CARDAN_API std::vector<double> view_contact_friction(const World& world);

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
