#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cardan/spatial.h"

/// Messages from a page to a running world (docs/viewer.md, "Messages").
namespace cardan::view {

struct PlayMessage {};
struct PauseMessage {};
struct ResetMessage {};
struct ReleaseMessage {};
struct StepMessage {
  int count = 1;
};
struct SeekMessage {
  double time = 0;  ///< target time [s]
};
struct SpeedMessage {
  double speed = 1;  ///< simulated seconds per second
};
/// Pulls a point of a body to a target.
struct PushMessage {
  int body = 0;                      ///< number of the body in the page
  Vector3 point = Vector3::Zero();   ///< point in the frame of the body [m]
  Vector3 target = Vector3::Zero();  ///< target in W [m]
};
struct SetMessage {
  std::string path;
  double value = 0;
};
struct PairMessage {
  std::string formulation, solver;
};

using Message = std::variant<PlayMessage, PauseMessage, ResetMessage, ReleaseMessage, StepMessage,
                             SeekMessage, SpeedMessage, PushMessage, SetMessage, PairMessage>;

/// Maximum size of a message [bytes].
inline constexpr std::size_t kMostMessageBytes = 65536;

/// Reads a message. Returns nothing unless the text is exactly one of the messages above. Unknown,
/// missing or repeated keys, numbers that are not finite or out of range, and text that is not JSON
/// are rejected. Does not throw for invalid text.
std::optional<Message> read_message(std::string_view text);

}  // namespace cardan::view
