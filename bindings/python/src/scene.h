#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "bindings/python/src/text_caster.h"
#include "cardan/scene.h"

namespace cardan::python {

namespace py = pybind11;

/// A scene with everything that is needed to read it again in another process.
struct SceneHandle {
  std::shared_ptr<const Scene> scene;
  std::string folder;  ///< folder to which paths are relative
  SceneOptions options;
};

/// Converts {path: value} to overrides. A value may be anything that yaml_text accepts.
std::vector<SceneOverride> overrides_in(const py::dict& overrides);

/// Converts a Python value (None, bool, numbers, text, lists, dicts, arrays) to JSON, which is also
/// YAML. Throws TypeError for anything else.
std::string yaml_text(py::handle value);

/// Reads a scene from `document`, a dict in the format of scene files. Error messages name `caller`
/// in place of a file.
Scene scene_of(const py::dict& document, const char* caller);

/// Converts a path (str or os.PathLike) to text. Throws TypeError for anything else.
std::string path_in(py::handle value, const char* name);

/// Reads a scene file or, if `value` is a Scene, returns this scene.
SceneHandle scene_in(py::handle value);

}  // namespace cardan::python
