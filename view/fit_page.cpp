#include "view/fit_page.h"

#include <algorithm>
#include <cmath>

namespace cardan::view {

namespace {

// The next N if one out of every N frames is kept. `room`: bytes that the frames may take; `taken`:
// bytes that they take. It grows by an eighth or more, so that there are few attempts.
std::int64_t next_every(std::int64_t every, double room, double taken, std::int64_t most) {
  constexpr double kLeastGrowth = 1.125;
  const double growth = std::max(kLeastGrowth, taken / room);
  const double wanted = std::ceil(growth * static_cast<double>(every));
  return wanted < static_cast<double>(most) ? static_cast<std::int64_t>(wanted) : most;
}

void set(FramedPage made, std::int64_t every, LimitedPage& page) {
  page.text = std::move(made.text);
  page.report.every = every;
  page.report.bytes = page.text.size();
  page.report.frames = made.frames;
  page.report.contacts = made.contacts;
}

}  // namespace

LimitedPage fit_page(std::size_t limit, const std::function<FramedPage(std::int64_t every)>& make) {
  LimitedPage page;
  FramedPage all = make(1);
  const std::size_t whole = all.text.size(), frames = all.frames;
  double taken = static_cast<double>(all.frame_bytes);
  set(std::move(all), 1, page);
  page.report.limit = limit;
  page.report.whole_bytes = whole;
  const double room = static_cast<double>(limit) - (static_cast<double>(whole) - taken);
  if (whole <= limit || frames <= 2 || room <= 0) return page;
  const auto most = static_cast<std::int64_t>(frames) - 1;  // the first and the last frame
  for (std::int64_t every = 1; every < most;) {
    every = next_every(every, room, taken, most);
    FramedPage thin = make(every);
    taken = static_cast<double>(thin.frame_bytes);
    if (thin.text.size() > limit) continue;
    set(std::move(thin), every, page);
    break;
  }
  return page;
}

}  // namespace cardan::view
