#pragma once

#include <string>
#include <vector>

namespace cardan::app {

struct LiveOptions {
  std::string file;  ///< a scene (.yaml, .yml), a robot (.urdf, .xml), or a recording
  int port = 0;      ///< 0: one that is free
  int threads = 1;
  bool browser = true;                ///< open one if there is a display
  std::vector<std::string> packages;  ///< NAME=DIR, of a robot
  double at = 0;                      ///< of a recording: time to begin at [s]
};

/// True for the name of a scene or a robot file.
bool is_live_file(const std::string& file);

/// Shows a recording, paused at a time, which is simulated again from there, until Ctrl-C. Returns
/// the exit code.
int view_recorded_live(const LiveOptions& options);

/// Shows a running scene, or a robot that is dropped on the ground, until Ctrl-C. Returns the exit
/// code.
int view_live(const LiveOptions& options);

}  // namespace cardan::app
