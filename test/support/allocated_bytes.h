#pragma once

#include <cstddef>

/// Link test/support/allocated_bytes.cpp, which replaces operator new, into the test that uses it.
namespace cardan::test {

/// Bytes that operator new has given to all threads since the start of the process.
std::size_t allocated_bytes();

}  // namespace cardan::test
