#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <utility>

/// The only way from C++ into code that may be written in Python. While Python code runs, it may
/// lose the GIL. In a thread that outlives the interpreter (a daemon thread), Python ends a thread
/// that asks for the GIL again by unwinding its stack; this would run destructors of Python objects
/// without the GIL, and pass functions that are noexcept. The functions below stop the unwinding at
/// the call: such a thread waits until the process ends.
namespace cardan::python {

namespace py = pybind11;

/// Waits until the process ends.
[[noreturn]] void wait_for_exit();

/// Returns the result of `work`, which calls functions of Python's or NumPy's C interface and has
/// no objects with destructors.
template <class Work>
auto in_python(const Work& work) {
  try {
    return work();
  } catch (...) {
    if (std::current_exception() != nullptr) throw;
    wait_for_exit();  // a forced unwind has no exception object
  }
}

/// Like in_python, for a function that returns a new reference, or NULL for an exception, which is
/// thrown.
template <class Work>
py::object object_from_python(const Work& work) {
  PyObject* const made = in_python(work);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

/// Calls `callable` with the arguments.
template <class... Arguments>
py::object call_python(py::handle callable, Arguments&&... arguments) {
  const py::tuple given = py::make_tuple(std::forward<Arguments>(arguments)...);
  return object_from_python([&] { return PyObject_Call(callable.ptr(), given.ptr(), nullptr); });
}

inline py::object attribute(py::handle object, const char* name) {
  return object_from_python([&] { return PyObject_GetAttrString(object.ptr(), name); });
}

inline py::object imported(const char* module) {
  return object_from_python([&] { return PyImport_ImportModule(module); });
}

/// str(object).
inline py::str text_of_object(py::handle object) {
  return object_from_python([&] { return PyObject_Str(object.ptr()); });
}

}  // namespace cardan::python
