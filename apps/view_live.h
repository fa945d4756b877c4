#pragma once

#include <string>
#include <vector>

namespace cardan::app {

struct LiveOptions {
  std::string file;  ///< a scene (.yaml, .yml), a robot (.urdf, .xml), or a recording
  int port = 0;      ///< 0: any free port
  int threads = 1;
  bool browser = true;                ///< open a browser if there is a display
  std::vector<std::string> packages;  ///< NAME=DIR, for a robot
  double at = 0;                      ///< for a recording: time at which to begin [s]
};

/// True for the name of a scene or a robot file.
bool is_live_file(const std::string& file);

/// Shows a recording, paused at a given time and simulated again from there, until Ctrl-C. Returns
/// the exit code.
int view_recorded_live(const LiveOptions& options);

/// Shows a running scene, or a robot that is dropped on the ground, until Ctrl-C. Returns the exit
/// code.
int view_live(const LiveOptions& options);

}  // namespace cardan::app
