#include "bindings/python/src/recorder.h"

#include <string>

#include "bindings/python/src/bind.h"
#include "cardan/recording.h"

namespace cardan::python {

class OpenRecording final : public StepObserver {
 public:
  OpenRecording(const std::string& file, double every) : recorder_(file, every), file_(file) {}

  void after_step(const World& world) override { recorder_.record(world); }
  void finish(const World&) override { recorder_.close(); }
  const std::string& file() const { return file_; }

 private:
  Recorder recorder_;
  std::string file_;
};

namespace {

void close(const RecorderHandle& recorder) { recorder.world->finish_observer(recorder.recording); }

}  // namespace

RecorderHandle open_recorder(const std::shared_ptr<WorldHandle>& handle, const py::object& file,
                             double every) {
  const std::string path = path_in(file, "file");
  const World& world = handle->own("record a World of its own");
  auto recording = std::make_shared<OpenRecording>(path, every);
  recording->after_step(world);
  handle->add_observer(recording);
  return {handle, std::move(recording)};
}

void bind_recorder(py::module_& module) {
  py::class_<RecorderHandle>(module, "Recorder",
                             "A recording in progress of a world (World.recorder).")
      .def_property_readonly(
          "file", [](const RecorderHandle& r) { return r.recording->file(); }, "Path of the file.")
      .def("close", &close, "Completes the file. If this fails, raises Error and leaves no file.")
      .def("__enter__", [](const py::object& self) { return self; })
      .def("__exit__", [](const RecorderHandle& r, const py::args&) { close(r); });
}

}  // namespace cardan::python
