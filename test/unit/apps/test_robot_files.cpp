#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "test/support/temporary_directory.h"
#include "test/unit/apps/cardan_command.h"

// Messages about robot files: `check` reports every problem that `run` encounters.

namespace cardan::test {
namespace {

using Json = nlohmann::json;

std::string inertial(const std::string& mass = "1") {
  return "<inertial><mass value=\"" + mass +
         "\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/>"
         "</inertial>";
}

std::string shape(const std::string& geometry, const std::string& origin = "") {
  return "<collision>" + origin + "<geometry>" + geometry + "</geometry></collision>";
}

std::string robot(const std::string& body) {
  return "<robot name=\"r\">\n" + body + "\n</robot>\n";
}

// Links a and b of 1 kg and a joint j between them, whose inside begins in line 5.
std::string jointed(const std::string& type, const std::string& inside) {
  return robot("<link name=\"a\">" + inertial() + "</link>\n<link name=\"b\">" + inertial() +
               "</link>\n<joint name=\"j\" type=\"" + type +
               "\"><parent link=\"a\"/><child link=\"b\"/>\n" + inside + "\n</joint>");
}

// An arm of one joint, as planners have them: shapes and no <inertial>.
std::string planning_arm() {
  return robot("<link name=\"base\"/>\n<link name=\"arm\">" + shape("<box size=\"0.1 0.2 0.5\"/>") +
               "</link>\n<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/>"
               "<child link=\"arm\"/><axis xyz=\"0 1 0\"/></joint>");
}

std::string scene_of(const std::string& model) {
  return "cardan: 1\nname: s\ntime: {step: 0.001, duration: 0.005}\nmodels:\n  - " + model + "\n";
}

class RobotFiles : public ::testing::Test {
 protected:
  CommandResult check(const std::string& urdf, const std::string& options = "") {
    return cardan_command("check " + folder_.write("r.urdf", urdf) + " " + options);
  }
  // Runs a scene with the robot r.urdf and these further keys.
  CommandResult run(const std::string& urdf, const std::string& keys = "",
                    const std::string& options = "") {
    folder_.write("r.urdf", urdf);
    const std::string model = "{name: m, urdf: r.urdf" + (keys.empty() ? "" : ", " + keys) + "}";
    return cardan_command("run " + folder_.write("s.yaml", scene_of(model)) + " " + options);
  }
  Json diagnostics(const std::string& urdf, const std::string& options = "") {
    return Json::parse(check(urdf, "--json " + options).out)["diagnostics"];
  }

  TemporaryDirectory folder_;
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int times(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The first diagnostic whose message holds the words, or null.
Json find(const Json& diagnostics, const std::string& words) {
  for (const Json& d : diagnostics) {
    if (holds(d["message"], words)) return d;
  }
  return nullptr;
}

struct Slip {
  std::string urdf;
  int line;
  std::string name, meant;
};

std::vector<Slip> slips() {
  const std::string limit = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"";
  const auto link = [](const std::string& inside) {
    return robot("<link name=\"a\">\n" + inside + "</link>");
  };
  const std::string ball = shape("<sphere radius=\"1\"/>");
  return {
      {jointed("fixed", "<orgin xyz=\"1 0 0\"/>"), 5, "orgin", "origin"},
      {jointed("continuous", "<axes xyz=\"0 0 1\"/>"), 5, "axes", "axis"},
      {jointed("continuous", "<Axis xyz=\"0 0 1\"/>"), 5, "Axis", "axis"},
      {jointed("continuous", "<dynamic damping=\"1\"/>"), 5, "dynamic", "dynamics"},
      {jointed("continuous", "<drake:rotor_inerta value=\"1\"/>"), 5, "drake:rotor_inerta",
       "drake:rotor_inertia"},
      {jointed("fixed", "<origin\nxzy=\"1 0 0\"/>"), 6, "xzy", "xyz"},
      {jointed("fixed", "<origin rpyy=\"1 0 0\"/>"), 5, "rpyy", "rpy"},
      {jointed("revolute", limit + " snap=\"3\"/>"), 5, "snap", ""},
      {jointed("revolute", limit + " efort=\"3\"/>"), 5, "efort", "effort"},
      {jointed("continuous", "<dynamics dampng=\"3\"/>"), 5, "dampng", "damping"},
      {jointed("continuous", "<mimic joint=\"j\" multiplyer=\"3\"/>"), 5, "multiplyer",
       "multiplier"},
      {link(inertial() + "<colision><geometry><box size=\"1 1 1\"/></geometry></colision>"), 3,
       "colision", "collision"},
      {link("<inertial><mass value=\"1\" unit=\"kg\"/></inertial>"), 3, "unit", ""},
      {link("<inertial><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\" "
            "izy=\"0\"/><mass value=\"1\"/></inertial>"),
       3, "izy", ""},
      {link("<inertial><orign xyz=\"1 0 0\"/><mass value=\"1\"/></inertial>"), 3, "orign",
       "origin"},
      {link(inertial() + "<collision><orig xyz=\"1 0 0\"/><geometry><sphere radius=\"1\"/>"
                         "</geometry></collision>"),
       3, "orig", "origin"},
      {link(inertial() + "<collision grop=\"2\"><geometry><sphere radius=\"1\"/></geometry>"
                         "</collision>"),
       3, "grop", "group"},
      {link(inertial() + shape("<mesh filename=\"none.stl\" scle=\"1 1 1\"/>")), 3, "scle",
       "scale"},
      {link(inertial() + shape("<capsule radius=\"1\" length=\"1\" lenght=\"2\"/>")), 3, "lenght",
       "length"},
      {link(inertial() + ball + "<contact><lateral_fricton value=\"1\"/></contact>"), 3,
       "lateral_fricton", "lateral_friction"},
      {robot("<link name=\"a\">" + inertial() + "</link>\n<lnk name=\"b\"/>"), 3, "lnk", "link"}};
}

TEST_F(RobotFiles, UnknownElementsAndAttributesAreReportedAndRejectedByStrict) {
  for (const Slip& slip : slips()) {
    SCOPED_TRACE(slip.name);
    bool named = false;
    for (const Json& d : diagnostics(slip.urdf, "--allow-missing-meshes")) {
      const std::string message = d["message"];
      const bool here =
          d["line"] == slip.line && d["severity"] == "warning" &&
          (holds(message, "'" + slip.name + "'") || holds(message, "<" + slip.name + ">"));
      const bool meant = slip.meant.empty() || holds(message, "did you mean '" + slip.meant + "'?");
      named = named || (here && meant);
    }
    EXPECT_TRUE(named) << check(slip.urdf).out;
    EXPECT_EQ(check(slip.urdf, "--strict --allow-missing-meshes").exit_code, 2);
  }
}

TEST_F(RobotFiles, ElementsOfOtherProgramsAreAccepted) {
  const CommandResult result =
      check(jointed("revolute",
                    "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\" "
                    "drake:acceleration=\"2\"/><dynamics damping=\"1\" D=\"1\" K=\"2\"/>"
                    "<calibration rising=\"0\"/><safety_controller k_velocity=\"1\"/>"),
            "--strict");
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_TRUE(holds(result.out, "'drake:acceleration' of <limit> is not read")) << result.out;
}

TEST_F(RobotFiles, MasslessRobotIsRejectedWithAHintAtTheDensity) {
  const CommandResult checked = check(planning_arm());
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_TRUE(holds(checked.err, "--density")) << checked.err;
  const CommandResult ran = run(planning_arm());
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_TRUE(holds(ran.err, "`density: 1000`")) << ran.err;
  EXPECT_FALSE(holds(ran.err, "--density")) << ran.err;
}

// 0.1 · 0.2 · 0.5 m³ of 800 kg/m³.
TEST_F(RobotFiles, DensityGivesMassToAMasslessRobot) {
  const CommandResult checked = check(planning_arm(), "--density 800");
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_TRUE(holds(checked.out, "get 8 kg from a density of 800")) << checked.out;
  EXPECT_TRUE(holds(checked.out, "base fixed")) << checked.out;
  EXPECT_EQ(check(planning_arm(), "--density 800 --strict").exit_code, 2);
  const CommandResult ran = run(planning_arm(), "density: 800");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(holds(ran.out, "get 8 kg from a density")) << ran.out;
  EXPECT_EQ(run(planning_arm(), "", "--set models.m.density=800").exit_code, 0);
}

TEST_F(RobotFiles, DensityIsIgnoredForARobotWithMass) {
  const CommandResult result = check(jointed("continuous", ""), "--density 800");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(holds(result.out, "mass 2 kg")) << result.out;
  EXPECT_TRUE(holds(result.out, "is not used")) << result.out;
}

TEST_F(RobotFiles, MasslessRootsBesideTheWorldLinkAreStatic) {
  const std::string ground =
      "<link name=\"ground\">" + shape("<box size=\"9 9 1\"/>") + "</link>\n";
  const std::string arm = "<link name=\"world\"/>\n<link name=\"arm\">" + inertial() +
                          "</link>\n<joint name=\"j\" type=\"continuous\"><parent "
                          "link=\"world\"/><child link=\"arm\"/></joint>\n";
  const CommandResult result = check(robot(ground + arm));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(holds(result.out, "static and fixed to the world")) << result.out;
  EXPECT_TRUE(holds(result.out, "freedoms 1 (1 joint)")) << result.out;
  EXPECT_EQ(run(robot(ground + arm)).exit_code, 0);
  const std::string loose = "<link name=\"loose\">" + inertial() + "</link>\n";
  EXPECT_EQ(check(robot(loose + arm)).exit_code, 2);
  EXPECT_EQ(check(robot(ground + loose)).exit_code, 2);
}

TEST_F(RobotFiles, UnexpandedXacroIsRejectedWithAHint) {
  const std::string link = "<link name=\"a\">" + inertial() + "</link>\n";
  for (const char* left :
       {"<xacro:include filename=\"b.xacro\"/>", "<xacro:arm prefix=\"l\"/>",
        "<xacro:macro name=\"arm\"><link name=\"b\"/></xacro:macro>",
        "<xacro:if value=\"1\"><link name=\"b\"/></xacro:if>",
        "<link name=\"b\"><xacro:box_inertial m=\"1\"/></link><joint name=\"j\" type=\"fixed\">"
        "<parent link=\"a\"/><child link=\"b\"/></joint>",
        "<include filename=\"b.xacro\"/>"}) {
    const CommandResult result = check(robot(link + left));
    EXPECT_EQ(result.exit_code, 2) << left;
    EXPECT_TRUE(holds(result.err, "r.urdf:3: ")) << result.err;
    EXPECT_TRUE(holds(result.err, "unexpanded xacro") && holds(result.err, "expand the file first"))
        << result.err;
  }
  // Names for values alone: nothing of the robot is missing.
  EXPECT_EQ(check(robot(link + "<xacro:arg name=\"x\" default=\"\"/>")).exit_code, 0);
}

TEST_F(RobotFiles, ThreeDampingsOfAPlanarJointAreRead) {
  EXPECT_EQ(check(jointed("planar", "<dynamics damping=\"0.1 0.2 0.3\"/>")).exit_code, 0);
  const CommandResult two = check(jointed("planar", "<dynamics damping=\"0.1 0.2\"/>"));
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_TRUE(holds(two.err, "expected 1 or 3")) << two.err;
}

TEST_F(RobotFiles, ScrewWithoutPitchIsAnError) {
  const CommandResult result = check(jointed("screw", "<axis xyz=\"0 0 1\"/>"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(holds(result.err, "without a pitch")) << result.err;
}

TEST_F(RobotFiles, AxisWithoutXyzReportsTheDefault) {
  const Json d = find(diagnostics(jointed("continuous", "<axis>0 0 1</axis>")), "'xyz'; taken as");
  ASSERT_FALSE(d.is_null());
  EXPECT_EQ(d["line"], 5);
  EXPECT_TRUE(holds(d["message"], "1 0 0")) << d;
  const Json text = find(diagnostics(jointed("continuous", "<axis>0 0 1</axis>")), "'0 0 1'");
  EXPECT_FALSE(text.is_null()) << "the text of the element is lost in silence";
}

TEST_F(RobotFiles, EmptyGeometryAddsNoShape) {
  const std::string urdf = robot("<link name=\"a\">" + inertial() + shape("") + "</link>");
  const Json report = Json::parse(check(urdf, "--json").out);
  EXPECT_EQ(report["accepted"], true);
  EXPECT_TRUE(report["shapes"].empty()) << report["shapes"];
  EXPECT_TRUE(holds(check(urdf).out, "collision shapes: none\n")) << check(urdf).out;
  EXPECT_FALSE(holds(check(urdf).out, "1 shape(s)")) << check(urdf).out;
}

// A point mass on its own axis: it has its kilogram and lacks an inertia.
TEST_F(RobotFiles, MinimalInertiaMessageKeepsTheMassOfAPointMass) {
  const std::string point =
      "<inertial><mass value=\"1\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" "
      "izz=\"0\"/></inertial>";
  const CommandResult result =
      check(robot("<link name=\"a\">" + inertial() + "</link><link name=\"b\">" + point +
                  "</link><joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child "
                  "link=\"b\"/></joint>"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(holds(result.out, "nothing resists its motion")) << result.out;
  EXPECT_FALSE(holds(result.out, "mass 0 kg and")) << result.out;
}

// A tetrahedron; as many parts as names are given.
std::string tetrahedra(const std::vector<std::string>& names) {
  std::string text;
  int first = 1;
  for (const std::string& name : names) {
    text += "o " + name + "\nv 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\n";
    for (const auto& [a, b, c] : {std::array{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
      text += "f " + std::to_string(first + a) + " " + std::to_string(first + b) + " " +
              std::to_string(first + c) + "\n";
    }
    first += 4;
  }
  return text;
}

TEST_F(RobotFiles, MeshFoundBySearchIsReportedWithItsPath) {
  folder_.write("robots/arm/meshes/a.obj", tetrahedra({"a"}));
  const std::string link = "<link name=\"a\">" + inertial() +
                           shape("<mesh filename=\"package://strange/meshes/a.obj\"/>") +
                           shape("<mesh filename=\"meshes/a.obj\"/>") + "</link>";
  const std::string file = folder_.write("robots/arm/urdf/r.urdf", robot(link));
  const CommandResult result = cardan_command("check " + file);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(holds(result.out,
                    "package \"strange\" was found by a search as " + folder_.file("robots/arm")))
      << result.out;
  EXPECT_TRUE(holds(result.out, "found by a search under " + folder_.file("robots/arm") + "\n"))
      << result.out;
  const CommandResult named =
      cardan_command("check " + file + " --package strange=" + folder_.file("robots/arm"));
  EXPECT_FALSE(holds(named.out, "package \"strange\" was found")) << named.out;
}

// Three links in a row; the outer two overlap and no joint ties them.
std::string touching_robot() {
  const std::string radius = "<sphere radius=\"0.2\"/>";
  std::string text;
  for (const char* name : {"a", "b", "c"}) {
    text += "<link name=\"" + std::string(name) + "\">" + inertial() + shape(radius) + "</link>\n";
  }
  for (const auto& [parent, child] : {std::pair("a", "b"), std::pair("b", "c")}) {
    text += "<joint name=\"" + std::string(child) +
            "_j\" type=\"continuous\"><origin xyz=\"0.1 0 "
            "0\"/><parent link=\"" +
            parent + "\"/><child link=\"" + child + "\"/></joint>\n";
  }
  return robot(text);
}

TEST_F(RobotFiles, TouchingPairsAreNamedByCheckRunAndReport) {
  const std::string words = "links 'a' and 'c': touch in the neutral configuration";
  EXPECT_TRUE(holds(check(touching_robot()).out, words));
  const CommandResult ran = run(touching_robot(), "", "--report " + folder_.file("report.json"));
  EXPECT_TRUE(holds(ran.out, words)) << ran.out;
  EXPECT_TRUE(holds(ran.out, "warnings from the loaders: 1\n")) << ran.out;
  const Json report = Json::parse(text_of(folder_.file("report.json")));
  ASSERT_EQ(report["diagnostics"].size(), 1u);
  EXPECT_EQ(report["diagnostics"][0]["element"], "links 'a' and 'c'");
}

TEST_F(RobotFiles, MessagesAdviseOnlyOptionsOfTheCommand) {
  const std::string urdf = robot("<link name=\"a\">" + inertial() +
                                 shape("<mesh filename=\"package://p/a.stl\"/>") + "</link>");
  const CommandResult checked = check(urdf), ran = run(urdf);
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_TRUE(holds(checked.err, "--package p=DIR")) << checked.err;
  EXPECT_TRUE(holds(checked.err, "--allow-missing-meshes")) << checked.err;
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_FALSE(holds(ran.err, "--")) << ran.err;
  EXPECT_TRUE(holds(ran.err, "`packages: {p: DIR}`")) << ran.err;
  EXPECT_TRUE(holds(ran.err, "`allow_missing_meshes: true`")) << ran.err;
}

std::string motorless() {
  return robot(
      "<link name=\"world\"/><link name=\"arm\"><inertial><origin xyz=\"0.5 0 0\"/><mass "
      "value=\"1\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" "
      "izz=\"0.1\"/></inertial></link><joint name=\"j\" type=\"revolute\"><parent "
      "link=\"world\"/><child link=\"arm\"/><axis xyz=\"0 1 0\"/><limit lower=\"-3\" "
      "upper=\"3\" effort=\"0\" velocity=\"1\"/></joint>");
}

TEST_F(RobotFiles, ControlThatDrivesNoJointIsReported) {
  const CommandResult idle = run(motorless(), "control: {pd: {kp: 1e4, kd: 1e3}}");
  EXPECT_EQ(idle.exit_code, 0) << idle.err;
  EXPECT_TRUE(holds(idle.out, "`pd` drives no joint")) << idle.out;
}

// 1 kg on 0.5 m falls by some 1e-4 rad in 5 ms where nothing holds it.
TEST_F(RobotFiles, PdEffortLimitDrivesJointsWithoutMotors) {
  const auto angle = [&](const std::string& control) {
    const CommandResult result =
        run(motorless(), control, "--report " + folder_.file("report.json"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return std::abs(
        Json::parse(text_of(folder_.file("report.json")))["models"]["m"]["q"]["j"].get<double>());
  };
  EXPECT_GT(angle(""), 5e-5);
  EXPECT_LT(angle("control: {pd: {kp: 1e5, kd: 1e4, effort: 100}}"), 5e-6);
  const CommandResult held = run(motorless(), "control: {pd: {kp: 1e5, kd: 1e4, effort: 100}}");
  EXPECT_FALSE(holds(held.out, "drives no joint")) << held.out;
}

TEST_F(RobotFiles, DiagnosticsAreOrderedByLineAndGrouped) {
  std::string links, joints;
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    links += "<link name=\"l" + n + "\">" + inertial() +
             shape("<mesh filename=\"meshes/part" + n + ".stl\"/>") + "</link>\n";
    if (i == 0) continue;
    joints += "<joint name=\"j" + n + "\" type=\"revolute\"><parent link=\"l0\"/><child link=\"l" +
              n + "\"/></joint>\n";
  }
  const CommandResult result = check(robot(joints + links));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(times(result.out, "without <limit>"), 1) << result.out;
  EXPECT_TRUE(holds(result.out, "  and 4 similar: line 3 \"j2\", line 4 \"j3\"")) << result.out;
  // The folders that were searched, once.
  EXPECT_EQ(times(result.out, "(tried /"), 1) << result.out;
  EXPECT_TRUE(holds(result.out, "  and 5 similar: line 8 \"meshes/part1.stl\"")) << result.out;
  EXPECT_LT(result.out.find("without <limit>"), result.out.find("part0.stl")) << result.out;
  int last = 0;
  for (const Json& d : diagnostics(robot(joints + links))) {
    EXPECT_GE(d["line"], last);
    last = d["line"];
  }
}

TEST_F(RobotFiles, QuietPrintsOnlyWarningsAndErrors) {
  EXPECT_EQ(cardan_command("check --quiet " + robot_file("cube")).out, "");
  const CommandResult warned = check(jointed("revolute", ""), "--quiet");
  EXPECT_EQ(warned.exit_code, 0);
  EXPECT_EQ(times(warned.out, "\n"), 2) << warned.out;
  EXPECT_TRUE(holds(warned.out, "warning: joint \"j\"") && holds(warned.out, "accepted, 0 error"))
      << warned.out;
}

TEST_F(RobotFiles, StrictIgnoresFindingsInVisuals) {
  const std::string visual =
      "<visual><orgin/><geometry><mesh filename=\"none.dae\"/></geometry><material "
      "name=\"nowhere\"/></visual><visual><geometry><torus/></geometry></visual>";
  const CommandResult result =
      check(robot("<link name=\"a\">" + inertial() + visual + "</link>"), "--strict");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* told : {"none.dae", "orgin", "nowhere", "torus"}) {
    EXPECT_TRUE(holds(result.out, told)) << told << "\n" << result.out;
  }
}

TEST_F(RobotFiles, ReportedDegreesOfFreedomAreThoseSimulated) {
  const std::string urdf =
      robot("<link name=\"a\">" + inertial() + "</link><link name=\"b\">" + inertial() +
            "</link><link name=\"c\">" + inertial() +
            "</link><joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/>"
            "</joint><joint name=\"k\" type=\"continuous\"><parent link=\"b\"/><child link=\"c\"/>"
            "<mimic joint=\"j\"/></joint>");
  const CommandResult floating = check(urdf);
  EXPECT_TRUE(holds(floating.out, "freedoms 7 (1 joint, 6 base), mimic 1\n")) << floating.out;
  EXPECT_TRUE(holds(floating.out, "--base fixed (in a scene: `base: fixed`)")) << floating.out;
  EXPECT_TRUE(holds(check(urdf, "--base fixed").out, "freedoms 1 (1 joint), mimic 1\n"));
}

// Two parts: a tetrahedron and a sheet of 0.4 m, as exporters leave them.
std::string with_a_sheet() {
  return tetrahedra({"solid"}) +
         "o sheet\nv 0 0 0.3\nv 0.4 0 0.3\nv 0.4 0.4 0.3\nv 0 0.4 0.3\nf 5 6 7\nf 5 7 8\n";
}

std::string mesh_robot() {
  return robot("<link name=\"a\">" + inertial() + "\n" + shape("<mesh filename=\"part.obj\"/>") +
               "</link>");
}

TEST_F(RobotFiles, FlatMeshPartCollidesAsAPlateAndIsReported) {
  folder_.write("part.obj", with_a_sheet());
  const CommandResult checked = check(mesh_robot()), ran = run(mesh_robot());
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const CommandResult* result : {&checked, &ran}) {
    EXPECT_TRUE(holds(result->out, "r.urdf:3: warning: link \"a\" / collision[0]: part 1 of mesh"))
        << result->out;
    EXPECT_TRUE(holds(result->out, "part.obj\" is flat")) << result->out;
  }
  EXPECT_EQ(check(mesh_robot(), "--strict").exit_code, 2);
  EXPECT_EQ(run(mesh_robot(), "strict: true").exit_code, 2);
}

// Three points that are a line to single precision: no plate either.
TEST_F(RobotFiles, CheckRejectsTheHullsThatRunRejects) {
  folder_.write("part.obj", "v 0 0 0\nv 0.1 0 0\nv 0.2 1e-9 0\nf 1 2 3\n");
  const CommandResult checked = check(mesh_robot()), ran = run(mesh_robot());
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_EQ(ran.exit_code, 2);
  for (const CommandResult* result : {&checked, &ran}) {
    EXPECT_TRUE(holds(result->err, "r.urdf:3: ") && holds(result->err, "part.obj")) << result->err;
  }
}

// A tetrahedron without one face: its hull has a volume and collides.
TEST_F(RobotFiles, HullOfAnOpenMeshHasAnInertia) {
  folder_.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
  const std::string scene = scene_of("{name: m, mesh: {file: open.obj}, density: 600}");
  const CommandResult result = cardan_command("run " + folder_.write("s.yaml", scene));
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

}  // namespace
}  // namespace cardan::test
