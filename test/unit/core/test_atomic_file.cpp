#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "cardan/error.h"
#include "core/atomic_file.h"
#include "test/support/run_command.h"

namespace cardan::test {
namespace {

TEST(AtomicFile, TemporaryNamesAreUnpredictable) {
  std::set<std::string> endings;
  for (int i = 0; i < 100; ++i) {
    const std::string name = temporary_name("f");
    const std::string ending = name.substr(name.rfind('-') + 1);
    EXPECT_EQ(ending.size(), 16u) << name;  // 64 random bits
    endings.insert(ending.substr(0, 4));
  }
  EXPECT_GT(endings.size(), 80u);  // no counter
}

constexpr const char* kRandom = "-00ff00ff00ff00ff";

TEST(AtomicFile, PartialFilesOfAnEndedProcessAreListed) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  const std::string own = folder.write(std::string("r.h5.partial-12") + kRandom, "");
  folder.write(std::string("r.h5.partial-123") + kRandom, "");
  folder.write(std::string("other.h5.partial-12") + kRandom, "");
  EXPECT_EQ(partial_files(file).size(), 2u);
  EXPECT_EQ(partial_files(file, 12), std::vector<std::string>{own});
  std::ofstream(temporary_name(file)) << "";
  EXPECT_EQ(partial_files(file).size(), 3u);
}

TEST(AtomicFile, OtherFilesAreNotTakenForPartialFiles) {
  const TemporaryDirectory folder;
  for (const char* ending :
       {"notes.txt", "", "12", "12-", "12-00ff", "12-00ff00ff00ff00ff0", "12-00ff00ff00ff00ff.txt",
        "12-00FF00FF00FF00FF", "12-00ff00ff00ff00fg", "-00ff00ff00ff00ff", "x-00ff00ff00ff00ff",
        "0-00ff00ff00ff00ff", "12345678901-00ff00ff00ff00ff"}) {
    folder.write(std::string("r.h5.partial-") + ending, "");
  }
  const std::string target = folder.write("target", "");
  std::filesystem::create_directory(folder.file(std::string("r.h5.partial-13") + kRandom));
  std::filesystem::create_symlink(target, folder.file(std::string("r.h5.partial-14") + kRandom));
  const std::string foreign = folder.write(std::string("r.h5.partial-15") + kRandom, "");
  if (::chown(foreign.c_str(), ::geteuid() + 1, static_cast<gid_t>(-1)) != 0)
    std::filesystem::remove(foreign);  // root alone gives files away
  EXPECT_EQ(partial_files(folder.file("r.h5")), std::vector<std::string>{});
}

TEST(AtomicFile, WholeFileIsWrittenAndNoPartialFileRemains) {
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
