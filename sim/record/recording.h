#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/sim/record/recorder.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Positions and velocities of one moving model.
struct RecordedModel {
  std::string name;
  std::vector<std::string> joint_names;  ///< names in the order of the model
  /// Index of the first coordinate and of the first velocity of each joint.
  std::vector<std::uint64_t> q_start, v_start;
  std::vector<double> q, v;  ///< (nq), (nv) state
};

/// Returns all moving models.
CARDAN_API std::vector<RecordedModel> recorded_models(const World& world);

/// The first number in which two runs differ.
struct BitDifference {
  std::string quantity;    ///< description, e.g. "model 'robot', joint 'knee', velocity"
  double a = 0, b = 0;     ///< values in the two runs
  std::uint64_t ulps = 0;  ///< number of doubles between a and b, plus one
};

/// Compares positions before velocities, in the order of the models. Returns nothing if all bits
/// are equal. Throws Error if models or joints differ.
CARDAN_API std::optional<BitDifference> first_difference(const std::vector<RecordedModel>& a,
                                                         const std::vector<RecordedModel>& b);

/// Returns the number of steps between neighbouring doubles from a to b; a and b may have any sign.
/// If a or b is NaN, returns 0 if their bits are equal and the largest possible number otherwise.
CARDAN_API std::uint64_t ulps_between(double a, double b);

/// Returns the first difference of two steps: "positions", "velocities", "the memory of impulses
/// and contacts", or "" if the hashes are equal.
CARDAN_API std::string first_difference(const StepHashes& a, const StepHashes& b);

/// A change of the world during a recording (docs/changes.md).
struct RecordedChange {
  /// Number of completed steps at the time of the call. The count continues when a state with
  /// another number of steps is set.
  std::int64_t step = 0;
  std::int64_t hashes = 0;  ///< number of earlier calls of Recorder::record
  std::string call;         ///< name of the call: "set_mass", "remove", …
};

/// A table of a recording. A table belongs to a model, to a sensor, or to the world.
struct RecordedTable {
  std::string model;                        ///< name of the model, "" if none
  std::string sensor;                       ///< name of the sensor, "" if none
  std::string path;                         ///< path in the file
  std::vector<std::string> columns, units;  ///< name and unit of each number of a reading

  /// Name of the model or sensor, "" for the world.
  const std::string& owner() const { return sensor.empty() ? model : sensor; }
};

/// A contact in a row. Its bodies are named MODEL or MODEL/LINK.
struct RecordedContact {
  std::string a, b;
  Vector3 point, normal;  ///< point in W [m]; unit normal from A into B
  Vector3 force;          ///< force on B in W, averaged over the step [N]
  double phi = 0;         ///< signed distance of the surfaces [m]
  ContactState state = ContactState::kOpen;
};

/// A file written by Recorder. All functions throw an Error that names the file.
class CARDAN_API Recording {
 public:
  /// Opens a recording. Throws Error unless the tables of rows and hashes have consistent lengths
  /// and every row belongs to a step with hashes.
  explicit Recording(const std::string& file);
  ~Recording();
  Recording(Recording&&) noexcept;

  /// Reads every row. Throws an Error that names the step if time, q or v do not match the hashes
  /// of the step.
  void require_intact() const;

  const std::string& file() const;
  std::string formulation() const;
  std::string solver() const;
  double time_step() const;         ///< time step [s]
  std::int64_t first_step() const;  ///< number of the step of the initial state
  std::int64_t last_step() const;   ///< number of the last step with hashes
  /// Hashes that were recorded after a step. Steps are counted from 1.
  StepHashes hashes(std::int64_t step) const;
  /// Returns the first row that belongs to the given step or a later step, or nothing if there is
  /// no such row.
  std::optional<std::int64_t> row_from(std::int64_t step) const;
  std::int64_t step_of(std::int64_t row) const;
  std::vector<RecordedModel> models(std::int64_t row) const;
  /// Sets a world that has the same models to the initial state of the recording.
  void restore_start(World& world) const;

  /// Builds the world at the start of the recording from its description in the recording. Throws
  /// Error if a file that it names is missing or has changed, and for recordings of version 2.
  World make_world(int threads = 1) const;
  std::string world_description()
      const;                       ///< description as JSON (docs/changes.md); "" in version 2
  std::string scene_text() const;  ///< text of the scene, "" if the world was made without one

  /// Number of recorded changes of the world and of its inputs.
  std::int64_t num_changes() const;
  /// Returns change number i in the order of the calls. Throws Error for an index out of range.
  RecordedChange change(std::int64_t i) const;
  /// Repeats one change on a world. Throws an Error that names the change if the world rejects it.
  void repeat_change(std::int64_t i, World& world) const;

  /// Returns the contacts of a row. Recordings of version 2 have no contacts.
  std::vector<RecordedContact> contacts(std::int64_t row) const;

  /// Lists the tables of rows: those of the world, then q, v, efforts and base pose of every model,
  /// then the time and the quantities of every sensor. Rows in which a model is absent or a sensor
  /// has no reading are NaN.
  std::vector<RecordedTable> tables() const;
  std::int64_t num_rows() const;
  /// Reads consecutive rows of a table, row by row.
  std::vector<double> rows(const RecordedTable& table, std::int64_t first,
                           std::int64_t count) const;

 private:
  struct Impl;
  const Impl& impl() const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
