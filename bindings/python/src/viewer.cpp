#include "cardan/viewer.h"

#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

#include "bindings/python/src/bind.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/world.h"
#include "cardan/error.h"

namespace cardan::python {

namespace {

using Clock = std::chrono::steady_clock;

// Interval between checks for signals.
constexpr std::chrono::milliseconds kVisit{50};

constexpr const char* kOwn = "show a World of its own";

/// A viewer with its world. Calls that use the world first obtain it from the handle.
struct ViewerHandle {
  std::shared_ptr<WorldHandle> world;
  std::unique_ptr<Viewer> viewer;
  RunningThread server;

  Viewer& with_world() const {
    world->own(kOwn);
    return *viewer;
  }
  /// Called after calls in which a page may have changed the description of the world.
  void note_changes() const {
    if (viewer->changes() > 0) world->note_change("a page of its Viewer");
  }
};

ViewerOptions options_in(const WorldHandle& world, const py::object& title, int port,
                         const std::string& token, bool play, double speed, int max_connections,
                         const std::optional<std::vector<std::string>>& materials,
                         const std::optional<std::vector<std::string>>& solvers) {
  if (!(speed > 0)) throw py::value_error("speed: expected a number above 0");
  if (max_connections < 1) throw py::value_error("max_connections: expected 1 or more");
  ViewerOptions options;
  const auto& scene = world.scene();
  options.title = !title.is_none() ? title.cast<std::string>()
                  : scene          ? scene->scene->name
                                   : "cardan";
  options.port = port;
  options.token = token;
  options.plays = play;
  options.speed = speed;
  options.most_connections = max_connections;
  if (materials) {
    options.materials = *materials;
  } else if (scene) {
    options.materials.clear();
    for (const auto& [name, material] : scene->scene->world.materials.named)
      options.materials.push_back(name);
  }
  if (solvers) options.solvers = *solvers;
  return options;
}

std::shared_ptr<ViewerHandle> make_viewer(const std::shared_ptr<WorldHandle>& world,
                                          const py::object& title, int port,
                                          const std::string& token, bool play, double speed,
                                          int max_connections,
                                          const std::optional<std::vector<std::string>>& materials,
                                          const std::optional<std::vector<std::string>>& solvers) {
  World& shown = world->own(kOwn);
  ViewerOptions options =
      options_in(*world, title, port, token, play, speed, max_connections, materials, solvers);
  auto handle = std::make_shared<ViewerHandle>();
  handle->world = world;
  const Away away(*world);
  handle->viewer = std::make_unique<Viewer>(shown, std::move(options));
  return handle;
}

bool sync(const ViewerHandle& handle) {
  Viewer& viewer = handle.with_world();
  bool due = false;
  {
    const Away away(*handle.world);
    due = viewer.sync();
  }
  handle.note_changes();
  return due;
}

// Steps as World.step in Python does, with the forces of the scene and with recorders.
bool turn(const ViewerHandle& handle) {
  if (!handle.viewer->sync()) return false;
  handle.world->step();
  return true;
}

bool step(const ViewerHandle& handle) {
  handle.with_world();
  bool stepped = false;
  {
    const Away away(*handle.world);
    stepped = turn(handle);
  }
  handle.note_changes();
  return stepped;
}

void run(const ViewerHandle& handle, const std::optional<double>& duration) {
  const World& world = handle.world->own(kOwn);
  const double seconds = duration.value_or(std::numeric_limits<double>::infinity());
  if (!(seconds >= 0)) throw py::value_error("duration: expected seconds, not negative");
  // Half a step is subtracted, so that rounding does not add a step.
  const double end = world.time() + seconds - 0.5 * world.time_step();
  {
    Away away(*handle.world);
    Clock::time_point visit = Clock::now() + kVisit;
    while (handle.viewer->open() && world.time() < end) {
      turn(handle);
      if (Clock::now() < visit) continue;
      away.visit_python([] {});
      visit = Clock::now() + kVisit;
    }
    if (handle.viewer->clients() > 0) handle.viewer->show();
  }
  handle.note_changes();
}

template <class Call>
auto in_world(Call call) {
  return [call](const ViewerHandle& handle) {
    Viewer& viewer = handle.with_world();
    const Away away(*handle.world);
    return call(viewer);
  };
}

// The address is shown as a link, because the server forbids frames.
std::string link_markup(const ViewerHandle& handle) {
  if (!handle.viewer->open()) return "<p>cardan.Viewer: closed</p>";
  const std::string url = handle.viewer->url();
  std::string markup = "<a target=\"_blank\" rel=\"noreferrer\" href=\"";
  return markup.append(url).append("\">").append(url).append("</a>");
}

}  // namespace

void bind_viewer(py::module_& module) {
  py::class_<ViewerHandle, std::shared_ptr<ViewerHandle>>(
      module, "Viewer",
      "Shows a running world in a browser (docs/python-viewer.md), where the user can pause,\n"
      "step and rewind the world, pull its bodies and change its parameters.\n\n"
      "    with cardan.Viewer(world) as viewer:\n"
      "        print(viewer.url)\n"
      "        viewer.run()\n\n"
      "The world is used only during calls of this class, so the program may use it between\n"
      "these calls.")
      .def(py::init(&make_viewer), py::arg("world"), py::kw_only(), py::arg("title") = py::none(),
           py::arg("port") = 0, py::arg("token") = "", py::arg("play") = true,
           py::arg("speed") = 1.0, py::arg("max_connections") = 16,
           py::arg("materials") = py::none(), py::arg("solvers") = py::none(),
           "Starts a server on 127.0.0.1.\n\n"
           "port: 0 for any free port. token: 32 hexadecimal digits, \"\" for a random token.\n"
           "play: False to start paused. speed: simulated seconds per second, float(\"inf\")\n"
           "for as fast as possible. materials: materials whose friction a page can change,\n"
           "by default all materials of the scene. solvers: solvers that a page offers, by\n"
           "default all. Raises Error for a port that cannot be used, an invalid token and an\n"
           "unknown material.")
      .def_property_readonly(
          "world", [](const ViewerHandle& handle) { return handle.world; },
          "The world that is shown.")
      .def_property_readonly(
          "url", [](const ViewerHandle& handle) { return handle.viewer->url(); },
          "The address to open. Anyone who knows it can control the viewer.")
      .def_property_readonly(
          "open", [](const ViewerHandle& handle) { return handle.viewer->open(); },
          "True until close().")
      .def_property_readonly(
          "playing", [](const ViewerHandle& handle) { return handle.viewer->is_playing(); },
          "False while paused.")
      .def_property_readonly(
          "clients", [](const ViewerHandle& handle) { return handle.viewer->clients(); },
          "Number of connected pages.")
      .def_property_readonly(
          "frames", [](const ViewerHandle& handle) { return handle.viewer->frames(); },
          "Number of frames made for the pages so far. While no page is connected, a step makes\n"
          "no frame.")
      .def("step", &step,
           "Handles the requests of the pages, waits until the next step is due, and steps\n"
           "the world once, as World.step does. Returns True if the world has stepped, False\n"
           "if no step is due within 20 ms because the viewer is paused or the speed is low.\n"
           "The GIL is released.")
      .def("sync", &sync,
           "Like step, but for a program that steps the world itself:\n"
           "`while viewer.open: if viewer.sync(): world.step()`. Returns True if the program\n"
           "should now take one or more steps. The GIL is released.")
      .def("run", &run, py::arg("duration") = py::none(),
           "Calls step until the viewer is closed, or for a duration in simulated time [s].\n"
           "Ctrl-C ends the call between two steps. The GIL is released.")
      .def("show", in_world([](Viewer& viewer) { viewer.show(); }),
           "Shows the current state, after a change without a step.")
      .def(
          "say",
          [](const ViewerHandle& handle, const std::string& line) { handle.viewer->say(line); },
          py::arg("line"),
          "Shows a line of text among the controls of the pages, together with the next frame.")
      .def(
          "play", [](const ViewerHandle& handle) { handle.viewer->play(); }, "Lets the world run.")
      .def(
          "pause", [](const ViewerHandle& handle) { handle.viewer->pause(); }, "Pauses the world.")
      .def(
          "set_speed",
          [](const ViewerHandle& handle, double speed) { handle.viewer->set_speed(speed); },
          py::arg("speed"),
          "Simulated seconds per second. Raises Error for a speed that is not above 0.")
      .def("reset", in_world([](Viewer& viewer) { return viewer.reset(); }),
           "Returns the world to the state that it had when the viewer was made. Returns\n"
           "False if models were added or removed since then.")
      .def(
          "close", [](const ViewerHandle& handle) { handle.viewer->close(); },
          "Ends run, and makes step and sync return False. The server ends when the object is\n"
          "deleted.")
      .def("_repr_html_", &link_markup, "A link to the address, for notebooks.")
      .def("__enter__", [](const py::object& self) { return self; })
      .def("__exit__", [](const ViewerHandle& handle, const py::args&) { handle.viewer->close(); })
      .def("__repr__", [](const ViewerHandle& handle) {
        const Viewer& viewer = *handle.viewer;
        return py::str("<cardan.Viewer {}: {}>")
            .format(viewer.url(), viewer.open() ? "open" : "closed");
      });
}

}  // namespace cardan::python
