#include <hdf5.h>

#include <nlohmann/json.hpp>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

Json report_of(const std::string& scene, const std::string& more) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("r.json");
  const CommandResult result = cardan_command("run " + scene + " --report " + file + " " + more);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(folder.listing(), "r.json\n");
  return Json::parse(file_text(file));
}

TEST(Run, ReportHasTheDocumentedKeys) {
  const Json report = report_of(scene_file("stand"), "--duration 0.2 --profile");
  for (const char* key :
       {"scene", "formulation", "solver", "steps", "step", "wall_seconds", "real_time_factor",
        "worst_residual", "islands", "failed_islands", "fallbacks", "max_penetration", "energy",
        "state_hash", "models", "profile"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  EXPECT_EQ(report["scene"], "stand");
  EXPECT_EQ(report["formulation"], "cone");
  EXPECT_EQ(report["solver"], "conic");
  EXPECT_EQ(report["steps"], 200);
  EXPECT_EQ(report["step"], 0.001);
  EXPECT_EQ(report["failed_islands"], 0);
  EXPECT_LE(report["worst_residual"], 1e-8);
  EXPECT_TRUE(report["energy"].contains("start") && report["energy"].contains("end"));
  EXPECT_EQ(report["models"]["robot"]["base"]["xyz"].size(), 3u);
  EXPECT_EQ(report["models"]["robot"]["base"]["rpy"].size(), 3u);
  EXPECT_TRUE(report["models"]["robot"]["q"].contains("hip_front_left"));
  EXPECT_EQ(report["models"]["robot"]["q"].size(), 12u);
  EXPECT_TRUE(report["models"].contains("ground"));
  for (const char* stage : {"dynamics", "detect", "constrain", "islands", "solve", "integrate"}) {
    EXPECT_TRUE(report["profile"].contains(stage)) << stage;
  }
  EXPECT_GT(report["profile"]["solve"], 0);
  EXPECT_FALSE(report_of(scene_file("stand"), "--duration 0.01").contains("profile"));
}

// `q: NAME` takes a posture of the SRDF beside the robot; `strict` and an unknown name refuse.
TEST(Run, NamedPostureSetsTheInitialState) {
  const TemporaryDirectory folder;
  folder.write("r.urdf",
               "<robot name=\"r\"><link name=\"world\"/><link name=\"a\"><inertial><mass "
               "value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "
               "izz=\"3\"/></inertial></link><joint name=\"j\" type=\"continuous\"><parent "
               "link=\"world\"/><child link=\"a\"/></joint></robot>");
  folder.write("r.srdf",
               "<robot name=\"r\"><group_state name=\"home\" group=\"g\"><joint name=\"j\" "
               "value=\"0.25\"/></group_state></robot>");
  const auto scene = [&](const std::string& keys) {
    return folder.write(
        "s.yaml",
        "cardan: 1\ngravity: [0, 0, 0]\nmodels: [{name: r, urdf: r.urdf, " + keys + "}]\n");
  };
  EXPECT_EQ(report_of(scene("q: home"), "--duration 0.01")["models"]["r"]["q"]["j"], 0.25);
  const CommandResult unknown = cardan_command("run " + scene("q: away"));
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("no posture 'away'"), std::string::npos) << unknown.err;
  EXPECT_NE(unknown.err.find("it has: home"), std::string::npos) << unknown.err;
  EXPECT_EQ(cardan_command("run " + scene("strict: true")).exit_code, 2);
  // An impossible inertia is the only warning, also if it is projected.
  EXPECT_EQ(cardan_command("run " + scene("project_inertias: true") + " --duration 0.01").exit_code,
            0);
}

TEST(Run, EveryShippedSceneEndsWithItsSummary) {
  for (const char* name : {"stand", "arm", "cube_drop", "cube_slide", "pendulum",
                           "box_on_slope_stick", "box_on_slope_slide"}) {
    const CommandResult result = cardan_command("run " + scene_file(name) + " --duration 0.5");
    EXPECT_EQ(result.exit_code, 0) << name << result.err;
    EXPECT_EQ(result.err, "") << name;
    for (const char* part : {"cone with conic", "times real time", "contacts", "worst residual",
                             "fallbacks", "energy", "state hash"}) {
      EXPECT_NE(result.out.find(part), std::string::npos) << name << ": " << part;
    }
  }
}

// a = g (sin α − μ cos α), tan α = 1/2: after N steps of the discretised law x = a h² N (N + 1)
// / 2.
TEST(Run, BoxSlidesByTheDiscretisedLaw) {
  const Json report = report_of(scene_file("box_on_slope_slide"), "");
  const double sine = 1 / std::sqrt(5.0), cosine = 2 / std::sqrt(5.0);
  const double a = 9.81 * (sine - 0.3 * cosine);
  const double way = a * 1e-6 * 1000 * 1001 / 2;
  const Json xyz = report["models"]["box"]["base"]["xyz"];
  EXPECT_NEAR(xyz[0].get<double>(), 0.1 * sine + way * cosine, 1e-9 * way);
  EXPECT_NEAR(xyz[2].get<double>(), 0.1 * cosine - way * sine, 1e-9 * way);
}

TEST(Run, RepeatedAndThreadedRunsHaveEqualBits) {
  const std::string scene = scene_file("stand");
  const std::string first = report_of(scene, "--duration 0.5")["state_hash"];
  EXPECT_EQ(report_of(scene, "--duration 0.5")["state_hash"], first);
  EXPECT_EQ(report_of(scene, "--duration 0.5 --threads 2")["state_hash"], first);
  EXPECT_NE(report_of(scene, "--duration 0.501")["state_hash"], first);
}

TEST(Run, SavedStateContinuesBitForBit) {
  const TemporaryDirectory folder;
  const std::string state = folder.file("half.h5");
  for (const char* name : {"stand", "cube_drop", "arm"}) {
    const std::string scene = scene_file(name);
    const std::string whole = report_of(scene, "--duration 0.7")["state_hash"];
    report_of(scene, "--duration 0.3 --save-state " + state);
    EXPECT_EQ(report_of(scene, "--duration 0.4 --from " + state)["state_hash"], whole) << name;
  }
  const CommandResult other = cardan_command("run " + scene_file("pendulum") + " --from " + state);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("the state belongs to another world"), std::string::npos) << other.err;
}

TEST(Run, CommandLineChoosesThePair) {
  const std::string stand = scene_file("stand");
  Json report = report_of(stand, "--duration 0.1 --solver lemke");
  EXPECT_EQ(report["solver"], "lemke");
  EXPECT_EQ(report["formulation"].get<std::string>().substr(0, 10), "polyhedral");
  report = report_of(stand, "--duration 0.1 --solver pgs");
  EXPECT_EQ(report["formulation"], "cone");  // the scene's fits and stays
  report = report_of(stand, "--duration 0.1 --formulation polyhedral:directions=4");
  EXPECT_NE(report["formulation"].get<std::string>().find("directions=4"), std::string::npos);
  report = report_of(stand, "--step 0.002 --duration 0.1");
  EXPECT_EQ(report["steps"], 50);
}

std::size_t rows_of(hid_t file, const char* path, std::vector<double>* values = nullptr) {
  const hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
  if (dataset < 0) return 0;
  const hid_t space = H5Dget_space(dataset);
  hsize_t size[2] = {0, 1};
  H5Sget_simple_extent_dims(space, size, nullptr);
  if (values) {
    values->resize(size[0] * size[1]);
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values->data());
  }
  H5Sclose(space);
  H5Dclose(dataset);
  return size[0];
}

TEST(Run, RecordingHasOneRowPerInterval) {
  const TemporaryDirectory folder;
  const std::string path = folder.file("out.h5"), report = folder.file("r.json");
  const CommandResult result = cardan_command(
      "run " + scene_file("stand") + " --duration 3 --record " + path + " --report " + report);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  std::vector<double> time, height, q, residual;
  EXPECT_EQ(rows_of(file, "/time", &time), 301u);  // every 10 ms, both ends
  EXPECT_EQ(rows_of(file, "/models/robot/base_position", &height), 301u);
  EXPECT_EQ(rows_of(file, "/models/robot/q", &q), 301u);
  EXPECT_EQ(rows_of(file, "/models/robot/v"), 301u);
  EXPECT_EQ(rows_of(file, "/models/robot/base_quaternion"), 301u);
  EXPECT_EQ(rows_of(file, "/contacts"), 301u);
  EXPECT_EQ(rows_of(file, "/kinetic_energy"), 301u);
  EXPECT_EQ(rows_of(file, "/potential_energy"), 301u);
  EXPECT_EQ(rows_of(file, "/worst_residual", &residual), 301u);
  H5Fclose(file);
  ASSERT_EQ(time.size(), 301u);
  for (std::size_t i = 0; i < time.size(); ++i) EXPECT_NEAR(time[i], 0.01 * double(i), 1e-9);
  EXPECT_EQ(q.size(), 301u * 19u);
  // Free fall until the feet touch after √(2 · 0.05 / g) = 0.101 s.
  EXPECT_NEAR(height[3 * 5 + 2], 0.4001 - 0.5 * 9.81 * 0.05 * 0.051, 1e-9);
  const Json json = Json::parse(file_text(report));
  EXPECT_EQ(height[3 * 300 + 2], json["models"]["robot"]["base"]["xyz"][2].get<double>());
  EXPECT_EQ(*std::max_element(residual.begin(), residual.end()),
            json["worst_residual"].get<double>());
}

// A solver that returns its guess leaves every island above the tolerance.
TEST(Run, MostlyApproximateAnswersFailUnlessABudgetIsSet) {
  const TemporaryDirectory folder;
  const std::string run = "run " + scene_file("cube_drop") +
                          " --duration 0.5 --solver takes_nothing --plugins " +
                          CARDAN_BAD_PLUGIN_DIR "/misconduct";
  const std::string guess = "run " + scene_file("cube_drop") +
                            " --duration 0.5 --solver allocates --plugins " +
                            CARDAN_BAD_PLUGIN_DIR "/misbehaves";
  const CommandResult result = cardan_command(guess);
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_NE(result.err.find("islands that called a solver have residuals above the tolerance"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  // A budget that ended no solve does not permit failures.
  EXPECT_EQ(cardan_command(guess + " --set contact.solver.max_iterations=3").exit_code, 3);
  const CommandResult budget =
      cardan_command("run " + scene_file("box_pyramid") +
                     " --duration 0.1 --solver pgs --set contact.solver.max_iterations=2");
  EXPECT_EQ(budget.exit_code, 0) << budget.err;
  EXPECT_EQ(cardan_command(run).exit_code, 3);
}

TEST(Run, OptionsForTheNamedSolverAreAppliedOrRejected) {
  const std::string run = "run " + scene_file("cube_slide") + " --duration 0.05 ";
  const CommandResult wrong =
      cardan_command(run + "--solver pgs --set contact.solver.no_such_option=1");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("no_such_option"), std::string::npos) << wrong.err;
  const auto iterations = [&](const std::string& more) {
    return report_of(scene_file("cube_slide"), "--duration 0.05 --solver pgs " + more)["iterations"]
        .get<int>();
  };
  const int free = iterations("");
  const int bound = iterations("--set contact.solver.max_iterations=1");
  EXPECT_LT(bound, free);
  const CommandResult two = cardan_command(run + "--solver pgs --set contact.solver=conic");
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_NE(two.err.find("name two solvers"), std::string::npos) << two.err;
}

TEST(Run, OptionOfAReplacedSolverIsRejected) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write(
      "s.yaml",
      "cardan: 1\ncontact: {formulation: polyhedral, solver: lemke}\ntime: {duration: 0.01}\n"
      "models:\n  - {name: a, sphere: {radius: 0.1}}\n");
  const CommandResult result =
      cardan_command("run " + scene + " --formulation cone --set contact.solver.max_iterations=9");
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_NE(result.err.find("replaces with 'conic'"), std::string::npos) << result.err;
}

TEST(Run, UnknownMaterialDoesNotSuggestAnEmptyName) {
  const TemporaryDirectory folder;
  const std::string scene = folder.write(
      "s.yaml", "cardan: 1\nmodels:\n  - {name: a, sphere: {radius: 0.1}, material: zzzzzzzzzz}\n");
  const CommandResult result = cardan_command("run " + scene);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err.find("''"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace cardan::test
