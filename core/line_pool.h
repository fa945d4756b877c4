#pragma once

#include <cstddef>

#include "cardan/core/export.h"

namespace cardan {

/// Allocates memory in whole cache lines of 64 bytes, aligned to a line. Blocks of up to 64 lines
/// are placed one after another in large chunks, so that the data of many models share few memory
/// pages; larger blocks come from operator new. Released blocks are reused for blocks of the same
/// size. Chunks are never returned to the system. Calls may run concurrently. Throws
/// std::bad_alloc.
CARDAN_API void* allocate_lines(std::size_t lines);
/// Releases a block returned by allocate_lines; `lines` must be the number that was passed to
/// allocate_lines. Does nothing for a null pointer.
CARDAN_API void release_lines(void* block, std::size_t lines) noexcept;

}  // namespace cardan
