#pragma once

#include <exception>
#include <string>

namespace cardan::app {

/// One line for an exception that nothing has caught: an Error's own, what a file system or the
/// memory refused in our words, and the rest named as a defect of the program.
std::string failure_text(const std::exception& failure);

}  // namespace cardan::app
