#include <algorithm>

#include "cardan/skeleton_data.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

TEST(DataArrays, CopiesHaveStorageOfTheirOwn) {
  const auto skeleton = test::random_tree_of_set(1).skeleton;
  Data original(*skeleton);
  std::fill(original.M.begin(), original.M.end(), 1.0);
  std::fill(original.bias.begin(), original.bias.end(), 2.0);
  Data copy = original;
  Data assigned(*skeleton);
  assigned = original;
  for (Data* data : {&copy, &assigned}) {
    EXPECT_TRUE(std::ranges::equal(data->M, original.M));
    EXPECT_TRUE(std::ranges::equal(data->bias, original.bias));
    std::fill(data->M.begin(), data->M.end(), 3.0);
  }
  EXPECT_EQ(original.M[0], 1);
  EXPECT_EQ(original.bias[0], 2);
}

}  // namespace
}  // namespace cardan
