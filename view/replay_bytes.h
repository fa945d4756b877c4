#pragma once

#include <cstdint>
#include <string>

#include "replay_data.h"

namespace cardan::view {

/// Replay data of a run as bytes for another process of this program. No format for files: live and
/// robot are left out.
std::string bytes_of(const ReplayData& data);

/// Throws Error if the bytes are not complete.
ReplayData replay_data_of(const std::string& bytes);

/// Bytes of the data, with so few frames that there are at most `limit` of them if two frames do.
std::string limited_bytes_of(ReplayData data, std::size_t limit);

}  // namespace cardan::view
