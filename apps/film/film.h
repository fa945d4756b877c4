#pragma once

#include <optional>
#include <string>

#include "film/film_page.h"
#include "view/replay_data.h"

namespace cardan::app {

struct FilmOptions {
  std::string image, video;  ///< files; "": none
  std::optional<double> at;  ///< time of the image [s]; default: the end
  double speed = 1;          ///< of the video, as a multiple of real time
  FilmLook look;
};

/// Throws Error for a format that is not known and for a program that is missing, so that a long
/// run fails at its start.
void require_film(const FilmOptions& options);

/// Writes the image and the video of a run, each completely or not at all, and prints a line for
/// each. A line on the terminal shows the progress. Returns the exit code: kDone, or that of an
/// interrupt.
int make_film(const view::ReplayData& data, const FilmOptions& options);

/// "1280x720" [px], and "AZIMUTH,ELEVATION" or "AZIMUTH,ELEVATION,ZOOM". Throw Error.
std::array<int, 2> parse_film_size(const std::string& text);
FilmCamera parse_film_camera(const std::string& text);

}  // namespace cardan::app
