#include "test/unit/urdf/urdf_text.h"

/// Robots without mass, which UrdfOptions::density fills.

namespace cardan {
namespace {

using test::robot;

std::string solid(const std::string& name, const std::string& geometry,
                  const std::string& origin = "") {
  return "<link name=\"" + name + "\"><collision>" + origin + "<geometry>" + geometry +
         "</geometry></collision></link>\n";
}

std::string hinge(const std::string& parent, const std::string& child) {
  return "<joint name=\"" + child + "_j\" type=\"continuous\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/></joint>\n";
}

RobotModel filled(const std::string& text, double density, UrdfBase base = UrdfBase::kAuto) {
  UrdfOptions options;
  options.density = density;
  options.base = base;
  return build_robot(test::inspect(text, options), options);
}

TEST(Density, DensityAppliesIfNoMovingLinkHasMass) {
  const RobotModel arm =
      filled(robot("<link name=\"base\"/>" +
                   solid("arm", "<box size=\"0.1 0.2 0.6\"/>", "<origin xyz=\"0 0 0.3\"/>") +
                   hinge("base", "arm")),
             500);
  EXPECT_EQ(arm.base, RobotBase::kFixed);
  const SpatialInertia& I = arm.skeleton->inertia[0];
  EXPECT_NEAR(I.mass, 6, 1e-12);
  EXPECT_NEAR(I.com.z(), 0.3, 1e-15);
  EXPECT_NEAR(I.inertia(0, 0), 6 * (0.04 + 0.36) / 12, 1e-12);
  EXPECT_NEAR(I.inertia(2, 2), 6 * (0.01 + 0.04) / 12, 1e-12);
  EXPECT_TRUE(test::find(arm.diagnostics, Severity::kWarning, "get 6 kg from a density of 500"));
}

// A closed mesh is its own solid; a box around it would weigh six times as much.
TEST(Density, MeshMassIsDensityTimesVolume) {
  const test::TemporaryDirectory folder;
  folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  UrdfOptions options;
  options.density = 600;
  options.directory = folder.path();
  const std::string text = robot("<link name=\"base\"/>" +
                                 solid("arm", "<mesh filename=\"t.obj\"/>") + hinge("base", "arm"));
  const RobotModel arm = build_robot(test::inspect(text, options), options);
  EXPECT_NEAR(arm.skeleton->inertia[0].mass, 100, 1e-4);
  EXPECT_NEAR(arm.skeleton->inertia[0].com.x(), 0.25, 1e-6);
}

TEST(Density, RobotWithMassIsUnchanged) {
  const RobotModel model =
      filled(robot(test::link("a") + solid("b", "<sphere radius=\"1\"/>") + hinge("a", "b")), 1000);
  EXPECT_LT(model.skeleton->total_mass(), 1.1);
  EXPECT_TRUE(test::find(model.diagnostics, Severity::kWarning, "is not used"));
}

TEST(Density, SingleShapeIsStaticUnlessItsBaseFloats) {
  const std::string text = robot(solid("plate", "<box size=\"1 1 1\"/>"));
  EXPECT_EQ(filled(text, 1000).base, RobotBase::kStatic);
  EXPECT_NEAR(filled(text, 1000, UrdfBase::kFloating).skeleton->total_mass(), 1000, 1e-9);
}

TEST(Density, ShapeWithoutVolumeIsRejected) {
  const std::string text = robot("<link name=\"a\"/><link name=\"b\"/>" + hinge("a", "b"));
  try {
    filled(text, 1000);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("have no volume either"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(filled(text, 0), Error);
  EXPECT_THROW(filled(text, std::nan("")), Error);
}

}  // namespace
}  // namespace cardan
