#include <pybind11/stl.h>

#include <filesystem>
#include <map>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/pose.h"
#include "bindings/python/src/scene.h"
#include "bindings/python/src/sdf.h"
#include "bindings/python/src/world.h"
#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"

namespace cardan::python {

namespace {

World world_of(const Scene& scene) {
  const WithoutGil away;
  return make_world(scene);
}

void require_threads(int threads) {
  if (threads >= 1) return;
  throw Error("threads is " + std::to_string(threads), "World", "at least 1");
}

std::shared_ptr<WorldHandle> from_scene(const SceneHandle& source, int threads,
                                        const std::optional<std::uint64_t>& seed,
                                        const std::vector<std::string>& plugin_directories) {
  auto scene = std::make_shared<Scene>(*source.scene);
  scene->world.threads = threads;
  if (seed) scene->world.seed = *seed;
  for (const std::string& folder : plugin_directories) {
    scene->world.plugin_directories.emplace_back(folder);
  }
  SceneHandle handle{std::move(scene), source.folder, source.options};
  return std::make_shared<WorldHandle>(world_of(*handle.scene), handle);
}

py::dict dict_in(py::handle value, const char* name) {
  if (py::isinstance<py::dict>(value)) return py::reinterpret_borrow<py::dict>(value);
  std::string message = name;
  throw py::type_error(
      message.append(": expected a dict, got ").append(Py_TYPE(value.ptr())->tp_name));
}

// Distributes `options` as the scene format requires: at the top level, or below `time` or
// `contact`.
py::dict document_of(const py::dict& options) {
  py::dict document = scene_document();
  py::dict contact, time;
  for (const auto& [key, value] : options) {
    const std::string name = key.cast<std::string>();
    if (name == "step" || name == "integrator" || name == "geometric_stiffness" ||
        name == "pd_laws") {
      time[key] = value;
    } else if (name == "formulation" || name == "solver") {
      contact[key] = value;
    } else if (name == "contact") {
      for (const auto& [inner, word] : dict_in(value, "contact")) contact[inner] = word;
    } else if (name == "gravity" || name == "materials") {
      document[key] = value;
    } else {
      std::string message = "World: unknown option '";
      throw py::type_error(
          message.append(name).append("'; expected step, integrator, geometric_stiffness, pd_laws, "
                                      "gravity, formulation, solver, contact or materials"));
    }
  }
  if (!time.empty()) document["time"] = time;
  if (!contact.empty()) document["contact"] = contact;
  return document;
}

std::shared_ptr<WorldHandle> make(const py::object& source, int threads,
                                  const std::optional<std::uint64_t>& seed,
                                  const std::vector<std::string>& plugin_directories,
                                  const py::kwargs& options) {
  require_threads(threads);
  if (!source.is_none()) {
    if (!options.empty()) {
      throw py::type_error("World: a scene has its own options; use load_scene(file, overrides)");
    }
    return from_scene(scene_in(source), threads, seed, plugin_directories);
  }
  Scene scene = scene_of(document_of(options), "World");
  scene.file = "World";  // for messages
  scene.lines = {};
  scene.models.clear();
  scene.world.threads = threads;
  scene.world.seed = seed.value_or(0);
  for (const std::string& folder : plugin_directories) {
    scene.world.plugin_directories.emplace_back(folder);
  }
  return std::make_shared<WorldHandle>(world_of(scene));
}

BaseKind base_in(const std::string& base) {
  if (base == "auto") return BaseKind::kAuto;
  if (base == "fixed") return BaseKind::kFixed;
  if (base == "floating") return BaseKind::kFloating;
  std::string message = "base: expected 'auto', 'fixed' or 'floating', got '";
  throw py::value_error(message.append(base).append("'"));
}

ModelHandle added(const std::shared_ptr<WorldHandle>& handle, const ModelSpec& spec,
                  const char* call) {
  World& world = handle->get();
  Model* model = nullptr;
  {
    const Away away(*handle);
    model = &world.add(spec);
  }
  handle->note_change(call);
  return {handle, model};
}

// Adds the materials that a document names, so that the reader does not report them as missing;
// World::add checks them.
void name_materials(const py::handle& value, py::dict& materials) {
  if (py::isinstance<py::dict>(value)) {
    for (const auto& [key, inner] : value.cast<py::dict>()) {
      const bool is_name = py::isinstance<py::str>(key) && py::isinstance<py::str>(inner);
      if (is_name && key.cast<std::string>() == "material") materials[inner] = py::dict();
      name_materials(inner, materials);
    }
  } else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    for (const py::handle inner : value) name_materials(inner, materials);
  }
}

// One model in the format of scene files.
ModelHandle add(const std::shared_ptr<WorldHandle>& handle, const std::string& name,
                const py::kwargs& options) {
  handle->get();
  if (options.contains("mjcf"))
    throw Error("an MJCF file has several models", "World.add", "call World.add_mjcf");
  if (options.contains("sdf"))
    throw Error("an SDF file has several models", "World.add", "call World.add_sdf");
  py::dict model = options;
  model["name"] = name;
  if (model.contains("is_static")) {
    model["static"] = model["is_static"];
    PyDict_DelItemString(model.ptr(), "is_static");
  }
  if (model.contains("pose") && !py::isinstance<py::dict>(model["pose"])) {
    const RigidTransform X = pose_in(model["pose"], "pose");
    py::dict pose;
    pose["xyz"] = vector_out(X.p);
    pose["rpy"] = vector_out(roll_pitch_yaw(X.R));
    model["pose"] = pose;
  }
  py::dict document = scene_document(), materials;
  name_materials(model, materials);
  if (!materials.empty()) document["materials"] = materials;
  py::list models;
  models.append(model);
  document["models"] = models;
  Scene scene = scene_of(document, "World.add");
  if (scene.models.size() != 1) {
    throw Error("'grid' makes several models", "World.add", "call add for each");
  }
  return added(handle, scene.models[0], "add");
}

ModelHandle add_urdf(const std::shared_ptr<WorldHandle>& handle, const py::object& file,
                     const std::optional<std::string>& text, const py::object& pose,
                     const std::string& base, const std::string& name,
                     const py::object& base_folder,
                     const std::map<std::string, py::object>& packages, bool allow_missing_meshes,
                     bool self_collision) {
  if (file.is_none() == !text) throw py::type_error("add_urdf: give a file or text=, not both");
  ModelSpec spec;
  spec.name = name;
  spec.base = base_in(base);
  spec.pose = pose_in(pose, "pose");
  for (const auto& [package, folder] : packages)
    spec.packages[package] = path_in(folder, "packages");
  spec.allow_missing_meshes = allow_missing_meshes;
  spec.self_collision = self_collision;
  if (text) {
    spec.urdf_text = text;
    spec.urdf_folder = path_in(base_folder, "base_folder");
  } else {
    spec.urdf = path_in(file, "file");
  }
  return added(handle, spec, "add_urdf");
}

std::vector<ModelHandle> handles_of(const std::shared_ptr<WorldHandle>& handle,
                                    const std::vector<Model*>& models) {
  std::vector<ModelHandle> handles;
  handles.reserve(models.size());
  for (Model* model : models) handles.push_back({handle, model});
  return handles;
}

std::vector<ModelHandle> add_mjcf_file(const std::shared_ptr<WorldHandle>& handle,
                                       const py::object& file, const py::object& pose,
                                       const std::string& name, const std::string& keyframe,
                                       bool static_bodies) {
  World& world = handle->get();
  AddMjcfOptions options;
  options.name = name;
  options.pose = pose_in(pose, "pose");
  options.keyframe = keyframe;
  options.static_bodies = static_bodies;
  const std::string path = path_in(file, "file");
  std::vector<Model*> models;
  {
    const Away away(*handle);
    models = add_mjcf(world, path, options);
  }
  handle->note_change("add_mjcf");
  return handles_of(handle, models);
}

std::vector<ModelHandle> add_sdf_file(const std::shared_ptr<WorldHandle>& handle,
                                      const py::object& file, const py::object& pose,
                                      const std::string& name, bool static_bodies) {
  AddModelFileOptions options;
  options.reading.allow_outside = true;
  options.name = name;
  options.pose = pose_in(pose, "pose");
  options.static_models = static_bodies;
  const std::string path = path_in(file, "file");
  World& world = handle->get();
  std::vector<Model*> models;
  {
    const Away away(*handle);
    models = add_model_file(world, path, reader_of_sdf(), options);
  }
  handle->note_change("add_sdf");
  return handles_of(handle, models);
}

ModelHandle add_ground(const std::shared_ptr<WorldHandle>& handle, double height) {
  Model& model = handle->get().add_ground(height);
  handle->note_change("add_ground");
  return {handle, &model};
}

ModelHandle add_skeleton(const std::shared_ptr<WorldHandle>& handle, const std::string& name,
                         std::shared_ptr<Skeleton> skeleton, const py::object& pose) {
  if (skeleton == nullptr) throw py::type_error("add_skeleton: expected a Skeleton, got None");
  ModelSpec spec;
  spec.name = name;
  spec.skeleton = std::move(skeleton);
  spec.pose = pose_in(pose, "pose");
  return added(handle, spec, "add_skeleton");
}

ModelHandle add_robot(const std::shared_ptr<WorldHandle>& handle, std::shared_ptr<RobotModel> robot,
                      const py::object& pose, const std::string& name) {
  if (robot == nullptr) throw py::type_error("add_robot: expected a Robot, got None");
  ModelSpec spec;
  spec.name = name;
  spec.robot = std::move(robot);
  spec.pose = pose_in(pose, "pose");
  return added(handle, spec, "add_robot");
}

void remove(WorldHandle& handle, const py::object& model) {
  World& world = handle.get();
  if (py::isinstance<py::str>(model)) {
    world.remove(model.cast<std::string>());
  } else if (py::isinstance<ModelHandle>(model)) {
    world.remove(model.cast<ModelHandle&>().get());
  } else {
    throw py::type_error("remove: expected a Model or its name");
  }
  handle.note_change("remove");
}

}  // namespace

py::dict scene_document() {
  using namespace py::literals;
  py::list models;
  models.append(py::dict("name"_a = "body", "sphere"_a = py::dict("radius"_a = 1)));
  return py::dict("cardan"_a = 1, "models"_a = models);
}

void add_making(WorldClass& world) {
  world
      .def(py::init(&make), py::arg("scene") = py::none(), py::kw_only(), py::arg("threads") = 1,
           py::arg("seed") = py::none(), py::arg("plugin_directories") = py::tuple(),
           "World(scene) makes the world of a Scene, or of the scene file at a path.\n\n"
           "World(step=1e-3, ...) makes an empty world. The options are those of scene files:\n"
           "step [s], integrator (\"semi_implicit_euler\", \"midpoint\", \"rk4\"),\n"
           "geometric_stiffness (\"on\", \"off\"), pd_laws (\"newmark\", \"implicit_euler\"),\n"
           "gravity [m/s^2], formulation and solver (a name, or a dict with options), contact\n"
           "(dict), materials (dict). threads: number of threads of each step. seed: seed of the\n"
           "noise of all sensors. Raises Error for an invalid value; for an unknown name, the\n"
           "message gives the nearest known name.")
      .def("add", &add, py::arg("name"), py::pos_only(),
           "Adds a model described as in scene files (docs/scene-format.md, models):\n"
           "world.add(\"crate\", box={\"size\": [1, 1, 1]}, mass=5, pose=cardan.Pose((0, 0,\n"
           "1))). is_static stands for the key `static`. Raises an Error that names the key if\n"
           "a value is invalid.")
      .def("add_urdf", &add_urdf, py::arg("file") = py::none(), py::kw_only(),
           py::arg("text") = py::none(), py::arg("pose") = RigidTransform(),
           py::arg("base") = "auto", py::arg("name") = "", py::arg("base_folder") = "",
           py::arg("packages") = py::dict(), py::arg("allow_missing_meshes") = false,
           py::arg("self_collision") = true,
           "Adds a URDF robot from a file or from its text. base: \"auto\" (docs/urdf.md),\n"
           "\"fixed\" or \"floating\". name: \"\" means the name in the URDF. packages: folder of\n"
           "each package, by name. allow_missing_meshes=True leaves out shapes whose mesh is\n"
           "missing, with a warning. Links do not collide with each other with\n"
           "self_collision=False. Raises an Error that names the file and the line if the robot\n"
           "is invalid.")
      .def("add_mjcf", &add_mjcf_file, py::arg("file"), py::kw_only(),
           py::arg("pose") = RigidTransform(), py::arg("name") = "", py::arg("keyframe") = "",
           py::arg("static_bodies") = true,
           "Adds the contents of an MJCF file (docs/mjcf.md): models, materials, loops, sensors\n"
           "and motors. name: prefix of the names, NAME_x for the name x in the file; with\n"
           "\"\", the names are those in the file. pose: pose of the world frame of the file.\n"
           "keyframe: initial posture. static_bodies=False omits the bodies that are fixed to\n"
           "the world. Returns the models. Raises an Error that names the file and the line if\n"
           "the file is invalid.")
      .def("add_sdf", &add_sdf_file, py::arg("file"), py::kw_only(),
           py::arg("pose") = RigidTransform(), py::arg("name") = "",
           py::arg("static_bodies") = true,
           "Adds the contents of an SDF file (docs/sdf.md): models, materials, loops and sensors.\n"
           "name, pose and static_bodies: as in add_mjcf. Returns the models. Raises an Error that "
           "names the file and the element if the file is\n"
           "invalid, and for every file if the package was built without libsdformat.")
      .def("add_robot", &add_robot, py::arg("robot"), py::kw_only(),
           py::arg("pose") = RigidTransform(), py::arg("name") = "",
           "Adds a robot that was read with cardan.urdf.read; its file is not read again.")
      .def("add_skeleton", &add_skeleton, py::arg("name"), py::arg("skeleton"), py::kw_only(),
           py::arg("pose") = RigidTransform(),
           "Adds a tree (cardan.dynamics.Skeleton) without shapes.")
      .def("add_ground", &add_ground, py::arg("height") = 0.0,
           "Adds a static half-space below the plane z = height [m].")
      .def("remove", &remove, py::arg("model"),
           "Removes a model (Model or name) with its shapes, loops and sensors.");
}

}  // namespace cardan::python
