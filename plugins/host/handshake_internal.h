#pragma once

#include <string>
#include <string_view>

#include "cardan/abi/cardan_solver.h"

namespace cardan {

/// "" when this host can work with the entry, else one phrase that names the mismatch and what was
/// expected. Reads no further than the part whose size has been checked.
std::string why_refused(const cardan_entry* entry);

/// Letters, digits, '_' and '-', at least one and at most 64: what ids and options are.
bool is_plain_word(std::string_view text);

}  // namespace cardan
