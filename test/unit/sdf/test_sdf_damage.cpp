#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "cardan/error.h"
#include "cardan/sdf.h"
#include "test/unit/sdf/models.h"

// A small sample of damage: bytes, lines and elements of the models of the tests. The whole one is
// test/damage/damage.py sdf.
namespace cardan {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> texts() {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(kSdfModels)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::string damaged(std::string text, const std::string& other, std::mt19937& random) {
  const auto place = [&](const std::string& in) { return random() % in.size(); };
  switch (random() % 5) {
    case 0:
      text[place(text)] = static_cast<char>(random() % 256);
      break;
    case 1:
      text.resize(place(text));
      break;
    case 2: {
      const std::size_t from = text.find('<', place(text));
      const std::size_t to = from == text.npos ? from : text.find('>', from);
      if (to != text.npos) text.erase(from, to - from + 1);
      break;
    }
    case 3: {
      const std::size_t digit = text.find_first_of("123456789", place(text));
      static const char* const kNumbers[] = {"nan", "-1e308", "1e400", "", "0", "-7", "0 0 0"};
      if (digit != text.npos) text.replace(digit, 1, kNumbers[random() % 7]);
      break;
    }
    default: {
      const std::size_t from = other.find('<', place(other));
      if (from != other.npos) text.insert(place(text), other.substr(from, 80));
    }
  }
  return text;
}

TEST(SdfDamage, IsOneLineOrAWorldThatMoves) {
  const std::vector<std::string> all = texts();
  std::mt19937 random(7);
  SdfOptions options;
  options.directory = kSdfModels;
  int refused = 0, accepted = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string text =
        damaged(all[random() % all.size()], all[random() % all.size()], random);
    const Scene scene = inspect_sdf_text(text, kSdfModels + "damaged.sdf", options);
    bool failed = false;
    for (const Diagnostic& finding : scene.diagnostics) {
      EXPECT_EQ(finding.message.find('\n'), std::string::npos);
      EXPECT_FALSE(finding.message.empty());
      failed = failed || finding.severity == Severity::kError;
    }
    if (failed) {
      ++refused;
      continue;
    }
    ++accepted;
    try {
      World world = make_world(scene);
      (void)world.step();
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(refused, 10);
  EXPECT_GT(accepted, 5);
}

}  // namespace
}  // namespace cardan
