#pragma once

#include <vector>

namespace cardan::app {

/// Heights of labels near the wanted ones, in their order, at least `distance` apart, and from lo
/// to hi if they fit in there [px]. Equal heights keep the order of the list.
std::vector<double> label_places(const std::vector<double>& wanted, double distance, double lo,
                                 double hi);

}  // namespace cardan::app
