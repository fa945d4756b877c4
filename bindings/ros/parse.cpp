#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <mutex>

#include "cardan/urdfdom.h"

namespace cardan::ros {

namespace {

using Level = UrdfdomMessage::Level;

// Receives the messages of this process during its lifetime.
class MessageCatcher : public console_bridge::OutputHandler {
 public:
  MessageCatcher()
      : former_(console_bridge::getOutputHandler()), former_level_(console_bridge::getLogLevel()) {
    console_bridge::useOutputHandler(this);
    console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_INFO);
  }
  ~MessageCatcher() override {
    console_bridge::useOutputHandler(former_);
    console_bridge::setLogLevel(former_level_);
  }
  MessageCatcher(const MessageCatcher&) = delete;
  MessageCatcher& operator=(const MessageCatcher&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    const Level own = level == console_bridge::CONSOLE_BRIDGE_LOG_ERROR  ? Level::kError
                      : level == console_bridge::CONSOLE_BRIDGE_LOG_WARN ? Level::kWarning
                                                                         : Level::kInfo;
    messages.push_back({own, text});
  }

  std::vector<UrdfdomMessage> messages;

 private:
  console_bridge::OutputHandler* former_;
  console_bridge::LogLevel former_level_;
};

}  // namespace

std::string urdfdom_version() { return CARDAN_URDFDOM_VERSION; }

UrdfdomReading parse_with_urdfdom(const std::string& text) {
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  MessageCatcher catcher;
  UrdfdomReading reading;
  try {
    reading.model = urdf::parseURDF(text);
  } catch (const std::exception& error) {
    catcher.messages.push_back({Level::kError, error.what()});
  }
  reading.messages = catcher.messages;
  return reading;
}

}  // namespace cardan::ros
