#include "apps/doctor/checks.h"

#include <hdf5.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <thread>

#include "apps/as_ros.h"
#include "apps/installed_data.h"
#include "apps/load_solvers.h"
#include "apps/process/child_program.h"
#include "build_facts.h"
#include "cardan/error.h"
#include "cardan/scene.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

void add_program(std::vector<Finding>& findings) {
  std::error_code code;
  findings.push_back({"program", "version", CARDAN_VERSION, Health::kFine, ""});
  findings.push_back(
      {"program", "path", fs::canonical("/proc/self/exe", code).string(), Health::kFine, ""});
  const std::string type = kBuildType;
  const bool fast = type == "Release" || type == "RelWithDebInfo" || type == "MinSizeRel";
  findings.push_back({"program", "build type", type.empty() ? "none" : type, Health::kFine,
                      fast ? "" : "steps are slow; configure with CMAKE_BUILD_TYPE=Release"});
  findings.push_back({"program", "compiler", kCompiler, Health::kFine, ""});
}

// conic selects its kernels by the same conditions (solvers/conic/bodies/kernels.cpp).
std::string kernel_path() {
#if defined(__x86_64__)
  if (::secure_getenv("CARDAN_PORTABLE_KERNELS") != nullptr)
    return "portable (CARDAN_PORTABLE_KERNELS is set)";
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return "AVX-512";
  if (__builtin_cpu_supports("avx2")) return "AVX2";
#endif
  return "portable";
}

void add_processor(std::vector<Finding>& findings) {
  findings.push_back({"processor", "architecture", kProcessor, Health::kFine, ""});
  findings.push_back({"processor", "kernels of conic", kernel_path(), Health::kFine, ""});
  findings.push_back({"processor", "threads", std::to_string(std::thread::hardware_concurrency()),
                      Health::kFine, ""});
}

void add_plugins(const std::vector<fs::path>& directories, std::vector<Finding>& findings) {
  const SolverRegistry registry = load_solvers(directories);
  for (const SolverOrigin& origin : registry.solvers()) {
    Finding one{"plugins", origin.desc->id, std::string(origin.desc->version) + ", " + origin.place,
                Health::kFine, ""};
    if (!origin.shadows.empty()) one.value += ", shadows " + origin.shadows;
    findings.push_back(one);
  }
  for (const std::string& reason : registry.refused())
    findings.push_back({"plugins", "refused", reason, Health::kBroken, ""});
  if (registry.find("conic") == nullptr) {
    std::string places;
    for (const std::string& place : registry.searched())
      places.append(places.empty() ? "" : ", ").append(place);
    findings.push_back({"plugins", "conic", "the default solver was not found in " + places,
                        Health::kBroken, "install the package cardan-solvers"});
  }
}

Finding turbojpeg() {
  const std::string version = kTurbojpegVersion;
  if (!version.empty()) return {"libraries", "libjpeg-turbo", version, Health::kFine, ""};
  return {"libraries", "libjpeg-turbo", "not built in", Health::kAbsent,
          "pages contain JPEG images in the size of their files"};
}

void add_libraries(std::vector<Finding>& findings) {
  for (const auto& [name, version] : kLibraries)
    findings.push_back(
        {"libraries", name, *version == '\0' ? "unknown version" : version, Health::kFine, ""});
  findings.push_back(turbojpeg());
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  const std::string loaded =
      std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
  const bool same = major == H5_VERS_MAJOR && minor == H5_VERS_MINOR;
  findings.push_back({"libraries", "HDF5 in use", loaded, same ? Health::kFine : Health::kBroken,
                      same ? "" : "cardan was built with a different version of HDF5"});
}

// Takes ten steps of a box that lies on the ground, to check that library, solver and judge work
// together.
Finding trial_step() {
  Finding one{"parts", "a step", "", Health::kFine, ""};
  try {
    World world = make_world(load_scene_text(
        "{cardan: 1, models: [{name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true},"
        " {name: box, box: {size: [0.2, 0.2, 0.2]}, mass: 1, pose: {xyz: [0, 0, 0.1]}}]}"));
    double worst = 0;
    int failed = 0;
    for (int i = 0; i < 10; ++i) {
      const StepReport& report = world.step();
      worst = std::fmax(worst, report.worst_residual);
      failed += report.failed_islands;
    }
    one.value = "a box on the ground, residual " + number_text(worst, 2) + " m/s";
    if (failed > 0 || world.contacts().empty()) one.health = Health::kBroken;
  } catch (const Error& error) {
    one.value = error.what();
    one.health = Health::kBroken;
  }
  return one;
}

// First line that a program prints, "" if it cannot start or prints nothing within some time.
std::string first_line(const std::vector<std::string>& arguments, std::optional<int>& exit_code) {
  constexpr double kPatience = 20;  // [s]
  Pipe pipe = make_pipe();
  std::string text;
  try {
    ChildProgram child(arguments, {{STDOUT_FILENO, pipe.write.number()}},
                       fs::temp_directory_path().string());
    pipe.write.close();
    exit_code = child.wait(kPatience);
    if (!exit_code) return "";
    std::array<char, 4096> bytes;
    const ssize_t got = ::read(pipe.read.number(), bytes.data(), bytes.size());
    if (got > 0) text.assign(bytes.data(), static_cast<std::size_t>(got));
  } catch (const Error&) {
    return "";
  }
  return text.substr(0, text.find('\n'));
}

Finding python_package() {
  Finding one{"parts", "Python package", "", Health::kAbsent, ""};
  const std::string python = program_in_path({"python3"});
  if (python.empty()) {
    one.value = "there is no python3 on PATH";
    return one;
  }
  std::optional<int> exit_code;
  const std::string line = first_line(
      {python, "-c", "import cardan; print(cardan.__version__, cardan.__file__)"}, exit_code);
  if (exit_code != 0) {
    one.value = python + " has no module cardan";
    one.advice = "install the package python3-cardan, or set PYTHONPATH";
    return one;
  }
  const std::string version = line.substr(0, line.find(' '));
  one.value = line + ", " + python;
  one.health = version == CARDAN_VERSION ? Health::kFine : Health::kBroken;
  if (one.health == Health::kBroken) one.advice = "its version differs from that of this program";
  return one;
}

Finding data_folder() {
  const fs::path scenes = installed_data() / "scenes";
  std::error_code code;
  if (fs::is_directory(scenes, code))
    return {"parts", "scenes", scenes.string(), Health::kFine, ""};
  return {"parts", "scenes", "none installed with this program", Health::kAbsent, ""};
}

Finding mesh_reader() {
  std::error_code code;
  const fs::path program = fs::canonical("/proc/self/exe", code);
  const fs::path reader =
      program.parent_path().parent_path() / kLibraryFolder / "cardan" / "cardan-read-mesh";
  if (fs::exists(reader, code)) return {"parts", "mesh reader", reader.string(), Health::kFine, ""};
  return {"parts", "mesh reader", reader.string() + " is missing", Health::kBroken,
          "meshes in .dae, .gltf and .glb cannot be read; install the package cardan-solvers"};
}

Finding other_program(const std::string& name, const std::vector<std::string>& names,
                      const std::string& use) {
  const std::string path = program_in_path(names);
  if (!path.empty()) return {"programs", name, path, Health::kFine, ""};
  return {"programs", name, "not on PATH", Health::kAbsent, use};
}

Finding urdfdom() {
  const std::string version = urdfdom_in_use();
  if (version.empty()) return {"programs", "urdfdom", "not built in", Health::kAbsent, ""};
  return {"programs", "urdfdom", version, Health::kFine, ""};
}

}  // namespace

std::vector<Finding> examine(const std::vector<fs::path>& plugins) {
  std::vector<Finding> findings;
  add_program(findings);
  add_processor(findings);
  add_plugins(plugins, findings);
  add_libraries(findings);
  findings.push_back(trial_step());
  findings.push_back(mesh_reader());
  findings.push_back(data_folder());
  findings.push_back({"parts", "viewer", "part of this program", Health::kFine, ""});
  findings.push_back(python_package());
  findings.push_back(other_program(
      "Chromium", {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"},
      "pictures and videos of cardan view need it"));
  findings.push_back(other_program("ffmpeg", {"ffmpeg"}, "videos of cardan view need it"));
  findings.push_back(
      other_program("xdg-open", {"xdg-open"}, "the live view cannot open a browser without it"));
  findings.push_back(urdfdom());
  return findings;
}

}  // namespace cardan::app
