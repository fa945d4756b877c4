#pragma once

#include <string>
#include <vector>

#include "view/replay_data.h"

namespace cardan::view {

/// Returns the name of a body: "model/link", or "model" for a model without links and for a link
/// with the name of the model.
std::string body_name(const ReplayData& data, std::size_t body);

/// Returns the names of all bodies. The suffixes "#2", "#3", … make the names distinct from each
/// other and from `taken`.
std::vector<std::string> distinct_body_names(const ReplayData& data, const std::string& taken);

}  // namespace cardan::view
