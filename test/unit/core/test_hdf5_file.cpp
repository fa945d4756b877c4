#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "cardan/error.h"
#include "core/hdf5_file.h"
#include "test/support/run_command.h"

namespace cardan::test {
namespace {

std::string refusal(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_refused(const std::function<void()>& read, const std::string& part) {
  const std::string said = refusal(read);
  EXPECT_NE(said.find(part), std::string::npos) << "'" << said << "'";
}

Hdf5Handle create(const std::string& file) {
  return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose};
}

// A table (rows, 1) of doubles in chunks, with nothing stored.
Hdf5Handle make_table(const Hdf5Handle& file, const char* name, hsize_t rows, unsigned deflate) {
  const hsize_t size[2] = {rows, 1}, chunk[2] = {hsize_t{1} << 16, 1};
  const Hdf5Handle space(H5Screate_simple(2, size, nullptr), H5Sclose);
  const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(properties.get(), 2, chunk);
  if (deflate > 0) H5Pset_deflate(properties.get(), deflate);
  return {H5Dcreate2(file.get(), name, H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT,
                     properties.get(), H5P_DEFAULT),
          H5Dclose};
}

// A process that opens a pipe to read waits for one that writes. The test opens it to write, so
// that a reader of the pipe fails and does not hang.
TEST(Hdf5File, ExternalLinksAreNotFollowed) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("f.h5"), pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int writing_end = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  {
    const Hdf5Handle id = create(file);
    H5Lcreate_external(pipe.c_str(), "/", id.get(), "/models", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/models/a", id.get(), "/soft", H5P_DEFAULT, H5P_DEFAULT);
  }
  const Hdf5Reader reader(file);
  for (const char* path : {"/models", "/models/a/q"}) {
    expect_refused([&] { reader.has(path); }, "'/models' leads to another file");
    expect_refused([&] { reader.doubles(path); }, "'/models' leads to another file");
  }
  for (const char* path : {"/soft", "/soft/q"}) {
    expect_refused([&] { reader.has(path); }, "'/soft' is a soft link");
    expect_refused([&] { reader.num_rows(path); }, "'/soft' is a soft link");
  }
  ::close(writing_end);
}

TEST(Hdf5File, UnallocatedDatasetsAreNotRead) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("f.h5");
  {
    const Hdf5Handle id = create(file);
    make_table(id, "large", 4000000000, 0);
    make_table(id, "large_filtered", 4000000000, 9);
    make_table(id, "small", 100000, 0);
    make_table(id, "small_filtered", 100000, 9);
  }
  const std::string image = file_text(file);
  const Hdf5Reader on_disk(file), in_memory(image, "image");
  for (const Hdf5Reader* reader : {&on_disk, &in_memory}) {
    for (const char* path : {"/large", "/large_filtered"}) {
      expect_refused([&] { reader->doubles(path); }, "4000000000 times 8 bytes of memory");
      expect_refused([&] { reader->row(path, 5); }, "4000000000 values of 8 bytes");
    }
    for (const char* path : {"/small", "/small_filtered"})
      expect_refused([&] { reader->doubles(path); }, "100000 values of 8 bytes, but only");
  }
}

// A file of the library with a user block of so many bytes in front.
std::string image_with_user_block(hsize_t bytes) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("f.h5");
  const Hdf5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_userblock(creation.get(), bytes);
  {
    const Hdf5Handle id(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, creation.get(), H5P_DEFAULT),
                        H5Fclose);
    make_table(id, "table", 100000, 0);
  }
  return file_text(file);
}

// The library allocates the memory that such a block states, up to 4 GiB, for a file of any length.
TEST(Hdf5File, DriverInfoBlockIsRejected) {
  const TemporaryDirectory folder;
  for (const hsize_t user_block : {0, 512, 2048}) {
    std::string image = image_with_user_block(user_block);
    const std::string file = folder.write("f.h5", image);
    EXPECT_TRUE(Hdf5Reader(file).has("/table"));
    EXPECT_TRUE(Hdf5Reader(image, "image").has("/table"));
    const std::size_t address = user_block + 48;  // superblock of version 0
    ASSERT_EQ(image.substr(address, 8), std::string(8, '\xff'));
    image.replace(address, 8, std::string("\x60\0\0\0\0\0\0\0", 8));
    const std::string damaged = folder.write("damaged.h5", image);
    expect_refused([&] { Hdf5Reader{damaged}; },
                   "damaged.h5: the HDF5 file uses an unsupported driver");
    expect_refused(
        [&] {
          Hdf5Reader{image, "image"};
        },
        "image: the HDF5 file uses an unsupported driver");
  }
}

TEST(Hdf5File, CompressedNumbersAreRead) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("f.h5");
  const std::vector<double> zeros(hsize_t{1} << 18, 0.0);  // zlib at its best
  {
    const Hdf5Handle id = create(file), table = make_table(id, "zeros", zeros.size(), 9);
    H5Dwrite(table.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data());
  }
  EXPECT_EQ(Hdf5Reader(file).doubles("/zeros"), zeros);
}

TEST(Hdf5File, WrittenDataIsReadBack) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("f.h5");
  std::vector<double> values(1500);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  {
    Hdf5Writer writer(file);
    writer.write("/a/line", values);
    writer.write("/a/none", std::span<const double>());
    writer.write_fixed("/a/names", std::vector<std::string>{"x", "longer"});
    writer.write_fixed("/a/no_names", std::vector<std::string>());
    writer.make_series("/a/no_rows", 3);
    writer.make_series("/a/rows", 3).append(values);
    writer.commit();
  }
  const Hdf5Reader reader(file);
  EXPECT_EQ(reader.doubles("/a/line"), values);
  EXPECT_EQ(reader.doubles("/a/none"), std::vector<double>{});
  EXPECT_EQ(reader.names("/a/names"), (std::vector<std::string>{"x", "longer"}));
  EXPECT_EQ(reader.names("/a/no_names"), std::vector<std::string>{});
  EXPECT_EQ(reader.doubles("/a/no_rows"), std::vector<double>{});
  EXPECT_EQ(reader.doubles("/a/rows"), values);
  EXPECT_EQ(reader.row("/a/rows", 499), (std::vector<double>{1497, 1498, 1499}));
  EXPECT_EQ(reader.rows("/a/rows", 256, 2), (std::vector<double>{768, 769, 770, 771, 772, 773}));
  expect_refused([&] { reader.rows("/a/rows", 499, 2); }, "has no row 500");
}

// The library keeps the index of every table in memory, 2 B a number, unless the tables are closed.
TEST(Hdf5File, MemoryDoesNotGrowWithTheRows) {
  constexpr int kTables = 20, kRows = 256, kBlocks = 2500;
  const TemporaryDirectory folder;
  const std::string file = folder.file("f.h5");
  Hdf5Writer writer(file);
  writer.keep_structure_between_flushes();
  std::vector<Hdf5Series> series;
  for (int i = 0; i < kTables; ++i)
    series.push_back(writer.make_series("/group/table" + std::to_string(i), 1));
  std::vector<double> values(kRows);
  double number = 0;
  const auto write_blocks = [&] {
    for (int block = 0; block < kBlocks; ++block) {
      for (double& value : values) value = number++;
      for (Hdf5Series& table : series) table.append(values);
      if (block % 10 == 9) writer.flush();
    }
    return static_cast<double>(mallinfo2().uordblks);
  };
  const double before = write_blocks(), growth = write_blocks() - before;
  EXPECT_LT(growth, 4e6) << growth / (kBlocks * kRows) << " B a row";
  series.clear();
  writer.commit();
  const Hdf5Reader reader(file);
  for (const int row : {0, 255, 256, kBlocks * kRows, 2 * kBlocks * kRows - 1})
    EXPECT_EQ(reader.row("/group/table7", row), std::vector<double>{static_cast<double>(row)});
}

}  // namespace
}  // namespace cardan::test
