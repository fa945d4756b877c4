#include <nlohmann/json.hpp>

#include "cardan/dynamics/urdf/check_report.h"
#include "unit/urdf/urdf_text.h"

namespace cardan {
namespace {

const char* const kPromisedKeys[] = {"accepted", "name",       "links", "joints", "joint_types",
                                     "dof",      "mimic",      "mass",  "shapes", "missing_visuals",
                                     "base",     "diagnostics"};

nlohmann::json json_of(const std::string& text) {
  const test::TemporaryDirectory folder;
  return nlohmann::json::parse(check_report_json(check_urdf(folder.write("r.urdf", text))));
}

TEST(CheckReport, JsonOfAnAcceptedFile) {
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

TEST(CheckReport, JsonOfARefusedFile) {
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

TEST(CheckReport, NamesThatAreNoUtf8AreStillPrinted) {
  EXPECT_EQ(json_of("<robot name=\"\xFF\xFE\">" + test::link("a") + "</robot>")["accepted"], true);
}

TEST(CheckReport, ShapesAreCountedByTagOnePerCollision) {
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

TEST(CheckReport, TheTreeIsInTheOrderOfTheFile) {
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

}  // namespace
}  // namespace cardan
