#pragma once

#include <exception>
#include <string>

namespace cardan::app {

/// One line for an exception that no command handled: the message of an Error, a message for a file
/// system error or exhausted memory, or "internal error" for all others.
std::string failure_text(const std::exception& failure);

}  // namespace cardan::app
