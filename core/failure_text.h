#pragma once

#include <exception>
#include <string>

#include "cardan/export.h"

namespace cardan {

/// One line for any exception: the message of an Error, a message for a failure of the system or
/// exhausted memory, or "internal error" with the type of the exception for all others. The text of
/// a library's own exception means nothing to a user and is left out.
CARDAN_API std::string failure_text(const std::exception& failure);

}  // namespace cardan
