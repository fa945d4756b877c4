#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/sim/world.h"

namespace cardan {

/// A complete run, in which a page can go to any time (ViewerOptions::history).
struct ViewerHistory {
  double from = 0, until = 0;  ///< [s]
  std::int64_t steps = 0;      ///< from `from` to `until`
  /// Takes the world to a time [s]. It may replace the whole world.
  std::function<void(World&, double time)> go_to;
};

struct ViewerOptions {
  std::string title = "cardan";
  int port = 0;         ///< 0: one that is free
  std::string token{};  ///< 32 hexadecimal digits; "": random
  bool plays = true;    ///< false: paused at the start
  /// Seconds of the world per second of the clock; infinity: as fast as possible.
  double speed = 1;
  int most_connections = 16;
  /// Materials whose friction the page can change.
  std::vector<std::string> materials{"default"};
  /// Ids of the solvers that the page offers; empty: all that SolverRegistry names.
  std::vector<std::string> solvers{};
  /// Called before each step, with the world, in the thread that calls Viewer::step: controllers
  /// and forces. It must not add or remove models.
  std::function<void(World&)> before_step{};
  /// Without one, a page goes back to the states of the last 10 s.
  std::optional<ViewerHistory> history{};
};

/// Shows a running world in a browser, where it can be paused, stepped, set back, pulled and
/// changed (docs/viewer.md):
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
/// The world is used only within the calls of this class, in the thread of the caller, so all other
/// calls of the world may be made between them. It must outlive the viewer. The server runs in a
/// thread of its own, on 127.0.0.1; a step never waits for a browser.
class Viewer {
 public:
  /// Throws Error if the port cannot be used, the token is invalid, the speed is not above 0, or a
  /// material is unknown.
  explicit Viewer(World& world, ViewerOptions options = {});
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /// The address to open, with its token: whoever knows it controls the viewer.
  std::string url() const;
  /// True until close().
  bool open() const;
  void close();

  /// Does what the pages ask for, waits until the next step is due, and steps the world once.
  /// Returns true if the world has stepped, false if no step is due within 20 ms: while paused, and
  /// at a low speed. Throws what before_step throws.
  bool step();
  /// For a program that steps the world itself, by one step or by several: shows the steps since
  /// the last call, does what the pages ask for, and waits until the next step is due. Returns true
  /// if the program should step now, false if no step is due within 20 ms; call it again then. A
  /// page that pulls at a body acts on the next step alone.
  bool sync();
  /// Shows the present state, at most 60 times a second: for a program that has changed the world
  /// without a step.
  void show();
  /// Shows one line among the controls of the pages.
  void say(std::string line);

  void play();
  void pause();
  /// Returns to the state that the world had when the viewer was made, or to the start of the
  /// history. False: the structure of the world has changed since.
  bool reset();
  /// Throws Error unless speed > 0.
  void set_speed(double speed);
  bool is_playing() const;
  int clients() const;  ///< pages that are connected
  /// Frames made for the pages so far. Without a page, changes make frames, but steps do not.
  std::int64_t frames() const;
  /// Changes of gravity, friction, formulation and solver that pages have made.
  std::int64_t changes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
