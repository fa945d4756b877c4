#pragma once

#include <memory>
#include <string>

#include "apps/film/scratch_folder.h"
#include "apps/process/child_program.h"

namespace cardan::app {

/// Returns the path of ffmpeg. Throws an Error that names the Debian package if there is no ffmpeg.
std::string require_ffmpeg();

/// A video that ffmpeg encodes from pictures: .mp4 (H.264), .webm (VP9), .gif or .webp.
class Video {
 public:
  /// file: its extension determines the format. rate: pictures per second.
  Video(const std::string& file, double rate);

  /// picture: a PNG.
  void add(const std::string& picture);
  /// Writes the file, completely or not at all. On failure, throws an Error with ffmpeg's last
  /// line. Call once.
  void finish();

 private:
  [[noreturn]] void fail() const;

  ScratchFolder scratch_;
  std::string file_, encoded_, log_;
  Pipe pictures_ = make_pipe();
  std::unique_ptr<ChildProgram> encoder_;
};

/// True if a video can have this extension, such as ".mp4".
bool is_video_extension(const std::string& extension);

}  // namespace cardan::app
