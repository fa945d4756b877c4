#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/parts.h"
#include "bindings/python/src/world.h"
#include "cardan/error.h"

namespace cardan::python {

namespace {

// A document whose models have the names of the models of the world, so that references to them can
// be resolved.
py::dict document_with_models(const World& world) {
  using namespace py::literals;
  py::dict document = scene_document();
  py::list models;
  for (const Model* model : world.models()) {
    models.append(py::dict("name"_a = model->name(), "sphere"_a = py::dict("radius"_a = 1)));
  }
  if (!models.empty()) document["models"] = models;
  return document;
}

py::dict loop_out(const LoopInfo& loop) {
  using namespace py::literals;
  return py::dict("id"_a = loop.id, "name"_a = std::string(loop.name),
                  "kind"_a = loop_kind_name(loop.kind), "a"_a = std::string(loop.a),
                  "b"_a = std::string(loop.b), "error"_a = loop.error,
                  "force"_a = vector_out(loop.force), "moment"_a = vector_out(loop.moment),
                  "effort"_a = loop.effort);
}

// One loop in the format of scene files: {kind: {…}, name: …}.
LoopId add_loop(WorldHandle& handle, const py::kwargs& options) {
  py::dict document = document_with_models(handle.get());
  py::list loops;
  loops.append(options);
  document["loops"] = loops;
  const Scene scene = scene_of(document, "World.add_loop");
  const LoopId id = handle.get().add_loop(scene.loops.at(0));
  handle.note_change("add_loop");
  return id;
}

void remove_loop(WorldHandle& handle, const py::object& loop) {
  World& world = handle.get();
  if (py::isinstance<LoopId>(loop)) {
    world.remove_loop(loop.cast<LoopId>());
  } else if (py::isinstance<py::str>(loop)) {
    world.remove_loop(loop.cast<std::string>());
  } else {
    throw py::type_error("remove_loop: expected a LoopId or a name");
  }
  handle.note_change("remove_loop");
}

SensorHandle add_sensor(const std::shared_ptr<WorldHandle>& handle, const std::string& name,
                        const py::kwargs& options) {
  py::dict document = document_with_models(handle->get()), sensor = options;
  sensor["name"] = name;
  py::list sensors;
  sensors.append(sensor);
  document["sensors"] = sensors;
  const Scene scene = scene_of(document, "World.add_sensor");
  Sensor& added = handle->get().add_sensor(scene.sensors.at(0));
  handle->note_change("add_sensor");
  return {handle, &added};
}

}  // namespace

void bind_loop_id(py::module_& module) {
  py::class_<LoopId>(module, "LoopId",
                     "Identifies a loop of a world. The id of a removed loop is never reused.")
      .def_readonly("value", &LoopId::value, "Number of the loop.")
      .def(
          "__eq__",
          [](const LoopId& a, const py::object& b) {
            return py::isinstance<LoopId>(b) && a == b.cast<LoopId>();
          },
          py::arg("other"))
      .def("__hash__", [](const LoopId& id) { return id.value; })
      .def("__repr__",
           [](const LoopId& id) { return py::str("<cardan.LoopId {}>").format(id.value); });
}

void add_loops(WorldClass& world) {
  world
      .def("add_loop", &add_loop,
           "Closes a loop described as in scene files (docs/scene-format.md, loops):\n"
           "world.add_loop(weld=[\"arm/hand\", \"crate\"]). Returns its LoopId. Raises an Error\n"
           "that names the loop if a name is unknown or the gap cannot be closed.")
      .def(
          "weld",
          [](WorldHandle& w, const std::string& a, const std::string& b) {
            const LoopId id = w.get().weld(a, b);
            w.note_change("weld");
            return id;
          },
          py::arg("a"), py::arg("b"), "Welds b to a at their current relative pose.")
      .def("remove_loop", &remove_loop, py::arg("loop"),
           "Removes a loop, given by its LoopId or name.")
      .def(
          "close_loops", [](WorldHandle& w) { w.own(kBatchStates).close_loops(); },
          "Closes all loops again after q or v has been set.")
      .def(
          "loop", [](WorldHandle& w, const LoopId& id) { return loop_out(w.get().loop(id)); },
          py::arg("loop"), "State of one loop, as in `loops`.")
      .def_property_readonly(
          "loops",
          [](WorldHandle& w) {
            py::list loops;
            for (const LoopInfo& loop : w.get().loops()) loops.append(loop_out(loop));
            return loops;
          },
          "State of all loops after the last step, one dict each: id, name, kind, a, b,\n"
          "error [m, rad], force (3,) on b [N], moment (3,) on b [N m], effort of a gear. A\n"
          "new list.");
}

void add_sensors(WorldClass& world) {
  world
      .def("add_sensor", &add_sensor, py::arg("name"), py::pos_only(),
           "Adds a sensor described as in scene files (docs/sensors.md):\n"
           "world.add_sensor(\"imu\", imu=\"robot/base\", rate=200). Raises an Error that names\n"
           "the sensor if the description is invalid.")
      .def(
          "remove_sensor",
          [](WorldHandle& w, const std::string& name) {
            w.get().remove_sensor(name);
            w.note_change("remove_sensor");
          },
          py::arg("name"), "Removes a sensor. Raises Error for an unknown name.")
      .def(
          "sensor",
          [](const std::shared_ptr<WorldHandle>& w, const std::string& name) {
            return SensorHandle{w, &w->get().sensor(name)};
          },
          py::arg("name"), "A sensor by name. Raises Error for an unknown name.")
      .def_property_readonly(
          "sensors",
          [](const std::shared_ptr<WorldHandle>& w) {
            py::list sensors;
            for (Sensor* sensor : w->get().sensors()) sensors.append(SensorHandle{w, sensor});
            return sensors;
          },
          "All sensors in the order in which they were added; a new list.");
}

}  // namespace cardan::python
