#pragma once

#include "cardan/core/export.h"
#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// True where two skeletons agree in every number and every name, so that one can stand for both.
CARDAN_API bool is_same_skeleton(const Skeleton& a, const Skeleton& b);

/// True where all numbers agree, so that no algorithm can tell the two apart.
CARDAN_API bool has_same_numbers(const Skeleton& a, const Skeleton& b);

}  // namespace cardan
