#include "dynamics/urdf/base_note.h"

#include "cardan/robot_model.h"

namespace cardan {

namespace {

constexpr const char* kBegin = "base: ";

}  // namespace

Diagnostic base_note(const RobotModel& robot, const std::string& file, int line,
                     const std::string& element) {
  return {Severity::kInfo, file, line, element,
          kBegin + std::string(robot_base_name(robot.base)) + " (" + robot.base_reason + ")"};
}

bool is_base_note(const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::kInfo && diagnostic.message.rfind(kBegin, 0) == 0;
}

}  // namespace cardan
