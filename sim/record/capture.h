#pragma once

#include <cstdint>
#include <string>

#include "cardan/core/export.h"

namespace cardan {

class World;

/// Which problems of a world's islands are written to files, and where
/// (docs/problem-files.md).
struct CaptureSpec {
  enum class Which {
    kFailed,  ///< those that the first solver of the chain did not bring to its tolerance
    kAll,
    kStep,  ///< all of one step
  };
  Which which = Which::kFailed;
  std::int64_t step = 0;               ///< number of the step, from 1, for kStep
  std::string directory = "captured";  ///< made if it is not there
  std::string scene = "world";         ///< begins the names of the files
  int limit = 100;                     ///< files at most; what comes after them is counted
};

/// Result of a capture.
struct CaptureCount {
  int written = 0;
  int left_out = 0;     ///< beyond the limit, or not written because of `failure`
  std::string failure;  ///< why a file could not be written, one line; "" if all could
};

/// Begins to write problems, from the next step on: the first problem of the formulation with its
/// guess, the names of its blocks and what each solver of the chain made of it, one file
/// SCENE-stepNNNNNN-islandNN-CONTACTS.hdf5 each. Islands without rows and the collisions before the
/// forces of `acceleration` are not written. A step that captures allocates. Throws Error if the
/// folder cannot be made or written to.
CARDAN_API void capture_problems(World& world, const CaptureSpec& spec);

CARDAN_API CaptureCount captured(const World& world);

}  // namespace cardan
