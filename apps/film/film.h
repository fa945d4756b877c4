#pragma once

#include <optional>
#include <string>

#include "apps/film/film_page.h"
#include "view/replay_data.h"

namespace cardan::app {

struct FilmOptions {
  std::string image, video;  ///< output files; "": none
  std::optional<double> at;  ///< time of the image [s]; default: the end
  double speed = 1;          ///< speed of the video, as a multiple of real time
  FilmLook look;
};

/// Throws Error for an unknown format and for a missing program. Called before a long run, so that
/// the error is not reported only at its end.
void require_film(const FilmOptions& options);

/// Writes the image and the video of a run, each completely or not at all, and prints a line for
/// each. A line on the terminal shows the progress. Returns the exit code: kDone, or the code of an
/// interrupt.
int make_film(const view::ReplayData& data, const FilmOptions& options);

/// Parse "1280x720" [px], and "AZIMUTH,ELEVATION" or "AZIMUTH,ELEVATION,ZOOM". Both functions throw
/// Error for any other text.
std::array<int, 2> parse_film_size(const std::string& text);
FilmCamera parse_film_camera(const std::string& text);

}  // namespace cardan::app
