#pragma once

#include "collision/collision_scene.h"

namespace cardan {

/// Copies the objects of one scene to an empty scene, with the same handles, body poses, body
/// margins and excluded pairs. Shapes share their meshes, hulls and heights. Groups of bodies and
/// results of detections are not copied.
void copy_objects(const CollisionScene& from, CollisionScene& to);

}  // namespace cardan
