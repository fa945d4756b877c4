#include <gtest/gtest.h>
#include <sdf/sdf_config.h>
#include <tinyxml2.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "bindings/sdf/element_table.h"

namespace cardan::sdformat {
namespace {

using Xml = tinyxml2::XMLElement;

std::string row(const ElementRule& rule) {
  std::string names;
  std::istringstream words{std::string(rule.names)};
  for (std::string word; words >> word;)
    names += (names.empty() ? "`" : " `") + word + (rule.whole ? "/…`" : "`");
  return "| " + names + " | " + fate_name(rule.fate) + " | " + std::string(rule.text) + " |";
}

TEST(SdfElementTable, EachNameHasOneRule) {
  std::map<std::string, int> count;
  for (const ElementRule& rule : element_rules()) {
    std::istringstream names{std::string(rule.names)};
    for (std::string name; names >> name;) ++count[name];
  }
  for (const auto& [name, rules] : count) EXPECT_EQ(rules, 1) << name;
}

// docs/sdf.md has a row for each rule, in its order.
TEST(SdfElementTable, DocsHaveTheTableOfTheReader) {
  std::ifstream file(std::string(CARDAN_SOURCE_DIR) + "/docs/sdf.md");
  std::string expected, found;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "<!-- names -->") inside = true;
    if (line == "<!-- end of names -->") inside = false;
    if (inside && line.substr(0, 3) == "| `") found += line + "\n";
  }
  for (const ElementRule& rule : element_rules()) expected += row(rule) + "\n";
  EXPECT_EQ(found, expected);
}

/// Walks through the specification of SDF 1.9 that libsdformat installs.
class Specification {
 public:
  explicit Specification(std::string folder) : folder_(std::move(folder)) {}

  int missing = 0, known = 0;

  void walk_file(const std::string& name, std::vector<std::string> path) {
    const std::string file = folder_ + name;
    if (!std::filesystem::exists(file)) return;
    tinyxml2::XMLDocument document;
    ASSERT_EQ(document.LoadFile(file.c_str()), tinyxml2::XML_SUCCESS) << file;
    walk(*document.RootElement(), std::move(path));
  }

 private:
  void walk(const Xml& element, std::vector<std::string> path) {
    const char* name = element.Attribute("name");
    if (name == nullptr || element.Attribute("copy_data") != nullptr) return;
    // Models within models and the like, once.
    const std::string step = path.empty() ? name : path.back() + "/" + name;
    if (!seen_.insert(step + (path.size() > 1 ? "<" + path[path.size() - 2] : "")).second) return;
    path.emplace_back(name);
    ++known;
    const ElementRule* rule = element_rule(path);
    // The reader does not look below what it leaves out as a whole.
    if (rule != nullptr && rule->whole && rule->fate != Fate::kRead) return;
    if (rule == nullptr) {
      ++missing;
      std::string shown;
      for (const std::string& part : path) shown += "/" + part;
      ADD_FAILURE() << shown << " has no rule";
    }
    for (const Xml* e = element.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const std::string_view tag = e->Name();
      if (tag == "element" && e->Attribute("ref") == nullptr) walk(*e, path);
      if (tag == "include") walk_file(e->Attribute("filename"), path);
    }
  }

  std::string folder_;
  std::set<std::string> seen_;
};

TEST(SdfElementTable, EachElementOfTheSpecificationHasARule) {
  const std::string folder = std::string(SDF_VERSION_PATH) + SDF_VERSION + "/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  Specification specification(folder);
  specification.walk_file("root.sdf", {});
  EXPECT_GT(specification.known, 300);
  EXPECT_EQ(specification.missing, 0);
}

}  // namespace
}  // namespace cardan::sdformat
