#pragma once

#include "sim/data/world_data.h"

/// Surface properties of a contact that enter its rows.
namespace cardan {

/// One shape of a contact.
struct TouchingShape {
  const ModelSetup& model;
  const ModelScratch& work;
  const ShapeInstance& shape;
};

/// True if a script moves the body of the shape, i.e. the whole model or the base of the robot.
bool is_scripted(const ModelSetup& model, const ShapeInstance& shape);

/// Sets the tangents of the row, the surface for the pair of materials, and the motion of the
/// surfaces that is not part of any tree. The point and the normal of the row must be set.
void lay_surfaces(const WorldModel& world, const TouchingShape& a, const TouchingShape& b,
                  ContactConstraint& row);

}  // namespace cardan
