#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/spatial.h"
#include "view/replay_data.h"

namespace cardan::view {

/// A value that the page can change.
struct LiveParameter {
  std::string path, unit;
  double value = 0;
};

/// State of the viewer in a frame, in addition to the data of the world.
struct LiveStatus {
  std::string page;  ///< id of the page (PageLive::id)
  std::int64_t step = 0;
  double time = 0;         ///< simulated time [s]
  std::uint64_t hash = 0;  ///< World::state_hash of the state
  bool plays = true;
  double speed = 1;  ///< simulated seconds per second; infinity for as fast as possible
  std::string solver;
  std::vector<LiveParameter> parameters;
  std::size_t kept = 0;                  ///< number of kept states
  double kept_from = 0, kept_until = 0;  ///< times of the first and last kept state [s]
  int pulled = -1;                       ///< body that is being pulled; −1 if there is none
  std::int64_t note = 0;                 ///< number of the last note
  std::string note_text;                 ///< the reason why the last request was rejected, or ""
};

/// A copy of the data of a frame. Any thread can write the frame from this copy.
struct LiveFrame {
  LiveStatus status;
  std::string formulation;
  std::vector<std::string> chain;
  Vector3 gravity = Vector3::Zero();  ///< gravity in W [m/s²]
  /// Count of the numbers in the poses, and counts of the rows in the tables of contacts, islands
  /// and steps.
  std::size_t numbers = 0, contacts = 0, islands = 0, steps = 0;
  /// The last poses, and the rows of contacts, islands and steps, as 32-bit words.
  std::vector<std::uint32_t> words;
};
LiveFrame live_frame(LiveStatus status, const ReplayData& data);

/// Returns one frame as bytes: the length of the head in bytes (a multiple of 4), the head as JSON,
/// and the words in little-endian order.
std::string frame_bytes(const LiveFrame& frame);

}  // namespace cardan::view
