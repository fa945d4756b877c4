#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "dynamics/mjcf/element_table.h"

namespace cardan::mjcf {
namespace {

std::string row(const NameRule& rule) {
  std::string text = "| `" + std::string(rule.element) + "` | ";
  text += rule.attributes.empty() ? "the element" : "`" + std::string(rule.attributes) + "`";
  return text + " | " + fate_name(rule.fate) + " | " + std::string(rule.text) + " |";
}

TEST(MjcfElementTable, EachNameHasOneRule) {
  std::map<std::string, int> count;
  for (const NameRule& rule : name_rules()) {
    std::istringstream names(rule.attributes.empty() ? "." : std::string(rule.attributes));
    for (std::string name; names >> name;) ++count[std::string(rule.element) + " " + name];
  }
  for (const auto& [name, rules] : count) EXPECT_EQ(rules, 1) << name;
}

// A name with the fate `read` or `changed` is one that a source of the reader asks for.
TEST(MjcfElementTable, EachNameThatIsReadIsInTheReader) {
  std::string sources;
  const std::string folder = std::string(CARDAN_SOURCE_DIR) + "/dynamics/mjcf/";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.find("element_table") != name.npos || name.find("writer") != name.npos) continue;
    std::ifstream file(entry.path());
    sources.append(std::istreambuf_iterator<char>(file), {});
  }
  for (const NameRule& rule : name_rules()) {
    if (rule.fate != Fate::kRead && rule.fate != Fate::kChanged) continue;
    std::istringstream names{std::string(rule.attributes)};
    for (std::string name; names >> name;) {
      std::string quoted = "\"";
      quoted.append(name).append("\"");
      const bool told = !rule.text.empty() && rule.fate == Fate::kChanged;
      EXPECT_TRUE(told || sources.find(quoted) != sources.npos) << rule.element << " " << name;
    }
  }
}

// docs/mjcf.md has a row for each rule of the reader, in its order.
TEST(MjcfElementTable, DocsHaveTheTableOfTheReader) {
  std::ifstream file(std::string(CARDAN_SOURCE_DIR) + "/docs/mjcf.md");
  std::vector<std::string> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "<!-- names -->") inside = true;
    if (line == "<!-- end of names -->") inside = false;
    if (inside && line.substr(0, 3) == "| `") rows.push_back(line);
  }
  std::string expected, found;
  for (const NameRule& rule : name_rules()) expected += row(rule) + "\n";
  for (const std::string& line : rows) found += line + "\n";
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace cardan::mjcf
