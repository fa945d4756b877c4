#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/world.h"

namespace cardan {

/// A complete run in which a page can jump to any time (ViewerOptions::history).
struct ViewerHistory {
  double from = 0, until = 0;  ///< start and end of the run [s]
  std::int64_t steps = 0;      ///< number of steps from `from` to `until`
  /// Moves the world to a time [s]. The call may replace the whole world.
  std::function<void(World&, double time)> go_to;
};

/// Options of a viewer.
struct ViewerOptions {
  std::string title = "cardan";  ///< title of the page
  int port = 0;                  ///< port of the server; 0 for any free port
  std::string token{};           ///< 32 hexadecimal digits; "" for a random token
  bool plays = true;             ///< false if the run is paused at the start
  /// Simulated seconds per second of wall-clock time. Infinity means as fast as possible.
  double speed = 1;
  int most_connections = 16;  ///< limit of connected pages; further pages get the status 503
  /// Materials whose friction the page can change.
  std::vector<std::string> materials{"default"};
  /// Ids of the solvers that the page offers. If empty, all solvers that SolverRegistry lists.
  std::vector<std::string> solvers{};
  /// Function for controllers and forces. It is called with the world before each step, in the
  /// thread that calls Viewer::step, and must not add or remove models.
  std::function<void(World&)> before_step{};
  /// History of the run. Without a history, a page can go back only to the states of the last 10 s.
  std::optional<ViewerHistory> history{};
};

/// Shows a running world in a browser, where the user can pause, step and rewind it, pull on its
/// bodies and change its parameters (docs/viewer.md):
///
///   Viewer viewer(world);
///   std::cout << viewer.url() << std::endl;
///   while (viewer.open()) viewer.step();
///
/// A program that steps the world itself calls sync() before its steps:
///
///   while (viewer.open())
///     if (viewer.sync()) world.step();
///
/// The world is used only during calls of this class and in the thread of the caller, so the
/// program may use the world freely between these calls. The world must outlive the viewer. The
/// server runs in its own thread on 127.0.0.1; a step never waits for a browser.
class Viewer {
 public:
  /// Starts the server. Throws Error if the port cannot be used, the token is invalid, the speed is
  /// not above 0, or a material is unknown.
  explicit Viewer(World& world, ViewerOptions options = {});
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /// Address to open in a browser. It contains the token, so anyone who knows the address can
  /// control the viewer.
  std::string url() const;
  /// True until close() is called.
  bool open() const;
  void close();

  /// Handles the requests of the pages, waits until the next step is due, and steps the world once.
  /// Returns true if the world was stepped, or false if no step is due within 20 ms because the
  /// viewer is paused or the speed is low. Propagates exceptions of before_step.
  bool step();
  /// Synchronises the viewer with a program that steps the world itself, by one or more steps at a
  /// time. Shows the steps since the last call, handles the requests of the pages, and waits until
  /// the next step is due. Returns true if the program should step now. Returns false if no step is
  /// due within 20 ms; the program should then call sync() again. A force with which a page pulls
  /// on a body acts only in the next step.
  bool sync();
  /// Shows the current state, at most 60 times per second. Meant for programs that change the world
  /// without a step.
  void show();
  /// Shows one line among the controls of the pages.
  void say(std::string line);

  /// These functions start and stop the run, as the button of the pages does.
  void play();
  void pause();
  /// Returns the world to the state that it had when the viewer was made, or to the start of the
  /// history. Returns false if the structure of the world has changed since then.
  bool reset();
  /// Sets the simulated seconds per second. Throws Error unless speed > 0.
  void set_speed(double speed);
  bool is_playing() const;
  int clients() const;  ///< number of connected pages
  /// Number of frames made for the pages so far. While no page is connected, a frame is made after
  /// each change, but not after each step.
  std::int64_t frames() const;
  /// Number of changes of gravity, friction, formulation and solver that pages have made.
  std::int64_t changes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
