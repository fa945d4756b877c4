#include <gtest/gtest.h>

#include <cstdlib>

#include "core/number_text.h"

namespace cardan {
namespace {

TEST(NumberText, SmallNumbersAreNotZero) {
  EXPECT_EQ(number_text(-1e-9), "-1e-09");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(2.0 / 3, 3), "0.667");
}

TEST(NumberText, SeventeenDigitsRestoreTheBits) {
  for (const double x : {1.0 / 3, 1e300 / 7, -5e-324, 123456789.123456789})
    EXPECT_EQ(std::strtod(number_text(x, 17).c_str(), nullptr), x);
}

}  // namespace
}  // namespace cardan
