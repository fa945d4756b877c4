#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "cardan/error.h"
#include "core/read_file.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

TEST(ReadFile, EveryByteIsRead) {
  const test::TemporaryDirectory folder;
  std::string bytes;
  for (int i = 0; i < 200001; ++i) bytes += static_cast<char>(i * 31 % 256);
  const std::string file = folder.write("f", bytes);
  EXPECT_EQ(try_read_file(file).bytes, bytes);
  EXPECT_EQ(read_whole_file(file), bytes);
  EXPECT_EQ(try_read_file(folder.write("empty", "")).why, "");
  EXPECT_EQ(why_not_a_file(file), "");
}

TEST(ReadFile, LinkToAFileIsFollowed) {
  const test::TemporaryDirectory folder;
  folder.write("f", "x");
  ASSERT_EQ(::symlink("f", folder.file("link").c_str()), 0);
  EXPECT_EQ(try_read_file(folder.file("link")).bytes, "x");
}

// Reading must not block, and each message names the kind of file.
TEST(ReadFile, SpecialFilesAreRejected) {
  const test::TemporaryDirectory folder;
  const std::string pipe = folder.file("pipe"), loop = folder.file("loop"),
                    socket = folder.file("socket");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ASSERT_EQ(::symlink("loop", loop.c_str()), 0);
  const int number = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(number, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  const std::pair<std::string, std::string> cases[] = {
      {pipe, "pipe"},          {loop, "cycle"},
      {socket, "socket"},      {folder.path(), "folder"},
      {"/dev/zero", "device"}, {folder.file("absent"), "does not exist"},
      {"", "does not exist"},  {std::string(5000, 'a'), "too long"}};
  for (const auto& [file, word] : cases) {
    const FileContents contents = try_read_file(file);
    EXPECT_NE(contents.why.find(word), std::string::npos) << file << ": " << contents.why;
    EXPECT_EQ(contents.bytes, "");
    EXPECT_EQ(why_not_a_file(file), contents.why);
    EXPECT_THROW(read_whole_file(file), Error);
  }
  ::close(number);
}

TEST(ReadFile, LargeFileIsRejectedBeforeReading) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.write("f", std::string(100, 'x'));
  EXPECT_EQ(try_read_file(file, 100).bytes.size(), 100u);
  EXPECT_EQ(try_read_file(file, 99).why, "it has 100 bytes; at most 99 bytes are read");
  EXPECT_NE(why_not_a_file(file, 99), "");
  // A file of a terabyte that takes no room on the disk.
  const std::string sparse = folder.write("sparse", "");
  ASSERT_EQ(::truncate(sparse.c_str(), off_t{1} << 40), 0);
  EXPECT_EQ(try_read_file(sparse).why, "it has 1048576 MiB; at most 256 MiB are read");
}

// Files of /proc are regular and report a size of zero.
TEST(ReadFile, FileOfUnknownSizeIsBounded) {
  EXPECT_FALSE(try_read_file("/proc/self/maps").bytes.empty());
  EXPECT_NE(try_read_file("/proc/self/maps", 10).why.find("at most 10 bytes"), std::string::npos);
}

TEST(ReadFile, ErrorNamesTheFileAndTheHint) {
  try {
    read_whole_file("/nowhere/f", "write it");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "/nowhere/f: cannot read the file: the file does not exist; write it");
  }
}

}  // namespace
}  // namespace cardan
