#include "test/unit/urdf/urdf_text.h"

/// Several roots in one file.

namespace cardan {
namespace {

using test::link;
using test::robot;

const std::string kGround =
    "<link name=\"ground\"><collision><origin xyz=\"0 0 -1\"/><geometry><box size=\"9 9 2\"/>"
    "</geometry></collision></link>";
const std::string kArm =
    "<joint name=\"j\" type=\"continuous\"><parent link=\"world\"/><child link=\"arm\"/></joint>";

TEST(Roots, MasslessRootsBesideTheWorldAreStatic) {
  const RobotModel model =
      build_robot(test::inspect(robot(kGround + "<link name=\"world\"/>" + link("arm") + kArm)));
  EXPECT_EQ(model.skeleton->nv(), 1);
  ASSERT_EQ(model.shapes.size(), 1u);
  EXPECT_EQ(model.shapes[0].body, -1);
  EXPECT_EQ(model.shapes[0].X_BS.p, Vector3(0, 0, -1));
  EXPECT_TRUE(test::find(model.diagnostics, Severity::kInfo, "static and fixed to the world"));
}

// Joints on such a root keep their degrees of freedom.
TEST(Roots, JointsOfStaticRootsAreUnchanged) {
  const RobotModel model = build_robot(test::inspect(
      robot("<link name=\"world\"/><link name=\"post\"/>" + link("arm") + link("b") + kArm +
            "<joint name=\"k\" type=\"continuous\"><parent link=\"post\"/><child "
            "link=\"b\"/></joint>")));
  EXPECT_EQ(model.skeleton->nv(), 2);
}

TEST(Roots, RootsWithMassOrWithoutAWorldAreRejected) {
  const std::string world = "<link name=\"world\"/>" + link("arm") + kArm;
  const RobotDescription loose = test::inspect(robot(world + link("loose")));
  ASSERT_TRUE(loose.first_error());
  EXPECT_NE(loose.first_error()->message.find("2 root links: \"world\", \"loose\""),
            std::string::npos);
  const std::string welded =
      "<link name=\"foot\"/>" + link("heavy") +
      "<joint name=\"w\" type=\"fixed\"><parent link=\"foot\"/><child link=\"heavy\"/></joint>";
  EXPECT_TRUE(test::inspect(robot(world + welded)).first_error());
  EXPECT_TRUE(test::inspect(robot(kGround + link("a"))).first_error());
}

// The name of the added joint differs from all names of the file.
TEST(Roots, NameOfTheAddedJointIsUnique) {
  const RobotDescription d = test::inspect(
      robot(kGround + "<link name=\"world\"/>" + link("arm") +
            "<joint name=\"world_to_ground\" type=\"continuous\"><parent link=\"world\"/><child "
            "link=\"arm\"/></joint>"));
  ASSERT_FALSE(d.first_error()) << test::listed(d.diagnostics);
  EXPECT_EQ(d.joints.size(), 2u);
  EXPECT_NE(d.joints[0].name, d.joints[1].name);
}

}  // namespace
}  // namespace cardan
