#include <gtest/gtest.h>

#include <algorithm>

#include "cardan/error.h"
#include "cardan/problem_file.h"

namespace cardan {
namespace {

std::string refusal(std::string_view text) {
  try {
    read_problem(text, "file.dat");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

struct Bad {
  const char *text, *says;
};

TEST(MalformedText, EveryMalformedFileIsRejectedInOneLine) {
  const Bad cases[] = {
      {"", "not a problem in a known format"},
      {"hello world", "not a problem in a known format"},
      {"3", "not a problem in a known format"},
      {"3 1 0 3", "not a problem in a known format"},
      {"3 1 0 3 3", "ends too early"},
      {"1 0 9223372036854775807 2 0", "'9223372036854775807' is not a valid number of equations"},
      {"3 1 0 3 3 3 4", "'4' is not a valid number of columns"},
      {"3 1 0 3 3 3 3 1 0 0", "too short for 9 numbers"},
      {"3 1 0 3 3 3 3\n1 0 0\n0 1 0\n0 0 nan 1 1 1 0.5", "file.dat:4"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 inf 1 1 1 0.5", "'inf' is not a valid entry"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1e999 1 1 1 0.5", "'1e999' is not a valid entry"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 1 1", "ends too early"},
      {"3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 1 1 -0.5", "friction coefficient is negative"},
      {"3 5000000 0 15000000 15000000 15000000 15000000 1", "too short for 225000000000000"},
      {"3 1 1 3 3 1 1 1 3 3 2 1 0 1 7 0 1 0 0 0 1 0 0 0 1 1 1 1 .5",
       "'7' is not a valid block column"},
      {"3 1 1 3 3 1 1 1 3 4 2 1 0 1 0 0 1 0 0 0 1 0 0 0 1 1 1 1 .5",
       "'4' is not a valid end of a block"},
      {"3 1 1 3 3 1000000000 1 1 3 3", "'1000000000' is not a valid number of blocks"},
      {"2 0 2 2 2 2 1 0 0 1e308x 1 1", "is not a valid entry of the matrix"},
      {"2147483648 0 2147483648 2147483648 2147483648",
       "'2147483648' is not a valid size of the problem"},
      {"1 0 1 1 0 1 2 0 0 0 2 2 2 2 1 1 1 1 1 1", "row blocks hold 0 inequalities"},
      {"1 0 1 1 0 1 2 0 1 0 2 3 2 3 1 1 1 1 1 1 1 1", "expected 2 columns"},
      {"0 1 8000000 8000000 1", "too short"},
      {"1 0 0 2 0 2 3 0 2 2 2 2 1 1 1 1 1 1", "'3' is not a valid flag of a row block"},
  };
  for (const Bad& bad : cases) {
    const std::string text = refusal(bad.text);
    EXPECT_NE(text.find(bad.says), text.npos) << bad.text << "\n  gave: " << text;
    EXPECT_NE(text.find("file.dat"), text.npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 0);
  }
}

TEST(MalformedText, EveryPrefixOfAFileIsRejectedOrRead) {
  const std::string text =
      "1\n1\n1\n1\n0 1 2\n0 1\n0\n2\n2\n2 2\n1 0 -1 1\n-1 1\n1\n1\n-1\n0\n-1\n1\n";
  EXPECT_EQ(refusal(text), "");
  int refused = 0;

  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    refused += !refusal(text.substr(0, size)).empty();
  }
  EXPECT_EQ(refused, static_cast<int>(text.size()) - 1);
}

TEST(MalformedText, TrailingRemarksAreIgnored) {
  EXPECT_EQ(refusal("1 0 1 1 1 1  2 -1  Remark: z = 0.5"), "");
}

TEST(MalformedText, LargeFrictionIsCappedAndReported) {
  const ProblemFile file =
      read_problem(std::string_view("3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 1 1 1e6\n"), "file.dat");
  EXPECT_EQ(file.problem.blocks[0].mu, 1e3);
  ASSERT_EQ(file.notes.size(), 1U);
  EXPECT_NE(file.notes[0].find("capped"), std::string::npos);
}

}  // namespace
}  // namespace cardan
