#pragma once

#include <string>

#include "view/replay_data.h"

namespace cardan::view {

/// Returns the bodies of a run and their motion as binary glTF 2.0 [Khronos 2021], for Blender and
/// other programs. The file has one node per body with the shapes of the body (its visuals if the
/// model has any, otherwise its collision shapes), and one animation. A root node rotates the z-up
/// axes to glTF's y-up axes. Bodies that are not in the world have the scale 0. Normals are left
/// out, so faces are flat.
std::string glb(const ReplayData& data);

}  // namespace cardan::view
