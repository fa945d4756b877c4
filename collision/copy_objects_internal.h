#pragma once

#include "cardan/collision/collision_scene.h"

namespace cardan {

/// Adds the objects of one scene to an empty one: equal handles, bodies with their poses and
/// margins, and excluded pairs. Shapes share their meshes, hulls and heights. Groups of bodies and
/// results of detections are not copied.
void copy_objects(const CollisionScene& from, CollisionScene& to);

}  // namespace cardan
