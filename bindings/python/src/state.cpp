#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "cardan/state_snapshot.h"

namespace cardan::python {

namespace {

py::bytes bytes_of(const StateSnapshot& state) {
  const std::vector<std::byte> bytes = state.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

StateSnapshot from_bytes(const py::bytes& bytes) {
  const auto text = static_cast<std::string_view>(bytes);
  return StateSnapshot::from_bytes({reinterpret_cast<const std::byte*>(text.data()), text.size()});
}

}  // namespace

void bind_state(py::module_& module) {
  py::class_<StateSnapshot>(
      module, "State",
      "State of a world: everything on which the next step depends, except the\n"
      "description of the world.\n\n"
      "An independent value, which does not change when the world steps. Pickling and\n"
      "copying keep all bits. Worlds of the same structure (models, joints, numbers of\n"
      "shapes, loops) accept it.")
      .def_property_readonly("time", &StateSnapshot::time, "[s]")
      .def_property_readonly("steps", &StateSnapshot::steps,
                             "Number of steps since the start of the world.")
      .def_property_readonly("structure", &StateSnapshot::structure,
                             "Hash of the structure of the worlds that accept this state.")
      .def_property_readonly("num_models", &StateSnapshot::num_models,
                             "Number of models in the state.")
      .def(
          "q", [](const StateSnapshot& s, int model) { return vector_out(s.q(model)); },
          py::arg("model"), "Configuration of a model by its index in World.models, (nq), a copy.")
      .def(
          "v", [](const StateSnapshot& s, int model) { return vector_out(s.v(model)); },
          py::arg("model"), "Velocity of a model by its index in World.models, (nv), a copy.")
      .def("__bytes__", &bytes_of)
      .def("to_bytes", &bytes_of, "The state as bytes, with a version and a checksum.")
      .def_static("from_bytes", &from_bytes, py::arg("data"),
                  "Restores a state from the result of to_bytes, in any process. Raises Error for\n"
                  "anything else.")
      .def(
          "__eq__",
          [](const StateSnapshot& a, const py::object& b) -> py::object {
            if (!py::isinstance<StateSnapshot>(b)) {
              return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            }
            return py::bool_(a.bytes() == b.cast<const StateSnapshot&>().bytes());
          },
          py::arg("other"), "True if all bits are equal.")
      .def("__copy__", [](const StateSnapshot& s) { return s; })
      .def(
          "__deepcopy__", [](const StateSnapshot& s, const py::dict&) { return s; },
          py::arg("memo"))
      .def("__repr__",
           [](const StateSnapshot& s) {
             return py::str("<cardan.State t = {:.6g} s, step {}, {} models>")
                 .format(s.time(), s.steps(), s.num_models());
           })
      .def(py::pickle([](const StateSnapshot& s) { return bytes_of(s); }, &from_bytes));
}

}  // namespace cardan::python
