#include <filesystem>
#include <iostream>
#include <memory>

#include "cardan/core/atomic_file.h"
#include "cardan/dynamics/urdf/robot_model.h"
#include "cardan/dynamics/urdf/writer.h"
#include "cardan/sim/build/check_robot.h"
#include "command_line.h"
#include "commands.h"
#include "input_files.h"
#include "output_files.h"
#include "printable_text.h"

namespace cardan::app {

namespace {

struct CheckOptions {
  std::string file, base = "auto", exported;
  std::vector<std::string> packages;
  bool allow_missing_meshes = false, json = false, strict = false, project_inertias = false;
  bool quiet = false;
  double density = 0;  ///< [kg/m³]; 0: not given
};

// The first error on one line, as the engine would report it.
std::string refusal(const CheckReport& report) {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    std::string line = diagnostic.file.empty() ? report.file : diagnostic.file;
    if (diagnostic.message.starts_with(line)) return diagnostic.message;
    if (diagnostic.line > 0) line += ":" + std::to_string(diagnostic.line);
    if (!diagnostic.element.empty()) line += ": " + diagnostic.element;
    return line + ": " + diagnostic.message;
  }
  return report.file + ": rejected; --strict allows no warnings";
}

// Writes the robot, as read by cardan, to a URDF file.
void export_robot(const CheckReport& report, const CheckOptions& options, const UrdfOptions& urdf) {
  if (options.exported.empty()) return;
  require_outputs(robot_files(options.file, urdf, "the robot"), {{options.exported, "--export"}});
  const auto folder = std::filesystem::absolute(options.exported).parent_path();
  write_whole_file(options.exported, write_urdf(*report.robot, folder.string()));
  if (!options.json && !options.quiet)
    std::cout << "written " << one_line_text(options.exported) << "\n";
}

std::string report_text(const CheckReport& report, const CheckOptions& options) {
  if (options.json) return check_report_json(report);
  return options.quiet ? check_report_quiet(report) : check_report_text(report);
}

int check(const CheckOptions& options) {
  UrdfOptions urdf;
  urdf.allow_missing_meshes = options.allow_missing_meshes;
  urdf.strict = options.strict;
  urdf.caller = UrdfCaller::kCheck;
  if (options.density > 0) urdf.density = options.density;
  urdf.project_inertias = options.project_inertias;
  urdf.base = options.base == "fixed"      ? UrdfBase::kFixed
              : options.base == "floating" ? UrdfBase::kFloating
                                           : UrdfBase::kAuto;
  urdf.packages = package_folders(options.packages);
  const CheckReport report = check_robot(options.file, urdf);
  std::cout << report_text(report, options);
  if (report.accepted) {
    export_robot(report, options, urdf);
    return kDone;
  }
  std::cout.flush();
  std::cerr << "cardan: " << one_line_text(refusal(report)) << std::endl;
  return kBadInput;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "Load a robot and report everything found, repaired or ignored");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("file", options->file, "Robot file (URDF)")->required();
  command
      ->add_option("--package", options->packages, "NAME=DIR: folder of package://NAME; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--allow-missing-meshes", options->allow_missing_meshes,
                    "Skip missing collision meshes with a warning");
  CLI::Option* json = command->add_flag("--json", options->json, "Print the report as JSON");
  command->add_flag("--quiet", options->quiet, "Print warnings and errors only")->excludes(json);
  command
      ->add_option("--density", options->density,
                   "Density of the collision shapes of a robot without any mass [kg/m3], e.g. 1000")
      ->check(positive_number());
  command->add_option("--base", options->base, "How the root link is attached to the world")
      ->check(CLI::IsMember({"auto", "fixed", "floating"}));
  command->add_flag("--strict", options->strict, "Reject the file on any warning");
  command->add_flag("--project-inertias", options->project_inertias,
                    "Replace physically impossible inertias by the nearest possible ones");
  command->add_option("--export", options->exported,
                      "Write the robot, as read by cardan, to this URDF file");
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace cardan::app
