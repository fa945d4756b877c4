#pragma once

#include <cstdint>
#include <string>

#include "view/replay_data.h"

namespace cardan::view {

/// Serialises the replay data of a run for another process of this program. The bytes are not a
/// file format; `live` and `robot` are left out.
std::string bytes_of(const ReplayData& data);

/// Restores the replay data from the result of bytes_of(). Throws Error if the bytes are not
/// complete.
ReplayData replay_data_of(const std::string& bytes);

/// Serialises the data with as many frames as fit into `limit` bytes, but at least two.
std::string limited_bytes_of(ReplayData data, std::size_t limit);

}  // namespace cardan::view
