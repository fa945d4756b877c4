#pragma once

#include <string>

#include "view/replay_data.h"

namespace cardan::view {

/// A run as an MCAP file with the Protobuf schemas of Foxglove (docs/viewer.md): transforms of the
/// bodies, their shapes, contact forces and friction cones as scene updates, contacts and steps as
/// numbers, and events as a log. Messages have the simulated time.
std::string mcap(const ReplayData& data);

}  // namespace cardan::view
