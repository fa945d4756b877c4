#pragma once

#include "cardan/core/export.h"
#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// True if two skeletons agree in every number and every name, so that one can replace the other.
CARDAN_API bool is_same_skeleton(const Skeleton& a, const Skeleton& b);

/// True if all numbers agree, so that every algorithm gives the same result for both.
CARDAN_API bool has_same_numbers(const Skeleton& a, const Skeleton& b);

}  // namespace cardan
