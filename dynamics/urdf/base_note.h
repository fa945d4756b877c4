#pragma once

#include <string>

#include "cardan/error.h"
#include "cardan/export.h"

namespace cardan {

struct RobotModel;

/// Returns the info message about the base of a robot: "base: fixed (the root link is named
/// world)". element: what the message is about, e.g. "robot".
CARDAN_API Diagnostic base_note(const RobotModel& robot, const std::string& file, int line,
                                const std::string& element);

/// True for a message that base_note made.
CARDAN_API bool is_base_note(const Diagnostic& diagnostic);

}  // namespace cardan
