#include "bindings/python/src/scene.h"

#include <filesystem>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/sdf.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"

namespace cardan::python {

namespace {

// Converts NumPy arrays and numbers to lists and numbers.
py::object plain(const py::object& value) {
  for (const char* conversion : {"tolist", "__fspath__"}) {
    if (py::hasattr(value, conversion)) return call_python(attribute(value, conversion));
  }
  std::string message = "expected numbers, text, lists or dicts, got ";
  throw py::type_error(message.append(Py_TYPE(value.ptr())->tp_name));
}

py::dict overrides_out(const Scene& scene) {
  py::dict overrides;
  for (const SceneOverride& one : scene.overrides) overrides[py::str(one.path)] = one.value;
  return overrides;
}

std::string folder_of(const std::string& file) {
  return std::filesystem::absolute(file).parent_path().string();
}

[[noreturn]] void refuse_overrides(const std::string& file, const SceneOverride& first) {
  throw Error("'" + first.path + "' is a key of a scene, and this is SDF", file,
              "name the file in a scene: models: [{name: NAME, sdf: FILE}]");
}

SceneHandle read_file(const std::string& file, const std::vector<SceneOverride>& overrides,
                      const SceneOptions& options) {
  const WithoutGil away;
  if (is_sdf_file(file) && !overrides.empty()) refuse_overrides(file, overrides.front());
  auto scene =
      std::make_shared<Scene>(is_sdf_file(file) ? load_sdf_scene(file, options.allow_outside)
                                                : load_scene(file, overrides, options));
  return {std::move(scene), folder_of(file), options};
}

SceneHandle read_text(const std::string& text, const std::string& folder,
                      const std::vector<SceneOverride>& overrides, const SceneOptions& options) {
  const WithoutGil away;
  auto scene = std::make_shared<Scene>(load_scene_text(text, folder, overrides, options));
  return {std::move(scene), std::filesystem::absolute(folder.empty() ? "." : folder).string(),
          options};
}

SceneHandle with_overrides(const SceneHandle& handle, const py::dict& more) {
  const std::string& file = handle.scene->file;
  if (is_sdf_file(file)) return read_file(file, overrides_in(more), handle.options);
  std::vector<SceneOverride> overrides = handle.scene->overrides;
  for (SceneOverride& one : overrides_in(more)) overrides.push_back(std::move(one));
  SceneHandle made = read_text(handle.scene->text, handle.folder, overrides, handle.options);
  auto named = std::make_shared<Scene>(*made.scene);
  named->file = handle.scene->file;
  if (named->name == "<text>") named->name = handle.scene->name;
  made.scene = std::move(named);
  return made;
}

py::tuple pickled(const SceneHandle& handle) {
  const Scene& scene = *handle.scene;
  if (is_sdf_file(scene.file)) {
    throw py::type_error("a scene of an SDF file cannot be pickled; pickle the path of the file");
  }
  py::list overrides;
  for (const SceneOverride& one : scene.overrides) {
    overrides.append(py::make_tuple(one.path, one.value));
  }
  return py::make_tuple(py::bytes(scene.text), handle.folder, overrides, scene.file, scene.name,
                        handle.options.allow_outside);
}

SceneHandle unpickled(const py::tuple& parts) {
  if (parts.size() != 6) throw py::value_error("Scene: not the state of a scene");
  std::vector<SceneOverride> overrides;
  for (const py::handle one : parts[2]) {
    const auto pair = one.cast<std::pair<std::string, std::string>>();
    overrides.push_back({pair.first, pair.second});
  }
  SceneHandle handle = read_text(parts[0].cast<std::string>(), parts[1].cast<std::string>(),
                                 overrides, scene_options(parts[5].cast<bool>()));
  auto named = std::make_shared<Scene>(*handle.scene);
  named->file = parts[3].cast<std::string>();
  named->name = parts[4].cast<std::string>();
  handle.scene = std::move(named);
  return handle;
}

py::list model_names(const SceneHandle& handle) {
  py::list names;
  for (const ModelSpec& model : handle.scene->models) names.append(model.name);
  return names;
}

}  // namespace

std::string yaml_text(py::handle value) {
  using namespace py::literals;
  const py::object dumps = attribute(imported("json"), "dumps");
  const py::tuple given = py::make_tuple(value);
  const py::dict options("default"_a = py::cpp_function(&plain), "ensure_ascii"_a = false);
  return object_from_python([&] { return PyObject_Call(dumps.ptr(), given.ptr(), options.ptr()); })
      .cast<std::string>();
}

std::vector<SceneOverride> overrides_in(const py::dict& overrides) {
  std::vector<SceneOverride> result;
  for (const auto& [path, value] : overrides) {
    if (!py::isinstance<py::str>(path)) {
      throw py::type_error("overrides: expected paths such as 'materials.default.mu' as keys");
    }
    // Text is already YAML, as on the command line.
    const bool text = py::isinstance<py::str>(value);
    result.push_back(
        {path.cast<std::string>(), text ? value.cast<std::string>() : yaml_text(value)});
  }
  return result;
}

Scene scene_of(const py::dict& document, const char* caller) {
  try {
    return load_scene_text(yaml_text(document), "", {}, scene_options(true));
  } catch (const Error& error) {
    const bool of_text = error.where().starts_with("<text>");
    throw Error(error.defect(), of_text ? std::string(caller) : error.where(), error.hint());
  }
}

std::string path_in(py::handle value, const char* name) {
  PyObject* bytes = nullptr;
  if (in_python([&] { return PyUnicode_FSConverter(value.ptr(), &bytes); }) == 0) {
    PyErr_Clear();
    std::string message = name;
    message.append(": expected a path (str or os.PathLike), got ");
    throw py::type_error(message.append(Py_TYPE(value.ptr())->tp_name));
  }
  return py::reinterpret_steal<py::bytes>(bytes);
}

SceneHandle scene_in(py::handle value) {
  if (py::isinstance<SceneHandle>(value)) return value.cast<SceneHandle>();
  return read_file(path_in(value, "scene"), {}, scene_options(false));
}

void bind_scene(py::module_& module) {
  py::class_<SceneHandle>(module, "Scene",
                          "A scene file as it was read. A Scene is immutable; a pickle contains\n"
                          "its text and overrides.")
      .def_property_readonly(
          "name", [](const SceneHandle& s) { return s.scene->name; }, "Name of the scene.")
      .def_property_readonly(
          "file", [](const SceneHandle& s) { return s.scene->file; },
          "Path of the file, or \"<text>\".")
      .def_property_readonly(
          "text", [](const SceneHandle& s) { return s.scene->text; }, "YAML text, as in the file.")
      .def_property_readonly(
          "tags", [](const SceneHandle& s) { return s.scene->tags; }, "Tags of the scene.")
      .def_property_readonly(
          "overrides", [](const SceneHandle& s) { return overrides_out(*s.scene); },
          "{path: YAML text} of the values that override the text.")
      .def_property_readonly("models", &model_names,
                             "Names of the models, in the order of the scene.")
      .def_property_readonly(
          "step", [](const SceneHandle& s) { return s.scene->world.step; }, "Time step [s].")
      .def_property_readonly(
          "duration", [](const SceneHandle& s) { return s.scene->time.duration; },
          "Length of a run [s].")
      .def_property_readonly(
          "record_every", [](const SceneHandle& s) { return s.scene->record_every; },
          "Interval between the rows of a recording [s]; 0: none.")
      .def("with_overrides", &with_overrides, py::arg("overrides"),
           "The same scene with further overrides, {path: value}.")
      .def("__repr__",
           [](const SceneHandle& s) {
             return py::str("<cardan.Scene {!r}: {} models, step {:g} s>")
                 .format(s.scene->name, s.scene->models.size(), s.scene->world.step);
           })
      .def(py::pickle(&pickled, &unpickled));
  module.def(
      "load_scene",
      [](const py::object& file, const py::dict& overrides, bool allow_outside) {
        return read_file(path_in(file, "file"), overrides_in(overrides),
                         scene_options(allow_outside));
      },
      py::arg("file"), py::arg("overrides") = py::dict(), py::kw_only(),
      py::arg("allow_outside") = false,
      "Reads a YAML scene (docs/scene-format.md), or an SDF file (.sdf, .world; docs/sdf.md).\n\n"
      "overrides: {path: value}, e.g. {\"materials.default.mu\": 0.5}; paths select list items\n"
      "by name. Raises an Error that names the file, the line, the key and the expected value.");
  module.def(
      "load_scene_text",
      [](const std::string& text, const py::object& folder, const py::dict& overrides,
         bool allow_outside) {
        return read_text(text, path_in(folder, "base_folder"), overrides_in(overrides),
                         scene_options(allow_outside));
      },
      py::arg("text"), py::arg("base_folder") = "", py::arg("overrides") = py::dict(),
      py::kw_only(), py::arg("allow_outside") = false,
      "Reads a YAML scene from its text. Paths are relative to base_folder.");
}

}  // namespace cardan::python
