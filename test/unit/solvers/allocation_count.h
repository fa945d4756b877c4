#pragma once

namespace cardan::test {

/// Calls of operator new since the start of the program.
long allocation_count();

}  // namespace cardan::test
