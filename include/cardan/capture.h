#pragma once

#include <cstdint>
#include <string>

#include "cardan/export.h"

namespace cardan {

class World;

/// Selects the island problems of a world that are written to files, and the folder of the files
/// (docs/problem-files.md).
struct CaptureSpec {
  /// Choice of the problems.
  enum class Which {
    kFailed,  ///< problems that the first solver of the chain did not solve to its tolerance
    kAll,
    kStep,  ///< all problems of one step
  };
  Which which = Which::kFailed;
  std::int64_t step = 0;               ///< number of the step for kStep, counted from 1
  std::string directory = "captured";  ///< folder of the files, created if missing
  std::string scene = "world";         ///< prefix of the file names
  int limit = 100;                     ///< maximum number of files; further problems are counted
};

/// Result of a capture.
struct CaptureCount {
  int written = 0;   ///< number of files written
  int left_out = 0;  ///< number of problems beyond the limit, or not written because of `failure`
  /// One-line reason why a file could not be written; "" if there was no failure.
  std::string failure;
};

/// Starts writing problems with the next step, one file SCENE-stepNNNNNN-islandNN-CONTACTS.hdf5 per
/// island. A file contains the first problem of the formulation with its guess, the names of its
/// blocks and the result of each solver of the chain. Islands without rows, and collisions resolved
/// before the forces of `acceleration`, are not written. A step that captures problems allocates
/// memory. Throws Error if the folder cannot be created or is not writable.
CARDAN_API void capture_problems(World& world, const CaptureSpec& spec);

/// Returns the counts of the capture so far.
CARDAN_API CaptureCount captured(const World& world);

}  // namespace cardan
