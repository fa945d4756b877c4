#pragma once

#include "cardan/sim/data/world_data_internal.h"

/// Surface properties that a contact brings into its rows.
namespace cardan {

/// One shape of a contact.
struct TouchingShape {
  const ModelSetup& model;
  const ModelScratch& work;
  const ShapeInstance& shape;
};

/// A body whose motion is a script: a whole model, or the base of a robot.
bool is_scripted(const ModelSetup& model, const ShapeInstance& shape);

/// Tangents, the pair of materials, and the motion of the surfaces that no tree knows of. The row
/// has its point and its normal.
void lay_surfaces(const WorldModel& world, const TouchingShape& a, const TouchingShape& b,
                  ContactConstraint& row);

}  // namespace cardan
