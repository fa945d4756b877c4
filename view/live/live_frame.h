#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/replay_data.h"

namespace cardan::view {

/// A value that the page can change.
struct LiveParameter {
  std::string path, unit;
  double value = 0;
};

/// State of the viewer in a frame, in addition to the data of the world.
struct LiveStatus {
  std::string page;  ///< PageLive::id
  std::int64_t step = 0;
  double time = 0;         ///< [s]
  std::uint64_t hash = 0;  ///< World::state_hash
  bool plays = true;
  double speed = 1;  ///< simulated seconds per second; infinite: as fast as possible
  std::string solver;
  std::vector<LiveParameter> parameters;
  std::size_t kept = 0;                  ///< number of kept states
  double kept_from = 0, kept_until = 0;  ///< [s]
  int pulled = -1;                       ///< body that is being pulled, −1: none
  std::int64_t note = 0;                 ///< number of the last note
  std::string note_text;                 ///< the reason why the last request was rejected, or ""
};

/// One frame as bytes: the length of the head in bytes (a multiple of 4), the head in JSON, and the
/// rows of the tables of poses, contacts, islands and steps. All words are little-endian and have
/// 32 bits.
std::string live_frame(const LiveStatus& status, const ReplayData& data);

}  // namespace cardan::view
