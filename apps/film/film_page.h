#pragma once

#include <array>
#include <optional>
#include <string>

#include "apps/film/chromium.h"

namespace cardan::app {

/// Position of the camera: azimuth about z and elevation above the ground [deg]; the camera is
/// `zoom` times as close as by default.
struct FilmCamera {
  double azimuth = 0, elevation = 0, zoom = 1;
};

struct FilmLook {
  std::array<int, 2> size{1280, 720};  ///< [px]
  bool dark = false;
  std::optional<FilmCamera> camera;  ///< default: the camera of the page
};

/// A replay page in a browser that shows only the run and its legend.
class FilmPage {
 public:
  /// page: text of the page. Throws as Chromium does.
  FilmPage(const std::string& page, const FilmLook& look);

  /// Picture of a frame. format: "png", "jpeg" or "webp".
  std::string picture(std::size_t frame, const std::string& format);

 private:
  void open(const std::string& file);

  ScratchFolder scratch_;
  Chromium browser_;
};

}  // namespace cardan::app
