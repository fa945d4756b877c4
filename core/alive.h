#pragma once

#include <memory>

#include "cardan/core/export.h"

namespace cardan {

/// Throws an Error with the message "WHAT was moved from".
[[noreturn]] CARDAN_API void fail_moved_from(const char* what);

/// Returns the implementation that an object owns. Throws Error if the object was moved from.
template <typename Impl>
Impl& alive(const std::unique_ptr<Impl>& impl, const char* what) {
  if (!impl) fail_moved_from(what);
  return *impl;
}

}  // namespace cardan
