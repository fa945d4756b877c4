#include "apps/view_live.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/dropped_robot.h"
#include "apps/process/activity.h"
#include "apps/process/interrupt_guard.h"
#include "apps/progress.h"
#include "apps/run_scene.h"
#include "apps/sdf_file.h"
#include "apps/summary.h"
#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/recording.h"
#include "cardan/robot_model.h"
#include "cardan/scene.h"
#include "cardan/urdf.h"
#include "cardan/viewer.h"
#include "core/number_text.h"
#include "view/live/recorded_run.h"

namespace cardan::app {

namespace {

// With a fixed token, open pages can connect again after a restart.
constexpr const char* kTokenVariable = "CARDAN_VIEW_TOKEN";

std::string extension_of(const std::string& file) {
  return std::filesystem::path(file).extension().string();
}

bool is_scene_file(const std::string& file) {
  return extension_of(file) == ".yaml" || extension_of(file) == ".yml";
}

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

// The browser starts in the background; without a browser, the user opens the printed address.
void open_browser(const std::string& url) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open", address = url;
  char* const arguments[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
}

UrdfOptions urdf_options(const LiveOptions& options) {
  UrdfOptions urdf;
  urdf.caller = UrdfCaller::kCheck;
  urdf.packages = package_folders(options.packages);
  return urdf;
}

World world_of_robot(const LiveOptions& options) {
  if (is_sdf_file(options.file) || is_mjcf_file(options.file)) {
    Scene scene =
        is_sdf_file(options.file) ? load_sdf_scene(options.file) : load_mjcf(options.file);
    scene.world.threads = options.threads;
    return make_world(scene);
  }
  const UrdfOptions urdf = urdf_options(options);
  const RobotModel robot = build_robot(read_urdf(options.file, urdf), urdf);
  WorldSpec spec;
  spec.threads = options.threads;
  World world(spec);
  world.add_ground();
  world.add_robot(robot, RigidTransform({0, 0, drop_height(robot)}));
  return world;
}

ViewerOptions options_of(const LiveOptions& options) {
  ViewerOptions viewer;
  viewer.title = std::filesystem::path(options.file).stem().string();
  viewer.port = options.port;
  if (const char* token = std::getenv(kTokenVariable)) viewer.token = token;
  return viewer;
}

// after_turn: called after each call of Viewer::step, with its result.
int show(World& world, const ViewerOptions& options, bool browser,
         const std::function<void(Viewer&, bool stepped)>& after_turn) {
  const InterruptGuard guard;
  Viewer viewer(world, options);
  std::cout << viewer.url() << "\nCtrl-C ends\n";
  print_bases(std::cout, world);
  std::cout << std::flush;
  if (browser && has_display()) open_browser(viewer.url());
  while (viewer.open() && InterruptGuard::signal() == 0) after_turn(viewer, viewer.step());
  const int signal = InterruptGuard::signal();
  return signal == 0 ? kDone : interrupted_exit_code(signal);
}

int show_scene(const LiveOptions& options) {
  SceneRequest request;
  request.file = options.file;
  request.threads = options.threads;
  std::vector<std::string> notes;
  const Scene scene = load_scene_as_asked(request, notes);
  World world = make_world(scene);
  activity::set("");
  ViewerOptions viewer = options_of(options);
  viewer.title = scene.name;
  viewer.materials.clear();
  for (const auto& [name, material] : scene.world.materials.named) viewer.materials.push_back(name);
  return show(world, viewer, options.browser, [](Viewer&, bool) {});
}

}  // namespace

int view_recorded_live(const LiveOptions& options) {
  const Recording recording(options.file);
  view::RecordedRun run(recording, options.threads);
  if (options.at < run.first_time() || options.at > run.last_time())
    throw Error("--at is not within the recording", options.file,
                "give a time from " + number_text(run.first_time(), 6) + " to " +
                    number_text(run.last_time(), 6) + " s");
  World world;
  activity::set(options.file + ", repeated up to the time of --at");
  std::optional<Progress> progress(options.at);
  run.go_to(world, options.at, [&](const World& stepped) { progress->show(stepped); });
  progress.reset();
  activity::set("");
  ViewerOptions viewer_options = options_of(options);
  viewer_options.plays = false;
  viewer_options.before_step = [&](World& stepped) { run.before_step(stepped); };
  viewer_options.history =
      ViewerHistory{run.first_time(), run.last_time(), run.num_steps(),
                    [&](World& shown, double time) { run.go_to(shown, time); }};
  return show(world, viewer_options, options.browser, [&](Viewer& viewer, bool stepped) {
    if (stepped) {
      run.after_step(world);
      if (run.is_at_end(world)) {
        viewer.pause();
        viewer.say("the recording ends here; play continues beyond it");
      }
    }
    if (const std::optional<std::string> news = run.take_news()) viewer.say(*news);
  });
}

bool is_live_file(const std::string& file) {
  return is_scene_file(file) || is_robot_file(file) || is_sdf_file(file);
}

int view_live(const LiveOptions& options) {
  if (!is_scene_file(options.file)) {
    World world = world_of_robot(options);
    return show(world, options_of(options), options.browser, [](Viewer&, bool) {});
  }
  if (!options.packages.empty())
    throw Error("the scene names its own packages", "--package", "see the key packages");
  return show_scene(options);
}

}  // namespace cardan::app
