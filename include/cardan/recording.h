#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/world.h"

namespace cardan {

/// Hashes that a recording stores for each step. Equal bits give equal hashes with the same binary
/// on the same machine.
struct StepHashes {
  std::uint64_t positions = 0;   ///< hash of time and every q
  std::uint64_t velocities = 0;  ///< hash of every v
  std::uint64_t memory = 0;  ///< hash of all other data on which the next step depends: impulses
                             ///< and slips of contacts, limits, motors and loops, and normals
  bool operator==(const StepHashes&) const = default;
};
/// Returns the hashes of the current state of a world.
CARDAN_API StepHashes step_hashes(const World& world);

/// Writes the time series of a world to HDF5 (docs/commands.md, "The recording"): the time, the
/// kinetic and potential energy, the contacts, the worst residual since the last row, q, v and base
/// pose of every moving model, and the readings of every sensor, with their units. The file also
/// contains a description of the world, its initial state, every later change and input in order,
/// and the hashes of every step, so that the run can be repeated (recording.h, docs/changes.md).
/// The file gets its name at close(); without close(), no file is left. Rows are flushed to a
/// temporary file every half second; if the process is killed, repair_recording() recovers them.
class CARDAN_API Recorder {
 public:
  /// every: interval between rows [s], or 0 for a row in every step. The file is created at the
  /// first call of record(). Throws Error if `every` is negative or NaN.
  Recorder(std::string file, double every);
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Writes a row when one is due. Must be called once before the first step and once after each
  /// step, always with the same world. Models and sensors may be added and removed in between.
  /// Steps that World::set_state undoes, such as the trial steps of a planner, need not be
  /// recorded. Throws Error if the file cannot be created or written, or if the world cannot be
  /// described.
  void record(const World& world);

  /// Completes the file and renames it to its final name. On failure, throws Error and leaves no
  /// file.
  void close();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

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

/// Writes all rows of a recording as one table of comma-separated values: the step, then the
/// columns of the world, then the columns of each model as MODEL/COLUMN and those of each sensor as
/// SENSOR/COLUMN. The header gives the unit of each column, e.g. "time [s]". Numbers have the
/// fewest digits that give the same double, and absent numbers are "nan".
CARDAN_API void write_csv(const Recording& recording, std::ostream& out);

/// Writes world.csv, contacts.csv, changes.csv, one model_NAME.csv per model and one
/// sensor_NAME.csv per sensor to a folder, which is created. Each file is written completely or not
/// at all. Throws Error for a folder that is not writable.
CARDAN_API void write_csv_folder(const Recording& recording, const std::string& folder);

/// Repeats the changes of a recording on a world at the steps at which they were made. The
/// recording must outlive the object.
class CARDAN_API ChangeReplay {
 public:
  /// The recording must outlive the object.
  explicit ChangeReplay(const Recording& recording) : recording_(&recording) {}

  /// Must be called where the recording program called Recorder::record. Repeats the changes that
  /// the program made after the last step and before this call.
  void before_check(World& world);
  /// Must be called before each step. Repeats all other changes that the program made before the
  /// step.
  void before_step(World& world);
  /// Number of the world's current step as counted by the recording. The count continues when the
  /// recording program sets a state with another number of steps.
  std::int64_t step(const World& world) const { return world.steps() + ahead_; }

 private:
  const Recording* recording_;
  void repeat_next(World& world);

  std::int64_t next_ = 0, ahead_ = 0;
};

/// Repeats a whole recording on a world in its initial state (Recording::make_world), step by step,
/// and compares the bits of every step. Returns the number of steps. Throws an Error that names the
/// first step that is not bitwise identical, and throws the errors of Recording::repeat_change.
/// visit: called after each step; may be empty.
CARDAN_API std::int64_t replay(const Recording& recording, World& world,
                               const std::function<void(const World&)>& visit = {});

/// Result of a repair.
struct RepairedRecording {
  std::int64_t rows = 0;       ///< number of recovered rows
  std::int64_t last_step = 0;  ///< number of the last recovered step
  std::int64_t changes = 0;    ///< number of recovered changes
};

/// Makes a recording from the rows, hashes and changes that an unfinished recording
/// (FILE.partial-PROCESS-…) contains up to its last flush. `partial` is only read; `file` is
/// written completely or not at all. Throws Error if `partial` contains no row or is damaged.
CARDAN_API RepairedRecording repair_recording(const std::string& partial, const std::string& file);

}  // namespace cardan
