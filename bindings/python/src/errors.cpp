#include "bindings/python/src/errors.h"

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/python/src/bind.h"
#include "cardan/error.h"

namespace cardan::python {

namespace {

// The classes are never destroyed, because modules are never unloaded.
PyObject* error_class = nullptr;
PyObject* step_error_class = nullptr;

// Names and remedies of C++ and of the command in messages, and those of Python. Of two that begin
// alike, the longer one comes first.
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"BatchOptions::", "Batch "},
    {"Batch::", "Batch."},
    {"Model::", "Model."},
    {"Recording::make_world", "Recording.repeat"},
    {"SdfOptions::most_memory or CARDAN_SDF_MEMORY", "CARDAN_SDF_MEMORY in the environment"},
    {"StateSnapshot::bytes()", "State.to_bytes"},
    {"StateSnapshot::", "State."},
    {"StateSnapshot", "State"},
    {"UrdfOptions::allow_missing_meshes", "allow_missing_meshes=True"},
    {"UrdfOptions::allow_outside", "allow_outside=True"},
    {"UrdfOptions::", "the option "},
    {"World::state()", "World.state"},
    {"World::", "World."},
    {"`allow_missing_meshes: true` of the model",
     "allow_missing_meshes=True of World.add (`allow_missing_meshes: true` in a scene)"},
    {"`base: fixed` of the model", "base=\"fixed\" (`base: fixed` in a scene)"},
    {"`density: 1000` of the model", "density=1000 of World.add (`density: 1000` in a scene)"},
    {"build_robot in UrdfOptions", "cardan.urdf.read"},
    {"--allow-missing-meshes", "allow_missing_meshes=True"},
    {"--allow-outside", "allow_outside=True"},
    {"--base ", "base="},
    {"--density ", "density="},
    {"--package ", "packages: "},
    {"; cardan check and cardan run do so where xacro is in PATH", ""},
    {": cardan check lists all", ": they follow once this one is mended"},
    {"cardan run prints them as the state hash", "World.state_hash gives them"},
    {"cardan solvers --describe", "cardan.describe_solver"},
    {"see cardan solvers", "see cardan.solvers"},
    {"make one with 'cardan run SCENE --save-state FILE'", "make one with World.save_state"},
    {"make one with 'cardan run SCENE --record FILE'", "make one with World.recorder"},
    {"repeat it with its scene, 'cardan run SCENE --verify FILE'", "record its scene again"},
};

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
  } catch (const std::filesystem::filesystem_error& error) {  // its paths may not be UTF-8
    PyErr_SetObject(PyExc_OSError, text_out(error.what()).ptr());
  } catch (const py::cast_error&) {  // thrown for an entry of a dict or list; pybind11 checks the
                                     // arguments themselves
    PyErr_SetString(PyExc_TypeError,
                    "an entry has the wrong type, or is text that UTF-8 cannot hold (surrogates)");
  }
}

}  // namespace

std::string python_words(std::string text) {
  for (const auto& [cpp, python] : kWords) {
    for (std::size_t at = text.find(cpp); at != std::string::npos;
         at = text.find(cpp, at + python.size())) {
      text.replace(at, cpp.size(), python);
    }
  }
  return text;
}

py::str text_out(const std::string& text) { return py::cast(text); }

void fail_key(const std::string& message) {
  PyErr_SetObject(PyExc_KeyError, text_out(python_words(message)).ptr());
  throw py::error_already_set();
}

void set_python_error(const Error& error) {
  const bool of_step = dynamic_cast<const StepFailure*>(&error) != nullptr;
  const auto made = py::reinterpret_borrow<py::object>(of_step ? step_error_class : error_class);
  const py::object raised = made(python_words(error.what()));
  raised.attr("what") = python_words(error.defect());
  raised.attr("where") = python_words(error.where());
  raised.attr("hint") = python_words(error.hint());
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
