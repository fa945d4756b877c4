#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "cardan/core/error.h"
#include "cardan/core/file_kind.h"
#include "cardan/core/hash.h"
#include "cardan/core/read_file.h"
#include "cardan/dynamics/link_specs.h"
#include "cardan/dynamics/skeleton_builder.h"
#include "cardan/dynamics/urdf/mesh_loader.h"
#include "cardan/sim/build/change_mass_internal.h"
#include "cardan/sim/build/loops_internal.h"
#include "cardan/sim/record/model_files.h"
#include "cardan/sim/record/spec_json_internal.h"

namespace cardan {

namespace {

using PlainJson = nlohmann::json;

// Every struct has one list of its fields, fields(archive, value), which the writer and the reader
// share.
struct Writer;
struct Reader;

template <class A>
void fields(A& a, ContactSurface& x) {
  a("mu_static", x.mu_static);
  a("mu_kinetic", x.mu_kinetic);
  a("restitution", x.restitution);
  a("compliance", x.compliance);
  a("stiffness", x.stiffness);
  a("damping", x.damping);
  a("tangential_stiffness", x.tangential_stiffness);
  a("tangential_damping", x.tangential_damping);
  a("mu_torsion", x.mu_torsion);
  a("mu_rolling", x.mu_rolling);
  a("mu_ratio", x.mu_ratio);
}
template <class A>
void fields(A& a, MaterialSpec& x) {
  fields(a, static_cast<ContactSurface&>(x));
  a("direction", x.direction);
  a("surface_velocity", x.surface_velocity);
}
template <class A>
void fields(A& a, MaterialPair& x) {
  a("first", x.first);
  a("second", x.second);
  a("material", x.material);
}
template <class A>
void fields(A& a, MaterialTable& x) {
  a("named", x.named);
  a("rule", x.rule);
  a("pairs", x.pairs);
}
template <class A>
void fields(A& a, Compliance& x) {
  a("kind", x.kind);
  a("first", x.first);
  a("second", x.second);
}
template <class A>
void fields(A& a, SolverOption& x) {
  a("name", x.name);
  a("number", x.number);
  a("word", x.word);
}
template <class A>
void fields(A& a, SolverSpec& x) {
  a("id", x.id);
  a("options", x.options);
  a("tolerance", x.tolerance);
  a("max_iterations", x.max_iterations);
  a("fallback", x.fallback);
}
template <class A>
void fields(A& a, FormulationSpec& x) {
  a("id", x.id);
  a("options", x.options);
}
template <class A>
void fields(A& a, PairJson& x) {
  a("formulation", x.formulation);
  a("solver", x.solver);
}
template <class A>
void fields(A& a, Stabilization& x) {
  a("kind", x.kind);
  a("erp", x.erp);
  a("slop", x.slop);
  a("max_speed", x.max_speed);
  a("relaxation", x.relaxation);
}
template <class A>
void fields(A& a, ConstraintRules& x) {
  a("stabilization", x.stabilization);
  a("restitution", x.restitution);
  a("restitution_threshold", x.restitution_threshold);
  a("slip_threshold", x.slip_threshold);
}
template <class A>
void fields(A& a, SleepSpec& x) {
  a("speed", x.speed);
  a("time", x.time);
}
template <class A>
void fields(A& a, ContactSpec& x) {
  a("formulation", x.formulation);
  a("solver", x.solver);
  a("shadow", x.shadow);
  a("rules", x.rules);
  a("continuous", x.continuous);
  a("sleep", x.sleep);
}
template <class A>
void fields(A& a, WorldSpec& x) {
  a("step", x.step);
  a("integrator", x.integrator);
  a("gravity", x.gravity);
  a("contact", x.contact);
  a("materials", x.materials);
  a("plugin_directories", x.plugin_directories);
}
template <class A>
void fields(A& a, TriangleMesh& x) {
  a("vertices", x.vertices);
  a("triangles", x.triangles);
}
template <class A>
void fields(A& a, HeightGrid& x) {
  a("rows", x.rows);
  a("columns", x.columns);
  a("size", x.size);
  a("heights", x.heights);
}
template <class A>
void fields(A& a, GeometryRecord& x) {
  a("kind", x.kind);
  a("size", x.size);
  a("mesh_file", x.mesh_file);
  a("mesh_scale", x.mesh_scale);
  a("convex", x.convex);
  a("parts", x.parts);
  a("heights", x.heights);
}
template <class A>
void fields(A& a, CollisionFilter& x) {
  a("group", x.group);
  a("mask", x.mask);
}
template <class A>
void fields(A& a, CompoundPart& x) {
  a("geometry", x.geometry);
  a("pose", x.pose);
  a("material", x.material);
  a("mass", x.mass);
  a("density", x.density);
  a("collision", x.collision);
}
template <class A>
void fields(A& a, PathKnot& x) {
  a("time", x.time);
  a("pose", x.pose);
}
template <class A>
void fields(A& a, KinematicSpec& x) {
  a("path", x.path);
  a("smooth", x.smooth);
  a("repeat", x.repeat);
  a("velocity", x.velocity);
}
template <class A>
void fields(A& a, TargetKnot& x) {
  a("time", x.time);
  a("target", x.target);
}
template <class A>
void fields(A& a, TargetPath& x) {
  a("knots", x.knots);
  a("smooth", x.smooth);
  a("repeat", x.repeat);
}
template <class A>
void fields(A& a, PdSpec& x) {
  a("kp", x.kp);
  a("kd", x.kd);
  a("target", x.target);
  a("velocity", x.velocity);
  a("effort", x.effort);
  a("path", x.path);
}
template <class A>
void fields(A& a, SpatialInertia& x) {
  a("mass", x.mass);
  a("com", x.com);
  a("inertia", x.inertia);
}
template <class A>
void fields(A& a, DofProperties& x) {
  a("damping", x.damping);
  a("friction", x.friction);
  a("stiffness", x.stiffness);
  a("spring_reference", x.spring_reference);
  a("armature", x.armature);
  a("lower", x.lower);
  a("upper", x.upper);
  a("effort_limit", x.effort_limit);
  a("velocity_limit", x.velocity_limit);
  a("actuated", x.actuated);
}
template <class A>
void fields(A& a, JointCoupling& x) {
  a("leader", x.leader);
  a("multiplier", x.multiplier);
  a("offset", x.offset);
}
template <class A>
void fields(A& a, LinkSpec& x) {
  a("name", x.name);
  a("parent", x.parent);
  a("joint_name", x.joint_name);
  a("joint_type", x.joint_type);
  a("X_PJ", x.X_PJ);
  a("axis", x.axis);
  a("axis2", x.axis2);
  a("pitch", x.pitch);
  a("inertia", x.inertia);
  a("dofs", x.dofs);
  a("coupling", x.coupling);
}
template <class A>
void fields(A& a, ModelSpec& x) {
  a("name", x.name);
  a("urdf", x.urdf);
  a("urdf_text", x.urdf_text);
  a("urdf_folder", x.urdf_folder);
  // A description or a robot in memory is not written; an empty description stands for it.
  bool in_memory = x.description || x.robot;
  a("in_memory", in_memory);
  if (in_memory && !x.description && !x.robot)
    x.description = std::make_shared<const RobotDescription>();
  a("geometry", x.geometry);
  a("compound", x.compound);
  a("skeleton", x.skeleton);
  a("kinematic", x.kinematic);
  a("packages", x.packages);
  a("allow_missing_meshes", x.allow_missing_meshes);
  a("project_inertias", x.project_inertias);
  a("strict", x.strict);
  a("allow_outside", x.allow_outside);
  a("base", x.base);
  a("is_static", x.is_static);
  a("self_collision", x.self_collision);
  a("touching_posture", x.touching_posture);
  a("collision", x.collision);
  a("collision_links", x.collision_links);
  a("mass", x.mass);
  a("density", x.density);
  a("inertia", x.inertia);
  a("material", x.material);
  a("pose", x.pose);
  a("velocity", x.velocity);
  a("posture", x.posture);
  a("q", x.q);
  a("v", x.v);
  a("pd", x.pd);
  a("pd_joints", x.pd_joints);
  a("limits", x.limits);
  a("limits_joints", x.limits_joints);
}
template <class A>
void fields(A& a, LoopSpec& x) {
  a("kind", x.kind);
  a("a", x.a);
  a("b", x.b);
  a("pose", x.pose);
  a("at_a", x.at_a);
  a("at_b", x.at_b);
  a("length", x.length);
  a("ratio", x.ratio);
  a("offset", x.offset);
  a("compliance", x.compliance);
  a("name", x.name);
}
template <class A>
void fields(A& a, ForceSpec& x) {
  a("on", x.on);
  a("from", x.from);
  a("until", x.until);
  a("force", x.force);
  a("moment", x.moment);
  a("at", x.at);
}

/// The numbers of a skeleton that link_specs() gives up to rounding.
struct SkeletonNumbers {
  std::vector<Vector3> axis;
  std::vector<RigidTransform> X_PF, X_BF;
  std::vector<SpatialInertia> inertia;
  std::vector<double> pitch;
  std::vector<DofProperties> dofs;
};
template <class A>
void fields(A& a, SkeletonNumbers& x) {
  a("axis", x.axis);
  a("X_PF", x.X_PF);
  a("X_BF", x.X_BF);
  a("inertia", x.inertia);
  a("pitch", x.pitch);
  a("dofs", x.dofs);
}

/// A model as a recording describes it: its spec, and what calls have changed since.
struct DescribedModel {
  ModelSpec spec;
  std::map<std::string, SpatialInertia> inertia;  ///< by number of the body
  double added_at = 0;
};
template <class A>
void fields(A& a, DescribedModel& x) {
  a("spec", x.spec);
  a("inertia", x.inertia);
  a("added_at", x.added_at);
}
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
  a("files", x.files);
}

// --- Writing

PlainJson json_of(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}
PlainJson json_of(bool x) { return x; }
PlainJson json_of(int x) { return x; }
PlainJson json_of(std::uint32_t x) { return x; }
PlainJson json_of(const std::string& x) { return x; }
PlainJson json_of(const std::filesystem::path& x) { return x.string(); }
template <class E>
requires std::is_enum_v<E> PlainJson json_of(E x) { return static_cast<int>(x); }
template <class Derived>
PlainJson json_of(const Eigen::PlainObjectBase<Derived>& x) {
  PlainJson list = PlainJson::array();
  for (Eigen::Index i = 0; i < x.size(); ++i) list.push_back(json_of(x.data()[i]));
  return list;
}
PlainJson json_of(const RigidTransform& x) { return {{"p", json_of(x.p)}, {"R", json_of(x.R)}}; }
PlainJson json_of(const SpatialVelocity& x) {
  return {{"angular", json_of(x.angular)}, {"linear", json_of(x.linear)}};
}
PlainJson json_of(const std::array<int, 3>& x) { return x; }
template <class T>
PlainJson json_of(const std::optional<T>& x);
template <class T>
PlainJson json_of(const std::vector<T>& x);
template <class T>
PlainJson json_of(const std::map<std::string, T>& x);
template <class T>
PlainJson json_of(const std::shared_ptr<const T>& x);
template <class T>
requires requires(Writer& writer, T& x) { fields(writer, x); }
PlainJson json_of(const T& x);

struct Writer {
  PlainJson json = PlainJson::object();
  template <class T>
  void operator()(const char* key, T& value) {
    json[key] = json_of(static_cast<const T&>(value));
  }
};

// Fields with the value of a new T are left out.
template <class T>
requires requires(Writer& writer, T& x) { fields(writer, x); }
PlainJson json_of(const T& x) {
  Writer own, plain;
  T usual{};
  fields(own, const_cast<T&>(x));
  fields(plain, usual);
  for (const auto& [key, value] : plain.json.items())
    if (own.json[key] == value) own.json.erase(key);
  return own.json;
}

template <class T>
PlainJson json_of(const std::optional<T>& x) {
  return x ? json_of(*x) : PlainJson(nullptr);
}
template <class T>
PlainJson json_of(const std::vector<T>& x) {
  PlainJson list = PlainJson::array();
  for (const T& item : x) list.push_back(json_of(item));
  return list;
}
template <class T>
PlainJson json_of(const std::map<std::string, T>& x) {
  PlainJson map = PlainJson::object();
  for (const auto& [key, value] : x) map[key] = json_of(value);
  return map;
}

SkeletonNumbers numbers_of(const Skeleton& skeleton) {
  SkeletonNumbers numbers{skeleton.axis,    skeleton.X_PF,  {},
                          skeleton.inertia, skeleton.pitch, skeleton.dof};
  for (const FrameInfo& frame : skeleton.frames) numbers.X_BF.push_back(frame.X_BF);
  return numbers;
}

PlainJson json_of_shared(const Skeleton& x) {
  return {
      {"name", x.name()}, {"links", json_of(link_specs(x))}, {"numbers", json_of(numbers_of(x))}};
}
template <class T>
PlainJson json_of_shared(const T& x) {
  return json_of(x);
}
template <class T>
PlainJson json_of(const std::shared_ptr<const T>& x) {
  return x ? json_of_shared(*x) : PlainJson(nullptr);
}

// --- Reading

void read(const PlainJson& json, double& x) {
  if (json.is_string()) {
    const std::string word = json;
    x = word == "nan" ? std::numeric_limits<double>::quiet_NaN() : kInfinity;
    if (word == "-inf") x = -kInfinity;
    return;
  }
  x = json.get<double>();
}
void read(const PlainJson& json, bool& x) { x = json.get<bool>(); }
void read(const PlainJson& json, int& x) { x = json.get<int>(); }
void read(const PlainJson& json, std::uint32_t& x) { x = json.get<std::uint32_t>(); }
void read(const PlainJson& json, std::string& x) { x = json.get<std::string>(); }
void read(const PlainJson& json, std::filesystem::path& x) { x = json.get<std::string>(); }
template <class E>
requires std::is_enum_v<E>
void read(const PlainJson& json, E& x) {
  constexpr int kMost = 64;  // values that a reader of a damaged text could get
  const int value = json.get<int>();
  if (value < 0 || value > kMost)
    throw Error("an enumeration has the value " + std::to_string(value));
  x = static_cast<E>(value);
}
template <class Derived>
void read(const PlainJson& json, Eigen::PlainObjectBase<Derived>& x) {
  if (!json.is_array() || static_cast<Eigen::Index>(json.size()) != x.size())
    throw Error("expected a list of " + std::to_string(x.size()) + " numbers");
  for (Eigen::Index i = 0; i < x.size(); ++i) read(json[static_cast<std::size_t>(i)], x.data()[i]);
}
void read(const PlainJson& json, RigidTransform& x) {
  read(json.at("p"), x.p);
  read(json.at("R"), x.R);
}
void read(const PlainJson& json, SpatialVelocity& x) {
  read(json.at("angular"), x.angular);
  read(json.at("linear"), x.linear);
}
void read(const PlainJson& json, std::array<int, 3>& x) { x = json.get<std::array<int, 3>>(); }
template <class T>
void read(const PlainJson& json, std::optional<T>& x);
template <class T>
void read(const PlainJson& json, std::vector<T>& x);
template <class T>
void read(const PlainJson& json, std::map<std::string, T>& x);
template <class T>
void read(const PlainJson& json, std::shared_ptr<const T>& x);
template <class T>
requires requires(Reader& reader, T& x) { fields(reader, x); }
void read(const PlainJson& json, T& x);

struct Reader {
  const PlainJson& json;
  template <class T>
  void operator()(const char* key, T& value) {
    const auto found = json.find(key);
    if (found != json.end()) read(*found, value);
  }
};

template <class T>
requires requires(Reader& reader, T& x) { fields(reader, x); }
void read(const PlainJson& json, T& x) {
  if (!json.is_object()) throw Error("expected a map");
  Reader reader{json};
  fields(reader, x);
}
template <class T>
void read(const PlainJson& json, std::optional<T>& x) {
  x.reset();
  if (!json.is_null()) read(json, x.emplace());
}
template <class T>
void read(const PlainJson& json, std::vector<T>& x) {
  if (!json.is_array()) throw Error("expected a list");
  x.resize(json.size());
  for (std::size_t i = 0; i < x.size(); ++i) read(json[i], x[i]);
}
template <class T>
void read(const PlainJson& json, std::map<std::string, T>& x) {
  if (!json.is_object()) throw Error("expected a map");
  x.clear();
  for (const auto& [key, value] : json.items()) read(value, x[key]);
}

template <class T>
std::shared_ptr<const T> read_shared(const PlainJson& json, const T*) {
  auto x = std::make_shared<T>();
  read(json, *x);
  return x;
}
std::shared_ptr<const Skeleton> read_shared(const PlainJson& json, const Skeleton*) {
  SkeletonBuilder builder(json.at("name").get<std::string>());
  std::vector<LinkSpec> links;
  read(json.at("links"), links);
  for (LinkSpec& link : links) builder.add_link(std::move(link));
  auto skeleton = std::make_shared<Skeleton>(*builder.build());
  SkeletonNumbers numbers;
  read(json.at("numbers"), numbers);
  const auto bodies = static_cast<std::size_t>(skeleton->num_bodies());
  if (numbers.axis.size() != bodies || numbers.X_PF.size() != bodies ||
      numbers.inertia.size() != bodies || numbers.pitch.size() != bodies ||
      numbers.X_BF.size() != skeleton->frames.size() ||
      numbers.dofs.size() != skeleton->dof.size()) {
    throw Error("the numbers of skeleton '" + skeleton->name() + "' do not fit its links");
  }
  skeleton->axis = numbers.axis;
  skeleton->X_PF = numbers.X_PF;
  skeleton->inertia = numbers.inertia;
  skeleton->pitch = numbers.pitch;
  skeleton->dof = numbers.dofs;
  for (std::size_t i = 0; i < numbers.X_BF.size(); ++i) skeleton->frames[i].X_BF = numbers.X_BF[i];
  return skeleton;
}
template <class T>
void read(const PlainJson& json, std::shared_ptr<const T>& x) {
  x = json.is_null() ? nullptr : read_shared(json, static_cast<const T*>(nullptr));
}

template <class T>
std::string text_of(const T& x) {
  return json_of(x).dump(-1, ' ', false, PlainJson::error_handler_t::replace);
}

template <class T>
T read_text(const std::string& text, const std::string& where) {
  try {
    T x{};
    read(PlainJson::parse(text), x);
    return x;
  } catch (const PlainJson::exception& error) {
    throw Error(std::string("a description is damaged: ") + error.what(), where);
  }
}

// --- Models and their files

void load_parts(GeometryRecord& geometry, MeshCache& meshes) {
  if (geometry.kind != GeometryKind::kMesh || !geometry.parts.empty()) return;
  geometry.parts = meshes.load(geometry.mesh_file, geometry.mesh_scale);
}

void load_parts(ModelSpec& spec, MeshCache& meshes) {
  if (spec.geometry) load_parts(*spec.geometry, meshes);
  for (CompoundPart& part : spec.compound) load_parts(part.geometry, meshes);
}

std::string absolute(const std::string& path) {
  std::error_code unreachable;
  const std::filesystem::path whole = std::filesystem::absolute(path, unreachable);
  return path.empty() || unreachable ? path : whole.lexically_normal().string();
}

std::string hash_of_file(const std::string& path) {
  const std::string bytes = read_whole_file(path);
  Hash hash;
  hash.add(std::string_view(bytes));
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash.value()));
  return text;
}

void require_files(const std::vector<HashedFile>& files, const std::string& where) {
  for (const HashedFile& file : files) {
    const std::string what = file.what + " '" + file.path + "'";
    if (!is_file(file.path))
      throw Error("the recording needs " + what + ", which is not there", where,
                  "put the file back to its place");
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
    files.push_back({absolute(file.path), file.what, hash_of_file(file.path)});
  }
}

DescribedModel described(const ModelSetup& setup) {
  DescribedModel model;
  model.spec = *setup.spec;
  model.added_at = static_cast<double>(setup.added_at);
  for (const int body : setup.changed_masses)
    model.inertia[std::to_string(body)] = setup.skeleton->inertia[static_cast<std::size_t>(body)];
  return model;
}

Model& add_model(World& world, ModelSpec spec, MeshCache& meshes) {
  if (spec.description || spec.robot) {
    throw Error("model '" + spec.name +
                    "' was added from a robot in memory, which a recording "
                    "does not hold",
                "recording", "add it with add_urdf or add_urdf_text");
  }
  load_parts(spec, meshes);
  return world.add(spec);
}

void add_model(World& world, const DescribedModel& described, MeshCache& meshes) {
  Model& model = add_model(world, described.spec, meshes);
  World::Impl& impl = world.impl();
  ModelSetup& setup = *impl.model.models[static_cast<std::size_t>(model.index())];
  setup.added_at = static_cast<std::int64_t>(described.added_at);
  for (const auto& [body, inertia] : described.inertia) {
    const int number = std::atoi(body.c_str());
    if (!setup.skeleton || number < 0 || number >= setup.skeleton->num_bodies())
      throw Error("model '" + setup.name + "' has no body " + body);
    replace_inertia(impl, model.index(), number, inertia);
  }
}

}  // namespace

std::string material_json(const MaterialSpec& material) { return text_of(material); }
MaterialSpec material_of_json(const std::string& text) {
  return read_text<MaterialSpec>(text, "material");
}
std::string loops_json(const std::vector<LoopSpec>& loops) { return text_of(loops); }
std::vector<LoopSpec> loops_of_json(const std::string& text) {
  return read_text<std::vector<LoopSpec>>(text, "loops");
}
std::string pair_json(const PairJson& pair) { return text_of(pair); }
PairJson pair_of_json(const std::string& text) { return read_text<PairJson>(text, "pair"); }
std::string model_json(const ModelSpec& spec) { return text_of(spec); }

Model& add_described(World& world, const std::string& text) {
  MeshCache meshes;
  return add_model(world, read_text<ModelSpec>(text, "model"), meshes);
}

std::shared_ptr<const ModelSpec> kept_spec(const ModelSpec& given, const std::string& name) {
  auto spec = std::make_shared<ModelSpec>(given);
  spec->name = name;
  if (!spec->urdf_text) spec->urdf = absolute(spec->urdf);
  if (spec->urdf_text) {
    const std::string& folder = spec->urdf_folder;
    spec->urdf_folder = absolute(folder.empty() ? "." : folder);
  }
  for (auto& [package, folder] : spec->packages) folder = absolute(folder);
  const auto keep = [](GeometryRecord& geometry) {
    geometry.mesh_file = absolute(geometry.mesh_file);
    if (geometry.kind == GeometryKind::kMesh && is_file(geometry.mesh_file)) geometry.parts.clear();
  };
  if (spec->geometry) keep(*spec->geometry);
  for (CompoundPart& part : spec->compound) keep(part.geometry);
  return spec;
}

std::string world_json(const World& world) {
  const World::Impl& impl = world.impl();
  DescribedWorld described_world;
  described_world.world = impl.model.spec;
  for (std::filesystem::path& folder : described_world.world.plugin_directories)
    folder = absolute(folder.string());
  std::set<std::string> known;
  for (const auto& setup : impl.model.models) {
    if (setup->removed) continue;
    described_world.models.push_back(described(*setup));
    add_files(*setup->spec, known, described_world.files);
  }
  described_world.ignored = impl.ignored;
  described_world.loops = described_loops(impl);
  if (impl.origin) described_world.forces = impl.origin->forces;
  return text_of(described_world);
}

World world_of_json(const std::string& text, const std::string& where, int threads) {
  const auto described_world = read_text<DescribedWorld>(text, where);
  if (described_world.version != 1)
    throw Error("its description has version " + std::to_string(described_world.version), where,
                "this version of cardan reads version 1");
  require_files(described_world.files, where);
  WorldSpec spec = described_world.world;
  spec.threads = threads;
  World world(spec);
  MeshCache meshes;
  for (const DescribedModel& model : described_world.models) add_model(world, model, meshes);
  for (const IgnoredPair& pair : described_world.ignored) world.ignore_collision(pair.a, pair.b);
  restore_loops(world, described_world.loops);
  auto origin = std::make_shared<WorldOrigin>();
  origin->forces = described_world.forces;
  world.impl().origin = std::move(origin);
  return world;
}

}  // namespace cardan
