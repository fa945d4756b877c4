#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bench/scenes/scene.h"

namespace cardan::bench {

struct BodyState {
  Vector3 position = Vector3::Zero();          ///< position of the centre [m]
  Vector3 velocity = Vector3::Zero();          ///< [m/s]
  Vector3 angular_velocity = Vector3::Zero();  ///< in W [rad/s]
  Quaternion orientation = Quaternion::Identity();
};

/// In the coordinates of cardan: q = [p; quaternion w x y z; joints], v = [ω_W; velocity of the
/// origin of the base; joints].
struct RobotState {
  VectorX q, v;
};

/// Contact problems of all steps so far.
struct IslandCounts {
  long all = 0, approximate = 0, failed = 0;
};

/// An engine with one scene loaded at one time step. Bodies, robots and joints have the indices of
/// the scene; joint j belongs to body j + 1 of the robot.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual std::string name() const = 0;
  virtual std::string version() const = 0;

  virtual void step() = 0;
  /// Forces for the next step only; f in W.
  virtual void push_body(int body, const Vector3& f) = 0;
  virtual void push_base(int robot, const Vector3& f) = 0;

  /// True if the engine applies Scene::pd itself.
  virtual bool has_pd() const { return false; }
  virtual void read_joints(int robot, std::span<double> q, std::span<double> v) = 0;
  /// Efforts for the next step.
  virtual void set_efforts(int robot, std::span<const double> efforts) = 0;

  virtual BodyState body(int body) = 0;
  virtual RobotState robot(int robot) = 0;
  virtual int contacts() = 0;
  /// Largest residual of the exact cone over all steps so far [m/s], if the engine reports it.
  virtual std::optional<double> residual() const { return std::nullopt; }
  /// If the engine judges its contact problems.
  virtual std::optional<IslandCounts> islands() const { return std::nullopt; }
};

struct EngineOptions {
  double step = 0;     ///< [s]
  std::string solver;  ///< name of a setting (settings.h)
};

/// Creates the engine that this executable is linked with. Null: the engine cannot represent the
/// scene (for example, no restitution). Throws Error for an unknown solver.
std::unique_ptr<Engine> make_engine(const Scene& scene, const EngineOptions& options);

/// Throws the error of make_engine for an unknown solver.
[[noreturn]] void refuse_solver(const std::string& engine, const EngineOptions& options);

}  // namespace cardan::bench
