#pragma once

#include <functional>

#include "replay_page.h"

namespace cardan::view {

/// A page that keeps one frame out of a given number.
struct FramedPage {
  std::string text;
  std::size_t frame_bytes = 0;  ///< of the text
  std::size_t frames = 0, contacts = 0;
};

/// Makes the page with ever fewer frames until it fits. If it does not fit even with two frames,
/// all frames are kept. make: gives the page for a number of frames of which one is kept.
LimitedPage fit_page(std::size_t limit, const std::function<FramedPage(std::int64_t every)>& make);

}  // namespace cardan::view
