#pragma once

#include <string>
#include <vector>

#include "replay_data.h"

namespace cardan::view {

/// "model/link", or "model" for models without links and for a link of the same name.
std::string body_name(const ReplayData& data, std::size_t body);

/// The names of all bodies. The suffixes "#2", "#3", … make them distinct from each other and from
/// `taken`.
std::vector<std::string> distinct_body_names(const ReplayData& data, const std::string& taken);

}  // namespace cardan::view
