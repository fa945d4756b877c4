#include "apps/film/video.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include "apps/film/chromium.h"
#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/process_pool.h"
#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

using Options = std::vector<std::string>;

// H.264 and VP9 store colours for squares of 2 × 2 pixels, so a row or column is added to odd
// sizes.
const char* const kEvenSize = "pad=ceil(iw/2)*2:ceil(ih/2)*2";

const std::map<std::string, Options>& encoders() {
  static const std::map<std::string, Options> options{
      {".mp4",
       {"-vf", kEvenSize, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-movflags",
        "+faststart"}},
      {".webm",
       {"-vf", kEvenSize, "-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-crf", "28", "-b:v", "0",
        "-row-mt", "1"}},
      {".gif",
       {"-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none", "-loop", "0"}},
      {".webp",
       {"-c:v", "libwebp_anim", "-pix_fmt", "yuv420p", "-quality", "75", "-compression_level", "6",
        "-loop", "0"}},
  };
  return options;
}

std::string extension_of_file(const std::string& file) {
  return std::filesystem::path(file).extension().string();
}

}  // namespace

bool is_video_extension(const std::string& extension) { return encoders().contains(extension); }

std::string require_ffmpeg() {
  std::string program = program_in_path({"ffmpeg"});
  if (program.empty()) {
    throw Error("videos need ffmpeg, which is not installed", "",
                "install the Debian package ffmpeg");
  }
  return program;
}

Video::Video(const std::string& file, double rate)
    : file_(file),
      encoded_(scratch_.file("video") + extension_of_file(file)),
      log_(scratch_.file("ffmpeg.log")) {
  std::ostringstream text;
  text << rate;
  Options arguments{require_ffmpeg(), "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f",
                    "image2pipe",     "-framerate",   text.str(),  "-c:v",  "png",      "-i", "-"};
  const Options& encoder = encoders().at(extension_of_file(file));
  arguments.insert(arguments.end(), encoder.begin(), encoder.end());
  arguments.push_back(encoded_);
  constexpr mode_t kOwner = 0600;
  const Descriptor log(::open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwner));
  encoder_ = std::make_unique<ChildProgram>(
      arguments,
      std::map<int, int>{{STDIN_FILENO, pictures_.read.number()}, {STDERR_FILENO, log.number()}},
      scratch_.path());
  pictures_.read.close();
}

void Video::fail() const {
  const std::string last = last_line(try_read_file(log_).bytes);
  throw Error("ffmpeg failed" + (last.empty() ? "" : ": " + one_line_text(last)), file_,
              "try another format: .mp4, .webm, .gif or .webp");
}

void Video::add(const std::string& picture) {
  for (std::size_t at = 0; at < picture.size();) {
    if (InterruptGuard::signal() != 0) throw Interrupted{};
    const ssize_t written =
        ::write(pictures_.write.number(), picture.data() + at, picture.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail();
    at += static_cast<std::size_t>(written);
  }
}

void Video::finish() {
  pictures_.write.close();
  constexpr double kTick = 0.1;  // [s]
  std::optional<int> ended;
  while (!(ended = encoder_->wait(kTick))) {
    if (InterruptGuard::signal() != 0) throw Interrupted{};
  }
  const std::string video = read_whole_file(encoded_);
  if (*ended != 0 || video.empty()) fail();
  write_whole_file(file_, video);
}

}  // namespace cardan::app
