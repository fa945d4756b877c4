#include <hdf5.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

// A scene of one box that lands and slides; `more` goes into its materials.
std::string box(const TemporaryDirectory& folder, const std::string& name, const std::string& mu) {
  return folder.write(
      name, "cardan: 1\ntime: {step: 0.002, duration: 0.2}\nmaterials: {default: {mu: " + mu +
                "}}\nmodels:\n"
                "  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: "
                "true}\n"
                "  - {name: box, box: {size: [0.2, 0.2, 0.2]}, pose: {xyz: [0, 0, "
                "0.1015]}, velocity: {linear: [1, 0, 0]}}\n");
}

TEST(Verify, RepeatedRunHasTheBitsOfItsRecording) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + file).exit_code, 0);
  for (const char* more : {"", " --threads 2", " --duration 0.1"}) {
    const CommandResult result = cardan_command("run " + scene + " --verify " + file + more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("are bit-identical to"), std::string::npos) << result.out;
  }
}

TEST(Verify, FirstDifferingStepIsReportedWithItsQuantity) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + box(folder, "a.yaml", "0.5") + " --record " + file +
                           " --record-every 0")
                .exit_code,
            0);
  // The box touches the ground after some steps: only then does friction matter.
  const CommandResult result =
      cardan_command("run " + box(folder, "b.yaml", "0.500000001") + " --verify " + file);
  EXPECT_EQ(result.exit_code, 1);
  for (const char* part : {"step ", "model 'box'", "coordinate 0", "the recording has",
                           "this run has", "ulps apart"}) {
    EXPECT_NE(result.err.find(part), std::string::npos) << part << ": " << result.err;
  }
  EXPECT_EQ(result.err.find("step 1 "), std::string::npos) << result.err;
}

TEST(Verify, HashesLocateTheStepBetweenRows) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + box(folder, "a.yaml", "0.5") + " --record " + file).exit_code,
            0);
  const CommandResult result =
      cardan_command("run " + box(folder, "b.yaml", "0.6") + " --verify " + file);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("differ first; in step"), std::string::npos) << result.err;
}

TEST(Verify, RecordingThatBeganAtASavedStateIsVerifiedFromThere) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), state = folder.file("s.h5"),
                    file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --duration 0.05 --save-state " + state).exit_code, 0);
  ASSERT_EQ(cardan_command("run " + scene + " --duration 0.1 --from " + state + " --record " + file)
                .exit_code,
            0);
  const CommandResult result = cardan_command("run " + scene + " --verify " + file);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("verified: 50 steps"), std::string::npos) << result.out;
}

TEST(Verify, IncomparableRecordingsAreRejected) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + file).exit_code, 0);
  const auto message = [](const std::string& arguments) {
    const CommandResult result = cardan_command(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    return result.err;
  };
  EXPECT_NE(message("run " + scene + " --step 0.001 --verify " + file).find("use the same --step"),
            std::string::npos);
  EXPECT_NE(message("run " + scene_file("pendulum") + " --step 0.002 --verify " + file)
                .find("different moving models or joints"),
            std::string::npos);
  EXPECT_NE(message("run " + scene + " --verify " + scene).find("not a readable HDF5 file"),
            std::string::npos);
  EXPECT_NE(message("run " + scene + " --from " + file).find("not a state of cardan"),
            std::string::npos);
  message("run " + scene + " --verify " + file + " --from " + file);
  message("run " + scene + " --verify " + file + " --record " + file);
}

/// Writes one number over all of a table, as a hex editor would.
void fill(const std::string& file, const char* table, double value) {
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t data = H5Dopen2(id, table, H5P_DEFAULT), space = H5Dget_space(data);
  const std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)),
                                   value);
  EXPECT_GE(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(id);
}

/// Cuts a table to fewer rows, or extends it.
void resize(const std::string& file, const char* table, hsize_t rows) {
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t data = H5Dopen2(id, table, H5P_DEFAULT), space = H5Dget_space(data);
  hsize_t extent[2] = {0, 0};
  H5Sget_simple_extent_dims(space, extent, nullptr);
  extent[0] = rows;
  EXPECT_GE(H5Dset_extent(data, extent), 0);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(id);
}

// Right hashes do not help if the rows differ from them.
TEST(Verify, RowsThatContradictTheHashesAreRejected) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), whole = folder.file("whole.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + whole).exit_code, 0);
  for (const char* table : {"/models/box/q", "/models/box/v", "/time"}) {
    const std::string file = folder.file("r.h5");
    std::filesystem::copy_file(whole, file, std::filesystem::copy_options::overwrite_existing);
    fill(file, table, std::nan(""));
    const CommandResult verified = cardan_command("run " + scene + " --verify " + file);
    EXPECT_EQ(verified.exit_code, 2) << table << verified.out;
    EXPECT_NE(verified.err.find("step 0"), std::string::npos) << verified.err;
    for (const std::string& pair : {file + " " + whole, whole + " " + file, file + " " + file})
      EXPECT_EQ(cardan_command("diff " + pair).exit_code, 2) << table;
  }
}

TEST(Verify, TablesOfWrongSizeAreRejected) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), whole = folder.file("whole.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + whole).exit_code, 0);
  const struct {
    const char* table;
    hsize_t rows;
  } changes[] = {{"/hashes", 0},       {"/hashes", 1},        {"/hashes", 100},
                 {"/step", 0},         {"/step", 1},          {"/step", 30},
                 {"/models/box/q", 3}, {"/models/box/v", 30}, {"/time", 3}};
  for (const auto& change : changes) {
    const std::string file = folder.file("r.h5");
    std::filesystem::copy_file(whole, file, std::filesystem::copy_options::overwrite_existing);
    resize(file, change.table, change.rows);
    const CommandResult verified = cardan_command("run " + scene + " --verify " + file);
    EXPECT_EQ(verified.exit_code, 2) << change.table << " " << change.rows << ": " << verified.out;
    EXPECT_EQ(verified.out.find("verified"), std::string::npos) << verified.out;
    EXPECT_EQ(cardan_command("diff " + file + " " + file).exit_code, 2) << change.table;
  }
}

// According to the rows, the run starts in a state that differs from its start.
TEST(Verify, WrongFirstStepIsRejected) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --duration 0.002 --record-every 0 --record " + file)
                .exit_code,
            0);
  fill(file, "/step", 7);
  resize(file, "/step", 1);
  resize(file, "/time", 1);
  for (const char* table : {"/models/box/q", "/models/box/v"}) resize(file, table, 1);
  const CommandResult verified = cardan_command("run " + scene + " --verify " + file);
  EXPECT_EQ(verified.exit_code, 2) << verified.out;
  EXPECT_NE(verified.err.find("step 7"), std::string::npos) << verified.err;
}

TEST(Diff, DiffReportsWhereTwoRecordingsDiverge) {
  const TemporaryDirectory folder;
  const std::string a = folder.file("a.h5"), b = folder.file("b.h5"), c = folder.file("c.h5");
  const std::string scene = box(folder, "a.yaml", "0.5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + a).exit_code, 0);
  ASSERT_EQ(
      cardan_command("run " + scene + " --duration 0.1 --record-every 0 --record " + b).exit_code,
      0);
  ASSERT_EQ(cardan_command("run " + box(folder, "c.yaml", "0.6") + " --record " + c).exit_code, 0);
  const CommandResult same = cardan_command("diff " + a + " " + b);
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_NE(same.out.find("equal bits from step 0 to 50"), std::string::npos) << same.out;
  EXPECT_NE(same.out.find("continues to step 100"), std::string::npos) << same.out;
  const CommandResult other = cardan_command("diff " + a + " " + c);
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.out.find("model 'box'"), std::string::npos) << other.out;
  EXPECT_EQ(cardan_command("diff " + a + " " + folder.file("none.h5")).exit_code, 2);
}

}  // namespace
}  // namespace cardan::test
