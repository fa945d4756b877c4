#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "apps/sweep/cell_row.h"
#include "apps/sweep/cell_state.h"
#include "core/hash.h"
#include "core/hex_text.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

CellRow example_row() {
  CellRow row;
  row.key = 0xfedcba9876543210;
  row.status = CellStatus::kCrashed;
  row.state_hash = "0123456789abcdef";
  row.message = "two\nlines, a\ttab";
  row.metrics = {0.1, std::nan(""), -1e300};
  row.seconds = 1.5;
  row.attempt = 2;
  return row;
}

TEST(Rows, LineRestoresTheRow) {
  const std::string line = row_line(example_row());
  EXPECT_EQ(line.back(), '\n');
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  const auto row = parse_row(line.substr(0, line.size() - 1));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->key, example_row().key);
  EXPECT_EQ(row->status, CellStatus::kCrashed);
  EXPECT_EQ(row->metrics[0], 0.1);
  EXPECT_TRUE(std::isnan(row->metrics[1]));
  EXPECT_EQ(row->metrics[2], -1e300);
  EXPECT_EQ(row->attempt, 2);
  EXPECT_EQ(row_line(*row), row_line(*parse_row(line.substr(0, line.size() - 1))));
}

TEST(Rows, EveryTornOrDamagedLineIsRefused) {
  const std::string line = row_line(example_row());
  for (std::size_t length = 0; length + 1 < line.size(); ++length)
    EXPECT_FALSE(parse_row(line.substr(0, length))) << length;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    std::string damaged = line.substr(0, line.size() - 1);
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(parse_row(damaged)) << i;
  }
}

// Whole lines that row_line() does not write: their fields are not those of a row.
TEST(Rows, WholeLineInAnotherFormIsNoRow) {
  CellRow row = example_row();
  row.message = "a\x1b[31mb";
  const std::string line = row_line(row);
  EXPECT_TRUE(is_whole_line(line.substr(0, line.size() - 1)));
  EXPECT_TRUE(parse_row(line.substr(0, line.size() - 1)));
  const std::string body = line.substr(0, line.rfind('\t'));
  const auto sealed = [](const std::string& text) {
    Hash hash;
    hash.add(std::string_view(text));
    return text + "\t" + hex_text(hash.value());
  };
  EXPECT_TRUE(parse_row(sealed(body)));
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\\x1b", "\x1b"},
                                 {"0.1\tnan", "0.1\tinfinity"},
                                 {"0.1\tnan", "+0.1\tnan"},
                                 {"\t3\t", "\t03\t"},
                                 {"\t3\t", "\t2\t"},
                                 {"\t1.5\t", "\t1.50\t"},
                                 {"crashed", "broken"}}) {
    std::string other = body;
    ASSERT_NE(other.find(from), std::string::npos) << from;
    other.replace(other.find(from), from.size(), to);
    EXPECT_TRUE(is_whole_line(sealed(other)));
    EXPECT_FALSE(parse_row(sealed(other))) << to;
  }
}

TEST(Rows, ResultOfAStudyHasItsMetricsAndOneOutcome) {
  CellRow done = example_row();
  done.status = CellStatus::kFinished;
  done.message = "";
  EXPECT_EQ(why_not_a_result(done, 3), "");
  EXPECT_EQ(why_not_a_result(done, 2), "has 3 metrics, but the study has 2");
  EXPECT_NE(why_not_a_result(done, 4), "");
  CellRow crashed = done;
  crashed.status = CellStatus::kCrashed;
  EXPECT_NE(why_not_a_result(crashed, 3), "");
  crashed.state_hash = "";
  EXPECT_NE(why_not_a_result(crashed, 3), "");
  crashed.metrics.assign(3, std::nan(""));
  EXPECT_EQ(why_not_a_result(crashed, 3), "");
  for (const char* hash : {"", "0123456789abcde", "0123456789ABCDEF", "0123456789abcdef0", "x"}) {
    CellRow other = done;
    other.state_hash = hash;
    EXPECT_NE(why_not_a_result(other, 3), "") << hash;
  }
  CellRow late = done;
  late.seconds = -1;
  EXPECT_NE(why_not_a_result(late, 3), "");
}

TEST(Rows, ProvenanceIsNoPartOfTheOutcome) {
  CellRow a = example_row(), b = example_row();
  b.seconds = 7;
  b.attempt = 1;
  b.remark = "other";
  EXPECT_EQ(outcome_hash(a), outcome_hash(b));
  b.metrics[0] = std::nextafter(0.1, 1);
  EXPECT_NE(outcome_hash(a), outcome_hash(b));
}

TEST(Rows, StateFileOfAnotherProgramOrWithDamageIsIgnored) {
  const test::TemporaryDirectory folder;
  const std::string file = cell_state_file(folder.path(), 17);
  const CellState state{42, 1.5, {std::byte{1}, std::byte{2}}, {std::byte{3}}};
  write_cell_state(file, "0123456789abcdef", state);
  const auto read = read_cell_state(file, "0123456789abcdef");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->step, 42);
  EXPECT_EQ(read->world, state.world);
  EXPECT_EQ(read->metrics, state.metrics);
  EXPECT_FALSE(read_cell_state(file, "fedcba9876543210"));
  const auto size = std::filesystem::file_size(file);
  for (std::uintmax_t i = 0; i < size; ++i) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(i));
    const char byte = static_cast<char>(bytes.get());
    bytes.seekp(static_cast<std::streamoff>(i));
    bytes.put(static_cast<char>(byte ^ 1)).flush();
    EXPECT_FALSE(read_cell_state(file, "0123456789abcdef")) << i;
    bytes.seekp(static_cast<std::streamoff>(i));
    bytes.put(byte).flush();
  }
  EXPECT_TRUE(read_cell_state(file, "0123456789abcdef"));
}

}  // namespace
}  // namespace cardan::app
