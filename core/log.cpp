#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "cardan/error.h"
#include "core/shown_text.h"

namespace cardan {

namespace {
spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("cardan", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made.set_pattern("%n: %l: %v");
    made.set_level(spdlog::level::warn);
    return made;
  }();
  return instance;
}

spdlog::level::level_enum level_of(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return spdlog::level::info;
    case Severity::kWarning:
      return spdlog::level::warn;
    case Severity::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}
}  // namespace

void log(Severity severity, std::string_view message) {
  const std::string line = shortened(escaped_line(message));
  logger().log(level_of(severity), spdlog::string_view_t(line.data(), line.size()));
}

void set_log_level(Severity lowest_shown) { logger().set_level(level_of(lowest_shown)); }

}  // namespace cardan
