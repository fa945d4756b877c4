#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "cardan/core/atomic_file.h"
#include "cardan/core/atomic_file_internal.h"
#include "cardan/core/error.h"
#include "support/run_command.h"

namespace cardan::test {
namespace {

TEST(AtomicFile, TemporaryNamesCannotBeForetold) {
  std::set<std::string> endings;
  for (int i = 0; i < 100; ++i) {
    const std::string name = temporary_name("f");
    const std::string ending = name.substr(name.rfind('-') + 1);
    EXPECT_EQ(ending.size(), 16u) << name;  // 64 random bits
    endings.insert(ending.substr(0, 4));
  }
  EXPECT_GT(endings.size(), 80u);  // no counter
}

TEST(AtomicFile, NamesWhatAnEndedProcessLeft) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  folder.write("r.h5.partial-12-00ff", "");
  folder.write("r.h5.partial-123-00ff", "");
  folder.write("other.h5.partial-12-00ff", "");
  EXPECT_EQ(partial_files(file).size(), 2u);
  ASSERT_EQ(partial_files(file, 12).size(), 1u);
  EXPECT_EQ(partial_files(file, 12)[0], file + ".partial-12-00ff");
}

TEST(AtomicFile, WritesTheWholeFileAndLeavesNothingBeside) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("f");
  write_whole_file(file, "one");
  write_whole_file(file, "two");
  require_writable(file);
  EXPECT_EQ(file_text(file), "two");
  EXPECT_EQ(folder.listing(), "f\n");
  EXPECT_THROW(write_whole_file(folder.file("none/f"), ""), Error);
}

}  // namespace
}  // namespace cardan::test
