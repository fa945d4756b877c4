#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <filesystem>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

// One line on standard error, exit code 2, and none of the requested outputs.
void expect_refused(const CommandResult& result, const std::string& part) {
  EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err << "\nlacks: " << part;
}

// A robot of two links and its defect.
struct BadRobot {
  const char* name;
  std::string text;
  const char* part;
};

std::string link(const std::string& name, const std::string& mass = "1",
                 const std::string& more = "") {
  return "<link name=\"" + name + "\"><inertial><mass value=\"" + mass +
         "\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>" +
         more + "</link>\n";
}

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& xyz = "0 0 1") {
  return "<joint name=\"" + name + "\" type=\"continuous\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/><origin xyz=\"" + xyz + "\"/></joint>\n";
}

std::string robot(const std::string& inside) {
  return "<?xml version=\"1.0\"?>\n<robot name=\"r\">\n" + inside + "</robot>\n";
}

std::vector<BadRobot> bad_robots() {
  const std::string good = link("a") + link("b") + joint("j", "a", "b");
  return {
      {"truncated", robot(good).substr(0, 200), "bad.urdf"},
      {"empty", "", "bad.urdf"},
      {"mesh",
       robot(link("a", "1",
                  "<collision><geometry><mesh filename=\"package://none/x.stl\"/></geometry>"
                  "</collision>")),
       "package://none/x.stl"},
      {"undeclared", robot(link("a") + joint("j", "a", "ghost")), "ghost"},
      {"cycle", robot(good + joint("k", "b", "a")), "bad.urdf"},
      {"two_roots", robot(link("a") + link("b")), "root"},
      {"zero_mass", robot("<link name=\"a\"/><link name=\"b\"/>" + joint("j", "a", "b")),
       "has mass"},
      {"negative_mass", robot(link("a") + link("b", "-1") + joint("j", "a", "b")), "mass"},
      {"nan_mass", robot(link("a") + link("b", "nan") + joint("j", "a", "b")), "nan"},
      {"nan_origin", robot(link("a") + link("b") + joint("j", "a", "b", "0 nan 0")), "nan"},
  };
}

TEST(BadInput, InvalidRobotsAreRejected) {
  for (const BadRobot& bad : bad_robots()) {
    SCOPED_TRACE(bad.name);
    const TemporaryDirectory folder;
    const std::string urdf = folder.write("bad.urdf", bad.text);
    const std::string scene = folder.write(
        "scene.yaml", "cardan: 1\nmodels:\n  - {name: r, urdf: bad.urdf, base: floating}\n");
    const CommandResult run =
        cardan_command("run " + scene + " --duration 0.01 --report " + folder.file("r.json") +
                       " --record " + folder.file("r.h5") + " --save-state " + folder.file("s.h5"));
    expect_refused(run, bad.part);
    expect_refused(run, "scene.yaml:3: model 'r': ");
    expect_refused(cardan_command("check " + urdf), bad.part);
    std::filesystem::remove(urdf);
    EXPECT_EQ(folder.listing(), "scene.yaml\n");
  }
}

TEST(BadInput, InvalidScenesAreRejectedWithTheLine) {
  const struct {
    const char *text, *part;
  } cases[] = {
      {"gravty: [0, 0, 0]\n",
       "scene.yaml:2: unknown key 'gravty' in the scene; did you mean 'gravity'?"},
      {"time: {step: 1 ms}\n", "scene.yaml:2: time.step: expected a number in s, got '1 ms'"},
      {"contact: {solver: conik}\n", "scene.yaml:2: "},
      {"contact: {solver: conik}\n", "did you mean 'conic'?"},
      {"contact: {formulation: cona}\n", "did you mean 'cone'?"},
      {"contact: {formulation: {polyhedral: {directions: 7}}}\n", "directions"},
      {"contact: {formulation: {polyhedral: {direction: 8}}}\n", "did you mean 'directions'?"},
      {"contact: {formulation: cone, solver: lemke}\n",
       "formulation 'cone' and solver 'lemke' are incompatible"},
      {"contact: {solver: {id: pgs, no_such_option: 1}}\n", "no_such_option"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    const TemporaryDirectory folder;
    const std::string scene =
        folder.write("scene.yaml", std::string("cardan: 1\n") + bad.text +
                                       "models:\n  - {name: a, sphere: {radius: 0.1}}\n");
    expect_refused(cardan_command("run " + scene + " --report " + folder.file("r.json")), bad.part);
    EXPECT_EQ(folder.listing(), "scene.yaml\n");
  }
  expect_refused(cardan_command("run none.yaml"), "none.yaml: cannot read the scene");
}

TEST(BadInput, UnknownJointsLinksAndMaterialsAreRejected) {
  const struct {
    const char *text, *part;
  } cases[] = {
      {"models:\n  - {name: p, urdf: PENDULUM, q: {swin: 1}}\n", "swing"},
      {"models:\n  - {name: p, urdf: PENDULUM, control: {joints: {swin: {kp: 1}}}}\n", "swing"},
      {"models:\n  - {name: p, urdf: PENDULUM}\nforces:\n  - {on: p/rood, force: [1, 0, 0]}\n",
       "rod"},
      {"models:\n  - {name: p, urdf: PENDULUM}\nforces:\n  - {on: p, force: [1, 0, 0]}\n",
       "name a link"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.text);
    const TemporaryDirectory folder;
    std::string text = std::string("cardan: 1\n") + bad.text;
    text.replace(text.find("PENDULUM"), 8, robot_file("pendulum"));
    expect_refused(cardan_command("run " + folder.write("scene.yaml", text)), bad.part);
  }
}

TEST(BadInput, UsageErrorIsOneLine) {
  const std::string stand = scene_file("stand");
  for (const std::string& arguments :
       {std::string(""), std::string("fly"), std::string("run"), "run " + stand + " --sovler conic",
        "run " + stand + " --step 0", "run " + stand + " --step fast",
        "run " + stand + " --threads 0", "run " + stand + " --solver conik",
        "run " + stand + " --formulation cona",
        "run " + stand + " --formulation polyhedral:directions",
        "run " + stand + " --formulation cone --solver lemke", "run " + stand + " --from none.h5",
        "run " + stand + " --plugins /no/such/folder",
        "run " + stand + " --report /no/such/folder/r.json", std::string("check none.urdf"),
        std::string("check"), std::string("solvers --describe conik"),
        "check " + robot_file("cube") + " --package wrong",
        "check " + robot_file("cube") + " --base flying"}) {
    SCOPED_TRACE(arguments);
    expect_refused(cardan_command(arguments), "cardan: ");
  }
  EXPECT_EQ(cardan_command("--help").exit_code, 0);
  EXPECT_EQ(cardan_command("run --help").exit_code, 0);
  const CommandResult version = cardan_command("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.substr(0, 7), "cardan ");
}

std::string bad_plugin(const std::string& name) {
  return std::string(CARDAN_BAD_PLUGIN_DIR) + "/" + name;
}

// A user never sees the text of an exception of the standard library.
TEST(BadInput, UnreadablePathsAreRejectedWithOurMessage) {
  const TemporaryDirectory folder;
  std::filesystem::create_symlink("ring", folder.file("ring"));
  const std::string scene = scene_file("pendulum");
  for (const std::string& path : {std::string(5000, 'x'), folder.file("ring") + "/x"}) {
    for (const std::string& arguments :
         {"run " + path, "run " + scene + " --from " + path, "run " + scene + " --verify " + path,
          "run " + scene + " --report " + path, "run " + scene + " --record " + path,
          "run " + scene + " --save-state " + path,
          "run " + scene + " --capture all --capture-dir " + path, "check " + path, "solve " + path,
          "compare " + path, "regress " + path, "explain " + path, "diff " + path + " " + path}) {
      const CommandResult result = cardan_command(arguments);
      EXPECT_EQ(result.exit_code, 2) << arguments.substr(0, 60) << result.out << result.err;
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
      for (const char* raw : {"filesystem error", "std::", "_M_", "basic_string", "what()"})
        EXPECT_EQ(result.err.find(raw), std::string::npos) << result.err.substr(0, 200);
    }
  }
}

// A file and a command that reads it, in the folder of both.
struct Reader {
  const char* file;
  const char* command;
};

constexpr Reader kReaders[] = {
    {"x.yaml", "run x.yaml"},
    {"x.urdf", "run x.urdf"},
    {"x.xml", "run x.xml"},
    {"x.sdf", "run x.sdf"},
    {"x.yaml", "compare x.yaml"},
    {"x.yaml", "explain x.yaml"},
    {"x.yaml", "view x.yaml --no-browser"},
    {"x.yaml", "sweep x.yaml"},
    {"x.yaml", "sweep merge x.yaml"},
    {"x.urdf", "check x.urdf"},
    {"x.xml", "check x.xml"},
    {"x.sdf", "check x.sdf"},
    {"x.urdf", "convert x.urdf y.xml"},
    {"x.urdf", "view x.urdf --inspect -o y.html"},
    {"x.h5", "replay x.h5"},
    {"x.h5", "view x.h5 -o y.html"},
    {"x.h5", "diff x.h5 x.h5"},
    {"x.h5", "export x.h5 --csv"},
    {"x.h5.partial-1-0123456789abcdef", "repair x.h5.partial-1-0123456789abcdef"},
    {"x.hdf5", "explain x.hdf5"},
    {"x.h5", "run good.yaml --from x.h5"},
    {"x.h5", "run good.yaml --verify x.h5"},
    {"x.cardan-solver.so", "solvers --check x.cardan-solver.so"},
    {"x", "run urdf.yaml"},
    {"x", "run mjcf.yaml"},
    {"x.stl", "run stl.yaml"},
    {"x.obj", "run obj.yaml"},
    {"x.dae", "run dae.yaml"},
    {"x.glb", "run glb.yaml"},
    {"x.png", "run png.yaml"},
    {"x.csv", "run csv.yaml"},
    {"x.stl", "check stl.urdf"},
    {"x.xml", "check include.xml"},
    {"x.stl", "check mesh.xml"},
    {"x.png", "check hfield.xml"},
    {"x/model.config", "check include.sdf"},
    {"x.yaml", "sweep study.yaml"},
};

void write_users_of_special_files(const TemporaryDirectory& folder) {
  const auto scene = [](const std::string& model) {
    return "cardan: 1\ntime: {step: 0.001, duration: 0.003}\nmodels:\n" + model;
  };
  folder.write("good.yaml", scene("  - {name: ball, sphere: {radius: 0.1}}\n"));
  folder.write("urdf.yaml", scene("  - {name: r, urdf: x}\n"));
  folder.write("mjcf.yaml", scene("  - {name: r, mjcf: x}\n"));
  for (const char* kind : {"stl", "obj", "dae", "glb"}) {
    folder.write(std::string(kind) + ".yaml",
                 scene(std::string("  - {name: m, mesh: {file: x.") + kind + "}}\n"));
  }
  for (const char* kind : {"png", "csv"}) {
    folder.write(std::string(kind) + ".yaml",
                 scene(std::string("  - {name: h, heightfield: {file: x.") + kind +
                       ", size: [1, 1, 1]}, static: true}\n"));
  }
  folder.write("stl.urdf", robot(link("a", "1",
                                      "<collision><geometry><mesh filename=\"x.stl\"/></geometry>"
                                      "</collision>")));
  const auto model = [](const std::string& asset, const std::string& geom) {
    return "<mujoco>" + asset + "<worldbody>" + geom + "</worldbody></mujoco>";
  };
  folder.write("include.xml", model("<include file=\"x.xml\"/>", ""));
  folder.write("mesh.xml", model("<asset><mesh name=\"m\" file=\"x.stl\"/></asset>",
                                 "<body><freejoint/><geom type=\"mesh\" mesh=\"m\"/></body>"));
  folder.write("hfield.xml",
               model("<asset><hfield name=\"h\" file=\"x.png\" size=\"1 1 1 1\"/></asset>",
                     "<geom type=\"hfield\" hfield=\"h\"/>"));
  folder.write(
      "include.sdf",
      "<sdf version=\"1.9\"><world name=\"w\"><include><uri>x</uri></include></world></sdf>");
  folder.write("study.yaml", "scene: x.yaml\nmetrics: [{quantity: energy}]\n");
}

void make_special(const std::string& kind, const std::string& file) {
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  if (kind == "pipe") {
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  } else if (kind == "device") {
    std::filesystem::create_symlink("/dev/zero", file);
  } else if (kind == "folder") {
    std::filesystem::create_directory(file);
  } else {
    const int number = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    file.copy(address.sun_path, sizeof address.sun_path - 1);
    ASSERT_EQ(::bind(number, reinterpret_cast<sockaddr*>(&address), sizeof address), 0) << file;
    ::close(number);
  }
}

// A sanitizer reserves terabytes of addresses.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr const char* kLimitAddresses = "true";
#else
constexpr const char* kLimitAddresses = "ulimit -v 4000000";  // [KiB]
#endif

// One line, no wait for a writer and no endless read, for every reader of files.
TEST(BadInput, SpecialFilesAreRefusedByEveryReader) {
  for (const char* kind : {"pipe", "device", "socket", "folder"}) {
    const TemporaryDirectory folder;
    write_users_of_special_files(folder);
    for (const Reader& reader : kReaders) {
      SCOPED_TRACE(std::string(kind) + ": " + reader.command);
      make_special(kind, folder.file(reader.file));
      const CommandResult result =
          run_shell("cd " + folder.path() + " && " + kLimitAddresses +
                    " && timeout 20 '" CARDAN_COMMAND "' " + reader.command);
      EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
      EXPECT_LE(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
      std::filesystem::remove_all(folder.file(reader.file));
    }
  }
}

TEST(BadInput, EndlessStandardInputIsRefused) {
  const CommandResult result = run_shell(std::string(kLimitAddresses) +
                                         "; timeout 60 '" CARDAN_COMMAND "' run - </dev/zero");
  expect_refused(result, "standard input");
}

TEST(BadInput, UnloadablePluginsAreRejectedWithTheReason) {
  const struct {
    const char *name, *part;
  } cases[] = {{"no_symbol", "cardan_solver_entry"},
               {"wrong_magic", "magic"},
               {"newer_major", "2"},
               {"short_struct", "too short"}};
  for (const auto& bad : cases) {
    SCOPED_TRACE(bad.name);
    const TemporaryDirectory folder;
    const CommandResult run =
        cardan_command("run " + scene_file("stand") + " --solver " + bad.name + " --plugins " +
                       bad_plugin(bad.name) + " --report " + folder.file("r.json"));
    expect_refused(run, bad.part);
    expect_refused(run, std::string(bad.name) + ".cardan-solver.so");
    expect_refused(cardan_command("solvers --plugins " + bad_plugin(bad.name)), bad.part);
    EXPECT_EQ(folder.listing(), "");
  }
}

// A solver that throws or returns NaN is counted, and the chain continues. Without a fallback
// solver the last resort answers, and the exit code reports that.
TEST(BadInput, MisbehavingSolversAreCounted) {
  const std::string plugins = " --duration 0.2 --plugins " + bad_plugin("misbehaves");
  const TemporaryDirectory folder;
  for (const char* id : {"throws", "returns_nan"}) {
    SCOPED_TRACE(id);
    const std::string report = folder.file("r.json");
    const CommandResult alone = cardan_command("run " + scene_file("stand") + plugins +
                                               " --solver " + id + " --report " + report);
    EXPECT_EQ(alone.exit_code, 3) << alone.err;
    EXPECT_EQ(std::count(alone.err.begin(), alone.err.end(), '\n'), 1) << alone.err;
    EXPECT_NE(file_text(report).find("\"steps\": 200"),
              std::string::npos);  // the run goes to its end
    EXPECT_EQ(file_text(report).find("\"failed_islands\": 0,"), std::string::npos);

    const std::string scene = folder.write(
        "scene.yaml", std::string("cardan: 1\ncontact: {solver: {id: ") + id +
                          ", fallback: [conic]}}\nmodels:\n"
                          "  - {name: ground, plane: {}, static: true}\n"
                          "  - {name: ball, sphere: {radius: 0.1}, pose: {xyz: [0, 0, 0.1]}}\n");
    const CommandResult helped = cardan_command("run " + scene + plugins + " --report " + report);
    EXPECT_EQ(helped.exit_code, 0) << helped.err;
    EXPECT_NE(file_text(report).find("\"failed_islands\": 0,"), std::string::npos);
    EXPECT_EQ(file_text(report).find("\"fallbacks\": 0,"), std::string::npos);
    EXPECT_NE(file_text(report).find(std::string("\"first_message\": \"solver '") + id +
                                     "' at the island of model 'ball': "),
              std::string::npos);
  }
}

}  // namespace
}  // namespace cardan::test
