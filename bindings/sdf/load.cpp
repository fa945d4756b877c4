#include <sdf/sdf_config.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "bindings/sdf/read.h"
#include "bindings/sdf/silence.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/read_file.h"
#include "core/text_encoding.h"

namespace cardan {

namespace sdformat {
namespace {

namespace fs = std::filesystem;

constexpr double kDuration = 4;  // [s]

std::string folder_of(const std::string& label, const SdfOptions& options) {
  if (!options.directory.empty()) return options.directory;
  const std::string parent = fs::path(label).parent_path().string();
  return parent.empty() ? "." : parent;
}

void set_scope(Context& context) {
  if (context.options.allow_outside || outside_is_allowed()) return;
  context.scope.emplace();
  context.scope->add_project_of(
      (fs::path(context.folder) / fs::path(context.label).filename()).string());
  context.scope->add((fs::path(context.folder) / "..").string());
}

void set_world(Context& context, const ::sdf::World& world) {
  Scene& scene = context.scene;
  scene.name = world.Name();
  scene.world.gravity = vector_of(world.Gravity());
  const ::sdf::Physics* physics = world.PhysicsDefault();
  if (physics == nullptr) return;
  const double step = physics->MaxStepSize();
  if (!(step > 0) || !std::isfinite(step)) {
    context.error(physics->Element() ? physics->Element() : world.Element(),
                  "max_step_size is not above zero");
    return;
  }
  scene.time.step = scene.world.step = step;
}

// Gazebo's empty world has a plane at z = 0.
void add_ground(Context& context, const Element& at) {
  for (const ModelSpec& spec : context.scene.models)
    if (spec.name == "ground") return;
  ModelSpec ground;
  ground.name = "ground";
  ground.is_static = true;
  ground.geometry = GeometryRecord{};
  ground.geometry->kind = GeometryKind::kPlane;
  ground.material = "ground";
  MaterialSpec& material = context.scene.world.materials.named["ground"];
  material.mu_static = material.mu_kinetic = 1;
  context.scene.models.push_back(std::move(ground));
  context.scene.lines.models.push_back(0);
  context.info(at, "the file has no world: the ground z = 0 of Gazebo's empty world is added");
}

void add_models(Context& context, const std::vector<FlatModel>& models) {
  for (const FlatModel& model : models) {
    if (context.failed()) return;
    const Ends ends = add_model(context, model);
    add_sensors(context, model, ends);
  }
}

void translate(Context& context, const ::sdf::Root& root) {
  context.scene.world.materials.rule = PairRule::kMin;
  std::vector<FlatModel> models;
  if (root.WorldCount() > 0) {
    const ::sdf::World& world = *root.WorldByIndex(0);
    set_world(context, world);
    for (std::uint64_t i = 1; i < root.WorldCount(); ++i)
      context.warn(root.WorldByIndex(i)->Element(), "a further world is left out");
    for (std::uint64_t i = 0; i < world.ModelCount(); ++i)
      models.push_back(flatten(context, *world.ModelByIndex(i)));
    if (root.Model() != nullptr)
      context.warn(root.Model()->Element(), "a model beside a world is left out");
  } else if (root.Model() != nullptr) {
    models.push_back(flatten(context, *root.Model()));
    context.scene.name = root.Model()->Name();
  } else {
    context.error(root.Element(), "the file has neither a world nor a model");
  }
  if (context.failed()) return;
  set_filters(context, models);
  add_models(context, models);
  if (root.WorldCount() > 0 || !context.options.ground || context.failed()) return;
  for (const ModelSpec& spec : context.scene.models)
    if (!spec.is_static) return add_ground(context, root.Model()->Element());
}

// The file, what it includes, and its meshes and heightmaps.
void name_files(const std::map<std::string, std::string>& includes, Scene& scene) {
  std::set<std::string> files{scene.file};
  for (const auto& [uri, file] : includes)
    if (!file.empty()) files.insert(file);
  const auto add = [&](const GeometryRecord& geometry) {
    if (!geometry.mesh_file.empty()) files.insert(geometry.mesh_file);
  };
  for (const ModelSpec& model : scene.models) {
    for (const CompoundPart& part : model.compound) add(part.geometry);
    if (!model.description) continue;
    for (const LinkRecord& link : model.description->links) {
      for (const ShapeRecord& shape : link.collisions) add(shape.geometry);
      for (const ShapeRecord& shape : link.visuals) add(shape.geometry);
    }
  }
  scene.files.assign(files.begin(), files.end());
}

double memory_from_environment(double otherwise) {
  const char* text = std::getenv("CARDAN_SDF_MEMORY");
  const double value = text == nullptr ? 0 : std::strtod(text, nullptr);
  return value > 0 && std::isfinite(value) ? value : otherwise;
}

Scene read(const std::string& text, const std::string& label, const SdfOptions& given_options) {
  SdfOptions options = given_options;
  options.most_memory = memory_from_environment(options.most_memory);
  Context context{options, label, folder_of(label, options), {}, {}, {}, {}, {}, {}, {}, {}};
  Scene& scene = context.scene;
  scene.file = label;
  scene.time.duration = kDuration;
  set_scope(context);
  const Silence silence;
  const Utf8Text utf8 = utf8_of_xml(text);
  if (!utf8.why.empty())
    scene.diagnostics.push_back({Severity::kError, label, utf8.line, "", utf8.why});
  std::map<std::string, std::string> includes;
  if (!context.failed()) includes = scan_text(context, utf8.text);
  ::sdf::Root root;
  if (!context.failed() && read_document(context, utf8.text, includes, silence, root)) {
    tell_elements(context, root.Element());
    if (!context.failed()) translate(context, root);
  }
  name_files(includes, scene);
  if (scene.name.empty()) scene.name = fs::path(label).stem().string();
  if (options.strict)
    for (Diagnostic& finding : scene.diagnostics)
      if (finding.severity == Severity::kWarning) finding.severity = Severity::kError;
  return std::move(context.scene);
}

Scene accepted(Scene scene) {
  for (const Diagnostic& finding : scene.diagnostics) {
    if (finding.severity != Severity::kError) continue;
    std::string where = finding.file;
    if (finding.line > 0) where += ":" + std::to_string(finding.line);
    if (!finding.element.empty()) where += ": " + finding.element;
    throw Error(finding.message, where);
  }
  return scene;
}

}  // namespace
}  // namespace sdformat

Scene inspect_sdf_text(const std::string& text, const std::string& label,
                       const SdfOptions& options) {
  return sdformat::read(text, label, options);
}

Scene inspect_sdf(const std::string& file, const SdfOptions& options) {
  const FileContents contents = try_read_file(file, sdformat::kMostBytes);
  if (contents.why.empty()) return inspect_sdf_text(contents.bytes, file, options);
  Scene scene;
  scene.file = file;
  scene.diagnostics.push_back({Severity::kError, file, 0, "", contents.why});
  return scene;
}

Scene load_sdf_text(const std::string& text, const std::string& label, const SdfOptions& options) {
  return sdformat::accepted(inspect_sdf_text(text, label, options));
}

Scene load_sdf(const std::string& file, const SdfOptions& options) {
  return sdformat::accepted(inspect_sdf(file, options));
}

ModelFileReader sdf_reader() {
  return {"sdf", [](const std::string& file, const ModelFileOptions& asked) {
            SdfOptions options;
            options.allow_outside = asked.allow_outside;
            options.allow_missing_meshes = asked.allow_missing_meshes;
            options.strict = asked.strict;
            options.models = asked.packages;
            options.ground = false;
            return load_sdf(file, options);
          }};
}

std::string libsdformat_version() { return SDF_VERSION_FULL; }

}  // namespace cardan
