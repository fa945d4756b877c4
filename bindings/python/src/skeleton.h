#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "cardan/skeleton.h"

namespace cardan::python {

/// Removes const from a skeleton for pybind11, which has no holder for constant objects. The Python
/// class has no function that changes a skeleton.
inline std::shared_ptr<Skeleton> shared_skeleton(std::shared_ptr<const Skeleton> skeleton) {
  return std::const_pointer_cast<Skeleton>(std::move(skeleton));
}

}  // namespace cardan::python
