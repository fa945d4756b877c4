#pragma once

#include <string>

namespace cardan {

/// Dataset with the key of the i-th model that was added while the recording ran: its tables are in
/// /models/KEY/, and its name is in /models/KEY/name.
inline std::string added_model_path(std::size_t i) { return "/added_models/" + std::to_string(i); }

}  // namespace cardan
