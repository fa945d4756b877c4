#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/as_ros.h"
#include "apps/check_mjcf.h"
#include "apps/check_sdf.h"
#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/input_files.h"
#include "apps/output_files.h"
#include "apps/printable_text.h"
#include "apps/xacro.h"
#include "cardan/error.h"
#include "cardan/mjcf_description.h"
#include "cardan/robot_model.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"
#include "core/atomic_file.h"
#include "core/diagnostic_text.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

struct CheckOptions {
  std::string file, base = "auto", exported;
  std::vector<std::string> packages, xacro_arguments;
  bool as_ros = false, for_ros = false;
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

// A robot file with its text and cardan's reading of it.
struct ReadRobot {
  std::string text;
  RobotDescription description;
};

ReadRobot read_robot(const RobotSource& source, const UrdfOptions& urdf) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;  // the limit of the reader
  UrdfOptions with_visuals = urdf;
  with_visuals.strict = false;
  ReadRobot robot;
  if (source.expanded) {
    robot.text = *source.expanded;
    robot.description = inspect_urdf_text(robot.text, source.label, with_visuals);
  } else {
    robot.text = try_read_file(source.file, kMostBytes).bytes;
    robot.description = inspect_urdf(source.file, with_visuals);
  }
  return robot;
}

// The text for ROS, with a report on what it changes and on reading it back.
std::string text_for_ros(const ReadRobot& robot, const std::string& exported,
                         const UrdfOptions& urdf, std::string& said) {
  const RosUrdf written = write_urdf_for_ros(robot.description, robot.text);
  UrdfOptions again = urdf;
  again.strict = false;
  again.allow_missing_meshes = again.allow_outside = true;
  again.srdf_file.clear();
  again.directory = std::filesystem::absolute(exported).parent_path().string();
  said = diagnostics_text(written.changes, Severity::kInfo) +
         read_back(inspect_urdf_text(written.text, exported, again), written.text);
  return written.text;
}

// Writes the robot, as read by cardan, to a URDF file.
void export_robot(const CheckReport& report, const RobotSource& source, const CheckOptions& options,
                  const UrdfOptions& urdf) {
  if (options.exported.empty()) return;
  require_outputs(robot_files(options.file, urdf, "the robot"), {{options.exported, "--export"}});
  const auto folder = std::filesystem::absolute(options.exported).parent_path();
  std::string said;
  write_whole_file(options.exported, options.for_ros ? text_for_ros(read_robot(source, urdf),
                                                                    options.exported, urdf, said)
                                                     : write_urdf(*report.robot, folder.string()));
  if (!options.json && !options.quiet)
    std::cout << said << "written " << one_line_text(options.exported) << "\n";
}

std::string report_text(const CheckReport& report, const CheckOptions& options) {
  if (options.json) return check_report_json(report);
  return options.quiet ? check_report_quiet(report) : check_report_text(report);
}

// Prints how ROS tools read the robot. Returns false if they read a different robot than cardan. A
// text that is not a robot is only rejected.
bool report_as_ros(const RobotSource& source, const CheckOptions& options,
                   const UrdfOptions& urdf) {
  const ReadRobot robot = read_robot(source, urdf);
  if (robot.description.line == 0) return true;
  const AsRosReport report = as_ros_report(robot.description, robot.text);
  std::cout << (options.json ? report.json : report.text);
  return report.same;
}

UrdfOptions urdf_options(const CheckOptions& options, const RobotSource& source) {
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
  if (!source.expanded) return urdf;
  const std::filesystem::path file = std::filesystem::absolute(source.file);
  urdf.directory = file.parent_path().string();
  // The SRDF file of robot.urdf.xacro is that of robot.urdf.
  for (const std::string& place : srdf_places((file.parent_path() / file.stem()).string())) {
    std::error_code none;
    if (urdf.srdf_file.empty() && std::filesystem::is_regular_file(place, none))
      urdf.srdf_file = place;
  }
  return urdf;
}

// In MJCF and SDF, the file determines bases and masses, and a model may consist of several files.
void refuse_for_models(const CheckOptions& options, const std::string& format) {
  struct Option {
    bool given;
    const char* name;
  };
  for (const Option& option :
       {Option{!options.exported.empty(), "--export"}, Option{options.as_ros, "--as-ros"},
        Option{options.density > 0, "--density"}, Option{options.base != "auto", "--base"},
        Option{format == "MJCF" && !options.packages.empty(), "--package"},
        Option{options.project_inertias, "--project-inertias"},
        Option{!options.xacro_arguments.empty(), "NAME:=VALUE"}}) {
    if (!option.given) continue;
    throw Error(std::string(option.name) + " is for URDF, and this is " + format, options.file,
                "remove it");
  }
}

int check_mjcf_file(const CheckOptions& options) {
  refuse_for_models(options, "MJCF");
  MjcfOptions mjcf;
  mjcf.allow_missing_meshes = options.allow_missing_meshes;
  mjcf.strict = options.strict;
  return check_mjcf(options.file, mjcf, {options.json, options.quiet});
}

int check_sdf_file(const CheckOptions& options) {
  refuse_for_models(options, "SDF");
  return check_sdf(options.file, {options.allow_missing_meshes, package_folders(options.packages)},
                   options.strict, {options.json, options.quiet});
}

int check(const CheckOptions& options) {
  if (is_sdf_file(options.file)) return check_sdf_file(options);
  if (is_mjcf_file(options.file)) return check_mjcf_file(options);
  const RobotSource source = robot_source(options.file, options.xacro_arguments);
  const UrdfOptions urdf = urdf_options(options, source);
  const CheckReport report = source.expanded
                                 ? check_robot_text(*source.expanded, source.label, urdf)
                                 : check_robot(options.file, urdf);
  const bool same = !options.as_ros || report_as_ros(source, options, urdf);
  if (!options.as_ros) std::cout << report_text(report, options);
  if (report.accepted) {
    export_robot(report, source, options, urdf);
    return same ? kDone : kCheckFailed;
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
  command->add_option("file", options->file, "Robot file (URDF, xacro, MJCF or SDF)")->required();
  command->add_option("arguments", options->xacro_arguments,
                      "After --: NAME:=VALUE arguments for a file written in xacro");
  command
      ->add_option("--package", options->packages, "NAME=DIR: folder of package://NAME; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--allow-missing-meshes", options->allow_missing_meshes,
                    "Drop shapes whose collision mesh is missing, with a warning");
  CLI::Option* json = command->add_flag("--json", options->json, "Print the report as JSON");
  command->add_flag("--quiet", options->quiet, "Print only warnings and errors")->excludes(json);
  command
      ->add_option("--density", options->density,
                   "Density [kg/m3] of the collision shapes of a robot that has no mass, e.g. "
                   "1000")
      ->check(positive_number());
  command->add_option("--base", options->base, "How the root link is attached to the world")
      ->check(CLI::IsMember({"auto", "fixed", "floating"}));
  command->add_flag("--strict", options->strict, "Reject the file if there is any warning");
  command->add_flag("--project-inertias", options->project_inertias,
                    "Replace physically impossible inertias by the nearest possible inertias");
  CLI::Option* exported = command->add_option(
      "--export", options->exported, "Write the robot, as read by cardan, to this URDF file");
  command
      ->add_flag("--for-ros", options->for_ros,
                 "Write the file so that urdfdom, the URDF parser of ROS, reads it without loss")
      ->needs(exported);
  command->add_flag(
      "--as-ros", options->as_ros,
      "Compare the robot with the robot that urdfdom reads (the parser of RViz, MoveIt, "
      "Pinocchio and DART); the exit code is 1 if the two differ");
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace cardan::app
