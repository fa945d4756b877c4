#pragma once

#include <string>

#include "view/replay_data.h"

namespace cardan::view {

/// A run as an MCAP file with the Protobuf schemas of Foxglove (docs/viewer.md): transforms of the
/// bodies, their shapes, contact forces and friction cones as scene updates, the contacts and the
/// steps as numbers, and the events as a log. Simulated time is the time of the messages.
std::string mcap(const ReplayData& data);

}  // namespace cardan::view
