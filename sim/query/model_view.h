#pragma once

#include <string>
#include <vector>

#include "cardan/collision/shape.h"
#include "cardan/core/export.h"
#include "cardan/sim/world.h"

/// Geometry and contacts of a world for programs that draw it. The functions allocate memory, so
/// controllers should not call them.
namespace cardan {

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

}  // namespace cardan
