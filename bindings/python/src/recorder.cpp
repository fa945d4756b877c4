#include "recorder.h"

#include "bind.h"

namespace cardan::python {

namespace {

void close(const RecorderHandle& recorder) { recorder.world->close_recording(recorder.recording); }

}  // namespace

RecorderHandle open_recorder(const std::shared_ptr<WorldHandle>& world, const py::object& file,
                             double every) {
  return {world, world->open_recording(path_in(file, "file"), every)};
}

void bind_recorder(py::module_& module) {
  py::class_<RecorderHandle>(module, "Recorder",
                             "A recording of a world that is under way (World.recorder).")
      .def_property_readonly(
          "file", [](const RecorderHandle& r) { return r.recording->file; }, "Path of the file.")
      .def("close", &close, "Completes the file. Raises Error if that fails; no file is left then.")
      .def("__enter__", [](const py::object& self) { return self; })
      .def("__exit__", [](const RecorderHandle& r, const py::args&) { close(r); });
}

}  // namespace cardan::python
