#include <iostream>
#include <memory>

#include "apps/commands.h"
#include "cardan/recording.h"

namespace cardan::app {

namespace {

struct ExportOptions {
  std::string file, into;
  bool csv = false;
};

int export_recording(const ExportOptions& options) {
  const Recording recording(options.file);
  if (options.into.empty()) {
    write_csv(recording, std::cout);
  } else {
    write_csv_folder(recording, options.into);
  }
  return kDone;
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("export", "Write the rows of a recording as text");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("recording", options->file, "Recording written by 'cardan run --record'")
      ->required();
  command->add_flag("--csv", options->csv, "Write comma-separated values")->required();
  command->add_option(
      "--into", options->into,
      "Write one file per model, sensor and kind of table to this folder; default: one table on "
      "standard output");
  command->callback([options, &exit_code] { exit_code = export_recording(*options); });
}

}  // namespace cardan::app
