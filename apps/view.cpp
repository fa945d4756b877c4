#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "cardan/sim/record/recording.h"
#include "command_line.h"
#include "commands.h"
#include "output_files.h"
#include "printable_text.h"
#include "process/activity.h"
#include "progress.h"
#include "view/collect_recording.h"
#include "view/replay_page.h"

namespace cardan::app {

namespace {

struct ViewOptions {
  std::string file, page;
  double rate = 60;  ///< frames per second of simulated time
  double limit = 1e-6 * static_cast<double>(view::kPageLimit);  ///< of the page [MB]
  int threads = 1;
};

double end_time(const std::string& file) {
  const Recording recording(file);
  return recording.time_step() * static_cast<double>(recording.last_step());
}

void view_recording(const ViewOptions& options) {
  std::string page = options.page;
  if (page.empty()) page = std::filesystem::path(options.file).replace_extension(".html").string();
  require_outputs({{options.file, "the recording"}}, {{page, "--output"}});
  activity::set(options.file + ", repeated for the page");
  std::optional<Progress> progress(end_time(options.file));
  const view::ReplayData data =
      view::collect_recording(options.file, options.rate, options.threads,
                              [&](const World& world) { progress->show(world); });
  progress.reset();
  activity::set("");
  const auto limit = static_cast<std::size_t>(1e6 * options.limit);
  std::cout << one_line_text(describe(view::write_replay_page(page, data, limit), page))
            << std::endl;
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "view", "Repeat a recording and write a replay page, one HTML file, for a browser");
  auto options = std::make_shared<ViewOptions>();
  command->add_option("recording", options->file, "Recording written by 'cardan run --record'")
      ->required();
  command->add_option("-o,--output", options->page,
                      "The page; default: the recording's name with .html");
  command
      ->add_option("--rate", options->rate,
                   "Frames per second of simulated time, default 60; every step if larger than "
                   "the rate of steps")
      ->check(positive_number());
  command
      ->add_option("--size-limit", options->limit,
                   "Size above which frames are left out [MB], default 20")
      ->check(positive_number());
  command->add_option("--threads", options->threads, "Number of threads")
      ->check(CLI::Range(1, 1024));
  command->callback([options, &exit_code] {
    view_recording(*options);
    exit_code = kDone;
  });
}

}  // namespace cardan::app
