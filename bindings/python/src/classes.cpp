#include "bindings/python/src/classes.h"

#include <string>
#include <utility>
#include <vector>

#include "bindings/python/src/call_python.h"
#include "core/nearest.h"

namespace cardan::python {

namespace {

using py::detail::instance;

// Alternatives for classes that cannot be pickled, by name.
constexpr std::pair<const char*, const char*> kCures[] = {
    {"Batch", "pickle its scene and the states of its worlds (Batch.state)"},
    {"Model", "pickle its world, or World.state"},
    {"Joint", "pickle its world, or World.state"},
    {"Joints", "pickle its world, or World.state"},
    {"Link", "pickle its world, or World.state"},
    {"Links", "pickle its world, or World.state"},
    {"Sensor", "pickle its readings (Sensor.values)"},
    {"View", "pickle its world, and call World.view in the other process"},
    {"Quantity", "pickle its world and its name"},
    {"Recorder", "pickle the path of the file (Recorder.file)"},
    {"_RecordingFile", "pickle the path of the file (Recording.file)"},
    {"Viewer", "pickle its world, and make another one in the other process"},
    {"LoopId", "pickle the name of the loop"},
    {"Linearizer", "pickle its world, and make another one in the other process"},
    {"Skeleton", "pickle the path of the robot file, and read it again"},
    {"Robot", "pickle its text (Robot.urdf), and read it with cardan.urdf.read_text"},
    {"Problem", "save it (Problem.save), and load it in the other process"},
};

std::string name_of(py::handle type) { return py::str(type.attr("__name__")); }

// Differs from the function of pybind11's base class, so that __new__ of the base rejects the class
// as it does for built-in types.
PyObject* new_object(PyTypeObject* type, PyObject*, PyObject*) {
  return py::detail::make_new_instance(type);
}

py::object restored(const py::type& type, const py::object& state) {
  auto* base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
  auto* own = reinterpret_cast<PyTypeObject*>(type.ptr());
  if (PyType_IsSubtype(own, base) == 0 || !py::hasattr(type, "__setstate__")) {
    throw py::type_error("cardan: a pickle names a class that has no state");
  }
  const auto made = py::reinterpret_steal<py::object>(py::detail::make_new_instance(own));
  call_python(attribute(made, "__setstate__"), state);
  for (const auto& part : py::detail::values_and_holders(reinterpret_cast<instance*>(made.ptr()))) {
    if (!part.holder_constructed()) throw py::type_error("cardan: a pickle without a state");
  }
  return made;
}

// As for built-in types, but the error names the nearest attribute.
int set_attribute(PyObject* object, PyObject* name, PyObject* value) {
  if (PyObject_GenericSetAttr(object, name, value) == 0) return 0;
  PyTypeObject* const type = Py_TYPE(object);
  if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0 || _PyType_Lookup(type, name) != nullptr)
    return -1;
  PyErr_Clear();
  std::vector<std::string> known;
  for (const py::handle one : py::reinterpret_steal<py::list>(PyObject_Dir(object))) {
    const std::string member = py::str(one);
    if (!member.starts_with("_")) known.push_back(member);
  }
  const std::string given = py::str(name);
  const std::string message = std::string(type->tp_name) + " has no attribute '" + given + "'; " +
                              cardan::suggest_name(given, known);
  PyErr_SetString(PyExc_AttributeError, message.c_str());
  return -1;
}

[[noreturn]] void refuse_pickle(const std::string& name) {
  std::string cure = "pickle the numbers that you need of it";
  for (const auto& [known, text] : kCures) {
    if (name == known) cure = text;
  }
  throw py::type_error("a " + name + " cannot be pickled; " + cure);
}

void add_pickle(const py::object& type) {
  const bool has_state = py::hasattr(type, "__setstate__");
  const std::string name = name_of(type);
  type.attr("__reduce_ex__") = py::cpp_function(
      [has_state, name](const py::object& self, const py::object&) -> py::tuple {
        if (!has_state) refuse_pickle(name);
        const py::object restore = attribute(imported("cardan.pickles"), "restore");
        return py::make_tuple(
            restore,
            py::make_tuple(py::type::of(self), call_python(attribute(self, "__getstate__"))));
      },
      py::is_method(type), py::arg("protocol"));
  type.attr("__reduce__") = py::cpp_function(
      [](const py::object& self) { return call_python(attribute(self, "__reduce_ex__"), 2); },
      py::is_method(type));
}

bool is_class_of_module(py::handle value) {
  return PyType_Check(value.ptr()) != 0 &&
         PyType_IsSubtype(
             reinterpret_cast<PyTypeObject*>(value.ptr()),
             reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base)) != 0;
}

void complete_in(py::handle module) {
  const py::dict members = py::reinterpret_borrow<py::dict>(PyModule_GetDict(module.ptr()));
  for (const auto& [name, value] : members) {
    if (PyModule_Check(value.ptr()) != 0) complete_in(value);
    if (!is_class_of_module(value)) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(value.ptr());
    type->tp_new = &new_object;
    if (type->tp_setattro == &PyObject_GenericSetAttr) type->tp_setattro = &set_attribute;
    add_pickle(py::reinterpret_borrow<py::object>(value));
  }
}

}  // namespace

void complete_classes(py::module_& module) {
  module.def("_restore", &restored, py::arg("type"), py::arg("state"));
  complete_in(module);
  shorten_messages(module);
}

}  // namespace cardan::python
