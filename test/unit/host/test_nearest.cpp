#include "core/nearest.h"

namespace cardan {
namespace {

TEST(Nearest, EditDistanceOfKnownPairsIsCorrect) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("ca", "ac"), 1);
  EXPECT_EQ(edit_distance("Lemke", "lemke"), 0);
  EXPECT_EQ(edit_distance("tolerance", "tolerence"), 1);
}

TEST(Nearest, MessageNamesTheNearestOrAllNames) {
  const std::vector<std::string> names = {"conic", "lemke", "pgs"};
  EXPECT_EQ(nearest_name("connic", names), "conic");
  EXPECT_EQ(nearest_name("gps", names), "pgs");
  EXPECT_EQ(nearest_name("interior_point", names), "");
  EXPECT_EQ(suggest_name("lmeke", names), "did you mean 'lemke'?");
  EXPECT_EQ(suggest_name("interior_point", names), "known are conic, lemke, pgs");
  EXPECT_EQ(suggest_name("x", {}), "there are none");
}

}  // namespace
}  // namespace cardan
