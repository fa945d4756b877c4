#pragma once

#include <string>
#include <string_view>

#include "cardan/cardan_solver.h"

namespace cardan {

/// Returns "" if the host can use the entry, otherwise a phrase with the mismatch and the expected
/// value. Reads only the part of the entry whose size has been checked.
std::string why_refused(const cardan_entry* entry);

/// True for 1 to 64 letters, digits, '_' and '-', the form of ids and option names.
bool is_plain_word(std::string_view text);

}  // namespace cardan
