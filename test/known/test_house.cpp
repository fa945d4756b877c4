#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/world.h"
#include "test/support/worlds.h"

/// Left to the issue on the house. EXPECT_NONFATAL_FAILURE fails if its statement does not.
namespace cardan::test {
namespace {

// The error about a small number that is out of range.
std::string refused_mass() {
  World world;
  try {
    world.add(body("ball", sphere(0.1), -1e-9));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(KnownHouse, ErrorsShowSmallNumbers) {
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(refused_mass().find("-0.000000"), std::string::npos),
                          "refused_mass()");
}

}  // namespace
}  // namespace cardan::test
