#pragma once

#include <functional>

#include "view/replay_page.h"

namespace cardan::view {

/// A page that contains one out of every N frames.
struct FramedPage {
  std::string text;
  std::size_t frame_bytes = 0;  ///< number of bytes of text that the frames take
  std::size_t frames = 0, contacts = 0;
};

/// Makes the page with fewer and fewer frames until it fits into `limit` bytes. If it does not fit
/// even with two frames, all frames are kept. make: returns the page that keeps one out of `every`
/// frames.
LimitedPage fit_page(std::size_t limit, const std::function<FramedPage(std::int64_t every)>& make);

}  // namespace cardan::view
