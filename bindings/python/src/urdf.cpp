#include "bindings/python/src/urdf.h"

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/src/bind.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/scene.h"
#include "bindings/python/src/skeleton.h"
#include "cardan/robot_model.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"

namespace cardan::python {

namespace {

UrdfBase base_named(const std::string& name) {
  if (name == "auto") return UrdfBase::kAuto;
  if (name == "fixed") return UrdfBase::kFixed;
  if (name == "floating") return UrdfBase::kFloating;
  throw py::value_error("base: '" + name + "' is none of 'auto', 'fixed', 'floating'");
}

// Sets one option by its name. False for an unknown name.
bool set_option(const std::string& name, const py::handle& value, UrdfOptions& options) {
  if (name == "base") {
    options.base = base_named(value.cast<std::string>());
  } else if (name == "packages") {
    options.packages = value.cast<std::map<std::string, std::string>>();
  } else if (name == "allow_missing_meshes") {
    options.allow_missing_meshes = value.cast<bool>();
  } else if (name == "allow_outside") {
    options.allow_outside = value.cast<bool>();
  } else if (name == "strict") {
    options.strict = value.cast<bool>();
  } else if (name == "density") {
    options.density = value.cast<std::optional<double>>();
  } else {
    return false;
  }
  return true;
}

}  // namespace

UrdfOptions urdf_options_in(const py::kwargs& given) {
  UrdfOptions options;
  for (const auto& [key, value] : given) {
    const auto name = key.cast<std::string>();
    if (set_option(name, value, options)) continue;
    throw py::type_error("'" + name + "' is not an option; options are base, packages, " +
                         "allow_missing_meshes, allow_outside, strict, density");
  }
  return options;
}

namespace {

std::string line_of_finding(const Diagnostic& one) {
  std::string text = one.file;
  if (one.line > 0) text.append(":").append(std::to_string(one.line));
  text.append(text.empty() ? "" : ": ").append(severity_name(one.severity)).append(": ");
  if (!one.element.empty()) text.append(one.element).append(": ");
  return text.append(python_words(one.message));
}

void add_diagnostic(py::module_& module) {
  py::class_<Diagnostic>(module, "Diagnostic", "One finding of a loader.")
      .def_property_readonly(
          "severity", [](const Diagnostic& one) { return severity_name(one.severity); },
          "'info', 'warning' or 'error'.")
      .def_readonly("file", &Diagnostic::file)
      .def_readonly("line", &Diagnostic::line, "Line number, counted from 1; 0 if unknown.")
      .def_readonly("element", &Diagnostic::element,
                    "Element of the file that the finding concerns, e.g. link \"foot\".")
      .def_property_readonly(
          "message", [](const Diagnostic& one) { return python_words(one.message); },
          "Description of the defect, and how to fix it.")
      .def("__str__", &line_of_finding)
      .def("__repr__", [](const Diagnostic& one) {
        return "<cardan.urdf.Diagnostic " + line_of_finding(one) + ">";
      });
}

void add_report(py::module_& module) {
  py::class_<CheckReport>(
      module, "CheckReport",
      "Report of `check` on a robot file. `str(report)` is the human-readable report,\n"
      "and `json()` the report for programs.")
      .def_readonly("accepted", &CheckReport::accepted, "True if the robot can be simulated.")
      .def_readonly("file", &CheckReport::file)
      .def_readonly("name", &CheckReport::name)
      .def_readonly("links", &CheckReport::links, "Number of links in the file.")
      .def_readonly("joints", &CheckReport::joints, "Number of joints in the file.")
      .def_readonly("joint_types", &CheckReport::joint_types, "Number of joints by type.")
      .def_readonly("shapes", &CheckReport::shapes, "Number of collision shapes by kind.")
      .def_readonly("mass", &CheckReport::mass, "Sum of the masses in the file [kg].")
      .def_readonly("base", &CheckReport::base, "'fixed', 'floating', 'static' or ''.")
      .def_readonly("base_reason", &CheckReport::base_reason, "Reason for the choice of this base.")
      .def_readonly("bodies", &CheckReport::bodies,
                    "Number of moving bodies; 0 if the file was rejected.")
      .def_readonly("freedoms", &CheckReport::freedoms,
                    "Number of degrees of freedom nv of the skeleton; 0 if the file was\n"
                    "rejected.")
      .def_readonly("diagnostics", &CheckReport::diagnostics, "List of Diagnostic.")
      .def_property_readonly(
          "errors",
          [](const CheckReport& report) {
            std::vector<Diagnostic> errors;
            for (const Diagnostic& one : report.diagnostics) {
              if (one.severity == Severity::kError) errors.push_back(one);
            }
            return errors;
          },
          "The diagnostics of severity 'error'.")
      .def("json", &check_report_json, "The report as text in JSON.")
      .def("__str__", &check_report_text)
      .def("__bool__", [](const CheckReport& report) { return report.accepted; })
      .def("__repr__", [](const CheckReport& report) {
        return std::string("<cardan.urdf.CheckReport '")
            .append(report.name)
            .append(report.accepted ? "': accepted, " : "': rejected, ")
            .append(std::to_string(report.diagnostics.size()))
            .append(" diagnostics>");
      });
}

void add_robot(py::module_& module) {
  py::class_<RobotModel, std::shared_ptr<RobotModel>>(
      module, "Robot", "A robot as read from a file, ready to be simulated.")
      .def_readonly("name", &RobotModel::name)
      .def_property_readonly(
          "skeleton", [](const RobotModel& robot) { return shared_skeleton(robot.skeleton); },
          "The tree of the robot's bodies, for `cardan.dynamics`.")
      .def_property_readonly(
          "base", [](const RobotModel& robot) { return robot_base_name(robot.base); },
          "'fixed', 'floating' or 'static'.")
      .def_readonly("base_reason", &RobotModel::base_reason, "Reason for the choice of this base.")
      .def_readonly("diagnostics", &RobotModel::diagnostics, "List of Diagnostic.")
      .def_property_readonly(
          "postures",
          [](const RobotModel& robot) {
            std::map<std::string, std::map<std::string, std::vector<double>>> postures;
            for (const PostureRecord& one : robot.postures) postures[one.name] = one.q;
            return postures;
          },
          "Named postures, each with the coordinates of joints by name [rad, m].")
      .def_property_readonly(
          "num_shapes", [](const RobotModel& robot) { return robot.shapes.size(); },
          "Number of collision shapes.")
      .def(
          "urdf", [](const RobotModel& robot) { return write_urdf(robot); },
          "The robot as URDF text, from which `read_text` makes the same robot.")
      .def("__repr__", [](const RobotModel& robot) {
        return std::string("<cardan.urdf.Robot '")
            .append(robot.name)
            .append("': ")
            .append(robot_base_name(robot.base))
            .append(" base, nv = ")
            .append(std::to_string(robot.skeleton->nv()))
            .append(">");
      });
}

CheckReport check(const py::object& path, const py::kwargs& given) {
  const UrdfOptions options = urdf_options_in(given);
  const std::string file = path_in(path, "path");
  const WithoutGil away;
  return check_robot(file, options);
}

std::shared_ptr<RobotModel> read(const py::object& path, const py::kwargs& given) {
  const UrdfOptions options = urdf_options_in(given);
  const std::string file = path_in(path, "path");
  const WithoutGil away;
  return std::make_shared<RobotModel>(load_robot(file, options));
}

std::shared_ptr<RobotModel> read_robot_text(const std::string& text, const std::string& folder,
                                            const py::kwargs& given) {
  UrdfOptions options = urdf_options_in(given);
  options.directory = folder;
  const WithoutGil away;
  return std::make_shared<RobotModel>(
      build_robot(read_urdf_text(text, "<text>", options), options));
}

}  // namespace

void bind_urdf(py::module_& parent) {
  py::module_ module = parent.def_submodule(
      "urdf",
      "Reads and checks robot files.\n\n"
      "Options of `check`, `read` and `read_text`: base 'auto', 'fixed' or 'floating'; packages,\n"
      "folders by package name; density [kg/m^3] of the collision shapes of a robot without mass;\n"
      "allow_missing_meshes; allow_outside; strict: a warning rejects the file.");
  add_diagnostic(module);
  add_report(module);
  add_robot(module);
  module.def("check", &check, py::arg("path"),
             "Checks a robot file. For a bad file, the report contains errors, and no exception\n"
             "is raised.");
  module.def("read", &read, py::arg("path"),
             "Reads a robot file. Raises an Error that names the file and the line if the robot\n"
             "is invalid.");
  module.def("read_text", &read_robot_text, py::arg("text"), py::arg("folder") = "",
             "Reads a robot from URDF text. folder: the folder to which mesh paths are\n"
             "relative.");
}

}  // namespace cardan::python
