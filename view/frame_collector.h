#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/world.h"
#include "view/replay_data.h"
#include "view/shape_book.h"
#include "view/visual_book.h"

namespace cardan::view {

struct CollectOptions {
  double rate = 60;        ///< frames per second of simulated time
  std::int64_t steps = 0;  ///< expected number of steps, which determines the rows of `steps`
};

/// Collects the contents of a replay page while a world is stepped. The collector does not change
/// the world.
class FrameCollector {
 public:
  /// Makes a collector. Throws Error unless the rate is above 0.
  FrameCollector(const World& world, const CollectOptions& options);
  FrameCollector(const FrameCollector&) = delete;
  FrameCollector& operator=(const FrameCollector&) = delete;

  /// Must be called once before the first step and once after each step, always with the same
  /// world.
  void observe(const World& world);
  /// Adds the last state and returns all data. Must be called once, at the end.
  ReplayData finish(const World& world);
  /// Returns all data up to the last frame, for a world whose current step did not finish.
  ReplayData take();

  /// Replaces the functions above in programs that show a running world. Returns the bodies so far,
  /// the current state as the only frame, and the numbers of the last step. The result is valid
  /// until the next call.
  ReplayData& present(const World& world);
  /// The model of a body of the page, as its number in the world, and the link.
  struct BodyPlace {
    int model = -1;
    LinkId link;
  };
  /// Returns nothing for a body number out of range or a removed model.
  std::optional<BodyPlace> place_of(const World& world, int body) const;

 private:
  struct Carrier {
    int model = -1;  ///< number of the model in the world
    LinkId link;
    SpatialVelocity velocity;          ///< velocity of the origin in W before the current step
    Vector3 origin = Vector3::Zero();  ///< origin in W [m]
  };
  struct Interval {
    int steps = 0;
    double residual = 0, penetration = 0;
    std::int64_t iterations = 0, fallbacks = 0, failed = 0;
    int solver = kNoSolver;
  };
  /// The events of one kind since the last frame. The page shows the largest one.
  struct Events {
    int count = 0;
    double size = 0;
    PageEvent largest;
  };
  static constexpr int kLastResort = -1, kNoSolver = -2;

  void add_models(const World& world);
  void add_model(const World& world, int number);
  void add_visuals(const Model& model, int page_model);
  int body_of(int page_model, const Model& model, const std::string& link);
  int body_index(std::string_view model, std::string_view link) const;
  void follow_chain(const World& world);
  int entry_of(int solver) const;
  std::int64_t step_of_frame(std::int64_t frame) const;
  void add_frame(const World& world);
  void add_contacts(const World& world);
  void add_islands(const World& world);
  void count_step(const StepReport& report);
  void add_step(const World& world);
  void end_interval(const World& world);
  void add_trouble(const World& world);
  void add_impacts(const World& world);
  void add_event(PageEvent::Kind kind, double size, std::string text);
  void end_events();
  void keep_velocities(const World& world);
  double approach_speed(int a, int b, const ContactInfo& contact) const;
  double time() const;

  ReplayData data_;
  ShapeBook shapes_{data_};
  VisualBook visuals_{data_, shapes_};
  std::vector<Carrier> carriers_;  ///< carrier of each entry of data_.bodies
  std::map<std::string, std::map<std::string, int, std::less<>>, std::less<>> body_of_link_;
  std::vector<std::string> chain_;  ///< ids of the solvers of the current step
  std::vector<int> entry_of_;       ///< index in data_.chain of each solver of chain_
  std::int64_t observed_ = -1;  ///< number of steps so far; −1 if observe has not been called yet
  std::int64_t next_frame_ = 0, frames_ = 0, first_step_ = 0, stride_ = 1;
  double start_time_ = 0;  ///< time of the first frame [s]
  Interval interval_;
  std::array<Events, 3> events_;                           ///< events by PageEvent::Kind
  std::vector<std::uint64_t> touching_, touching_before_;  ///< sorted pairs of bodies
};

}  // namespace cardan::view
