#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Edits that turn a into b: insertion, deletion, replacement or swap of neighbours count 1 each,
/// upper and lower case are the same (optimal string alignment distance).
CARDAN_API int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `name`, the first of equals; "" when none is within max(2, length/3)
/// edits. An empty candidate is never the nearest.
CARDAN_API std::string nearest_name(std::string_view name,
                                    const std::vector<std::string>& candidates);

/// For the end of an error about an unknown name: "did you mean 'x'?", or "known are a, b, c", each
/// once, when nothing is near.
CARDAN_API std::string suggest_name(std::string_view name,
                                    const std::vector<std::string>& candidates);

}  // namespace cardan
