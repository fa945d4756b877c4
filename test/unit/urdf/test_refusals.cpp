#include "cardan/dynamics/urdf/check_report.h"
#include "unit/urdf/urdf_text.h"

namespace cardan {
namespace {

using test::jointed;
using test::link;
using test::robot;
using test::shaped;

// One defect each: what must be said, and in which line.
struct Defect {
  const char* name;
  std::string text;
  int line;
  const char* words;
};

const std::string kTwoParents =
    robot(link("a") + link("b") + link("c") +
          "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>\n"
          "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"c\"/></joint>\n");
const std::string kCycle =
    robot(link("a") + link("b") +
          "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
          "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>\n");
const std::string kCycleBesideTree =
    robot(link("root") + link("a") + link("b") +
          "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
          "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>\n");

std::string inertial(const std::string& inside) {
  return robot("<link name=\"a\"><inertial>\n" + inside + "</inertial></link>");
}

std::string joint_of(const std::string& attributes, const std::string& inside) {
  return robot(link("a") + link("b") + "<joint " + attributes + ">\n" + inside + "</joint>");
}

const std::string kAB = "<parent link=\"a\"/><child link=\"b\"/>";
const std::string kZeroInertia =
    "<inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/>";

std::vector<Defect> defects() {
  return {
      {"empty", "", 0, "empty"},
      {"blank", " \n\t\n", 0, "empty"},
      {"lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", 1, "Git LFS"},
      {"utf16", std::string("\xFF\xFE<\0r\0", 6), 1, "UTF-16"},
      {"truncated", "<robot name=\"r\">\n<link name=\"a\">\n<vis", 3, "truncated"},
      {"truncated_between", "<robot name=\"r\">\n<link name=\"a\"/>\n", 1, "truncated"},
      {"mismatched", "<robot name=\"r\">\n<link name=\"a\">\n</robot>\n", 2, "well-formed"},
      {"no_robot", "<sdf>\n</sdf>\n", 1, "no <robot>"},
      {"no_links", robot(""), 1, "no links"},
      {"link_without_name", robot(link("a") + "<link/>"), 3, "without a name"},
      {"joint_without_name", joint_of("type=\"fixed\"", kAB), 4, "joint without a name"},
      {"joint_without_type", joint_of("name=\"j\"", kAB), 4, "without a type"},
      {"unknown_type", joint_of("name=\"j\" type=\"orbital\"", kAB), 4,
       "unknown joint type 'orbital'"},
      {"no_parent", joint_of("name=\"j\" type=\"fixed\"", "<child link=\"b\"/>"), 4, "no <parent"},
      {"no_child", joint_of("name=\"j\" type=\"fixed\"", "<parent link=\"a\"/>"), 4, "no <child"},
      {"unknown_parent",
       joint_of("name=\"j\" type=\"fixed\"", "<child link=\"b\"/>\n<parent link=\"x\"/>"), 6,
       "parent link \"x\" is not declared"},
      {"unknown_child",
       joint_of("name=\"j\" type=\"fixed\"", "<parent link=\"a\"/>\n<child link=\"x\"/>"), 6,
       "child link \"x\" is not declared"},
      {"two_links", robot(link("a") + link("b") + link("a")), 4, "two links of this name"},
      {"two_joints",
       robot(link("a") + link("b") + link("c") +
             "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
             "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>\n"),
       6, "two joints of this name"},
      {"two_parents", kTwoParents, 6, "two parents, by this joint and by \"j\""},
      {"cycle", kCycle, 5, "form a cycle"},
      {"cycle_beside_tree", kCycleBesideTree, 6, "form a cycle"},
      {"own_parent",
       joint_of("name=\"j\" type=\"fixed\"", "<parent link=\"b\"/><child link=\"b\"/>"), 4,
       "form a cycle"},
      {"two_roots", robot(link("left") + link("right")), 1, "2 root links: \"left\", \"right\""},
      {"nan_mass", inertial("<mass value=\"nan\"/>" + kZeroInertia), 3,
       "'nan' is not a finite number"},
      {"inf_mass", inertial("<mass value=\"1e999\"/>" + kZeroInertia), 3, "too large"},
      {"negative_mass", inertial("<mass value=\"-1\"/>" + kZeroInertia), 3, "negative mass -1"},
      {"no_mass_value", inertial("<mass/>" + kZeroInertia), 3, "no attribute 'value'"},
      {"word_in_inertia", inertial("<mass value=\"1\"/>\n<inertia ixx=\"x\"/>"), 4,
       "'x' is not a number"},
      {"inf_origin", jointed("fixed", "<origin xyz=\"0 inf 0\"/>"), 5, "not a finite number"},
      {"short_origin", jointed("fixed", "<origin xyz=\"0 0\"/>"), 5, "holds 2 numbers; expected 3"},
      {"long_rpy", jointed("fixed", "<origin\n rpy=\"0 0 0 1\"/>"), 6,
       "holds 4 numbers; expected 3"},
      {"two_points", jointed("fixed", "<origin rpy=\"0 -1.57. 0\"/>"), 5,
       "'-1.57.' is not a number"},
      {"expression", jointed("fixed", "<origin rpy=\"0 pi/2 0\"/>"), 5, "'pi/2' is not a number"},
      {"xacro", jointed("fixed", "<origin rpy=\"0 ${-2*pi} 0\"/>"), 5,
       "unexpanded xacro expression '${-2*pi}'"},
      {"xacro_find", jointed("fixed", "<origin rpy=\"$(arg roll) 0 0\"/>"), 5, "unexpanded xacro"},
      {"zero_axis",
       jointed("revolute",
               "<axis xyz=\"0 0 0\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" "
               "velocity=\"1\"/>"),
       5, "zero axis"},
      {"bad_limit",
       jointed("revolute", "<limit lower=\"low\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"), 5,
       "'low' is not a number"},
      {"mimic_of_nothing", jointed("continuous", "<mimic multiplier=\"1\"/>"), 5, "names no joint"},
      {"box_without_size", shaped("<box/>"), 3, "no attribute 'size'"},
      {"short_box", shaped("<box size=\"1 1\"/>"), 3, "holds 2 numbers"},
      {"sphere_without_radius", shaped("<sphere/>"), 3, "no attribute 'radius'"},
      {"negative_radius", shaped("<sphere radius=\"-1\"/>"), 3, "negative size"},
      {"unknown_shape", shaped("<torus/>"), 3, "unknown shape <torus>"},
      {"mesh_without_file", shaped("<mesh/>"), 3, "no attribute 'filename'"},
      {"mesh_not_found", shaped("<mesh filename=\"package://nowhere/x.stl\"/>"), 3,
       "mesh \"package://nowhere/x.stl\" not found (tried /"},
      {"two_scales", shaped("<mesh filename=\"x.stl\" scale=\"1 1\"/>"), 3, "a scale of 2 numbers"},
      {"zero_scale", shaped("<mesh filename=\"x.stl\" scale=\"0 1 1\"/>"), 3, "scale of zero"},
      {"zero_normal", shaped("<plane normal=\"0 0 0\"/>"), 3, "zero normal"},
  };
}

TEST(UrdfRefusals, EachDefectHasItsOwnMessageAndLine) {
  for (const Defect& defect : defects()) {
    SCOPED_TRACE(defect.name);
    const RobotDescription description = test::inspect(defect.text);
    const Diagnostic* error = description.first_error();
    ASSERT_NE(error, nullptr);
    EXPECT_NE(error->message.find(defect.words), std::string::npos)
        << test::listed(description.diagnostics);
    EXPECT_EQ(error->line, defect.line) << error->message;
    EXPECT_EQ(error->file, "t.urdf");
    EXPECT_EQ(test::count(description.diagnostics, Severity::kError), 1)
        << test::listed(description.diagnostics);
  }
}

TEST(UrdfRefusals, TheErrorIsOneLineWithFileLineAndName) {
  try {
    read_urdf_text(jointed("fixed", "<origin xyz=\"0 nan 0\"/>"), "robots/t.urdf");
    FAIL() << "accepted";
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find("robots/t.urdf:5: joint \"j\" / origin: "), 0u) << what;
    EXPECT_EQ(what.find('\n'), what.npos);
  }
}

TEST(UrdfRefusals, AFileThatIsNotThereAndAFolder) {
  const test::TemporaryDirectory folder;
  for (const std::string& file : {folder.file("none.urdf"), folder.path()}) {
    EXPECT_THROW(read_urdf(file), Error);
    const CheckReport report = check_urdf(file);
    EXPECT_FALSE(report.accepted);
    ASSERT_EQ(report.diagnostics.size(), 1u);
    EXPECT_NE(
        report.diagnostics[0].message.find(file == folder.path() ? "not a file" : "no such file"),
        std::string::npos);
  }
}

TEST(UrdfRefusals, ARefusedFileIsStillCounted) {
  const test::TemporaryDirectory folder;
  const CheckReport report = check_urdf(folder.write("cycle.urdf", kCycleBesideTree));
  EXPECT_FALSE(report.accepted);
  EXPECT_EQ(report.links, 3);
  EXPECT_EQ(report.joints, 2);
  EXPECT_EQ(report.joint_types.at("fixed"), 2);
  EXPECT_NEAR(report.mass, 3, 1e-12);
}

TEST(UrdfRefusals, StrictReadingRefusesAWarning) {
  const std::string text = jointed("revolute", "");
  EXPECT_NO_THROW(read_urdf_text(text, "t.urdf"));
  UrdfOptions options;
  options.strict = true;
  EXPECT_THROW(read_urdf_text(text, "t.urdf", options), Error);
}

// Cut anywhere, changed anywhere: an answer, never a crash.
TEST(UrdfRefusals, EveryPrefixAndManyDamagedCopiesAreAnswered) {
  std::string whole = jointed("revolute",
                              "<origin xyz=\"0 1 0\" rpy=\"0 0 1\"/><axis xyz=\"0 0 1\"/>"
                              "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"
                              "<mimic joint=\"j\"/>");
  whole.insert(
      whole.find("</robot>"),
      "<gazebo reference=\"a\"><mu1>1</mu1></gazebo><collision_filter_group name=\"g\">"
      "<member link=\"a\"/><ignored_collision_filter_group name=\"g\"/></collision_filter_group>");
  for (std::size_t length = 0; length < whole.size(); ++length)
    test::inspect(whole.substr(0, length));
  std::uint32_t state = 1;
  for (int round = 0; round < 4000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 3; ++i) {
      state = state * 1664525u + 1013904223u;
      damaged[state / 7 % damaged.size()] = "<>\"/= 0-9.eEaNn\0&"[state >> 28];
    }
    try {
      build_robot(read_urdf_text(damaged, "t.urdf"));
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace cardan
