#include "cardan/sensor.h"

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/world_handle.h"

namespace cardan::python {

namespace {

py::object numbers_out(std::span<const double> numbers) {
  return vector_out(numbers.data(), static_cast<py::ssize_t>(numbers.size()));
}

py::list quantities(const SensorHandle& handle) {
  using namespace py::literals;
  py::list result;
  for (const SensorQuantity& one : handle.get().quantities()) {
    result.append(py::dict("name"_a = one.name, "unit"_a = one.unit, "first"_a = one.first,
                           "size"_a = one.size, "components"_a = one.components));
  }
  return result;
}

}  // namespace

void bind_sensor(py::module_& module) {
  py::class_<SensorHandle>(
      module, "Sensor",
      "A sensor of a world. Readings are copies. Before the first reading, all values are NaN.\n"
      "After the sensor is removed, every member except is_removed raises Error.")
      .def_property_readonly(
          "name", [](const SensorHandle& s) { return s.get().name(); }, "Name of the sensor.")
      .def_property_readonly(
          "kind", [](const SensorHandle& s) { return std::string(s.get().kind()); },
          "\"imu\", \"force_torque\", \"joint\", \"contact\", \"ranges\", \"pose\" or \"twist\".")
      .def_property_readonly(
          "is_removed", [](const SensorHandle& s) { return s.get().is_removed(); },
          "True after the sensor, or a model that it names, was removed.")
      .def_property_readonly(
          "quantities", &quantities,
          "The quantities, one dict each: name, unit, first (index of the first value in\n"
          "`values`), size, components.")
      .def_property_readonly(
          "values", [](const SensorHandle& s) { return numbers_out(s.get().values()); },
          "Last reading, the values of all quantities one after another, (n,).")
      .def(
          "__getitem__",
          [](const SensorHandle& s, const std::string& name) -> py::object {
            if (name.find('.') != std::string::npos) return py::float_(s.get().value(name));
            return numbers_out(s.get().values(name));
          },
          py::arg("name"),
          "Last reading of a quantity, e.g. sensor[\"acceleration\"] (n,), or of one component,\n"
          "e.g. sensor[\"acceleration.z\"]. Raises Error for an unknown name.")
      .def_property_readonly(
          "has_reading", [](const SensorHandle& s) { return s.get().has_reading(); },
          "False before the first reading.")
      .def_property_readonly(
          "time", [](const SensorHandle& s) { return s.get().time(); },
          "Time at the end of the step that the reading describes [s]; NaN if there is no\n"
          "reading yet.")
      .def_property_readonly(
          "samples", [](const SensorHandle& s) { return s.get().samples(); },
          "Number of samples taken, including delayed ones.")
      .def_property_readonly(
          "period", [](const SensorHandle& s) { return s.get().period(); },
          "Time between samples [s].")
      .def("__repr__", [](const SensorHandle& s) {
        return py::str("<cardan.Sensor {!r}: {}>").format(s.get().name(), s.get().kind());
      });
}

}  // namespace cardan::python
