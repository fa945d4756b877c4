#include <iostream>
#include <memory>

#include "apps/commands.h"
#include "apps/output_files.h"
#include "apps/process/activity.h"
#include "apps/verify.h"
#include "cardan/recording.h"
#include "cardan/solver_spec.h"

namespace cardan::app {

namespace {

struct ReplayOptions {
  std::string file, record;
  double record_every = 0;  ///< [s]; 0: each step
  int threads = 1;
};

int replay_recording(const ReplayOptions& options) {
  require_outputs({{options.file, "the recording"}}, {{options.record, "--record"}});
  World world = Recording(options.file).make_world(options.threads);
  Verifier verifier(options.file, world);
  std::unique_ptr<Recorder> recorder;
  if (!options.record.empty())
    recorder = std::make_unique<Recorder>(options.record, options.record_every);
  activity::set(options.file + ", repeated with " + world.solver());
  for (std::int64_t step = 0; verifier.check(world); ++step) {
    if (recorder) recorder->record(world);
    if (step == verifier.steps()) break;
    verifier.prepare_step(world);
    world.step();
  }
  activity::set("");
  if (recorder) recorder->close();
  return verifier.print(world, std::cout, std::cerr) ? kDone : kCheckFailed;
}

}  // namespace

void add_replay_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "replay", "Repeat a recording without its scene file, and compare every step");
  auto options = std::make_shared<ReplayOptions>();
  command->add_option("recording", options->file, "Recording written by 'cardan run --record'")
      ->required();
  command->add_option("--threads", options->threads, "Number of threads")
      ->check(CLI::Range(1, 1024));
  CLI::Option* record =
      command->add_option("--record", options->record, "Record the repeated run to this HDF5 file");
  command
      ->add_option("--record-every", options->record_every,
                   "Interval between the rows of the new recording [s]; default 0: every step")
      ->needs(record);
  command->callback([options, &exit_code] { exit_code = replay_recording(*options); });
}

}  // namespace cardan::app
