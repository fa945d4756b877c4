#include "apps/film/film.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

#include "apps/commands.h"
#include "apps/film/video.h"
#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/terminal_line.h"
#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/number_text.h"
#include "view/counted.h"
#include "view/replay_page.h"

namespace cardan::app {

namespace {

std::string extension_of_output(const std::string& file) {
  return std::filesystem::path(file).extension().string();
}

const std::map<std::string, std::string>& image_formats() {
  static const std::map<std::string, std::string> formats{
      {".png", "png"}, {".jpg", "jpeg"}, {".jpeg", "jpeg"}, {".webp", "webp"}};
  return formats;
}

/// Ignores SIGPIPE, so that writing to a program that has ended does not end this process.
class PipeSignalIgnored {
 public:
  PipeSignalIgnored() : former_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~PipeSignalIgnored() { std::signal(SIGPIPE, former_); }
  PipeSignalIgnored(const PipeSignalIgnored&) = delete;
  PipeSignalIgnored& operator=(const PipeSignalIgnored&) = delete;

 private:
  void (*former_)(int);
};

// The last frame that is not later than a time, up to the rounding of its 32 bits.
std::size_t frame_at(const view::ReplayData& data, std::optional<double> at) {
  const std::size_t last = data.frames.rows() - 1;
  if (!at) return last;
  const auto limit = [](double time) { return time + 1e-6 * std::max(1.0, std::abs(time)); };
  const double first = data.frames.number(0, 1), end = data.frames.number(last, 1);
  if (!std::isfinite(*at) || *at > limit(end) || limit(*at) < first) {
    throw Error("the run has no frame at " + number_text(*at, 6) + " s", "--at",
                "it lasts from " + number_text(first, 6) + " to " + number_text(end, 6) + " s");
  }
  std::size_t frame = last;
  while (frame > 0 && data.frames.number(frame, 1) > limit(*at)) --frame;
  return frame;
}

std::string size_text(const FilmLook& look) {
  return std::to_string(look.size[0]) + "x" + std::to_string(look.size[1]);
}

void write_image(FilmPage& page, const view::ReplayData& data, const FilmOptions& options) {
  const std::size_t frame = frame_at(data, options.at);
  write_whole_file(options.image,
                   page.picture(frame, image_formats().at(extension_of_output(options.image))));
  std::cout << one_line_text(options.image) << ": " << size_text(options.look) << ", "
            << number_text(data.frames.number(frame, 1), 6) << " s" << std::endl;
}

void write_video(FilmPage& page, const view::ReplayData& data, const FilmOptions& options) {
  const double rate = data.rate * options.speed;
  const std::size_t frames = data.frames.rows();
  Video video(options.video, rate);
  TerminalLine line(std::chrono::milliseconds(100));
  for (std::size_t frame = 0; frame < frames; ++frame) {
    line.show("frame " + std::to_string(frame + 1) + " of " + std::to_string(frames));
    video.add(page.picture(frame, "png"));
  }
  video.finish();
  std::cout << one_line_text(options.video) << ": " << view::counted(frames, "frame") << ", "
            << size_text(options.look) << ", " << number_text(rate, 4) << " per second"
            << std::endl;
}

std::vector<double> separated_numbers(const std::string& text, char separator) {
  std::vector<double> numbers;
  std::istringstream stream(text);
  for (double x = 0; stream >> x;) {
    numbers.push_back(x);
    if (stream.eof()) return numbers;
    if (stream.get() != separator) break;
  }
  return {};
}

}  // namespace

std::array<int, 2> parse_film_size(const std::string& text) {
  constexpr double kLeast = 16, kMost = 8192;  // [px]
  const std::vector<double> sizes = separated_numbers(text, 'x');
  const auto fits = [](double x) { return x >= kLeast && x <= kMost && x == std::floor(x); };
  if (sizes.size() != 2 || !fits(sizes[0]) || !fits(sizes[1])) {
    throw Error("'" + text + "' is not a size", "--size",
                "write WIDTHxHEIGHT in pixels, each from 16 to 8192: 1280x720");
  }
  return {static_cast<int>(sizes[0]), static_cast<int>(sizes[1])};
}

FilmCamera parse_film_camera(const std::string& text) {
  const std::vector<double> x = separated_numbers(text, ',');
  const bool valid = (x.size() == 2 || x.size() == 3) && std::abs(x[0]) <= 360 &&
                     std::abs(x[1]) < 90 && (x.size() == 2 || (x[2] >= 0.01 && x[2] <= 100));
  if (!valid) {
    throw Error("'" + text + "' is not a camera direction", "--camera",
                "write AZIMUTH,ELEVATION[,ZOOM] in degrees, with an elevation between -90 and 90 "
                "and a zoom from 0.01 to 100: -50,20,1.5");
  }
  return {x[0], x[1], x.size() == 3 ? x[2] : 1};
}

void require_film(const FilmOptions& options) {
  if (!options.image.empty() && !image_formats().contains(extension_of_output(options.image)))
    throw Error("no image format has this extension", options.image, "name a .png, .jpg or .webp");
  if (!options.video.empty() && !is_video_extension(extension_of_output(options.video))) {
    throw Error("no video format has this extension", options.video,
                "name a .mp4, .webm, .gif or .webp");
  }
  if (!options.image.empty() || !options.video.empty()) require_chromium();
  if (!options.video.empty()) require_ffmpeg();
}

int make_film(const view::ReplayData& data, const FilmOptions& options) {
  if (options.image.empty() && options.video.empty()) return kDone;
  if (!options.image.empty())
    frame_at(data, options.at);  // rejects an invalid time before the browser starts
  const InterruptGuard guard;
  const PipeSignalIgnored ignored;
  try {
    FilmPage page(view::replay_page(data), options.look);
    if (!options.image.empty()) write_image(page, data, options);
    if (!options.video.empty()) write_video(page, data, options);
  } catch (const Interrupted&) {
    return interrupted_exit_code(InterruptGuard::signal());
  }
  return kDone;
}

}  // namespace cardan::app
