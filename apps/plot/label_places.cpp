#include "apps/plot/label_places.h"

#include <algorithm>
#include <numeric>

namespace cardan::app {

std::vector<double> label_places(const std::vector<double>& wanted, double distance, double lo,
                                 double hi) {
  // Labels that would overlap form groups, which stand about the mean of their wanted places.
  struct Group {
    double sum = 0;  // of the wanted places of the first label
    std::size_t count = 0;
    double first(double distance, double lo, double hi) const {
      const double size = static_cast<double>(count - 1) * distance;
      return std::max(lo, std::min(sum / static_cast<double>(count), hi - size));
    }
  };
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  std::vector<Group> groups;
  for (const std::size_t label : order) {
    groups.push_back({wanted[label], 1});
    while (groups.size() > 1) {
      const Group last = groups.back();
      Group& before = groups[groups.size() - 2];
      const double size = static_cast<double>(before.count) * distance;
      if (last.first(distance, lo, hi) >= before.first(distance, lo, hi) + size) break;
      before.sum += last.sum - static_cast<double>(last.count) * size;
      before.count += last.count;
      groups.pop_back();
    }
  }
  std::vector<double> places(wanted.size());
  std::size_t next = 0;
  for (const Group& group : groups) {
    for (std::size_t i = 0; i < group.count; ++i)
      places[order[next++]] = group.first(distance, lo, hi) + static_cast<double>(i) * distance;
  }
  return places;
}

}  // namespace cardan::app
