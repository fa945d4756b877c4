#pragma once

#include "view/replay_data.h"

namespace cardan::view {

/// Keeps the first of every `every` frames, with its contacts and islands, and the last frame.
/// every ≥ 1.
ReplayData thin_frames(const ReplayData& data, std::int64_t every);

}  // namespace cardan::view
