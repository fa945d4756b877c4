#include <nlohmann/json.hpp>

#include "cardan/urdf.h"
#include "test/unit/urdf/urdf_text.h"

namespace cardan {
namespace {

const char* const kPromisedKeys[] = {"accepted", "name",       "links", "joints", "joint_types",
                                     "dof",      "mimic",      "mass",  "shapes", "missing_visuals",
                                     "base",     "diagnostics"};

nlohmann::json json_of(const std::string& text) {
  const test::TemporaryDirectory folder;
  return nlohmann::json::parse(check_report_json(check_urdf(folder.write("r.urdf", text))));
}

TEST(CheckReport, AcceptedFileHasItsJson) {
  const nlohmann::json json = json_of(test::jointed("spherical", ""));
  for (const char* key : kPromisedKeys) EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["accepted"], true);
  EXPECT_EQ(json["name"], "r");
  EXPECT_EQ(json["links"], 2);
  EXPECT_EQ(json["joint_types"]["spherical"], 1);
  EXPECT_EQ(json["dof"], 3);
  EXPECT_EQ(json["mass"], 2.0);
  EXPECT_EQ(json["base"], "floating");
}

TEST(CheckReport, RejectedFileHasItsJson) {
  const nlohmann::json json = json_of(test::jointed("planar", "<origin xyz=\"0 0\"/>"));
  for (const char* key : kPromisedKeys) EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["accepted"], false);
  EXPECT_EQ(json["joints"], 1);
  EXPECT_EQ(json["dof"], 3);
  ASSERT_EQ(json["diagnostics"].size(), 1u);
  const nlohmann::json& d = json["diagnostics"][0];
  EXPECT_EQ(d["severity"], "error");
  EXPECT_EQ(d["line"], 5);
  EXPECT_EQ(d["element"], "joint \"j\" / origin");
  EXPECT_TRUE(d["message"].is_string());
}

TEST(CheckReport, TextThatIsNotUtf8IsRejected) {
  const nlohmann::json json = json_of("<robot name=\"\xFF\xFE\">" + test::link("a") + "</robot>");
  EXPECT_EQ(json["accepted"], false);
  EXPECT_NE(json["diagnostics"][0]["message"].get<std::string>().find("UTF-8"), std::string::npos);
}

TEST(CheckReport, ShapesAreCountedOncePerCollisionTag) {
  const nlohmann::json json = json_of(test::robot(
      "<link name=\"a\"><collision><geometry><box size=\"1 1 1\"/><sphere "
      "radius=\"1\"/></geometry></collision>"
      "<collision><geometry><cylinder radius=\"0\" length=\"0\"/></geometry></collision>"
      "<collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>"));
  EXPECT_EQ(json["freedoms"], 0);
  EXPECT_EQ(json["shapes"]["box"], 2);
  EXPECT_EQ(json["shapes"]["cylinder"], 1);
  EXPECT_EQ(json["shapes"].size(), 2u);
}

TEST(CheckReport, TreeIsPrintedInTheOrderOfTheFile) {
  const test::TemporaryDirectory folder;
  const CheckReport report = check_urdf(folder.write("r.urdf", test::jointed("continuous", "")));
  ASSERT_EQ(report.tree.size(), 2u);
  EXPECT_EQ(report.tree[0].find("a  "), 0u);
  EXPECT_EQ(report.tree[1].find("  b  [j: continuous]"), 0u);
  const std::string text = check_report_text(report);
  EXPECT_NE(text.find("accepted, 0 error(s), 0 warning(s)"), text.npos);
}

TEST(CheckReport, StrictTurnsWarningsIntoErrors) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("r.urdf", test::jointed("revolute", ""));
  EXPECT_TRUE(check_urdf(file).accepted);
  UrdfOptions options;
  options.strict = true;
  EXPECT_FALSE(check_urdf(file, options).accepted);
}

std::string report_of(const std::string& text) {
  const test::TemporaryDirectory folder;
  return check_report_text(check_urdf(folder.write("r.urdf", text)));
}

TEST(CheckReport, MassIsThatOfTheFirstInertialOfEachLink) {
  const std::string text = test::robot(
      "<link name=\"a\"><inertial><mass value=\"1\"/></inertial>"
      "<inertial><mass value=\"5\"/></inertial></link>" +
      test::link("b") +
      "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>");
  EXPECT_EQ(json_of(text)["mass"], 2.0);
  EXPECT_NE(report_of(text).find("\nmass 2 kg"), std::string::npos) << report_of(text);
}

// A name could clear the screen or write an additional line.
TEST(CheckReport, NamesAreEscaped) {
  const std::string text = report_of(
      "<robot name=\"&#27;[31mred\"><link name=\"&#27;[2J&#10;accepted\"><inertial><mass "
      "value=\"1\"/>"
      "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
      "<collision><geometry><mesh "
      "filename=\"&#27;[0m.stl\"/></geometry></collision></link></robot>");
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  EXPECT_EQ(text.find("\naccepted"), std::string::npos) << text;
  EXPECT_NE(text.find("\\x1b[2J\\naccepted"), std::string::npos) << text;
}

// The XML reader compares each attribute with all before it: half a minute for 100 000 of them.
TEST(CheckReport, ElementWithTooManyAttributesIsRejected) {
  std::string many = "<robot name=\"r\">\n<!-- <a b=''> --><link name=\"a = b > c\"/>\n<a ";
  for (int i = 0; i < 1001; ++i) many.append("b").append(std::to_string(i)).append("=\"1\" ");
  const std::string text = report_of(many + "/></robot>");
  EXPECT_NE(text.find(":3: error"), std::string::npos) << text;
  EXPECT_NE(text.find("more than 1000 attributes"), std::string::npos) << text;
  // Many tags that never end.
  EXPECT_NE(report_of(std::string(5000000, '<')).find("refused"), std::string::npos);
}

}  // namespace
}  // namespace cardan
