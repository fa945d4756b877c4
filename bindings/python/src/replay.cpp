#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "bindings/python/src/bind.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/page.h"
#include "bindings/python/src/world.h"
#include "cardan/recording.h"
#include "view/collect_recording.h"
#include "view/counted.h"
#include "view/frame_collector.h"

namespace cardan::python {

namespace {

using Clock = std::chrono::steady_clock;

// Interval between checks for signals, and between calls of `progress`.
constexpr std::chrono::milliseconds kVisit{50};

std::size_t bytes_in(double size_limit) {
  constexpr double kMost = 1e9;
  if (!(size_limit > 0 && size_limit <= kMost))
    throw py::value_error("size_limit: expected a number of MB above 0");
  return static_cast<std::size_t>(1e6 * size_limit);
}

}  // namespace

/// Collects the frames of a world, starting when it is constructed.
class Film final : public StepObserver {
 public:
  Film(const World& world, double rate) : collector_(world, {rate, 0}) {
    collector_.observe(world);
  }
  void after_step(const World& world) override { collector_.observe(world); }
  void finish(const World& world) override { data_ = collector_.finish(world); }
  view::ReplayData take() { return std::move(data_.value()); }

 private:
  view::FrameCollector collector_;
  std::optional<view::ReplayData> data_;
};

/// A replay, with its world while it collects frames.
struct ReplayHandle : PageHandle {
  ~ReplayHandle() {
    if (film) world->drop_observer(*film);
  }
  void close();

  std::size_t limit = 0;  ///< [bytes]
  std::shared_ptr<WorldHandle> world;
  std::shared_ptr<Film> film;
};

void ReplayHandle::close() {
  if (!film) return;
  world->finish_observer(film);
  view::ReplayData data = film->take();
  film.reset();
  data.title = name;
  if (const auto& scene = world->scene()) data.scene_text = scene->scene->text;
  world.reset();
  view::LimitedPage page;
  {
    const WithoutGil away;
    page = view::limited_replay_page(data, limit);
  }
  made = std::move(page);
}

namespace {

std::shared_ptr<ReplayHandle> new_replay(double size_limit, int height) {
  auto replay = std::make_shared<ReplayHandle>();
  replay->limit = bytes_in(size_limit);
  replay->height = height_in(height);
  return replay;
}

/// Gives control to Python between steps that run without the GIL.
class Visits {
 public:
  Visits(const py::object& progress, double steps) : progress_(&progress), steps_(steps) {}

  void after_step() {
    ++done_;
    if (Clock::now() < next_) return;
    const WithGil held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress_->is_none()) call_python(*progress_, std::min(1.0, done_ / steps_));
    next_ = Clock::now() + kVisit;
  }

 private:
  const py::object* progress_;
  double steps_, done_ = 0;
  Clock::time_point next_ = Clock::now() + kVisit;
};

std::shared_ptr<ReplayHandle> replay_of(const Recording& recording, double rate, double size_limit,
                                        int height, int threads, const py::object& progress) {
  auto replay = new_replay(size_limit, height);
  Visits visits(progress, static_cast<double>(recording.last_step() - recording.first_step()));
  {
    const WithoutGil away;
    const view::ReplayData data = view::collect_recording(
        recording, rate, threads, [&](const World&) { visits.after_step(); });
    replay->name = data.title;
    replay->made = view::limited_replay_page(data, replay->limit);
  }
  if (!progress.is_none()) call_python(progress, 1.0);
  return replay;
}

py::str describe(const ReplayHandle& replay) {
  const py::str name = text_out(replay.name);
  if (!replay.made) return py::str("<cardan.Replay {!r}: collects frames>").format(name);
  const view::PageReport& report = replay.made->report;
  py::str text =
      py::str("<cardan.Replay {!r}: {}, {}, {}")
          .format(name, text_out(view::counted(report.frames, "frame")),
                  text_out(view::counted(report.contacts, "contact")), size_text(*replay.made));
  if (report.every > 1) text = py::str("{}, one of {} frames").format(text, report.every);
  return py::str("{}>").format(text);
}

std::shared_ptr<ReplayHandle> open_replay(const std::shared_ptr<WorldHandle>& handle, double rate,
                                          double size_limit, int height) {
  const World& world = handle->own("show a World of its own");
  auto replay = new_replay(size_limit, height);
  const auto& scene = handle->scene();
  replay->name = scene ? scene->scene->name : "world";
  auto film = std::make_shared<Film>(world, rate);
  handle->add_observer(film);
  replay->world = handle;
  replay->film = std::move(film);
  return replay;
}

}  // namespace

void add_replay(WorldClass& world) {
  world.def("replay", &open_replay, py::kw_only(), py::arg("rate") = 60.0,
            py::arg("size_limit") = 20.0, py::arg("height") = 480,
            "Collects frames for a page: `with world.replay() as film: world.run(2.0)`.\n\n"
            "`film` is a Replay; its page is made at the end of the block. rate: frames per\n"
            "second of simulated time. size_limit [MB]: maximum size of the page; frames are\n"
            "omitted if necessary. height: height of the page in a notebook [px]. Raises Error\n"
            "for a rate that is not above 0.");
}

void bind_replay(py::module_& module) {
  py::class_<ReplayHandle, PageHandle, std::shared_ptr<ReplayHandle>>(
      module, "Replay",
      "The page of a run: bodies, contact forces, friction cones, islands and numbers over\n"
      "time.\n\n"
      "`cardan.replay` makes a Replay from a recording, `World.replay` makes one from a running\n"
      "world. While a replay still collects frames, it has no page, and its members raise\n"
      "Error.")
      .def_property_readonly(
          "frames", [](const ReplayHandle& replay) { return replay.get().report.frames; },
          "Number of frames in the page.")
      .def_property_readonly(
          "contacts", [](const ReplayHandle& replay) { return replay.get().report.contacts; },
          "Number of contacts in all frames of the page.")
      .def_property_readonly(
          "every", [](const ReplayHandle& replay) { return replay.get().report.every; },
          "One out of this many frames is kept; 1 unless the page would otherwise exceed\n"
          "size_limit.")
      .def("close", &ReplayHandle::close,
           "Ends the collection of frames and makes the page. Further calls have no effect.")
      .def("__enter__", [](const py::object& self) { return self; })
      .def("__exit__", [](ReplayHandle& replay, const py::args&) { replay.close(); })
      .def("__repr__", &describe);
  module.def("_replay", &replay_of, py::arg("recording"), py::arg("rate"), py::arg("size_limit"),
             py::arg("height"), py::arg("threads"), py::arg("progress"));
}

}  // namespace cardan::python
