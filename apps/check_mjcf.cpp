#include "apps/check_mjcf.h"

#include <map>
#include <nlohmann/json.hpp>

#include "apps/printable_text.h"
#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"
#include "cardan/urdf.h"
#include "core/number_text.h"
#include "geometry/shape_form.h"

namespace cardan::app {

namespace {

struct MjcfReport {
  MjcfDescription model;
  std::vector<Diagnostic> diagnostics;
  std::optional<World> world;
  Scene scene;
};

MjcfReport read_model(const std::string& file, const MjcfOptions& options) {
  MjcfReport report;
  report.model = inspect_mjcf(file, options);
  report.diagnostics = report.model.diagnostics;
  if (report.model.first_error() == nullptr) {
    try {
      report.scene = mjcf_scene(report.model);
      report.diagnostics = report.scene.diagnostics;
      report.world.emplace(make_world(report.scene));
      report.diagnostics = report.world->diagnostics();
    } catch (const Error& error) {
      report.diagnostics.push_back(cardan::refusal(file, error.what()));
    }
  }
  return report;
}

std::map<std::string, int> joint_kinds(const MjcfDescription& model) {
  static const char* const kNames[] = {"free", "ball", "slide", "hinge"};
  std::map<std::string, int> kinds;
  for (const mjcf::Joint& joint : model.joints) ++kinds[kNames[static_cast<int>(joint.kind)]];
  return kinds;
}

std::map<std::string, int> geom_kinds(const MjcfDescription& model) {
  std::map<std::string, int> kinds;
  for (const mjcf::Geom& geom : model.geoms) ++kinds[form_of(geom.kind).mjcf];
  return kinds;
}

double moving_mass(const MjcfDescription& model) {
  double sum = 0;
  for (std::size_t i = 1; i < model.bodies.size(); ++i) sum += model.bodies[i].inertia.mass;
  return sum;
}

int freedoms(const MjcfDescription& model) {
  int sum = 0;
  for (const mjcf::Joint& joint : model.joints)
    sum += joint.kind == mjcf::JointKind::kFree ? 6 : joint.kind == mjcf::JointKind::kBall ? 3 : 1;
  return sum;
}

std::string listed_counts(const std::map<std::string, int>& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text.append(text.empty() ? "" : ", ").append(std::to_string(count)).append(" ").append(name);
  return text.empty() ? "none" : text;
}

std::string text_of(const MjcfReport& report, const std::string& file, const CheckOutput& output) {
  const MjcfDescription& model = report.model;
  std::string text;
  if (!output.quiet) {
    text += file + ": MJCF" + (model.name.empty() ? "" : " \"" + model.name + "\"") + "\n";
    text += "  bodies " + std::to_string(model.bodies.empty() ? 0 : model.bodies.size() - 1) +
            ", degrees of freedom " + std::to_string(freedoms(model)) + ", mass " +
            number_text(moving_mass(model), 6) + " kg\n";
    text += "  joints: " + listed_counts(joint_kinds(model)) + "\n";
    text += "  geoms: " + listed_counts(geom_kinds(model)) + "\n";
    if (report.world) {
      text += "  models:\n";
      for (const ModelSpec& spec : report.scene.models) {
        const Model* made = report.world->find(spec.name);
        text += "    " + spec.name + ": ";
        text += made != nullptr && made->skeleton()
                    ? std::to_string(made->skeleton()->nv()) + " degrees of freedom"
                    : "static";
        text += "\n";
      }
      text += "  loops " + std::to_string(report.scene.loops.size()) + ", sensors " +
              std::to_string(report.scene.sensors.size()) + ", actuators " +
              std::to_string(model.actuators.size()) + ", postures " +
              std::to_string(model.keyframes.size()) + "\n";
    }
  }
  text += findings_text(report.diagnostics, output);
  return printable_text(text);
}

std::string json_of(const MjcfReport& report, const std::string& file) {
  const MjcfDescription& model = report.model;
  nlohmann::ordered_json json = {{"file", file},
                                 {"format", "mjcf"},
                                 {"accepted", first_error(report.diagnostics) == nullptr},
                                 {"name", model.name},
                                 {"bodies", model.bodies.empty() ? 0 : model.bodies.size() - 1},
                                 {"dof", freedoms(model)},
                                 {"mass", moving_mass(model)},
                                 {"joint_types", joint_kinds(model)},
                                 {"shapes", geom_kinds(model)}};
  return json_with_findings(std::move(json), report.scene, report.diagnostics);
}

}  // namespace

int check_mjcf(const std::string& file, const MjcfOptions& options, const CheckOutput& output) {
  MjcfOptions read_options = options;
  read_options.strict = false;  // warnings are rejected once all findings are known
  MjcfReport report = read_model(file, read_options);
  if (options.strict) reject_warnings(report.diagnostics);
  return print_check(output.json ? json_of(report, file) : text_of(report, file, output), file,
                     report.diagnostics);
}

}  // namespace cardan::app
