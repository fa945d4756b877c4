#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "cardan/conformance.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"

/// Plugins built against the headers of releases (test/abi/releases), and the golden files.
namespace cardan::test {
namespace {

namespace fs = std::filesystem;

const fs::path kHere = fs::path(CARDAN_SOURCE_DIR) / "test" / "abi";

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// First groups of all matches.
std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) {
    found.insert((*it)[1]);
  }
  return found;
}

std::vector<std::string> releases() {
  std::vector<std::string> versions;
  for (const fs::directory_entry& entry : fs::directory_iterator(kHere / "releases")) {
    if (entry.is_directory()) versions.push_back(entry.path().filename().string());
  }
  return versions;
}

// That the sizes of the fields add up is checked when check_layout.h is compiled.
TEST(GoldenFiles, GoldenFilesListEveryStructAndConstantOfTheHeader) {
  const std::string header =
      content(fs::path(CARDAN_SOURCE_DIR) / "include/cardan/cardan_solver.h");
  EXPECT_EQ(matches(header, R"(\} (cardan_\w+);)"),
            matches(content(kHere / "abi_layout.txt"), R"(STRUCT\((\w+),)"));
  std::set<std::string> numbers = matches(header, R"((CARDAN_[A-Z_]+) = \d)");
  for (const char* macro : {"CARDAN_ABI_MAGIC", "CARDAN_ABI_MAJOR", "CARDAN_ABI_ENDIAN_TAG"}) {
    numbers.insert(macro);
  }
  EXPECT_EQ(numbers, matches(content(kHere / "abi_numbers.txt"), R"(NUMBER\((\w+),)"));
  EXPECT_GE(numbers.size(), 37u);
}

TEST(ReleasedHeaders, ReleasedHeadersExist) { EXPECT_FALSE(releases().empty()); }

TEST(ReleasedHeaders, PluginBuiltAgainstAReleasedHeaderLoadsAndSolves) {
  for (const std::string& version : releases()) {
    const fs::path file =
        fs::path(CARDAN_RELEASED_PLUGIN_DIR) / ("released_" + version + ".cardan-solver.so");
    const std::vector<ConformanceReport> reports = check_plugin(file);
    ASSERT_EQ(reports.size(), 2u);
    for (const ConformanceReport& report : reports) {
      EXPECT_TRUE(report.passed()) << version << "\n" << report.text();
    }
    EXPECT_GE(reports.back().num_solved(), 10) << reports.back().text();
  }
}

}  // namespace
}  // namespace cardan::test
