#include "cardan/scene.h"

#include <filesystem>
#include <set>

#include "cardan/model_spec.h"
#include "sim/scene/keys.h"
#include "sim/scene/scene_file.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

Scene::Scene() = default;
Scene::Scene(const Scene& other) = default;
Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(const Scene& other) = default;
Scene& Scene::operator=(Scene&& other) noexcept = default;
Scene::~Scene() = default;

namespace {

constexpr int kFormatVersion = 1;

void read_version(const SceneNode& root) {
  const SceneNode version = root.require("cardan");
  if (version.word() != std::to_string(kFormatVersion)) {
    version.fail("format version '" + version.word() + "' is not known",
                 "this version of cardan reads 'cardan: " + std::to_string(kFormatVersion) + "'");
  }
}

}  // namespace

ModelNames::ModelNames(const std::vector<ModelSpec>& models) : models_(models) {
  for (const ModelSpec& model : models) known_.emplace(model.name, &model);
}

const ModelSpec& ModelNames::require(const SceneNode& node, const std::string& word,
                                     const std::vector<std::string>& more) const {
  const auto found = known_.find(std::string_view(word).substr(0, word.find('/')));
  if (found != known_.end()) return *found->second;
  std::vector<std::string> known;
  for (const ModelSpec& model : models_) known.push_back(model.name);
  known.insert(known.end(), more.begin(), more.end());
  node.fail_unknown("model", word.substr(0, word.find('/')), known);
}

namespace {

constexpr const char* kIntegrators[] = {"semi_implicit_euler", "rk4", "midpoint"};
constexpr const char* kPdLaws[] = {"newmark", "implicit_euler"};

constexpr Key<TimeSpec> kTimeKeys[] = {
    {{"step", form::positive("s"), "Time step"}, kInto<&TimeSpec::step>},
    {{"duration", form::non_negative("s"), "Simulated time"}, kInto<&TimeSpec::duration>},
    {{"integrator", form::choice(kIntegrators), "Time integrator"}, kInto<&TimeSpec::integrator>},
    {{"geometric_stiffness", form::choice(form::kOffOn), "Geometric stiffness of loaded trees"},
     kInto<&TimeSpec::geometric_stiffness>},
    {{"pd_laws", form::choice(kPdLaws), "How PD laws are integrated"}, kInto<&TimeSpec::pd_laws>},
};

TimeSpec read_time(const SceneNode& node) {
  allow_keys(node, kTimeKeys);
  TimeSpec time;
  read_keys(node, kTimeKeys, time);
  return time;
}

constexpr Key<ForceSpec> kForceKeys[] = {
    {{"on", form::kWord, "MODEL or MODEL/LINK on which the force acts", true}},
    {{"from", form::non_negative("s"), "Start"}, kInto<&ForceSpec::from>},
    {{"until", form::non_negative("s"), "End"}, kInto<&ForceSpec::until>},
    {{"force", form::vector3("N"), "Force in the world"}, kInto<&ForceSpec::force>},
    {{"moment", form::vector3("N m"), "Moment in the world"}, kInto<&ForceSpec::moment>},
    {{"at", form::vector3("m"), "Point of application in the frame of the link"},
     kInto<&ForceSpec::at>},
};

ForceSpec read_force(const SceneNode& node, const ModelNames& models) {
  allow_keys(node, kForceKeys);
  ForceSpec force;
  const SceneNode on = node.require("on");
  force.on = on.word();
  const ModelSpec& model = models.require(on, force.on);
  if (model.is_static) on.fail("model '" + model.name + "' is static");
  read_keys(node, kForceKeys, force);
  if (!(force.until > force.from))
    node.require("until").fail("must be later than 'from'", "expected from < until");
  if (!node.find("force") && !node.find("moment")) {
    node.fail("neither 'force' nor 'moment' is given", "add one, in the world frame");
  }
  return force;
}

void read_models(const SceneNode& node, const std::vector<ModelFileReader>& readers, Scene& scene) {
  const CollisionGroups groups = find_collision_groups(node);
  // Materials of files are added while the models are read, and belong to no other model.
  const MaterialTable materials = scene.world.materials;
  const ModelContext context{materials, groups};
  std::uint32_t taken = named_bits(groups);
  MjcfItems mjcf(taken);
  ModelFileItems files(readers, taken);
  std::set<std::string> names;
  for (const SceneNode& item : node.items()) {
    std::size_t added = scene.models.size();
    if (MjcfItems::is_one(item)) {
      mjcf.read(item, scene);
    } else if (const ModelFileReader* reader = files.reader_of(item)) {
      files.read(item, *reader, scene);
    } else {
      for (ModelSpec& model : expand_grid(item, read_model(item, context)))
        scene.models.push_back(std::move(model));
    }
    for (; added < scene.models.size(); ++added) {
      if (!names.insert(scene.models[added].name).second) {
        item.require("name").fail(
            "there is already a model named '" + scene.models[added].name + "'",
            "model names must be unique");
      }
      scene.lines.models.push_back(item.line());
    }
  }
  if (scene.models.empty()) node.fail("no model", "add at least one");
}

void add_folder(const SceneNode& node, bool of_file, std::vector<std::string>& folders) {
  if (!node.is_scalar()) return;
  const std::string path = node.path_relative_to_file();
  folders.push_back(of_file ? std::filesystem::path(path).parent_path().string() : path);
}

// Folders listed under `needs` and `packages`, and those of the robots. Invalid forms are reported
// by their own readers.
std::vector<std::string> folders_named(const SceneNode& root,
                                       const std::vector<ModelFileReader>& readers) {
  std::vector<std::string> keys{"urdf", "mjcf"};
  for (const ModelFileReader& reader : readers) keys.push_back(reader.key);
  std::vector<std::string> folders;
  const auto needs = root.find("needs"), models = root.find("models");
  if (needs && needs->is_list())
    for (const SceneNode& item : needs->items()) add_folder(item, false, folders);
  if (!models || !models->is_list()) return folders;
  for (const SceneNode& model : models->items()) {
    if (!model.is_map()) continue;
    for (const std::string& key : keys)
      if (const auto robot = model.find(key)) add_folder(*robot, true, folders);
    const auto packages = model.find("packages");
    if (!packages || !packages->is_map()) continue;
    for (const auto& [name, folder] : packages->entries()) add_folder(folder, false, folders);
  }
  return folders;
}

// An `across` axis must be an axis of the sweep with two values or more, since a single run has no
// spread.
void check_across(const SceneNode& node, const ExpectSpec& spec, const Scene& scene) {
  if (spec.across.kind == AcrossSpec::Kind::kNone) return;
  std::vector<std::string> axes;
  for (const SweepAxis& axis : scene.sweep) {
    axes.push_back(axis.name);
    if (axis.name != spec.across.axis) continue;
    if (axis.values.size() >= 2) return;
    node.require("across").fail("the axis '" + axis.name + "' of 'sweep' has one value",
                                "'across' compares two runs or more: add a value");
  }
  node.require("across").fail_unknown("axis of 'sweep'", spec.across.axis, axes);
}

// With offsets that are all zero, seeds would repeat the same run.
void check_seeds(const SceneNode& sweep, const Scene& scene) {
  const auto seeds = sweep.find("seeds");
  if (!seeds) return;
  const PerturbSpec offsets = scene.perturb.value_or(PerturbSpec{});
  if (std::max({offsets.position, offsets.rotation, offsets.joints, offsets.velocity}) > 0) return;
  seeds->fail("a seed would change nothing",
              "add 'perturb' with a bound above zero, e.g. {position: 1e-3}");
}

void read_checks(const SceneNode& root, Scene& scene) {
  const auto sweep = root.find("sweep");
  if (sweep) scene.sweep = read_sweep(*sweep);
  if (const auto perturb = root.find("perturb")) scene.perturb = read_perturb(*perturb);
  if (sweep) check_seeds(*sweep, scene);
  if (const auto expect = root.find("expect")) {
    for (const SceneNode& item : expect->items()) {
      scene.expect.push_back(read_expectation(item));
      check_across(item, scene.expect.back(), scene);
    }
  }
  if (const auto known = root.find("known_failures")) {
    for (const SceneNode& item : known->items()) {
      scene.known_failures.push_back(read_known_failure(item));
    }
  }
}

void read_lists(const SceneNode& root, Scene& scene) {
  if (const auto tags = root.find("tags")) {
    for (const SceneNode& tag : tags->items()) scene.tags.push_back(tag.word());
  }
  const ModelNames models(scene.models);
  if (const auto forces = root.find("forces")) {
    for (const SceneNode& item : forces->items()) {
      scene.forces.push_back(read_force(item, models));
      scene.lines.forces.push_back(item.line());
    }
  }
  if (const auto loops = root.find("loops")) {
    for (const SceneNode& item : loops->items()) {
      scene.loops.push_back(read_loop(item, models));
      scene.lines.loops.push_back(item.line());
    }
  }
  if (const auto sensors = root.find("sensors")) {
    for (const SceneNode& item : sensors->items()) {
      scene.sensors.push_back(read_sensor(item, models));
      scene.lines.sensors.push_back(item.line());
    }
  }
  if (const auto ignored = root.find("ignore")) {
    for (const SceneNode& item : ignored->items()) {
      scene.ignored.push_back(read_ignored_pair(item, models));
      scene.lines.ignored.push_back(item.line());
    }
  }
}

// Confines the files of a scene to its project unless they may be anywhere.
SceneNode with_scope(SceneNode root, const SceneOptions& options) {
  if (!options.allow_outside && !outside_is_allowed()) root.confine();
  return root;
}

constexpr Key<Scene> kRecordKeys[] = {
    {{"every", form::positive("s"), "Interval of the rows", true}, kInto<&Scene::record_every>}};

constexpr Form kForce = form::map<kForceKeys>(), kModel = form::late(model_form),
               kLoop = form::late(loop_form), kSensor = form::late(sensor_form),
               kExpectation = form::late(expectation_form),
               kKnownFailure = form::late(known_failure_form),
               kNamePair = form::list(&form::kWord, 2);

constexpr const char* kVersions[] = {"1"};

constexpr Key<Scene> kSceneKeys[] = {
    {{"cardan", form::choice(kVersions), "Version of the format: 1", true}},
    {{"name", form::kWord, "Name of the scene, by default that of the file"}, kInto<&Scene::name>},
    {{"tags", form::kWords, "Tags by which regress selects scenes"}},
    {{"time", form::map<kTimeKeys>(), "Step, duration and integrator"}},
    {{"gravity", form::vector3("m/s^2"), "Gravity in the world"},
     kInto<&Scene::world, &WorldSpec::gravity>},
    {{"contact", form::late(contact_form), "Formulation, solver and rules of contacts"}},
    {{"materials", form::late(materials_form), "Materials by name"}},
    {{"models", form::some(&kModel), "Bodies and robots", true}},
    {{"forces", form::list(&kForce), "Forces during intervals of time"}},
    {{"loops", form::list(&kLoop), "Closed loops"}},
    {{"ignore", form::list(&kNamePair), "Pairs of models or links that never collide"}},
    {{"sensors", form::list(&kSensor), "Sensors"}},
    {{"seed", form::kSeed, "Seed of the noise of all sensors"},
     kInto<&Scene::world, &WorldSpec::seed>},
    {{"record", form::map<kRecordKeys>(), "Recording of a run"}},
    {{"expect", form::list(&kExpectation), "Expectations that regress checks"}},
    {{"sweep", form::late(sweep_form), "Runs of a regression: solvers, formulations, steps, …"}},
    {{"perturb", form::late(perturb_form), "Offsets of the initial state"}},
    {{"known_failures", form::list(&kKnownFailure), "Expectations that some solvers do not meet"}},
    {{"needs", form::kWords, "Files and folders without which the scene cannot run"}},
};

// root: from with_scope.
Scene read_scene(SceneNode root, const std::string& file,
                 const std::vector<SceneOverride>& overrides,
                 const std::vector<ModelFileReader>& readers) {
  for (const SceneOverride& change : overrides) root.lay_over(change.path, change.value);
  read_version(root);
  if (root.is_confined()) root.allow(folders_named(root, readers));
  allow_keys(root, kSceneKeys);
  Scene scene;
  scene.file = file;
  scene.text = root.file_text();
  scene.overrides = overrides;
  scene.name = std::filesystem::path(file).stem().string();
  read_keys(root, kSceneKeys, scene);
  if (const auto time = root.find("time")) scene.time = read_time(*time);
  scene.world.step = scene.time.step;
  scene.world.integrator = scene.time.integrator;
  scene.world.geometric_stiffness = scene.time.geometric_stiffness;
  scene.world.pd_laws = scene.time.pd_laws;
  if (const auto contact = root.find("contact")) {
    scene.world.contact = read_contact(*contact);
    scene.lines.contact = contact->line();
  }
  if (const auto materials = root.find("materials")) {
    scene.world.materials = read_materials(*materials);
  }
  read_models(root.require("models"), readers, scene);
  for (ModelSpec& model : scene.models) model.allow_outside = !root.is_confined();
  refuse_unused_materials(root, scene);
  read_lists(root, scene);
  read_checks(root, scene);
  if (const auto record = root.find("record")) {
    allow_keys(*record, kRecordKeys);
    read_keys(*record, kRecordKeys, scene);
  }
  require_needs(root);  // last, so that errors in the scene are the same on every machine
  return scene;
}

}  // namespace

Form scene_form() { return form::map<kSceneKeys>(); }

Scene load_scene(const std::string& file, const std::vector<SceneOverride>& overrides) {
  return load_scene(file, overrides, {});
}

Scene load_scene(const std::string& file, const std::vector<SceneOverride>& overrides,
                 const SceneOptions& options) {
  return read_scene(with_scope(SceneNode::load(file), options), file, overrides, options.readers);
}

Scene load_scene_text(const std::string& text, const std::string& base_folder,
                      const std::vector<SceneOverride>& overrides, const SceneOptions& options) {
  const std::string label = "<text>";
  return read_scene(with_scope(SceneNode::parse(text, label, base_folder), options), label,
                    overrides, options.readers);
}

struct SceneFile::Impl {
  std::string file;
  SceneNode root;  ///< with nothing laid over it
  std::vector<ModelFileReader> readers;
};

SceneFile::SceneFile(const std::string& file, const SceneOptions& options)
    : impl_(std::make_unique<const Impl>(
          Impl{file, with_scope(SceneNode::load(file), options), options.readers})) {}
SceneFile::~SceneFile() = default;

Scene SceneFile::with(const std::vector<SceneOverride>& overrides) const {
  return read_scene(impl_->root.parsed_again(), impl_->file, overrides, impl_->readers);
}

}  // namespace cardan
