#pragma once

#include <functional>

#include "cardan/recording.h"
#include "cardan/world.h"
#include "view/replay_data.h"

namespace cardan::view {

/// Repeats a recording (cardan/recording.h) and collects its frames. Throws an Error that names
/// the first step that is not bitwise identical to the recording, and throws Error if a file of the
/// recording is missing or has changed, or if the recording contains no world. visit: called after
/// each step; may be empty.
ReplayData collect_recording(const Recording& recording, double rate, int threads,
                             const std::function<void(const World&)>& visit);

}  // namespace cardan::view
