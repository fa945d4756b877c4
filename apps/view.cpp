#include <filesystem>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <optional>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/film/film.h"
#include "apps/input_files.h"
#include "apps/output_files.h"
#include "apps/page_notes.h"
#include "apps/printable_text.h"
#include "apps/process/activity.h"
#include "apps/progress.h"
#include "apps/view_live.h"
#include "cardan/error.h"
#include "cardan/recording.h"
#include "core/atomic_file.h"
#include "core/number_text.h"
#include "view/collect_recording.h"
#include "view/counted.h"
#include "view/glb.h"
#include "view/inspect_robot.h"
#include "view/mcap/mcap.h"
#include "view/replay_page.h"
#include "view/texture_book.h"
#include "view/without_images.h"

namespace cardan::app {

namespace {

struct ViewOptions {
  std::string file, page, glb, mcap;
  FilmOptions film;
  std::string size, camera;
  double rate = 60;  ///< frames per second of simulated time
  double limit = 1e-6 * static_cast<double>(view::kPageLimit);  ///< size limit of the page [MB]
  int threads = 1;
  bool inspect = false, no_browser = false, live = false;
  bool no_images = false, full_images = false;
  std::optional<double> at;  ///< time of the picture or of the start of the live view [s]
  int port = 0;
  std::vector<std::string> packages;  ///< NAME=DIR
};

std::string page_of(const ViewOptions& options) {
  if (!options.page.empty()) return options.page;
  return std::filesystem::path(options.file).replace_extension(".html").string();
}

double end_time(const Recording& recording) {
  return recording.time_step() * static_cast<double>(recording.last_step());
}

// If only other outputs are requested, no page is written.
bool writes_page(const ViewOptions& options) {
  const bool has_others = !options.glb.empty() || !options.mcap.empty() ||
                          !options.film.image.empty() || !options.film.video.empty();
  return !has_others || !options.page.empty();
}

void write_export(const std::string& file, const std::string& contents,
                  const view::ReplayData& data) {
  write_whole_file(file, contents);
  const std::size_t bodies = data.bodies.size();
  std::cout << one_line_text(file) << ": " << view::counted(data.frames.rows(), "frame") << ", "
            << bodies << (bodies == 1 ? " body" : " bodies") << ", "
            << number_text(1e-6 * static_cast<double>(contents.size()), 3) << " MB" << std::endl;
}

view::ReplayData with_chosen_images(view::ReplayData data, const ViewOptions& options) {
  if (options.no_images) return view::without_images(std::move(data));
  if (options.full_images) data.image_side = view::kMostTextureSide;
  return data;
}

// Images of a robot may take more space than everything else.
void mention_images(const view::PageReport& page) {
  if (2 * page.image_bytes > page.bytes) {
    std::cerr << "cardan: note: images of materials take "
              << number_text(1e-6 * static_cast<double>(page.image_bytes), 3)
              << " MB of the page; --no-images omits them" << std::endl;
  }
}

int view_recording(const ViewOptions& options) {
  const std::string page = page_of(options);
  require_outputs({{options.file, "the recording"}},
                  {{writes_page(options) ? page : "", "--output"},
                   {options.glb, "--glb"},
                   {options.mcap, "--mcap"},
                   {options.film.image, "--image"},
                   {options.film.video, "--video"}});
  require_film(options.film);
  activity::set(options.file + ", repeated for the page");
  const Recording recording(options.file);
  std::optional<Progress> progress(end_time(recording));
  const view::ReplayData data = with_chosen_images(
      view::collect_recording(recording, options.rate, options.threads,
                              [&](const World& world) { progress->show(world); }),
      options);
  progress.reset();
  activity::set("");
  print_notes(data);
  if (writes_page(options)) {
    const auto limit = view::bytes_of_megabytes(options.limit);
    const view::PageReport report = view::write_replay_page(page, data, limit);
    std::cout << one_line_text(describe(report, page)) << std::endl;
    mention_images(report);
  }
  if (!options.glb.empty()) write_export(options.glb, view::glb(data), data);
  if (!options.mcap.empty()) write_export(options.mcap, view::mcap(data), data);
  return make_film(data, options.film);
}

void view_robot(const ViewOptions& options) {
  UrdfOptions urdf;
  urdf.caller = UrdfCaller::kCheck;
  urdf.packages = package_folders(options.packages);
  const std::string page = page_of(options);
  require_outputs(robot_files(options.file, urdf, "the robot"), {{page, "--output"}});
  const view::ReplayData data =
      with_chosen_images(view::inspect_robot(options.file, urdf), options);
  print_notes(data);
  const auto limit = view::bytes_of_megabytes(options.limit);
  const view::PageReport report = view::write_replay_page(page, data, limit);
  std::cout << one_line_text(page) << ": links " << data.bodies.size() << ", joints "
            << data.robot->joints.size() << ", findings " << data.robot->diagnostics.size() << ", "
            << number_text(1e-6 * static_cast<double>(report.bytes), 3) << " MB"
            << (report.bytes > report.limit ? "; the limit cannot be met" : "") << std::endl;
  mention_images(report);
}

// An option of recordings has no meaning for a running world.
void refuse_options(const CLI::App& command, std::initializer_list<const char*> names,
                    const std::string& why) {
  for (const char* name : names) {
    if (command.count(name) > 0) throw Error(std::string(name) + " " + why, "", "remove it");
  }
}

void require_file(const CLI::App& command, const ViewOptions& options) {
  if (options.file.empty()) throw Error("the name of the file is empty", "view", "name a file");
  for (const char* name : {"--output", "--glb", "--mcap", "--image", "--video"}) {
    if (command.count(name) > 0 && command[name]->as<std::string>().empty())
      throw Error("the name of the file is empty", name, "name a file");
  }
  std::error_code unreadable;  // reported when the file is read
  if (std::filesystem::is_directory(options.file, unreadable))
    throw Error("is a folder", options.file, "name a recording, a scene or a robot");
}

// Rejects options of pictures if there is no picture.
void read_film_options(const CLI::App& command, ViewOptions& options) {
  const bool image = !options.film.image.empty(), video = !options.film.video.empty();
  if (!image) refuse_options(command, {"--at"}, "applies only to --image and to the live view");
  options.film.at = options.at;
  if (!video) refuse_options(command, {"--speed"}, "applies only to --video");
  if (!image && !video)
    refuse_options(command, {"--size", "--dark", "--camera"},
                   "applies only to --image and --video");
  if (!options.size.empty()) options.film.look.size = parse_film_size(options.size);
  if (!options.camera.empty()) options.film.look.camera = parse_film_camera(options.camera);
}

int view(const CLI::App& command, ViewOptions& options) {
  require_file(command, options);
  const bool film = !options.film.image.empty() || !options.film.video.empty();
  const bool recorded = options.live || (options.at && !film);
  const bool live = recorded || (!options.inspect && is_live_file(options.file));
  if (recorded && is_live_file(options.file))
    throw Error("--live and --at apply only to recordings", options.file, "remove them");
  if (!live) refuse_options(command, {"--port", "--no-browser"}, "applies only to the live view");
  if (live) {
    refuse_options(command,
                   {"--output", "--glb", "--mcap", "--image", "--video", "--speed", "--size",
                    "--dark", "--camera", "--rate", "--size-limit", "--no-images", "--full-images"},
                   "does not apply to the live view");
    const LiveOptions shown{options.file,        options.port,     options.threads,
                            !options.no_browser, options.packages, options.at.value_or(0)};
    if (!recorded) return view_live(shown);
    refuse_options(command, {"--package"}, "applies only to robots");
    return view_recorded_live(shown);
  }
  if (options.inspect) {
    view_robot(options);
  } else {
    refuse_options(command, {"--package"}, "applies only to robots (--inspect, or a .urdf file)");
    read_film_options(command, options);
    return view_recording(options);
  }
  return kDone;
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("view",
                                         "Show a running scene or robot in a browser, or write one "
                                         "HTML page that shows a recording or a robot");
  auto options = std::make_shared<ViewOptions>();
  command
      ->add_option(
          "file", options->file,
          "Scene (.yaml, MJCF, SDF) or robot (.urdf, dropped on the ground), which runs until "
          "Ctrl-C; or a "
          "recording written by 'cardan run --record', which is simulated again; with --inspect, a "
          "robot "
          "file (URDF)")
      ->required();
  command->add_option("-o,--output", options->page,
                      "Name of the page; default: the name of the file with the extension .html");
  CLI::Option* glb = command->add_option(
      "--glb", options->glb,
      "Write bodies and motion as binary glTF, for Blender; the page is then written only with -o");
  CLI::Option* mcap = command->add_option("--mcap", options->mcap,
                                          "Write bodies, contacts and step data as MCAP with "
                                          "Foxglove's schemas, for Foxglove, Lichtblick "
                                          "and Rerun; the page is then written only with -o");
  CLI::Option* image = command->add_option(
      "--image", options->film.image,
      "Write a picture (.png, .jpg, .webp), drawn by Chromium; the page is then written only with "
      "-o");
  CLI::Option* video = command->add_option(
      "--video", options->film.video,
      "Write a video (.mp4, .webm, .gif, .webp), drawn by Chromium and encoded by ffmpeg; the page "
      "is then written only with -o");
  command
      ->add_option("--speed", options->film.speed,
                   "Speed of the video as a multiple of real time, default 1; the video has --rate "
                   "times --speed frames per second")
      ->check(positive_number());
  command->add_option("--size", options->size,
                      "WIDTHxHEIGHT: size of pictures and videos [px], default 1280x720");
  command->add_flag("--dark", options->film.look.dark, "Use dark colours in pictures and videos");
  command->add_option(
      "--camera", options->camera,
      "AZIMUTH,ELEVATION[,ZOOM]: direction from the models to the camera [deg], and zoom "
      "factor; default: the view of the page");
  CLI::Option* inspect =
      command
          ->add_flag("--inspect", options->inspect,
                     "Show a robot with joint sliders, its inertias, and the findings of "
                     "'cardan check'")
          ->excludes(glb)
          ->excludes(mcap)
          ->excludes(image)
          ->excludes(video);
  command
      ->add_flag("--live", options->live,
                 "Show a recording in the live view, paused at its start: any step can be "
                 "simulated again with bitwise identical results and continued with another solver "
                 "or while a body is pulled")
      ->excludes(inspect);
  command
      ->add_option("--at", options->at,
                   "Time [s] of the picture written by --image, default: the end; without "
                   "--image, the live view starts paused at this time")
      ->excludes(inspect);
  command
      ->add_option("--package", options->packages,
                   "NAME=DIR: folder of package://NAME for a robot; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--rate", options->rate,
                   "Frames per second of simulated time, default 60; at most one frame per step")
      ->check(positive_number())
      ->excludes(inspect);
  command
      ->add_option("--size-limit", options->limit,
                   "Size of the page above which frames are omitted [MB], default 20")
      ->check(positive_number());
  CLI::Option* no_images = command->add_flag("--no-images", options->no_images,
                                             "Omit the images of materials to keep files small");
  command
      ->add_flag("--full-images", options->full_images,
                 "Keep JPEG images at their original size; by default, a page reduces them to "
                 "at most 1024 px per side")
      ->excludes(no_images);
  command->add_option("--threads", options->threads, "Number of threads")
      ->check(CLI::Range(1, 1024))
      ->excludes(inspect);
  command
      ->add_option("--port", options->port,
                   "Port of the live view on 127.0.0.1; default: any free port")
      ->check(CLI::Range(0, 65535));
  command->add_flag("--no-browser", options->no_browser,
                    "Print the address of the live view, but "
                    "open no browser");
  command->callback([command, options, &exit_code] { exit_code = view(*command, *options); });
}

}  // namespace cardan::app
