#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/hdf5_file.h"
#include "sim/record/state_file.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

SavedState example() {
  SavedState state;
  state.signature = "robot: 3 shapes, knee revolute\n";
  state.time = 0.1 + 0.2;  // not representable in a few decimals
  state.steps = 1234567890123;
  SavedModel robot{"robot / é", VectorX::LinSpaced(5, -1, 1), VectorX::Constant(4, 1.0 / 3), {}, {},
                   {}};
  robot.tau = VectorX::Zero(4);
  robot.tau_external = VectorX::Random(4);
  robot.pd.setRandom(7, 4);
  robot.pd(6, 2) = std::numeric_limits<double>::infinity();  // no bound
  state.models = {robot, {"ground", {}, {}, {}, {}, {}}};
  state.memory.contacts.resize(2);
  state.memory.contacts[1].key = 0xfedcba9876543210ULL;
  state.memory.contacts[1].lambda[2] = 5e-324;
  state.memory.contacts[1].normal[1] = -0.0;
  state.time_offset = 1e-17;
  state.step = 0.001;
  state.normals = {{0, 1}, {0, -0.0, 1}};
  state.memory.motors.resize(1);
  state.memory.motors[0].u[0] = 7;
  return state;
}

TEST(StateFile, RoundTripKeepsEveryBit) {
  test::TemporaryDirectory folder;
  const SavedState state = example();
  write_state(folder.file("s.h5"), state);
  const SavedState back = read_state(folder.file("s.h5"));
  EXPECT_EQ(back.signature, state.signature);
  EXPECT_EQ(back.time, state.time);
  EXPECT_EQ(back.time_offset, state.time_offset);
  EXPECT_EQ(back.step, state.step);
  EXPECT_EQ(back.steps, state.steps);
  EXPECT_EQ(back.normals.pairs, state.normals.pairs);
  EXPECT_TRUE(std::signbit(back.normals.normals[1]));
  ASSERT_EQ(back.models.size(), 2u);
  EXPECT_EQ(back.models[0].name, state.models[0].name);
  EXPECT_EQ(back.models[0].q, state.models[0].q);
  EXPECT_EQ(back.models[0].v, state.models[0].v);
  EXPECT_EQ(back.models[0].tau_external, state.models[0].tau_external);
  EXPECT_EQ(back.models[0].pd, state.models[0].pd);
  EXPECT_EQ(back.models[1].q.size(), 0);
  ASSERT_EQ(back.memory.contacts.size(), 2u);
  EXPECT_EQ(back.memory.contacts[1].key, state.memory.contacts[1].key);
  EXPECT_EQ(back.memory.contacts[1].lambda[2], 5e-324);
  EXPECT_TRUE(std::signbit(back.memory.contacts[1].normal[1]));
  ASSERT_EQ(back.memory.motors.size(), 1u);
  EXPECT_EQ(back.memory.motors[0].u[0], 7);
  EXPECT_EQ(folder.listing(), "s.h5\n");
}

TEST(StateFile, FailedWriteLeavesNoFile) {
  test::TemporaryDirectory folder;
  EXPECT_THROW(write_state(folder.file("no/such/folder/s.h5"), example()), Error);
  std::filesystem::create_directory(folder.file("taken"));
  EXPECT_THROW(write_state(folder.file("taken"), example()), Error);
  EXPECT_EQ(folder.listing(), "taken\n");
}

TEST(StateFile, FailedWriteKeepsTheOldFile) {
  test::TemporaryDirectory folder;
  const std::string file = folder.write("report.json", "old");
  write_whole_file(file, "new");
  std::string text;
  std::ifstream(file) >> text;
  EXPECT_EQ(text, "new");
  EXPECT_THROW(write_whole_file(folder.path(), "text"), Error);
  EXPECT_THROW(require_writable(folder.file("none/a")), Error);
  EXPECT_NO_THROW(require_writable(folder.file("b")));
  EXPECT_EQ(folder.listing(), "report.json\n");
}

TEST(StateFile, DamagedAndForeignFilesAreRejected) {
  test::TemporaryDirectory folder;
  const std::string file = folder.file("s.h5");
  EXPECT_THROW(read_state(file), Error);
  EXPECT_THROW(read_state(folder.write("text.h5", "not HDF5")), Error);
  write_state(file, example());
  const auto size = std::filesystem::file_size(file);
  for (const double part : {0.1, 0.5, 0.9}) {
    std::filesystem::copy_file(file, folder.file("cut.h5"),
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(folder.file("cut.h5"),
                                 static_cast<std::uintmax_t>(part * static_cast<double>(size)));
    EXPECT_THROW(read_state(folder.file("cut.h5")), Error) << part;
  }
}

std::string message_of(const std::string& file) {
  try {
    read_state(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A flipped bit is detected or has no effect: no wrong data are read, and there is no crash.
TEST(StateFile, FlippedBitIsDetectedOrHarmless) {
  test::TemporaryDirectory folder;
  const std::string file = folder.file("s.h5");
  const SavedState state = example();
  write_state(file, state);
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  int found = 0;
  for (std::uint32_t i = 0, random = 1; i < 150; ++i) {
    random = random * 1664525U + 1013904223U;
    std::string damaged = bytes;
    char& byte = damaged[(random >> 3) % damaged.size()];
    byte = static_cast<char>(byte ^ (1 << (random & 7)));
    try {
      const SavedState back = read_state(folder.write("flipped.h5", damaged));
      EXPECT_EQ(back.time, state.time);
      EXPECT_EQ(back.models[0].q, state.models[0].q);
      EXPECT_EQ(back.memory.contacts[1].key, state.memory.contacts[1].key);
      EXPECT_EQ(back.normals.normals, state.normals.normals);
    } catch (const Error&) {
      ++found;
    }
  }
  EXPECT_GT(found, 8);
}

TEST(StateFile, DamagedNumberIsDetected) {
  test::TemporaryDirectory folder;
  const std::string file = folder.file("s.h5");
  SavedState state = example();
  state.time = 1.2345678901234567;
  write_state(file, state);
  std::ifstream stream(file, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  const std::size_t place =
      bytes.find(std::string(reinterpret_cast<const char*>(&state.time), sizeof(double)));
  ASSERT_NE(place, std::string::npos);
  bytes[place] = static_cast<char>(bytes[place] ^ 1);
  const std::string message = message_of(folder.write("damaged.h5", bytes));
  EXPECT_NE(message.find("checksum"), std::string::npos) << message;
}

TEST(StateFile, OtherFormatVersionIsNamed) {
  test::TemporaryDirectory folder;
  Hdf5Writer writer(folder.file("old.h5"));
  writer.write_fixed("/format", std::string("cardan-state-1"));
  writer.commit();
  const std::string message = message_of(folder.file("old.h5"));
  EXPECT_NE(message.find("'cardan-state-1', but this version reads 'cardan-state-2'"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace cardan
