#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/commands.h"
#include "apps/output_files.h"
#include "apps/printable_text.h"
#include "cardan/error.h"
#include "cardan/recording.h"

namespace cardan::app {

namespace {

struct RepairOptions {
  std::string partial, into;
};

// FILE of FILE.partial-PROCESS-…
std::string whole_name(const RepairOptions& options) {
  if (!options.into.empty()) return options.into;
  const std::size_t mark = options.partial.rfind(".partial-");
  if (mark == std::string::npos)
    throw Error("the name does not end with .partial-PROCESS-…", options.partial,
                "name the repaired file with --into");
  const std::string file = options.partial.substr(0, mark);
  std::error_code unreachable;
  if (std::filesystem::exists(file, unreachable))
    throw Error("the file exists already", file, "name the repaired file with --into");
  return file;
}

int repair(const RepairOptions& options) {
  const std::string file = whole_name(options);
  require_outputs({{options.partial, "the unfinished recording"}}, {{file, "--into"}});
  const RepairedRecording found = repair_recording(options.partial, file);
  std::cout << one_line_text(file) << ": " << found.rows << " rows and " << found.changes
            << " changes up to step " << found.last_step << std::endl;
  return kDone;
}

}  // namespace

void add_repair_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("repair", "Recover the rows of a recording whose process was killed");
  auto options = std::make_shared<RepairOptions>();
  command
      ->add_option("partial", options->partial,
                   "Unfinished recording that the process left behind: FILE.partial-PROCESS-…")
      ->required();
  command->add_option("--into", options->into, "Output file; default: FILE");
  command->callback([options, &exit_code] { exit_code = repair(*options); });
}

}  // namespace cardan::app
