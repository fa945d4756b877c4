#include <sstream>

#include "core/diagnostic_text.h"
#include "core/shown_text.h"

namespace cardan {
namespace {

constexpr Severity kInfo = Severity::kInfo, kWarning = Severity::kWarning;

TEST(DiagnosticText, FilesStayInTheirOrderAndLinesAscend) {
  const std::vector<Diagnostic> sorted = in_line_order({{kInfo, "b", 9, "", "1"},
                                                        {kInfo, "a", 2, "", "2"},
                                                        {kInfo, "b", 0, "", "3"},
                                                        {kInfo, "b", 3, "", "4"},
                                                        {kInfo, "a", 2, "", "5"}});
  std::string order;
  for (const Diagnostic& d : sorted) order += d.message;
  EXPECT_EQ(order, "41325");
}

TEST(DiagnosticText, MessagesThatDifferOnlyInNumbersAndNamesAreGrouped) {
  const std::string text = diagnostics_text(
      {{kWarning, "r.urdf", 4, "link \"a\"", "mesh \"a.stl\" not found (tried /x/a.stl, /y/a.stl)"},
       {kWarning, "r.urdf", 5, "link \"a\"", "a radius of 1.25 m"},
       {kWarning, "r.urdf", 7, "link \"b\"", "mesh \"b.stl\" not found (tried those of line 4)"},
       {kWarning, "r.urdf", 8, "link \"c\"", "a radius of 30 m"},
       {kInfo, "r.urdf", 9, "link \"c\"", "a radius of 30 m"}},
      kWarning, "  ");
  EXPECT_EQ(text,
            "  r.urdf:4: warning: link \"a\": mesh \"a.stl\" not found (tried /x/a.stl, "
            "/y/a.stl)\n"
            "    and 1 similar: line 7 \"b.stl\"\n"
            "  r.urdf:5: warning: link \"a\": a radius of 1.25 m\n"
            "    and 1 similar: line 8 \"c\"\n");
}

TEST(DiagnosticText, GroupWithoutLinesNamesItsElements) {
  const std::string text = diagnostics_text({{kWarning, "r", 0, "links 'a' and 'b'", "touch"},
                                             {kWarning, "r", 0, "links 'c' and 'd'", "touch"}},
                                            kInfo);
  EXPECT_EQ(text, "r: warning: links 'a' and 'b': touch\n  and 1 similar: links 'c' and 'd'\n");
}

TEST(DiagnosticText, LongGroupIsCounted) {
  std::vector<Diagnostic> many;
  for (int i = 1; i <= 30; ++i) many.push_back({kWarning, "r", i, "x", "it can't move"});
  const std::string text = diagnostics_text(many, kInfo);
  EXPECT_NE(text.find("and 29 similar: line 2 x, "), text.npos) << text;
  EXPECT_NE(text.find("line 21 x, and 9 more\n"), text.npos) << text;
}

TEST(DiagnosticText, LineOfLongNamesIsShortened) {
  std::string name = "x";  // so that a cut at an even place would split a character
  for (int i = 0; i < 25000; ++i) name += "\u00e9";
  std::vector<Diagnostic> many;
  for (int i = 1; i <= 30; ++i)
    many.push_back({kWarning, "r", i, "l", "link \"" + name + std::to_string(i) + "\" is odd"});
  const std::string text = diagnostics_text(many, kInfo, "  ");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LT(line.size(), 2000u);
    EXPECT_EQ(escaped_line(line), line);  // characters are whole
  }
  EXPECT_NE(text.find("    and 29 similar: line 2 \"x"), text.npos) << text;
  EXPECT_NE(text.find("bytes left out"), text.npos) << text;
  EXPECT_NE(text.find(", and 9 more\n"), text.npos) << text;
}

}  // namespace
}  // namespace cardan
