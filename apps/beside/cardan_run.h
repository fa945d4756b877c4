#pragma once

#include "apps/beside/motion.h"
#include "cardan/scene.h"

namespace cardan::app {

/// The motion of a scene that was read from an MJCF file: its initial state, and the places of its
/// joints. Throws Error if a joint does not exist in the world.
Motion motion_of(const MjcfDescription& model, const Scene& scene, const World& world);

/// Computes the motion with cardan.
EngineTrack run_cardan(const Motion& motion, const Scene& scene);

}  // namespace cardan::app
