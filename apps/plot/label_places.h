#pragma once

#include <vector>

namespace cardan::app {

/// Heights for labels, near the wanted heights and in the same order, at least `distance` apart,
/// and between lo and hi if they fit there [px]. Equal heights keep the order of the list.
std::vector<double> label_places(const std::vector<double>& wanted, double distance, double lo,
                                 double hi);

}  // namespace cardan::app
