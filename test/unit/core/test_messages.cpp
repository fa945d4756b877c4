// Names from files in messages.
#include <gtest/gtest.h>

#include "cardan/error.h"
#include "core/nearest.h"
#include "core/shown_text.h"

namespace cardan {
namespace {

TEST(ShownText, ControlCharactersAreEscaped) {
  EXPECT_EQ(escaped_line("a\nb\r\tc\x1b[2J"), "a\\nb\\r\\tc\\x1b[2J");
  EXPECT_EQ(escaped_line("\x7f\xc2\x9b"), "\\x7f\\x9b");
  EXPECT_EQ(escaped_line(std::string_view("\0", 1)), "\\x00");
}

TEST(ShownText, TextOfEveryLanguageIsUnchanged) {
  for (const char* text : {"", "crate", "ünïcode λ → 木", "\xf0\x9f\x98\x80", "a\\n"}) {
    EXPECT_EQ(escaped_line(text), text);
    EXPECT_EQ(escaped_line(escaped_line(text)), text);
  }
}

TEST(ShownText, BytesThatAreNotUtf8AreEscapedOneByOne) {
  EXPECT_EQ(escaped_line("\xff\xc3(\xe2\x82"), "\\xff\\xc3(\\xe2\\x82");
  EXPECT_EQ(escaped_line("\xc0\xaf\xed\xa0\x80"), "\\xc0\\xaf\\xed\\xa0\\x80");
}

TEST(ShownText, DirectionMarksAreEscaped) {
  EXPECT_EQ(escaped_line("a\xe2\x80\xae"
                         "b"),
            "a\\u202eb");
  EXPECT_EQ(escaped_line("a\xe2\x80\xa8"
                         "b"),
            "a\\u2028b");
}

TEST(ShownText, LongTextKeepsItsBeginningAndItsEnd) {
  const std::string text = "begin" + std::string(5000, 'x') + "end";
  const std::string shown = shortened(text, 1000);
  EXPECT_LE(shown.size(), 1000u);
  EXPECT_EQ(shown.substr(0, 5), "begin");
  EXPECT_EQ(shown.substr(shown.size() - 3), "end");
  EXPECT_NE(shown.find("bytes left out"), std::string::npos);
  EXPECT_EQ(shortened("short"), "short");
  std::string umlauts;
  for (int i = 0; i < 3000; ++i) umlauts += "\xc3\xbc";
  EXPECT_EQ(escaped_line(shortened(umlauts)), shortened(umlauts));  // no character is cut
}

TEST(ErrorMessage, ErrorMessageIsOneShortLineWithoutControlCharacters) {
  const Error error("a\nb\x1b", "file", std::string(5000, 'y'));
  const std::string text = error.what();
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_LT(text.size(), 2000u);
  EXPECT_EQ(text.substr(0, 16), "file: a\\nb\\x1b; ");
}

TEST(ErrorMessage, ErrorKeepsItsParts) {
  const Error error("unknown joint 'kne'", "robot.urdf:12", "did you mean 'knee'?");
  EXPECT_EQ(error.defect(), "unknown joint 'kne'");
  EXPECT_EQ(error.where(), "robot.urdf:12");
  EXPECT_EQ(error.hint(), "did you mean 'knee'?");
  EXPECT_STREQ(error.what(), "robot.urdf:12: unknown joint 'kne'; did you mean 'knee'?");
}

TEST(SuggestName, EmptyNamesAreNotSuggested) {
  EXPECT_EQ(suggest_name("ab", {"", "abc"}), "did you mean 'abc'?");
  EXPECT_EQ(suggest_name("ab", {""}), "there are none");
  EXPECT_EQ(suggest_name("", {"", "robot"}), "known are robot");
}

TEST(SuggestName, EachNameIsListedOnce) {
  EXPECT_EQ(suggest_name("zzzzzz", {"base", "leg", "base", "leg"}), "known are base, leg");
}

}  // namespace
}  // namespace cardan
