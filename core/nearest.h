#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/export.h"

namespace cardan {

/// Returns the smallest number of edits that turn a into b, ignoring case. An insertion, a
/// deletion, a replacement and a swap of two adjacent letters count as one edit each (optimal
/// string alignment distance).
CARDAN_API int edit_distance(std::string_view a, std::string_view b);

/// Returns the candidate nearest to `name`, or the first one if several are equally near. Returns
/// "" if no candidate is within max(2, length/3) edits. Empty candidates are never returned.
CARDAN_API std::string nearest_name(std::string_view name,
                                    const std::vector<std::string>& candidates);

/// Returns the end of an error message about an unknown name: "did you mean 'x'?", "known are a, b,
/// c" (without duplicates) if no candidate is near, or "there are none" if there are no candidates.
CARDAN_API std::string suggest_name(std::string_view name,
                                    const std::vector<std::string>& candidates);

}  // namespace cardan
