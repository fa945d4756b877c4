#include "sim/record/world_json.h"

#include <filesystem>
#include <set>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "cardan/sensor.h"
#include "core/file_kind.h"
#include "core/hash.h"
#include "core/hex_text.h"
#include "core/number_text.h"
#include "core/read_file.h"
#include "sim/assembly/change_mass.h"
#include "sim/assembly/load_meshes.h"
#include "sim/assembly/loops.h"
#include "sim/data/json_archive.h"
#include "sim/data/spec_fields.h"
#include "sim/data/spec_json.h"
#include "sim/record/model_files.h"

namespace cardan {

template <class A>
void fields(A& a, DescribedLoop& x) {
  a("script", x.script);
  a("spec", x.spec);
}
template <class A>
void fields(A& a, IgnoredPair& x) {
  a("a", x.a);
  a("b", x.b);
}

namespace {

/// A model as a recording describes it: its spec and all later changes.
struct DescribedModel {
  ModelSpec spec;
  std::map<std::string, SpatialInertia> inertia;   ///< by number of the body
  std::map<std::string, SpatialInertia> payloads;  ///< by link, in its frame
  double added_at = 0;
};
template <class A>
void fields(A& a, DescribedModel& x) {
  a("spec", x.spec);
  a("inertia", x.inertia);
  a("payloads", x.payloads);
  a("added_at", x.added_at);
}
/// A file and the hash of its bytes, 16 hexadecimal digits.
struct HashedFile {
  std::string path, what, hash;
};
template <class A>
void fields(A& a, HashedFile& x) {
  a("path", x.path);
  a("what", x.what);
  a("hash", x.hash);
}
struct DescribedWorld {
  double version = 1;
  WorldSpec world;
  std::vector<DescribedModel> models;
  std::vector<IgnoredPair> ignored;
  std::vector<DescribedLoop> loops;
  std::vector<ForceSpec> forces;
  std::vector<SensorSpec> sensors;
  std::vector<HashedFile> files;
};
template <class A>
void fields(A& a, DescribedWorld& x) {
  a("version", x.version);
  a("world", x.world);
  a("models", x.models);
  a("ignored", x.ignored);
  a("loops", x.loops);
  a("forces", x.forces);
  a("sensors", x.sensors);
  a("files", x.files);
}

std::string hash_of_file(const std::string& path) {
  const std::string bytes = read_whole_file(path);
  Hash hash;
  hash.add(std::string_view(bytes));
  return hex_text(hash.value());
}

void require_files(const std::vector<HashedFile>& files, const std::string& where) {
  for (const HashedFile& file : files) {
    const std::string what = file.what + " '" + file.path + "'";
    if (!is_file(file.path))
      throw Error("the recording needs " + what + ", which does not exist", where,
                  "put the file back in its place");
    if (hash_of_file(file.path) != file.hash)
      throw Error(what + " has changed since the recording was made", where,
                  "restore the file as it was: its bytes had the hash " + file.hash);
  }
}

void add_files(const ModelSpec& spec, std::set<std::string>& known,
               std::vector<HashedFile>& files) {
  if (!spec.urdf.empty() && !spec.urdf_text && !known.insert("robot " + spec.urdf).second) return;
  for (const ModelFile& file : model_files(spec)) {
    if (!is_file(file.path) || !known.insert(file.path).second) continue;
    files.push_back({absolute_path(file.path), file.what, hash_of_file(file.path)});
  }
}

DescribedModel described(const ModelSetup& setup) {
  DescribedModel model;
  model.spec = *setup.spec;
  model.added_at = static_cast<double>(setup.added_at);
  model.payloads = setup.payloads;
  for (const int body : setup.changed_masses)
    model.inertia[std::to_string(body)] = setup.skeleton->inertia[static_cast<std::size_t>(body)];
  return model;
}

Model& add_model(World& world, ModelSpec spec, MeshCache& meshes) {
  if (spec.robot) {
    throw Error("model '" + spec.name +
                    "' was added from a built robot in memory, which a recording "
                    "does not hold",
                "recording", "add its description (RobotDescription), or its file");
  }
  load_meshes(spec, meshes);
  return world.add(spec);
}

void add_model(World& world, const DescribedModel& described, MeshCache& meshes) {
  Model& model = add_model(world, described.spec, meshes);
  World::Impl& impl = world.impl();
  ModelSetup& setup = *impl.model.models[static_cast<std::size_t>(model.index())];
  setup.added_at = static_cast<std::int64_t>(described.added_at);
  setup.payloads = described.payloads;
  for (const auto& [body, inertia] : described.inertia) {
    const int number = std::atoi(body.c_str());
    if (!setup.skeleton || number < 0 || number >= setup.skeleton->num_bodies())
      throw Error("model '" + setup.name + "' has no body " + body);
    replace_inertia(impl, model.index(), number, inertia);
  }
}

}  // namespace

Model& add_described(World& world, const std::string& text) {
  MeshCache meshes;
  return add_model(world, json::read_text<ModelSpec>(text, "model"), meshes);
}

std::string world_json(const World& world) {
  const World::Impl& impl = world.impl();
  DescribedWorld described_world;
  described_world.world = impl.model.spec;
  for (std::filesystem::path& folder : described_world.world.plugin_directories)
    folder = absolute_path(folder.string());
  std::set<std::string> known;
  for (const auto& setup : impl.model.models) {
    if (setup->removed) continue;
    described_world.models.push_back(described(*setup));
    add_files(*setup->spec, known, described_world.files);
  }
  described_world.ignored = impl.ignored;
  described_world.loops = described_loops(impl);
  if (impl.origin) described_world.forces = impl.origin->forces;
  for (const Sensor* sensor : world.sensors()) described_world.sensors.push_back(sensor->spec());
  return json::text_of(described_world);
}

World world_of_json(const std::string& text, const std::string& where, int threads) {
  const auto described_world = json::read_text<DescribedWorld>(text, where);
  if (described_world.version != 1)
    throw Error("its description has version " + number_text(described_world.version), where,
                "this version of cardan reads version 1");
  require_files(described_world.files, where);
  WorldSpec spec = described_world.world;
  spec.threads = threads;
  World world(spec);
  MeshCache meshes;
  for (const DescribedModel& model : described_world.models) add_model(world, model, meshes);
  for (const IgnoredPair& pair : described_world.ignored) world.ignore_collision(pair.a, pair.b);
  restore_loops(world, described_world.loops);
  for (const SensorSpec& sensor : described_world.sensors) world.add_sensor(sensor);
  auto origin = std::make_shared<WorldOrigin>();
  origin->forces = described_world.forces;
  world.impl().origin = std::move(origin);
  return world;
}

}  // namespace cardan
