#include "errors.h"

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "bind.h"
#include "cardan/core/error.h"

namespace cardan::python {

namespace {

// The classes are never destroyed, because modules are never unloaded.
PyObject* error_class = nullptr;
PyObject* step_error_class = nullptr;

// C++ names in messages, and the corresponding Python names.
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"BatchOptions::", "Batch "}, {"StateSnapshot", "State"}, {"World::", "World."},
    {"Batch::", "Batch."},        {"Model::", "Model."},
};

py::str python_text(std::string text) {
  for (const auto& [cpp, python] : kWords) {
    for (std::size_t at = text.find(cpp); at != std::string::npos; at = text.find(cpp, at)) {
      text.replace(at, cpp.size(), python);
    }
  }
  return text_out(text);
}

// what, where and hint have these defaults in errors that Python code raises.
PyObject* new_class(py::module_& module, const char* name, PyObject* base, const char* doc) {
  std::string full = "cardan.";
  full += name;
  py::dict attributes;
  for (const char* part : {"what", "where", "hint"}) attributes[part] = "";
  PyObject* made = PyErr_NewExceptionWithDoc(full.c_str(), doc, base, attributes.ptr());
  if (made == nullptr) throw py::error_already_set();
  module.add_object(name, made);
  return made;
}

void translate(std::exception_ptr pending) {
  try {
    if (pending) std::rethrow_exception(pending);
  } catch (const Error& error) {
    set_python_error(error);
  } catch (const py::cast_error&) {  // thrown for an entry of a dict or list; pybind11 checks the
                                     // arguments themselves
    PyErr_SetString(PyExc_TypeError,
                    "an entry has the wrong type, or is text that UTF-8 cannot hold (surrogates)");
  }
}

}  // namespace

py::str text_out(const std::string& text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

void set_python_error(const Error& error) {
  const bool of_step = dynamic_cast<const StepFailure*>(&error) != nullptr;
  const auto made = py::reinterpret_borrow<py::object>(of_step ? step_error_class : error_class);
  const py::object raised = made(python_text(error.what()));
  raised.attr("what") = python_text(error.defect());
  raised.attr("where") = python_text(error.where());
  raised.attr("hint") = python_text(error.hint());
  PyErr_SetObject(made.ptr(), raised.ptr());
}

void bind_errors(py::module_& module) {
  error_class = new_class(
      module, "Error", PyExc_RuntimeError,
      "An error in setup, described in one line that says what is wrong, where, and how to fix\n"
      "it.\n\n"
      "The parts of the line are `what`, `where` and `hint`; a missing part is \"\".");
  step_error_class =
      new_class(module, "StepError", error_class,
                "A failed step, raised by `World.step(check=True)` and `World.run`.\n\n"
                "The world has taken the step; `World.report` contains the details.");
  py::register_exception_translator(&translate);
}

}  // namespace cardan::python
