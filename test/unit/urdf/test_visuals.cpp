#include "cardan/robot_model.h"
#include "cardan/urdf.h"
#include "test/support/temporary_directory.h"

// Visuals and merged links of a built robot.
namespace cardan {
namespace {

const char* const kCart = R"(<robot name="cart">
<material name="red"><color rgba="1 0 0.25 0.5"/></material>
<material name="odd"><color rgba="1 0 0"/></material>
<link name="body">
  <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual name="hull"><origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry><material name="red"/></visual>
  <visual><geometry><sphere radius="0.5"/></geometry><material name="odd"/></visual>
</link>
<link name="mast">
  <visual><origin xyz="0 0 2"/><geometry><cylinder radius="0.1" length="4"/></geometry>
    <material name="own"><texture filename="package://cart/wood.png"/></material></visual>
</link>
<link name="camera"/>
<link name="wheel">
  <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual><geometry/></visual>
</link>
<joint name="mount" type="fixed"><parent link="body"/><child link="mast"/><origin xyz="0.5 0 0" rpy="0 0 1.5707963267948966"/></joint>
<joint name="bracket" type="fixed"><parent link="mast"/><child link="camera"/><origin xyz="0 0 3"/></joint>
<joint name="axle" type="continuous"><parent link="body"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
</robot>)";

RobotModel cart(UrdfBase base) {
  UrdfOptions options;
  options.base = base;
  return build_robot(read_urdf_text(kCart, "cart.urdf", options), options);
}

TEST(RobotVisuals, HaveBodyPoseShapeAndLook) {
  const RobotModel robot = cart(UrdfBase::kFloating);
  ASSERT_EQ(robot.visuals.size(), 3u);  // a visual with an empty geometry is left out
  const RobotVisual &hull = robot.visuals[0], &ball = robot.visuals[1], &mast = robot.visuals[2];
  EXPECT_EQ(hull.link, "body");
  EXPECT_EQ(hull.name, "hull");
  EXPECT_EQ(hull.body, 0);
  EXPECT_EQ(hull.X_BV.p, Vector3(0, 0, 1));
  EXPECT_EQ(hull.geometry.kind, GeometryKind::kBox);
  EXPECT_EQ(hull.geometry.size, Vector3(1, 2, 3));
  EXPECT_EQ(hull.appearance.material, "red");
  ASSERT_TRUE(hull.appearance.rgba);
  EXPECT_EQ(*hull.appearance.rgba, (std::array<double, 4>{1, 0, 0.25, 0.5}));
  EXPECT_EQ(hull.line, 6);
  EXPECT_EQ(ball.index, 1);
  EXPECT_EQ(ball.appearance.material, "odd");
  EXPECT_FALSE(ball.appearance.rgba);
  EXPECT_EQ(mast.link, "mast");
  EXPECT_EQ(mast.body, 0);
  EXPECT_LT((mast.X_BV.p - Vector3(0.5, 0, 2)).norm(), 1e-15);
  EXPECT_LT((mast.X_BV.R * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_EQ(mast.appearance.texture, "package://cart/wood.png");
  EXPECT_EQ(mast.appearance.material, "own");
}

TEST(RobotVisuals, ColourThatIsLeftOutIsReported) {
  int told = 0;
  for (const Diagnostic& d : cart(UrdfBase::kFloating).diagnostics) {
    if (d.message.find("the colour is left out: rgba has 3 numbers") == std::string::npos) continue;
    ++told;
    EXPECT_EQ(d.severity, Severity::kInfo);
    EXPECT_EQ(d.line, 3);
  }
  EXPECT_EQ(told, 1);
}

TEST(RobotVisuals, ImageThatCannotBeFoundIsReportedOnce) {
  const test::TemporaryDirectory folder;
  folder.write("there.png", "");
  folder.write("r/s/here.png", "");
  std::string text = "<robot name='r'><link name='a'>";
  for (const char* image : {"here.png", "none.png", "none.png", "../../there.png"}) {
    text.append("\n<visual><geometry><sphere radius='1'/></geometry><material name='m'>");
    text.append("<texture filename='").append(image).append("'/></material></visual>");
  }
  const RobotDescription robot = inspect_urdf(folder.write("r/s/r.urdf", text + "</link></robot>"));
  std::vector<std::string> told;
  for (const Diagnostic& d : robot.diagnostics) {
    if (!d.message.starts_with("image ")) continue;
    EXPECT_EQ(d.severity, Severity::kInfo);
    told.push_back(std::to_string(d.line) + " " + d.message.substr(0, d.message.find(" (tried")));
  }
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0], "3 image \"none.png\" not found");
  EXPECT_TRUE(told[1].starts_with("5 image \"../../there.png\" is outside the robot's project"));
}

TEST(LumpedLinks, AreNamedWithTheirCarrier) {
  const RobotModel floating = cart(UrdfBase::kFloating);
  ASSERT_EQ(floating.lumped.size(), 2u);
  EXPECT_EQ(floating.lumped[0].link, "mast");
  EXPECT_EQ(floating.lumped[0].joint, "mount");
  EXPECT_EQ(floating.lumped[0].carrier, "body");
  EXPECT_EQ(floating.lumped[0].body, 0);
  EXPECT_EQ(floating.lumped[1].link, "camera");
  EXPECT_EQ(floating.lumped[1].carrier, "body");
  const RobotModel fixed = cart(UrdfBase::kFixed);
  ASSERT_EQ(fixed.lumped.size(), 2u);
  EXPECT_EQ(fixed.lumped[0].carrier, "");
  EXPECT_EQ(fixed.lumped[0].body, -1);
}

TEST(RobotVisuals, OfOwnRobotsAreComplete) {
  for (const char* name : {"arm7", "quadruped", "gripper"}) {
    const RobotDescription read =
        read_urdf(std::string(CARDAN_SOURCE_DIR "/data/robots/") + name + ".urdf");
    EXPECT_GT(read.counts.visuals, 0) << name;
    EXPECT_EQ(static_cast<int>(build_robot(read).visuals.size()), read.counts.visuals) << name;
  }
}

}  // namespace
}  // namespace cardan
