#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace cardan {

/// Position of a time between two knots of a path: s in [0, 1], and the rate of s [1/s].
template <typename Knot>
struct PathPlace {
  const Knot *from = nullptr, *to = nullptr;
  double s = 0, rate = 0;
};

/// Computes the position on a non-empty path with ascending times. Manner: any type with the
/// members `smooth` and `repeat`.
template <typename Knot, typename Manner>
PathPlace<Knot> place_on(const std::vector<Knot>& path, const Manner& manner, double time) {
  const double begin = path.front().time, length = path.back().time - begin;
  if (manner.repeat && length > 0 && time > begin) time = begin + std::fmod(time - begin, length);
  if (time < begin || length <= 0) return {&path.front(), &path.front(), 0, 0};
  if (time >= path.back().time) return {&path.back(), &path.back(), 0, 0};
  const auto after = std::upper_bound(path.begin(), path.end(), time,
                                      [](double t, const Knot& knot) { return t < knot.time; });
  PathPlace<Knot> place{&*(after - 1), &*after, 0, 0};
  const double duration = place.to->time - place.from->time;
  const double s = (time - place.from->time) / duration;
  if (manner.smooth) {
    place.s = s * s * s * (10 + s * (-15 + 6 * s));
    place.rate = 30 * s * s * (1 - s) * (1 - s) / duration;
  } else {
    place.s = s;
    place.rate = 1 / duration;
  }
  return place;
}

}  // namespace cardan
