#include "cardan/capture.h"

#include <pybind11/stl.h>

#include "bindings/python/src/world.h"

namespace cardan::python {

namespace {

void capture(WorldHandle& handle, const std::string& which, const py::object& directory,
             std::int64_t step, const std::string& scene, int limit) {
  CaptureSpec spec;
  if (which == "all") {
    spec.which = CaptureSpec::Which::kAll;
  } else if (which == "step") {
    spec.which = CaptureSpec::Which::kStep;
  } else if (which != "failed") {
    std::string message = "which: expected 'failed', 'all' or 'step', got '";
    throw py::value_error(message.append(which).append("'"));
  }
  spec.step = step;
  spec.directory = path_in(directory, "directory");
  spec.scene = scene;
  spec.limit = limit;
  capture_problems(handle.get(), spec);
}

py::dict captured_out(WorldHandle& handle) {
  using namespace py::literals;
  const CaptureCount count = captured(handle.get());
  return py::dict("written"_a = count.written, "left_out"_a = count.left_out,
                  "failure"_a = count.failure);
}

}  // namespace

void add_capture(WorldClass& world) {
  world
      .def("capture_problems", &capture, py::arg("which") = "failed",
           py::arg("directory") = "captured", py::kw_only(), py::arg("step") = 0,
           py::arg("scene") = "world", py::arg("limit") = 100,
           "Writes the problems of islands to files, starting with the next step\n"
           "(docs/problem-files.md): the problems that the first solver did not solve\n"
           "(\"failed\"), \"all\", or the problems of one \"step\". Raises Error if the folder\n"
           "is not writable.")
      .def_property_readonly("captured", &captured_out,
                             "Result of the capture, a dict: written, left_out, failure.");
}

}  // namespace cardan::python
