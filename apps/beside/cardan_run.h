#pragma once

#include "beside/motion.h"
#include "cardan/scene/scene.h"

namespace cardan::app {

/// The motion of a scene of an MJCF file: its start, and the places of its joints. Throws Error for
/// a joint that the world does not have.
Motion motion_of(const MjcfDescription& model, const Scene& scene, const World& world);

/// Computes the motion with cardan.
EngineTrack run_cardan(const Motion& motion, const Scene& scene);

}  // namespace cardan::app
