#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cardan/core/types.h"

/// Messages of a page to a running world (docs/viewer.md, "Messages").
namespace cardan::view {

struct PlayMessage {};
struct PauseMessage {};
struct ResetMessage {};
struct ReleaseMessage {};
struct StepMessage {
  int count = 1;
};
struct SeekMessage {
  double time = 0;  ///< [s]
};
struct SpeedMessage {
  double speed = 1;  ///< seconds of the world per second
};
/// Pulls a point of a body to a target.
struct PushMessage {
  int body = 0;                      ///< of the page
  Vector3 point = Vector3::Zero();   ///< in the frame of the body [m]
  Vector3 target = Vector3::Zero();  ///< in W [m]
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

/// Largest message [bytes].
inline constexpr std::size_t kMostMessageBytes = 65536;

/// Reads a message; none if it is not exactly one of those above: unknown or missing keys, numbers
/// that are not finite or out of range, text that is not JSON. Never throws for the text's sake.
std::optional<Message> read_message(std::string_view text);

}  // namespace cardan::view
