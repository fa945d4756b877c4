#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/data/world_impl.h"

/// The log of the calls that change a world or give it inputs. A Recorder writes it, so that a
/// recording can be repeated bit for bit (docs/changes.md).
namespace cardan {

/// Kinds of changes, with their payloads. A model is identified by its name, and a loop by its
/// position in WorldModel::loop_records. The numbers of the kinds are part of the file format and
/// never change.
enum class ChangeKind : std::uint64_t {
  kSetQ = 1,             ///< model, q
  kSetV = 2,             ///< model, v
  kEfforts = 3,          ///< model, efforts
  kEffort = 4,           ///< model, joint, effort
  kPd = 5,               ///< model, joint, kp, kd, target, velocity
  kPdTarget = 6,         ///< model, joint, target, velocity
  kWrench = 7,           ///< model, link, force, moment, point
  kWake = 8,             ///< model
  kSceneForces = 9,      ///< without effect; no longer written
  kBasePose = 10,        ///< model, p, R (by columns)
  kBaseVelocity = 11,    ///< model, angular, linear
  kMass = 12,            ///< model, link, mass, has com, com, has inertia, inertia
  kPayload = 13,         ///< model, link, mass, com, inertia
  kGravity = 14,         ///< gravity
  kMaterial = 15,        ///< name, JSON of a MaterialSpec
  kPair = 16,            ///< JSON of formulation and solver; a formulation may be missing
  kAddModel = 17,        ///< JSON of a ModelSpec
  kRemoveModel = 18,     ///< model
  kAddLoops = 19,        ///< JSON of a list of LoopSpec
  kRemoveLoop = 20,      ///< position of the loop
  kCloseLoops = 21,      ///< no payload
  kIgnore = 22,          ///< a, b
  kRestore = 23,         ///< a state was restored; the recording cannot be repeated from here on
  kSetState = 24,        ///< StateSnapshot::bytes()
  kForgetContacts = 25,  ///< no payload
  kAddSensor = 26,       ///< JSON of a SensorSpec
  kRemoveSensor = 27,    ///< name
  kSeed = 28,            ///< seed of the noise of sensors
  kAddMaterials = 29,    ///< JSON of a MaterialTable
  kPoseTarget = 30,      ///< model, p, R (by columns)
  kVelocityTarget = 31,  ///< model, angular, linear
};

/// Writes a payload as words of eight bytes.
class ChangeWriter {
 public:
  void number(double x);
  void count(std::uint64_t n) { words_.push_back(n); }
  void numbers(const double* x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) number(x[i]);
  }
  template <class Vector>
  void vector(const Vector& x) {
    count(static_cast<std::uint64_t>(x.size()));
    numbers(x.data(), static_cast<std::size_t>(x.size()));
  }
  void text(std::string_view text);
  void bytes(std::span<const std::byte> bytes);
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

/// Reads a payload. Throws an Error that contains `where` if the payload ends too early.
class ChangeReader {
 public:
  ChangeReader(const std::uint64_t* words, std::size_t size, std::string where)
      : at_(words), end_(words + size), where_(std::move(where)) {}

  double number();
  std::uint64_t count() { return word(); }
  void numbers(double* x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) x[i] = number();
  }
  VectorX vector();
  Vector3 vector3();
  std::string text();
  std::vector<std::byte> bytes();
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::uint64_t word();
  const std::uint64_t* at_;
  const std::uint64_t* end_;
  std::string where_;
};

/// A logged change. It was made after `step` completed steps and after `hashes` calls of
/// Recorder::record. The recording counts the steps, and continues to count when a state with
/// another number of steps is set. A change that is made before the call that hashes its step is
/// part of that hash.
struct LoggedChange {
  std::uint64_t step = 0, hashes = 0;
  ChangeKind kind{};
  std::uint64_t words = 0;  ///< size of the payload
};

/// The changes since the recorder last took them.
class ChangeLog {
 public:
  bool closed = false;  ///< true if the recorder was destroyed; the world then drops the log
  std::uint64_t hashes = 0;
  std::int64_t first_step = 0;  ///< first step of the recording
  double last_time = 0;         ///< time of the recording at the last call of record() [s]
  /// Step and time [s] of the recording minus those of the world.
  std::int64_t steps_ahead = 0;
  double time_ahead = 0;
  std::vector<LoggedChange> changes;
  std::vector<std::uint64_t> payload;

  void add(std::int64_t step_of_world, ChangeKind kind, const std::vector<std::uint64_t>& words);
  /// The last recorded step.
  std::int64_t last_step() const { return first_step + static_cast<std::int64_t>(hashes) - 1; }
};

void add_to_logs(const World::Impl& world, ChangeKind kind, const ChangeWriter& payload);

/// Logs a successful change. Without a recorder, the cost is one branch. write(ChangeWriter&)
/// writes the payload.
template <class Write>
void log_change(const World::Impl& world, ChangeKind kind, const Write& write) {
  if (world.logs.empty()) return;
  ChangeWriter payload;
  write(payload);
  add_to_logs(world, kind, payload);
}

/// Records in the logs that a state was set. The recording continues from its last recorded step.
/// Steps that were taken after it, such as those of a planner, belong to no row. Parameters that
/// were changed during these steps keep their new values.
void keep_count(const World::Impl& world);

/// Logs that a state was set. Must be called after the state was set.
template <class Write>
void log_state_set(const World::Impl& world, ChangeKind kind, const Write& write) {
  if (world.logs.empty()) return;
  keep_count(world);
  log_change(world, kind, write);
}

/// Returns the name of the call that made a change: "set_q", ….
const char* change_name(ChangeKind kind);

}  // namespace cardan
