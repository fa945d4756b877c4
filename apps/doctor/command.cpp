#include "apps/doctor/command.h"

#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/commands.h"
#include "apps/doctor/checks.h"

namespace cardan::app {

namespace {

struct DoctorOptions {
  std::vector<std::string> plugins;
  bool json = false;
};

int doctor(const DoctorOptions& options) {
  const std::vector<Finding> findings =
      examine(std::vector<std::filesystem::path>(options.plugins.begin(), options.plugins.end()));
  if (options.json) {
    std::cout << doctor_json(findings).dump(2) << "\n";
  } else {
    std::cout << doctor_text(findings);
  }
  return is_healthy(findings) ? kDone : kCheckFailed;
}

}  // namespace

void add_doctor_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "doctor", "Examine the installation: build, processor, plugins, libraries, Python, viewer");
  auto options = std::make_shared<DoctorOptions>();
  command->add_flag("--json", options->json, "Print the report as JSON");
  command
      ->add_option("--plugins", options->plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->callback([options, &exit_code] { exit_code = doctor(*options); });
}

}  // namespace cardan::app
