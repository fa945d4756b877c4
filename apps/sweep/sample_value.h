#pragma once

#include <cstddef>
#include <string>

#include "sim/scene/study.h"

namespace cardan::app {

/// Quantile of the standard normal distribution, 0 < p < 1, with a relative error of 1e-15
/// [Wichura 1988, algorithm AS 241].
double normal_quantile(double p);

/// Coordinate of a sample in (0, 1): of the Sobol' sequence with a random digital shift
/// [Cranley, Patterson 1976; Owen 1995], or an independent random number. The number depends on the
/// seed, the sample and the dimension alone, so a larger count keeps the earlier samples.
double sample_coordinate(const SampleSpec& samples, std::size_t sample, std::size_t dimension);

/// Value of a distribution at a coordinate, as YAML. Numbers are written with enough digits to
/// restore them bit for bit.
std::string sample_value(const Distribution& distribution, double coordinate);

}  // namespace cardan::app
