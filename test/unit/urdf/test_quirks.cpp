#include <clocale>
#include <cmath>
#include <locale>

#include "cardan/urdf.h"
#include "test/unit/urdf/urdf_text.h"

namespace cardan {
namespace {

using test::find;
using test::inspect;
using test::jointed;
using test::link;
using test::robot;
using test::shaped;

constexpr Severity kInfo = Severity::kInfo, kWarning = Severity::kWarning;

RobotDescription accepted(const std::string& text, const UrdfOptions& options = {}) {
  RobotDescription description = inspect(text, options);
  EXPECT_EQ(description.first_error(), nullptr) << test::listed(description.diagnostics);
  return description;
}

TEST(UrdfQuirks, DeclarationsAndTextAroundTheDocumentAreAccepted) {
  const std::string plain = robot(link("a"));
  EXPECT_EQ(accepted("\xEF\xBB\xBF" + plain).links.size(), 1u);
  EXPECT_EQ(accepted("<!-- c -->\n <?xml version=\"0.0\"?>\n" + plain).links[0].line, 4);
  EXPECT_EQ(accepted(" \n<?xml version=\"1.0\" encoding=\"utf-8\"?>" + plain).links[0].line, 3);
  EXPECT_TRUE(find(accepted(plain + std::string("\0\0rest", 6)).diagnostics, kWarning, "NUL"));
  std::string crlf;
  for (char c : plain) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(accepted(crlf).links[0].line, 2);
}

TEST(UrdfQuirks, UnusualNumbersInVectorsAreRead) {
  const RobotDescription commas = accepted(jointed("fixed", "<origin xyz=\"0.07, 0,-0.69\"/>"));
  EXPECT_EQ(commas.joints[0].origin.xyz, Vector3(0.07, 0, -0.69));
  const Diagnostic* d = find(commas.diagnostics, kWarning, "commas");
  ASSERT_NE(d, nullptr);
  EXPECT_EQ(d->line, 5);
  const RobotDescription odd = accepted(jointed("fixed", "<origin xyz=\"\t+1e-3\n .5  -2.\"/>"));
  EXPECT_EQ(odd.joints[0].origin.xyz, Vector3(1e-3, 0.5, -2));
  const RobotDescription tiny = accepted(jointed("fixed", "<origin xyz=\"1e-400 4e-320 0\"/>"));
  EXPECT_EQ(tiny.joints[0].origin.xyz, Vector3(0, 4e-320, 0));
}

TEST(UrdfQuirks, QuaternionsOfUrdf11AreRead) {
  const auto joint = [](const std::string& version, const std::string& quaternion) {
    std::string text = jointed("fixed", "<origin quat_xyzw=\"" + quaternion + "\"/>");
    text.replace(0, 6, "<robot " + version);
    return accepted(text);
  };
  // A turn of 120 degrees about (1, 1, 1) carries x to y, y to z, z to x.
  Matrix3 turn;
  turn << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const RobotDescription unit = joint("version=\"1.1\"", "0.5 0.5 0.5 0.5");
  EXPECT_LT((unit.joints[0].origin.pose().R - turn).norm(), 1e-15);
  EXPECT_EQ(test::count(unit.diagnostics, kWarning), 0);
  EXPECT_FALSE(find(unit.diagnostics, kInfo, "older readers"));
  const RobotDescription twice = joint("version=\"1.0\"", "-1 -1 -1 -1");
  EXPECT_LT((twice.joints[0].origin.pose().R - turn).norm(), 1e-15);
  EXPECT_TRUE(find(twice.diagnostics, kWarning, "not of unit length"));
  EXPECT_TRUE(find(twice.diagnostics, kInfo, "older readers"));
  EXPECT_TRUE(find(joint("version=\"3.1\"", "0 0 0 1").diagnostics, kInfo, "is not known"));
}

TEST(UrdfQuirks, LimitsOfUrdf12AreReadAndNamed) {
  const std::string limit = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\" ";
  const RobotDescription d =
      accepted(jointed("revolute", limit + "acceleration=\"3\" deceleration=\"2\" jerk=\"9\"/>"));
  EXPECT_EQ(*d.joints[0].acceleration, 3);
  EXPECT_EQ(*d.joints[0].deceleration, 2);
  EXPECT_EQ(*d.joints[0].jerk, 9);
  EXPECT_TRUE(find(d.diagnostics, kInfo, "no step enforces: acceleration, deceleration, jerk"));
  EXPECT_TRUE(find(accepted(jointed("revolute", limit + "jerk=\"0\"/>")).diagnostics, kWarning,
                   "jerk of zero or less"));
  EXPECT_TRUE(inspect(jointed("revolute", limit + "acceleration=\"fast\"/>")).first_error());
}

TEST(UrdfQuirks, DefaultOfOptenvIsUsed) {
  const RobotDescription d = accepted(jointed(
      "fixed", "<origin xyz=\"$(optenv IMU_XYZ 0.19 0 0.149)\" rpy=\"0 $(optenv P 1) 0\"/>"));
  EXPECT_EQ(d.joints[0].origin.xyz, Vector3(0.19, 0, 0.149));
  EXPECT_EQ(d.joints[0].origin.rpy, Vector3(0, 1, 0));
  EXPECT_TRUE(find(d.diagnostics, kWarning, "xacro"));
  EXPECT_TRUE(inspect(jointed("fixed", "<origin xyz=\"$(optenv X)\"/>")).first_error());
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

// The C++ locale is always available, the C locale only if the system has one with a decimal comma.
TEST(UrdfQuirks, NumbersDoNotDependOnTheLocale) {
  const std::locale cpp_before = std::locale::global(std::locale(std::locale(), new DecimalComma));
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) std::setlocale(LC_ALL, "fr_FR.UTF-8");
  const RobotDescription d = accepted(jointed("fixed", "<origin xyz=\"1.57 0 0\"/>"));
  std::setlocale(LC_ALL, before.c_str());
  std::locale::global(cpp_before);
  EXPECT_EQ(d.joints[0].origin.xyz.x(), 1.57);
}

TEST(UrdfQuirks, AbsentLimitsAreNotZero) {
  const auto joint = [](const std::string& type, const std::string& limit) {
    return accepted(jointed(type, limit)).joints[0];
  };
  EXPECT_FALSE(joint("revolute", "").lower);
  EXPECT_FALSE(joint("revolute", "<limit effort=\"1\" velocity=\"2\"/>").upper);
  const JointRecord bare = joint("prismatic", "<limit lower=\"-1\" upper=\"2\"/>");
  EXPECT_EQ(bare.lower, -1.0);
  EXPECT_EQ(bare.upper, 2.0);
  EXPECT_FALSE(bare.effort);
  EXPECT_FALSE(bare.velocity);
  const JointRecord half = joint("revolute", "<limit upper=\"2\" effort=\"1\" velocity=\"1\"/>");
  EXPECT_FALSE(half.lower);
  EXPECT_EQ(half.upper, 2.0);
}

TEST(UrdfQuirks, MeaninglessLimitsAreIgnoredWithAWarning) {
  struct Case {
    const char *type, *limit, *words;
  };
  for (const Case& c : {
           Case{"revolute", "lower=\"1\" upper=\"0\" effort=\"1\" velocity=\"1\"", "lower > upper"},
           Case{"revolute", "lower=\"0\" upper=\"0\" effort=\"0\" velocity=\"0\"", "placeholders"},
           Case{"continuous", "lower=\"0\" upper=\"0\" effort=\"1\" velocity=\"1\"", "continuous"},
           Case{"revolute", "effort=\"1\" velocity=\"1\"", "without lower and upper"},
       }) {
    SCOPED_TRACE(c.words);
    const RobotDescription d = accepted(jointed(c.type, std::string("<limit ") + c.limit + "/>"));
    EXPECT_FALSE(d.joints[0].lower || d.joints[0].upper);
    const Diagnostic* said = find(d.diagnostics, kWarning, c.words);
    ASSERT_NE(said, nullptr) << test::listed(d.diagnostics);
    EXPECT_EQ(said->line, 5);
  }
  const RobotDescription fake = accepted(
      jointed("revolute", "<limit lower=\"-1e16\" upper=\"1e+16\" effort=\"1\" velocity=\"1\"/>"));
  EXPECT_FALSE(fake.joints[0].lower || fake.joints[0].upper);
  const RobotDescription locked =
      accepted(jointed("revolute", "<limit lower=\"0\" upper=\"0\" effort=\"5\" velocity=\"1\"/>"));
  EXPECT_EQ(locked.joints[0].lower, 0.0);
  EXPECT_TRUE(find(locked.diagnostics, kWarning, "locks the joint"));
}

TEST(UrdfQuirks, AxesAreNormalised) {
  const auto axis = [](const char* xyz) {
    return accepted(jointed("continuous", std::string("<axis xyz=\"") + xyz + "\"/>"));
  };
  EXPECT_NEAR((axis("1 0 0.5").joints[0].axis - Vector3(1, 0, 0.5).normalized()).norm(), 0, 1e-15);
  EXPECT_TRUE(find(axis("1 0 0.5").diagnostics, kWarning, "unit length"));
  EXPECT_FALSE(find(axis("0.121869 -0.992546 -4.37e-08").diagnostics, kWarning, "unit length"));
  EXPECT_NEAR(axis("1e-200 1e-200 0").joints[0].axis.norm(), 1, 1e-15);
  EXPECT_NEAR(axis("1e300 1e300 0").joints[0].axis.norm(), 1, 1e-15);
  EXPECT_EQ(accepted(jointed("continuous", "")).joints[0].axis, Vector3(1, 0, 0));
}

TEST(UrdfQuirks, NonStandardJointTypesAreRead) {
  EXPECT_EQ(accepted(jointed("spherical", "")).joints[0].type, JointType::kSpherical);
  EXPECT_EQ(accepted(jointed("ball", "")).joints[0].type, JointType::kSpherical);
  const RobotDescription d =
      accepted(robot(link("a") + link("b") +
                     "<drake:joint name=\"j\" type=\"ball\"><parent link=\"a\"/>"
                     "<child link=\"b\"/></drake:joint>"));
  EXPECT_EQ(d.joints.size(), 1u);
  EXPECT_EQ(d.counts.dof, 3);
}

TEST(UrdfQuirks, JointDynamicsAreRead) {
  const JointRecord j =
      accepted(jointed("continuous",
                       "<dynamics damping=\"0.5\" friction=\"0.1\" spring_stiffness=\"3\" "
                       "spring_reference=\"0.2\" D=\"1\"/>"
                       "<drake:rotor_inertia value=\"1e-4\"/><drake:gear_ratio value=\"-100\"/>"))
          .joints[0];
  EXPECT_EQ(j.damping, 0.5);
  EXPECT_EQ(j.friction, 0.1);
  EXPECT_EQ(j.spring_stiffness, 3);
  EXPECT_EQ(j.spring_reference, 0.2);
  EXPECT_NEAR(j.armature, 1.0, 1e-15);  // n² J
  EXPECT_EQ(accepted(jointed("continuous", "<dynamics damping=\"-1\"/>")).joints[0].damping, 0);
  const RobotModel planar = build_robot(
      accepted(jointed("planar", "<axis xyz=\"0 0 1\"/><dynamics damping=\"1 2 3\"/>")));
  for (int k = 0; k < 3; ++k) EXPECT_EQ(planar.skeleton->dof[6 + k].damping, 1 + k);
}

TEST(UrdfQuirks, IncompleteInertialsAreReported) {
  const auto inertial = [](const std::string& inside) {
    return accepted(robot("<link name=\"a\"><inertial>" + inside + "</inertial></link>"));
  };
  const RobotDescription few =
      inertial("<mass value=\"2\"/><inertia ixx=\"1\" iyy=\"2\" izz=\"3\"/>");
  EXPECT_EQ((*few.links[0].inertial->inertia).diagonal(), Vector3(1, 2, 3));
  EXPECT_TRUE(find(few.diagnostics, kWarning, "without ixy, ixz, iyz"));
  EXPECT_FALSE(inertial("<mass value=\"2\"/>").links[0].inertial->inertia);
  EXPECT_FALSE(inertial("<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"3\"/>")
                   .links[0]
                   .inertial->mass);
  EXPECT_FALSE(accepted(robot("<link name=\"a\"/>")).links[0].inertial);
}

// I_L = R I Rᵀ with the entries of the matrix as the file has them.
TEST(UrdfQuirks, InertialFrameIsRotated) {
  const RobotDescription d =
      accepted(robot("<link name=\"a\"><inertial><origin xyz=\"1 2 3\" rpy=\"0 0 "
                     "1.5707963267948966\"/><mass value=\"2\"/>"
                     "<inertia ixx=\"1\" ixy=\"0.1\" ixz=\"0\" iyy=\"2\" iyz=\"0\" "
                     "izz=\"2.5\"/></inertial></link>"));
  const SpatialInertia I = d.links[0].inertial->in_link_frame();
  Matrix3 turned;  // x → y, y → −x
  turned << 2, -0.1, 0, -0.1, 1, 0, 0, 0, 2.5;
  EXPECT_LT((I.inertia - turned).norm(), 1e-15);
  EXPECT_EQ(I.com, Vector3(1, 2, 3));
}

TEST(UrdfQuirks, NonStandardShapesAreRead) {
  const auto shape = [](const std::string& geometry) {
    return accepted(shaped(geometry)).links[0].collisions[0];
  };
  const ShapeRecord capsule = shape("<capsule radius=\"0.1\" length=\"0.4\"/>");
  EXPECT_EQ(capsule.geometry.kind, GeometryKind::kCapsule);
  EXPECT_EQ(capsule.geometry.size.head<2>(), Vector2(0.1, 0.4));
  EXPECT_EQ(shape("<drake:capsule radius=\"0.1\" length=\"0.4\"/>").tag, "capsule");
  EXPECT_EQ(shape("<drake:ellipsoid a=\"1\" b=\"2\" c=\"3\"/>").geometry.size, Vector3(1, 2, 3));
  for (const Vector3& n :
       {Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(1, 2, -2)}) {
    std::ostringstream text;
    text << "<plane normal=\"" << n.transpose() << "\"/>";
    const ShapeRecord plane = shape(text.str());
    EXPECT_EQ(plane.geometry.kind, GeometryKind::kPlane);
    EXPECT_LT((plane.X_LS.R.col(2) - n.normalized()).norm(), 1e-14);
    EXPECT_NEAR(plane.X_LS.R.determinant(), 1, 1e-14);
  }
}

TEST(UrdfQuirks, ShapesOfZeroSizeAreReported) {
  const RobotDescription point = accepted(shaped("<sphere radius=\"0\"/>"));
  EXPECT_TRUE(point.links[0].collisions[0].usable);
  EXPECT_TRUE(find(point.diagnostics, kInfo, "contact point"));
  for (const char* empty :
       {"<box size=\"1 0 1\"/>", "<cylinder radius=\"0\" length=\"1\"/>",
        "<cylinder radius=\"1\" length=\"0\"/>", "<capsule radius=\"0\" length=\"1\"/>"}) {
    const RobotDescription d = accepted(shaped(empty));
    EXPECT_FALSE(d.links[0].collisions[0].usable);
    EXPECT_TRUE(find(d.diagnostics, kWarning, "zero size")) << empty;
  }
  EXPECT_TRUE(
      accepted(shaped("<capsule radius=\"1\" length=\"0\"/>")).links[0].collisions[0].usable);
}

TEST(UrdfQuirks, FirstOfDuplicateElementsIsUsed) {
  const RobotDescription d =
      accepted(jointed("continuous", "<axis xyz=\"0 0 1\"/>\n<axis xyz=\"0 1 0\"/>"));
  EXPECT_EQ(d.joints[0].axis, Vector3(0, 0, 1));
  ASSERT_TRUE(find(d.diagnostics, kWarning, "more than one <axis>"));
  EXPECT_EQ(find(d.diagnostics, kWarning, "more than one <axis>")->line, 6);
  const RobotDescription inertials =
      accepted(robot("<link name=\"a\"><inertial><mass value=\"1\"/></inertial>"
                     "<inertial><mass value=\"2\"/></inertial></link>"));
  EXPECT_EQ(inertials.links[0].inertial->mass, 1.0);
  EXPECT_TRUE(find(inertials.diagnostics, kWarning, "more than one <inertial>"));
}

TEST(UrdfQuirks, FirstOfDuplicateGazeboLeavesIsUsed) {
  const std::string shape = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
  for (const std::string tag : {"mu1", "mu2", "kp", "kd", "selfCollide", "gravity"}) {
    const std::string first = "<" + tag + ">1</" + tag + ">\n";
    const std::string second = "<" + tag + ">0</" + tag + ">";
    const RobotDescription d =
        accepted(robot("<link name=\"a\">" + shape + shape + "</link>" +
                       "<gazebo reference=\"a\">" + first + second + "</gazebo>"));
    const std::string words = "more than one <" + tag + ">; the first is used";
    ASSERT_TRUE(find(d.diagnostics, kWarning, words)) << test::listed(d.diagnostics);
    EXPECT_EQ(find(d.diagnostics, kWarning, words)->line, 3);
    EXPECT_EQ(test::count(d.diagnostics, kWarning), 1) << test::listed(d.diagnostics);
  }
  const std::string plugin = "<plugin name=\"p\"/>";  // of which there may be several
  const RobotDescription several =
      accepted(robot(link("a") + "<gazebo reference=\"a\">" + plugin + plugin + "</gazebo>"));
  EXPECT_FALSE(find(several.diagnostics, kWarning, "more than one"));
  EXPECT_TRUE(find(several.diagnostics, kWarning, "<plugin> is not read (2 time(s))"));
}

TEST(UrdfQuirks, GeometryWithSeveralOrNoElementsIsReported) {
  const RobotDescription two =
      accepted(shaped("<foo/><box size=\"1 1 1\"/><sphere radius=\"1\"/>"));
  EXPECT_EQ(two.links[0].collisions[0].tag, "box");
  EXPECT_TRUE(find(two.diagnostics, kWarning, "more than one element"));
  const RobotDescription none = accepted(shaped(""));
  EXPECT_FALSE(none.links[0].collisions[0].usable);
  EXPECT_TRUE(none.links[0].collisions[0].tag.empty());
  EXPECT_TRUE(none.counts.shapes.empty());
  EXPECT_TRUE(find(none.diagnostics, kWarning, "an empty <geometry>; the shape is skipped"));
}

// A faulty visual never rejects the robot or the collisions after it.
TEST(UrdfQuirks, FaultyVisualsAreIgnored) {
  const RobotDescription d = accepted(
      robot("<link name=\"a\"><visual><geometry><torus/></geometry></visual>"
            "<visual><geometry><mesh filename=\"x.dae\" scale=\"1 1\"/></geometry></visual>"
            "<visual><geometry><box size=\"x\"/></geometry><material><color "
            "rgba=\"1\"/></material></visual>"
            "<visual><geometry><mesh filename=\"package://p/none.dae\"/></geometry></visual>"
            "<collision><geometry><sphere radius=\"1\"/></geometry></collision></link>"));
  EXPECT_EQ(d.links[0].visuals.size(), 4u);
  EXPECT_TRUE(d.links[0].collisions[0].usable);
  EXPECT_EQ(d.missing_visuals.size(), 1u);
  EXPECT_EQ(test::count(d.diagnostics, kWarning), 0) << test::listed(d.diagnostics);
  EXPECT_EQ(test::count(d.diagnostics, kInfo), 7) << test::listed(d.diagnostics);
}

// The reader ignores a collision shape or an inertia within a visual.
TEST(UrdfQuirks, CollisionOrInertialInAVisualIsReported) {
  const std::string box = "<geometry><box size=\"1 1 1\"/></geometry>";
  for (const std::string& lost : {"<collision>" + box + "</collision>",
                                  std::string("<inertial><mass value=\"1\"/></inertial>")}) {
    const std::string text = robot("<link name=\"a\"><visual>" + box + lost + "</visual></link>");
    const RobotDescription d = accepted(text);
    EXPECT_TRUE(find(d.diagnostics, kWarning, "has no meaning in <visual>")) << lost;
    EXPECT_EQ(d.diagnostics.size(), 1u) << test::listed(d.diagnostics);
    UrdfOptions strict;
    strict.strict = true;
    EXPECT_TRUE(find(test::inspect(text, strict).diagnostics, Severity::kError, "no meaning"));
  }
  const RobotDescription others =
      accepted(robot("<link name=\"a\"><visual>" + box + "<limit/><glow/></visual></link>"));
  EXPECT_EQ(test::count(others.diagnostics, kWarning), 0) << test::listed(others.diagnostics);
  EXPECT_EQ(test::count(others.diagnostics, kInfo), 2) << test::listed(others.diagnostics);
}

TEST(UrdfQuirks, WorldLinkNeedNotBeDeclared) {
  const RobotDescription d = accepted(robot(
      link("a") +
      "<joint name=\"w\" type=\"fixed\"><parent link=\"world\"/><child link=\"a\"/></joint>"));
  EXPECT_EQ(d.root, "world");
  EXPECT_EQ(d.counts.links, 1);
  EXPECT_EQ(d.links.size(), 2u);
  EXPECT_TRUE(d.links[1].implicit);
}

TEST(UrdfQuirks, UnusualNamesAndTheOrderOfTheFileAreKept) {
  const std::vector<std::string> names = {"z.0", "${ns}base", "iris/imu", "left femur", "8", "磨"};
  std::string text;
  for (const std::string& name : names) text += link(name);
  for (std::size_t i = 1; i < names.size(); ++i) {
    text += "<joint name=\"" + names[i] + "\" type=\"fixed\"><parent link=\"" + names[0] +
            "\"/><child link=\"" + names[i] + "\"/></joint>";
  }
  const RobotDescription d = accepted(robot(text));
  ASSERT_EQ(d.links.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(d.links[i].name, names[i]);
  const RobotModel model = build_robot(d);
  for (const std::string& name : names) EXPECT_GE(model.skeleton->find_frame(name), 0) << name;
  EXPECT_EQ(accepted("<robot>" + link("a") + "</robot>").name, "");
}

TEST(UrdfQuirks, XacroAndMisplacedElementsAreReported) {
  const RobotDescription d =
      accepted(robot(link("a") + "<xacro:arg name=\"x\"/>\n<loop_joint name=\"l\"/>\n<fancy/>"));
  EXPECT_TRUE(find(d.diagnostics, kWarning, "left over from xacro"));
  EXPECT_TRUE(find(d.diagnostics, kWarning, "<loop_joint>"));
  EXPECT_EQ(find(d.diagnostics, kWarning, "<loop_joint>")->line, 4);
  EXPECT_TRUE(find(d.diagnostics, kWarning, "<fancy>"));
  EXPECT_TRUE(find(accepted(robot("<link name=\"a\"><origin xyz=\"1 0 0\"/></link>")).diagnostics,
                   kWarning, "no meaning in <link>"));
}

const MaterialRecord material_of(const std::string& in_collision, const std::string& in_link,
                                 const std::string& in_robot) {
  return accepted(robot("<link name=\"a\"><collision><geometry><sphere radius=\"1\"/></geometry>" +
                        in_collision + "</collision>" + in_link + "</link>" + in_robot))
      .links[0]
      .collisions[0]
      .material;
}

TEST(UrdfQuirks, SurfaceDataOfBulletGazeboAndDrakeAreRead) {
  const MaterialRecord none = material_of("", "", "");
  EXPECT_TRUE(std::isnan(none.mu_static) && std::isnan(none.restitution) &&
              std::isnan(none.stiffness));
  const MaterialRecord bullet = material_of(
      "",
      "<contact><lateral_friction value=\"0.7\"/><rolling_friction value=\"0.01\"/>"
      "<spinning_friction value=\"0.02\"/><restitution value=\"0.5\"/><stiffness value=\"3e4\"/>"
      "<damping value=\"1000\"/><contact_cfm value=\"0\"/></contact>",
      "");
  EXPECT_EQ(bullet.mu_static, 0.7);
  EXPECT_EQ(bullet.mu_kinetic, 0.7);
  EXPECT_EQ(bullet.mu_rolling, 0.01);
  EXPECT_EQ(bullet.mu_torsion, 0.02);
  EXPECT_EQ(bullet.restitution, 0.5);
  EXPECT_EQ(bullet.stiffness, 3e4);
  EXPECT_EQ(bullet.damping, 1000);
  const MaterialRecord gazebo =
      material_of("", "",
                  "<gazebo reference=\"a\"><mu1>0.6</mu1><mu2 value=\"0.4\"/>"
                  "<kp>1e6</kp><kd>10</kd></gazebo>");
  EXPECT_EQ(gazebo.mu_static, 0.4);
  EXPECT_EQ(gazebo.stiffness, 1e6);
  EXPECT_EQ(gazebo.damping, 10);
  const MaterialRecord drake = material_of(
      "<drake:proximity_properties><drake:mu_dynamic value=\"0.3\"/>"
      "<drake:mu_static value=\"0.5\"/></drake:proximity_properties>",
      "", "");
  EXPECT_EQ(drake.mu_static, 0.5);
  EXPECT_EQ(drake.mu_kinetic, 0.3);
}

TEST(UrdfQuirks, DrakeFilterGroupsAreRead) {
  const RobotDescription d = accepted(
      robot(link("a") + link("b") + link("c") +
            "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>"
            "<joint name=\"k\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>"
            "<drake:collision_filter_group name=\"g\"><drake:member "
            "link=\"c\"/><drake:member_group name=\"h\"/>"
            "<drake:ignored_collision_filter_group name=\"h\"/></drake:collision_filter_group>"
            "<drake:collision_filter_group name=\"h\"><drake:member "
            "link=\"a\"/></drake:collision_filter_group>"));
  ASSERT_EQ(d.disabled_links.size(), 1u);
  EXPECT_EQ(d.disabled_links[0], std::make_pair(std::string("a"), std::string("c")));
}

TEST(UrdfQuirks, SrdfBesideTheFileIsRead) {
  const test::TemporaryDirectory folder;
  const std::string urdf = folder.write("robots/r.urdf", jointed("continuous", ""));
  const std::string srdf =
      "<robot name=\"r\">\n<virtual_joint name=\"v\" type=\"fixed\" parent_frame=\"w\" "
      "child_link=\"a\"/>\n"
      "<disable_collisions link1=\"b\" link2=\"a\" reason=\"User\"/><disable_collisions "
      "link1=\"b\" link2=\"x\"/>"
      "<passive_joint name=\"j\"/></robot>";
  EXPECT_EQ(load_robot(urdf).base, RobotBase::kFloating);
  folder.write("srdf/r.srdf", srdf);
  const RobotModel model = load_robot(urdf);
  EXPECT_EQ(model.base, RobotBase::kFixed);
  ASSERT_EQ(model.disabled_links.size(), 1u);
  EXPECT_EQ(model.disabled_links[0].first, "a");
  EXPECT_FALSE(model.skeleton->dof[0].actuated);
  UrdfOptions options;
  options.srdf_file = "nowhere.srdf";
  EXPECT_THROW(load_robot(urdf, options), Error);
}

TEST(UrdfQuirks, UniversalAndScrewJointsAreRead) {
  const JointRecord universal =
      accepted(jointed("universal", "<axis xyz=\"0 0 2\"/><cardan:axis2 xyz=\"0 3 0\"/>"))
          .joints[0];
  EXPECT_EQ(universal.axis, Vector3(0, 0, 1));
  EXPECT_EQ(universal.axis2, Vector3(0, 1, 0));
  EXPECT_EQ(accepted(jointed("universal", "")).joints[0].axis2, Vector3(0, 1, 0));  // as Drake
  EXPECT_EQ(accepted(jointed("universal", "")).counts.dof, 2);
  EXPECT_EQ(accepted(jointed("screw", "<cardan:screw pitch=\"0.25\"/>")).joints[0].pitch, 0.25);
  const JointRecord drake =
      accepted(jointed("screw", "<drake:screw_thread_pitch value=\"0.5\"/>")).joints[0];
  EXPECT_NEAR(drake.pitch * 2 * 3.14159265358979323846, 0.5, 1e-15);  // metres per turn
}

TEST(UrdfQuirks, HugeBoundsMeanUnlimited) {
  const JointRecord j =
      accepted(
          jointed("revolute", "<limit lower=\"-1\" upper=\"1\" effort=\"1e9\" velocity=\"1e16\"/>"))
          .joints[0];
  EXPECT_FALSE(j.effort || j.velocity);
}

std::string two_balls(const std::string& of_a, const std::string& of_b, const std::string& more) {
  const auto ball = [](const std::string& name, const std::string& attributes) {
    return "<link name=\"" + name + "\"><collision" + attributes +
           "><geometry><sphere radius=\"1\"/></geometry></collision></link>";
  };
  return robot(ball("a", of_a) + ball("b", of_b) + ball("c", "") +
               "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>"
               "<joint name=\"k\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>" +
               more);
}

using Pairs = std::set<std::pair<std::string, std::string>>;

Pairs pairs_of(const std::string& text) {
  const auto pairs = accepted(text).disabled_links;
  return {pairs.begin(), pairs.end()};
}

TEST(UrdfQuirks, BulletGroupAndMaskAreRead) {
  const auto built = [](const std::string& of_a, const std::string& of_b) {
    return build_robot(accepted(two_balls(of_a, of_b, ""))).shapes;
  };
  // They belong to the shape and apply to all other shapes, so they give no pairs of links.
  const std::vector<RobotShape> shapes = built(" group=\"2\"", " mask=\"5\"");
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].group, 2u);
  EXPECT_EQ(shapes[0].mask, 0xffffffffU);
  EXPECT_EQ(shapes[1].group, 1u);
  EXPECT_EQ(shapes[1].mask, 5u);
  EXPECT_EQ(built(" group=\"0\" mask=\"-1\"", "")[0].mask, 0xffffffffU);
  EXPECT_TRUE(pairs_of(two_balls(" group=\"0\" mask=\"0\"", "", "")).empty());
  const RobotDescription words = accepted(two_balls(" group=\"feet\"", "", ""));
  EXPECT_TRUE(find(words.diagnostics, kInfo, "that is not a number"));
}

TEST(UrdfQuirks, GazeboSelfCollideIsRead) {
  const std::string no = "<selfCollide>false</selfCollide></gazebo>";
  EXPECT_EQ(pairs_of(two_balls("", "", "<gazebo reference=\"b\">" + no)),
            (Pairs{{"a", "b"}, {"b", "c"}}));
  EXPECT_EQ(pairs_of(two_balls("", "", "<gazebo><self_collide> 0 </self_collide></gazebo>")).size(),
            3u);
  // The filter of a link applies to it, and two links collide only if both filters permit it.
  EXPECT_EQ(
      pairs_of(two_balls("", "",
                         "<gazebo>" + no +
                             "<gazebo reference=\"a\"><selfCollide>1</selfCollide></gazebo>"
                             "<gazebo reference=\"c\"><selfCollide>1</selfCollide></gazebo>")),
      (Pairs{{"a", "b"}, {"b", "c"}}));
  EXPECT_TRUE(
      pairs_of(two_balls("", "", "<gazebo reference=\"b\"><selfCollide>1</selfCollide></gazebo>"))
          .empty());
}

TEST(UrdfQuirks, SrdfPosturesAreRead) {
  UrdfOptions options;
  options.srdf_text =
      "<robot name=\"r\">\n"
      "<group_state name=\"home\" group=\"arm\"><joint name=\"j\" value=\"0.5\"/></group_state>\n"
      "<group_state name=\"home\" group=\"hand\"><joint name=\"x\" value=\"1\"/></group_state>\n"
      "<group_state name=\"odd\"><joint name=\"j\" value=\"?\"/></group_state></robot>";
  const RobotDescription d = accepted(jointed("continuous", ""), options);
  ASSERT_EQ(d.srdf.postures.size(), 2u);
  EXPECT_EQ(d.srdf.postures[0].q, (std::map<std::string, std::vector<double>>{{"j", {0.5}}}));
  EXPECT_TRUE(find(d.diagnostics, kInfo, "not in the URDF"));
  EXPECT_TRUE(d.srdf.postures[1].q.empty());
  EXPECT_EQ(build_robot(d, options).postures.size(), 2u);
}

// A link marked as the base stands for the base and is not a frame, but only without mass.
TEST(UrdfQuirks, LinkMarkedAsBaseIsNoFrame) {
  const std::string joint =
      "<joint name=\"j\" type=\"continuous\"><parent link=\"w\"/><child link=\"a\"/></joint>";
  const RobotModel model =
      build_robot(accepted(robot("<link name=\"w\" cardan:base=\"true\"/>" + link("a") + joint)));
  EXPECT_EQ(model.skeleton->find_frame("w"), -1);
  EXPECT_EQ(model.base, RobotBase::kFixed);
  const RobotDescription heavy = accepted(robot(
      "<link name=\"w\" cardan:base=\"true\"><inertial><mass value=\"1\"/></inertial></link>" +
      link("a") + joint));
  EXPECT_TRUE(find(heavy.diagnostics, kWarning, "cardan:base"));
  EXPECT_GE(build_robot(heavy).skeleton->find_frame("w"), 0);
}

TEST(UrdfQuirks, FilesAreNotOpenedWithoutFindFiles) {
  UrdfOptions options;
  options.find_files = false;
  options.allow_missing_meshes = true;
  const std::string cube = std::string(CARDAN_SOURCE_DIR) + "/data/robots/cube.urdf";
  const RobotDescription d = accepted(shaped("<mesh filename=\"" + cube + "\"/>"), options);
  EXPECT_TRUE(find(d.diagnostics, kWarning, "not found"));
  EXPECT_FALSE(find(d.diagnostics, kWarning, "tried"));
}

TEST(UrdfQuirks, NormalOfAPlanarJointIsItsAxis) {
  UrdfOptions options;
  options.base = UrdfBase::kFixed;
  const RobotModel model =
      build_robot(accepted(jointed("planar", "<axis xyz=\"0 1 0\"/>")), options);
  const Skeleton& s = *model.skeleton;
  ASSERT_EQ(s.num_bodies(), 3);
  EXPECT_NEAR(s.axis[0].dot(Vector3::UnitY()), 0, 1e-15);
  EXPECT_NEAR(s.axis[1].dot(Vector3::UnitY()), 0, 1e-15);
  EXPECT_EQ(s.axis[2], Vector3::UnitY());
}

// Bounds, dynamics and mimic of a fixed joint have no effect; elements that no simulator reads are
// ignored.
TEST(UrdfQuirks, ElementsWithoutMeaningAreIgnoredSilently) {
  const RobotDescription d = accepted(jointed(
      "fixed",
      "<limit lower=\"0\" upper=\"0\" effort=\"0\" velocity=\"0\"/><dynamics damping=\"1\"/>"
      "<axis xyz=\"0 0 0\"/><safety_controller/><calibration rising=\"0\"/>"));
  EXPECT_FALSE(d.joints[0].lower);
  EXPECT_EQ(d.joints[0].damping, 0);
  EXPECT_FALSE(d.joints[0].origin.given);
  EXPECT_EQ(d.joints[0].origin.pose().R, Matrix3::Identity());
  EXPECT_EQ(test::count(d.diagnostics, kWarning), 0) << test::listed(d.diagnostics);
  const RobotDescription wide = accepted(
      jointed("revolute", "<limit lower=\"-9.42\" upper=\"9.42\" effort=\"1\" velocity=\"1\"/>"));
  EXPECT_EQ(wide.joints[0].upper, 9.42);
  EXPECT_EQ(test::count(wide.diagnostics, kWarning), 0);
}

TEST(UrdfQuirks, DuplicateAndUndefinedMaterialsAreReported) {
  const std::string visual =
      "<visual><geometry><box size=\"1 1 1\"/></geometry><material name=\"red\"/></visual>";
  const std::string red = "<material name=\"red\"><color rgba=\"1 0 0 1\"/></material>";
  const std::string with_visual = "<link name=\"v\">" + visual + "</link>";
  EXPECT_EQ(test::count(accepted(robot(red + red + with_visual)).diagnostics, kWarning), 0);
  EXPECT_TRUE(find(accepted(robot(with_visual)).diagnostics, kInfo, "\"red\" is not defined"));
}

std::string massive(const std::string& mass, const std::string& moment) {
  return robot("<link name=\"a\">\n<inertial><mass value=\"" + mass + "\"/><inertia ixx=\"" +
               moment + "\" ixy=\"0\" ixz=\"0\" iyy=\"" + moment + "\" iyz=\"0\" izz=\"" + moment +
               "\"/></inertial><collision><geometry><sphere radius=\"0.1\"/></geometry></collision>"
               "</link>");
}

TEST(UrdfQuirks, ImplausibleInertiasAreReported) {
  const RobotDescription huge = accepted(massive("0.1", "1"));  // the exporters' placeholder
  const Diagnostic* said = find(huge.diagnostics, kWarning, "radius of gyration");
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(said->line, 3);
  EXPECT_TRUE(find(accepted(massive("1", "1e-12")).diagnostics, kInfo, "below 0.1 mm"));
  EXPECT_EQ(accepted(massive("1", "4e-3")).diagnostics.size(), 0u);
  EXPECT_TRUE(find(accepted(massive("1", "0")).diagnostics, kInfo, "a point mass"));
  EXPECT_TRUE(find(accepted(massive("0", "1e-3")).diagnostics, kInfo, "inertia without mass"));
  EXPECT_EQ(accepted(massive("1e-6", "1e-9")).links[0].inertial->mass, 1e-6);  // dummy masses stay
}

// A ball of 0.1 m and 500 kg/m³, 0.2 m above the link's origin.
TEST(UrdfQuirks, IsaacGymDensityIsRead) {
  const RobotDescription d = accepted(
      robot("<link name=\"a\"><inertial><density value=\"500\"/></inertial><collision><origin "
            "xyz=\"0 0 0.2\"/><geometry><sphere radius=\"0.1\"/></geometry></collision></link>"));
  const SpatialInertia I = d.links[0].inertial->in_link_frame();
  EXPECT_NEAR(I.mass, 500 * 4.0 / 3.0 * 3.14159265358979 * 1e-3, 1e-12);
  EXPECT_LT((I.com - Vector3(0, 0, 0.2)).norm(), 1e-15);
  EXPECT_NEAR(I.inertia(0, 0), 0.4 * I.mass * 0.01, 1e-15);
  EXPECT_EQ(test::count(d.diagnostics, kWarning), 0);
}

TEST(UrdfQuirks, GazeboStaticIsReadAndOtherElementsAreReported) {
  const RobotModel table =
      build_robot(accepted(robot(link("a") + "<gazebo><static>true</static></gazebo>")));
  EXPECT_EQ(table.base, RobotBase::kStatic);
  EXPECT_TRUE(find(accepted(robot(link("a") + "<gazebo reference=\"ghost\"/>")).diagnostics,
                   kWarning, "not in the file"));
}

// A part that changes the motion in another program, or is a sensor, is never dropped silently.
TEST(UrdfQuirks, LostPartsOfARobotAreReported) {
  const auto block = [](const std::string& inside) {
    return "<gazebo reference=\"a\">\n" + inside + "\n</gazebo>";
  };
  struct Case {
    std::string text;
    Severity severity;
    const char* says;
    int line;
  };
  for (const Case& c : {
           Case{block("<turnGravityOff>true</turnGravityOff>"), kWarning, "<turnGravityOff>", 4},
           Case{block("<gravity value=\"0\"/>"), kWarning, "<gravity>", 4},
           Case{block("<sensor type=\"ray\" name=\"s\"/>"), kWarning, "<sensor>", 4},
           Case{block("<springStiffness>4</springStiffness>"), kWarning, "<springStiffness>", 4},
           Case{block("<slip1>0.1</slip1>"), kWarning, "<slip1>", 4},
           Case{block("<velocity_decay/>"), kWarning, "<velocity_decay>", 4},
           Case{block("<colission/>"), kWarning, "<colission> is not read", 4},
           Case{block("<mu3>1</mu3>"), kWarning, "did you mean 'mu1'?", 4},
           Case{block("<material>Gazebo/Red</material>"), kInfo, "<material>", 4},
           Case{block("<maxVel>1</maxVel>"), kInfo, "<maxVel>", 4},
           Case{"<gazebo>\n<plugin name=\"p\" filename=\"f.so\"/>\n</gazebo>", kWarning, "<plugin>",
                4},
           Case{"<gazebo refrence=\"a\"/>", kWarning, "attribute 'refrence' of <gazebo>", 3},
           Case{"<sensor name=\"s\"/>", kWarning, "<sensor> is not read", 3},
           Case{"<force_element/>", kWarning, "<force_element> is not read", 3},
           Case{"<drake:bushing/>", kWarning, "<drake:bushing> is not read", 3},
           Case{"<transmission/><transmission/>", kInfo, "<transmission> is not read (2 times)", 3},
           Case{"<ros2_control/>", kInfo, "<ros2_control> is not read", 3},
           Case{"<mujoco>\n<compiler balanceinertia=\"true\"/>\n</mujoco>", kWarning,
                "'balanceinertia' is not read", 4},
           Case{"<link name=\"b\">\n<gazebo/></link>", kWarning, "<gazebo> is not read", 4},
           Case{"<link name=\"b\"><contact>\n<contact_erp value=\"0.1\"/></contact></link>",
                kWarning, "<contact_erp> is not read", 4},
       }) {
    SCOPED_TRACE(c.text);
    const RobotDescription read = inspect_urdf_text(robot(link("a") + c.text), "t.urdf");
    const Diagnostic* said = find(read.diagnostics, c.severity, c.says);
    ASSERT_NE(said, nullptr) << test::listed(read.diagnostics);
    EXPECT_EQ(said->line, c.line);
  }
  const std::string without_effect = block(
      "<turnGravityOff>false</turnGravityOff><gravity>1</gravity>"
      "<implicitSpringDamper>1</implicitSpringDamper><fdir1>0 0 0</fdir1>");
  EXPECT_TRUE(accepted(robot(link("a") + without_effect)).diagnostics.empty());
  const RobotDescription limited =
      accepted(jointed("revolute",
                       "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"2\"/>"
                       "<safety_controller k_velocity=\"1\"/>"));
  EXPECT_TRUE(find(limited.diagnostics, kInfo, "velocity limits of 1 joint(s)"));
  EXPECT_TRUE(find(limited.diagnostics, kInfo, "safety controllers of 1 joint(s)"));
}

TEST(UrdfQuirks, AttributesOfTheRobotAreChecked) {
  const Diagnostic* said = nullptr;
  const RobotDescription slip =
      inspect_urdf_text("<robot nmae=\"r\">\n" + link("a") + "</robot>", "t.urdf");
  said = find(slip.diagnostics, kWarning, "'nmae' of <robot> is unknown; did you mean 'name'?");
  ASSERT_NE(said, nullptr) << test::listed(slip.diagnostics);
  EXPECT_EQ(said->line, 1);
  EXPECT_TRUE(find(
      inspect_urdf_text("<robot name=\"r\" verison=\"1.0\">" + link("a") + "</robot>", "t.urdf")
          .diagnostics,
      kWarning, "did you mean 'version'?"));
}

std::string in_latin1(const std::string& declaration) {
  return declaration +
         "\n<robot name=\"Gr\xfc\xdf"
         "e\">\n<link name=\"f\xfc\xdf\"/>\n</robot>";
}

TEST(UrdfQuirks, TextsAreUtf8OrTheDeclaredLatin1) {
  for (const char* name : {"ISO-8859-1", "iso-8859-1", "Latin1"}) {
    SCOPED_TRACE(name);
    const RobotDescription read = inspect_urdf_text(
        in_latin1(std::string("<?xml version='1.0' encoding='") + name + "'?>"), "t.urdf");
    EXPECT_EQ(read.name, "Gr\u00fc\u00dfe");
    EXPECT_EQ(read.links.at(0).name, "f\u00fc\u00df");
  }
  for (const char* declaration : {"", "<?xml version=\"1.0\"?>", "<?xml encoding=\"UTF-8\"?>"}) {
    SCOPED_TRACE(declaration);
    const std::string text = in_latin1(declaration);
    const RobotDescription read = inspect_urdf_text(text, "t.urdf");
    ASSERT_EQ(read.diagnostics.size(), 1u);
    EXPECT_EQ(read.diagnostics[0].severity, Severity::kError);
    EXPECT_EQ(read.diagnostics[0].line, 2);
    const std::string byte =
        "byte " + std::to_string(text.find('\xfc') + 1) + " of the text (0xFC)";
    EXPECT_TRUE(find(read.diagnostics, Severity::kError, byte)) << read.diagnostics[0].message;
    EXPECT_TRUE(find(read.diagnostics, Severity::kError, "encoding=\"ISO-8859-1\""));
  }
  const RobotDescription other =
      inspect_urdf_text(in_latin1("<?xml version=\"1.0\" encoding=\"GB2312\"?>"), "t.urdf");
  EXPECT_TRUE(find(other.diagnostics, Severity::kError, "encoding 'gb2312' is not read; save"));
  // Texts in UTF-8 stay, whatever is declared: a program may have converted them.
  const RobotDescription converted = inspect_urdf_text(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><robot name=\"\u00fc\"><link "
      "name=\"a\"/></robot>",
      "t.urdf");
  EXPECT_EQ(converted.name, "\u00fc");
  for (const char* bad : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    EXPECT_TRUE(inspect_urdf_text("<robot name=\"" + std::string(bad) + "\"/>", "t").first_error());
  }
}

TEST(UrdfQuirks, EncodingOfAnSrdfFileIsReported) {
  const test::TemporaryDirectory folder;
  const std::string urdf = folder.write("r.urdf", jointed("continuous", ""));
  folder.write("r.srdf", "<robot name=\"r\">\n<group_state name=\"h\xf6he\"/></robot>");
  const std::vector<Diagnostic> diagnostics = inspect_urdf(urdf).diagnostics;
  const Diagnostic* said = find(diagnostics, kWarning, "is not UTF-8");
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(said->line, 2);
}

}  // namespace
}  // namespace cardan
