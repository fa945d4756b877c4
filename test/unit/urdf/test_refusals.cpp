#include <set>
#include <sstream>

#include "cardan/urdf.h"
#include "test/unit/urdf/bad_urdfs.h"

namespace cardan {
namespace {

using test::jointed;

TEST(UrdfRefusals, EachDefectHasItsOwnMessageAndLine) {
  for (const test::Defect& defect : test::bad_urdfs()) {
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

// A common message would not show which defect it reports.
TEST(UrdfRefusals, FortyDefectsHaveDifferentMessages) {
  std::set<std::string> messages;
  for (const test::Defect& defect : test::bad_urdfs()) {
    const RobotDescription description = test::inspect(defect.text);
    const Diagnostic* error = description.first_error();
    ASSERT_NE(error, nullptr) << defect.name;
    messages.insert(error->message);
  }
  EXPECT_GE(messages.size(), 55u);
  EXPECT_GE(messages.size() + 4, test::bad_urdfs().size());
}

TEST(UrdfRefusals, HugeFilesAreRejectedBeforeAllocation) {
  std::string links, mimics;
  for (int i = 0; i <= 100000; ++i) links += "<link name=\"l\"/>";
  for (int i = 0; i <= 3000; ++i) mimics += "<joint><mimic joint=\"j\"/></joint>";
  std::string deep = "<robot name=\"r\">";
  for (int i = 0; i < 2000; ++i) deep += "<a>";
  const std::pair<std::string, const char*> cases[] = {
      {test::robot(links), "100001 links; at most 100000"},
      {test::robot(mimics), "3001 mimic joints; at most 3000"},
      {deep, "nested too deep"}};
  for (const auto& [text, words] : cases) {
    const RobotDescription d = test::inspect(text);
    ASSERT_NE(d.first_error(), nullptr) << words;
    EXPECT_NE(d.first_error()->message.find(words), std::string::npos) << d.first_error()->message;
  }
}

// A chain of moving links has a mass matrix of n²/2 entries.
TEST(UrdfRefusals, TooDeepTreeIsRejectedByTheBuilder) {
  std::ostringstream text;
  text << test::link("l0");
  for (int i = 1; i <= 7000; ++i) {
    text << test::link(std::string("l").append(std::to_string(i))) << "<joint name=\"j" << i
         << "\" type=\"continuous\"><parent link=\"l" << i - 1 << "\"/><child link=\"l" << i
         << "\"/></joint>";
  }
  try {
    build_robot(test::inspect(test::robot(text.str())));
    FAIL() << "built";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("too deep"), std::string::npos) << error.what();
  }
}

TEST(UrdfRefusals, ErrorIsOneLineWithFileLineAndName) {
  try {
    read_urdf_text(jointed("fixed", "<origin xyz=\"0 nan 0\"/>"), "robots/t.urdf");
    FAIL() << "accepted";
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find("robots/t.urdf:5: joint \"j\" / origin: "), 0u) << what;
    EXPECT_EQ(what.find('\n'), what.npos);
  }
}

TEST(UrdfRefusals, MissingFileAndFolderAreRejected) {
  const test::TemporaryDirectory folder;
  for (const std::string& file : {folder.file("none.urdf"), folder.path()}) {
    EXPECT_THROW(read_urdf(file), Error);
    const CheckReport report = check_urdf(file);
    EXPECT_FALSE(report.accepted);
    ASSERT_EQ(report.diagnostics.size(), 1u);
    EXPECT_NE(
        report.diagnostics[0].message.find(file == folder.path() ? "not a file" : "does not exist"),
        std::string::npos);
  }
}

TEST(UrdfRefusals, RejectedFileIsStillCounted) {
  const test::TemporaryDirectory folder;
  const CheckReport report = check_urdf(folder.write("cycle.urdf", test::cycle_beside_tree()));
  EXPECT_FALSE(report.accepted);
  EXPECT_EQ(report.links, 3);
  EXPECT_EQ(report.joints, 2);
  EXPECT_EQ(report.joint_types.at("fixed"), 2);
  EXPECT_NEAR(report.mass, 3, 1e-12);
}

TEST(UrdfRefusals, StrictModeRejectsWarnings) {
  const std::string text = jointed("revolute", "");
  EXPECT_NO_THROW(read_urdf_text(text, "t.urdf"));
  UrdfOptions options;
  options.strict = true;
  EXPECT_THROW(read_urdf_text(text, "t.urdf", options), Error);
}

// A text that is cut or changed at any place gives a result and never a crash.
TEST(UrdfRefusals, EveryPrefixAndDamagedCopyIsReadOrRejected) {
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
