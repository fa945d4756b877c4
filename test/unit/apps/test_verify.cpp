#include "cardan_command.h"

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

TEST(Verify, ARunHasTheBitsOfItsRecording) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + file).exit_code, 0);
  for (const char* more : {"", " --threads 2", " --duration 0.1"}) {
    const CommandResult result = cardan_command("run " + scene + " --verify " + file + more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("have the bits of"), std::string::npos) << result.out;
  }
}

TEST(Verify, TheFirstStepThatDiffersIsNamedWithTheQuantity) {
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

TEST(Verify, BetweenRowsTheHashesNameTheStep) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + box(folder, "a.yaml", "0.5") + " --record " + file).exit_code,
            0);
  const CommandResult result =
      cardan_command("run " + box(folder, "b.yaml", "0.6") + " --verify " + file);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("differ first; in step"), std::string::npos) << result.err;
}

TEST(Verify, ARecordingFromASavedStateStartsThere) {
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

TEST(Verify, WhatCannotBeComparedIsRefused) {
  const TemporaryDirectory folder;
  const std::string scene = box(folder, "s.yaml", "0.5"), file = folder.file("r.h5");
  ASSERT_EQ(cardan_command("run " + scene + " --record " + file).exit_code, 0);
  const auto message = [](const std::string& arguments) {
    const CommandResult result = cardan_command(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    return result.err;
  };
  EXPECT_NE(message("run " + scene + " --step 0.001 --verify " + file).find("give the same --step"),
            std::string::npos);
  EXPECT_NE(message("run " + scene_file("pendulum") + " --step 0.002 --verify " + file)
                .find("not the same models"),
            std::string::npos);
  EXPECT_NE(message("run " + scene + " --verify " + scene).find("not a readable HDF5 file"),
            std::string::npos);
  EXPECT_NE(message("run " + scene + " --from " + file).find("not a state of cardan"),
            std::string::npos);
  message("run " + scene + " --verify " + file + " --from " + file);
  message("run " + scene + " --verify " + file + " --record " + file);
}

TEST(Diff, NamesWhereTwoRecordingsPart) {
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
  EXPECT_NE(same.out.find("goes on to step 100"), std::string::npos) << same.out;
  const CommandResult other = cardan_command("diff " + a + " " + c);
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.out.find("model 'box'"), std::string::npos) << other.out;
  EXPECT_EQ(cardan_command("diff " + a + " " + folder.file("none.h5")).exit_code, 2);
}

}  // namespace
}  // namespace cardan::test
