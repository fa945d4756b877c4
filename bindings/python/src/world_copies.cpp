#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/parts.h"
#include "bindings/python/src/world.h"
#include "cardan/run_report.h"
#include "cardan/state_snapshot.h"

namespace cardan::python {

namespace {

using SharedWorld = std::shared_ptr<WorldHandle>;

SharedWorld cloned(WorldHandle& handle, const std::optional<int>& threads) {
  const World& world = handle.get();
  std::optional<World> copy;
  {
    const Away away(handle);
    copy.emplace(threads ? world.clone(*threads) : world.clone());
  }
  auto result = std::make_shared<WorldHandle>(std::move(*copy), handle.scene());
  if (!handle.change().empty()) result->take_change(handle.change());
  return result;
}

// A world is pickled as a scene and a state. Other descriptions of a world have no standalone file
// format.
py::tuple pickled(WorldHandle& handle) {
  const World& world = handle.get();
  const char* cure =
      "; pickle world.state instead, make the same world in the other process, and set its state";
  if (!handle.scene() || !handle.change().empty()) {
    std::string message = "cannot pickle this World: ";
    message.append(handle.scene() ? handle.change() : "it was not made from a scene");
    throw py::type_error(message.append(cure));
  }
  const SceneHandle& scene = *handle.scene();
  py::list plugins;
  for (const auto& folder : scene.scene->world.plugin_directories) plugins.append(folder.string());
  return py::make_tuple(scene, world.state(), scene.scene->world.threads, world.seed(), plugins);
}

SharedWorld unpickled(const py::tuple& parts) {
  if (parts.size() != 5) throw py::value_error("World: not the state of a world");
  using namespace py::literals;
  const py::object world = py::type::of<WorldHandle>()(
      parts[0], "threads"_a = parts[2], "seed"_a = parts[3], "plugin_directories"_a = parts[4]);
  const auto handle = world.cast<SharedWorld>();
  handle->get().set_state(parts[1].cast<const StateSnapshot&>());
  return handle;
}

}  // namespace

void add_copies(WorldClass& world) {
  world
      .def_property(
          "state", [](WorldHandle& w) { return w.get().state(); },
          [](WorldHandle& w, const StateSnapshot& state) { w.own(kBatchStates).set_state(state); },
          "The state in memory, a copy. Assign a state that was saved from this world or from a\n"
          "world of the same structure; the run then continues with bitwise identical results.\n"
          "contacts, loops and report are empty until the next step. Raises Error for the state\n"
          "of another world.")
      .def(
          "save_state",
          [](WorldHandle& w, const py::object& file) {
            const std::string path = path_in(file, "file");
            w.get().save_state(path);
          },
          py::arg("file"), "Writes the state to a file (HDF5), completely or not at all.")
      .def(
          "restore_state",
          [](WorldHandle& w, const py::object& file) {
            const std::string path = path_in(file, "file");
            w.own(kBatchStates).restore_state(path);
          },
          py::arg("file"), "Reads a state that was written by save_state or by the command.")
      .def_property_readonly(
          "state_hash", [](WorldHandle& w) { return w.get().state_hash(); },
          "Hash of the state; bitwise equal states have equal hashes (docs/state.md).")
      .def("clone", &cloned, py::kw_only(), py::arg("threads") = py::none(),
           "Returns an independent copy of the world, whose run continues with bitwise\n"
           "identical results. copy.deepcopy does the same.")
      .def("__copy__", [](WorldHandle& w) { return cloned(w, {}); })
      .def(
          "__deepcopy__", [](WorldHandle& w, const py::dict&) { return cloned(w, {}); },
          py::arg("memo"))
      .def(
          "reset_contact_memory", [](WorldHandle& w) { w.get().reset_contact_memory(); },
          "Forgets the impulses of the last step; the next step starts without a warm start.")
      .def(py::pickle(&pickled, &unpickled));
}

}  // namespace cardan::python
