#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

// A limit on the size of files causes the same failures as a full disk and needs no rights.
CommandResult with_little_room(int blocks, const std::string& arguments) {
  return run_shell("ulimit -f " + std::to_string(blocks) + "; '" CARDAN_COMMAND "' " + arguments);
}

void expect_one_line(const CommandResult& result, const std::string& file) {
  EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(file), std::string::npos) << result.err;
}

TEST(FullDisk, FullDiskIsAOneLineErrorAndKeepsTheOldFile) {
  const TemporaryDirectory folder;
  const std::string run = "run " + scene_file("stand") + " --duration 2 ";
  for (const char* option : {"--record", "--save-state", "--report"}) {
    SCOPED_TRACE(option);
    const std::string file = folder.write("out", "old");
    const int blocks = std::string(option) == "--record" ? 100 : 1;  // of 512 or 1024 bytes
    expect_one_line(with_little_room(blocks, run + option + " " + file), file);
    EXPECT_EQ(file_text(file), "old");
    EXPECT_EQ(folder.listing(), "out\n");
  }
}

TEST(FullDisk, FailedLargeWriteReportsTheReason) {
  const TemporaryDirectory folder;
  const CommandResult result = with_little_room(
      4, "compare " + scene_file("cube_slide") + " --duration 0.5 --plot " + folder.file("p.svg"));
  expect_one_line(result, "p.svg: cannot write the file: File too large");
  EXPECT_EQ(folder.listing(), "");
}

TEST(FullDisk, FullStandardOutputIsAnError) {
  const CommandResult result = run_shell("'" CARDAN_COMMAND "' solvers >/dev/full");
  expect_one_line(result, "cannot write to standard output");
}

}  // namespace
}  // namespace cardan::test
