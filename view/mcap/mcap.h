#pragma once

#include <string>

#include "view/replay_data.h"

namespace cardan::view {

/// Returns a run as an MCAP file with the Protobuf schemas of Foxglove (docs/viewer.md): the
/// transforms of the bodies; shapes, contact forces and friction cones as scene updates; contacts
/// and steps as numbers; and events as a log. The time of a message is the simulated time.
std::string mcap(const ReplayData& data);

}  // namespace cardan::view
