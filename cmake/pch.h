// Precompiled for every folder of the library: headers of packages only. ccache takes a header that differs in its
// comments for the same, and GCC then includes it twice.
#pragma once
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>
