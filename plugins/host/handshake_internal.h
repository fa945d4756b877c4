#pragma once

#include <string>

#include "cardan/abi/cardan_solver.h"

namespace cardan {

/// "" when this host can work with the entry, else one phrase that names the mismatch and what was
/// expected. Reads no further than the part whose size has been checked.
std::string why_refused(const cardan_entry* entry);

}  // namespace cardan
