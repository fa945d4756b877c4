#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "view/replay_data.h"

namespace cardan::view {

/// Returns the page as one HTML file without references to other files (docs/viewer.md).
std::string replay_page(const ReplayData& data);

struct PageReport {
  std::size_t bytes = 0;
  std::size_t whole_bytes = 0;  ///< size of the page with all frames
  std::size_t limit = 0;        ///< requested limit
  std::size_t image_bytes = 0;  ///< size of the images in the page; 0 for comparisons
  std::int64_t every = 1;       ///< one out of `every` frames is kept
  std::size_t frames = 0, contacts = 0;
};

/// Default size limit of a page [bytes].
inline constexpr std::size_t kPageLimit = 20'000'000;

/// Converts a limit above 0 from MB to bytes; very large values are accepted.
std::size_t bytes_of_megabytes(double megabytes);

struct LimitedPage {
  std::string text;
  PageReport report;
};

/// Returns a page from which frames are left out until it fits into `limit` bytes. If it does not
/// fit even with two frames, all frames are kept.
LimitedPage limited_replay_page(const ReplayData& data, std::size_t limit);

/// Writes the page of limited_replay_page, completely or not at all. Throws Error if the file
/// cannot be written.
PageReport write_replay_page(const std::string& file, const ReplayData& data, std::size_t limit);

/// Describes a page in one line: the numbers of frames and contacts, the size, and either the
/// frames that were left out or the limit that is exceeded.
std::string describe(const PageReport& report, const std::string& file);

}  // namespace cardan::view
