#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"
#include "cardan/handles.h"
#include "cardan/joint_type.h"
#include "cardan/model.h"
#include "cardan/state_snapshot.h"
#include "cardan/step_report.h"

namespace cardan {

struct FormulationSpec;
struct LoopSpec;
struct MaterialSpec;
struct ModelSpec;
struct RobotDescription;
struct RobotModel;
struct SolverSpec;
struct WorldSpec;
struct Linearization;
struct LinearizeOptions;
class Sensor;
struct SensorSpec;

/// A world that owns models and advances them in time. The constructor and the add functions may
/// throw Error; step() does not throw.
class CARDAN_API World {
 public:
  /// Makes a world without models. Throws Error for an invalid specification.
  World();
  explicit World(WorldSpec spec);
  ~World();
  /// Moves a world. Models keep their addresses. Every call on a moved-from world throws Error.
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a model. Throws Error with the file, the line, the name and a hint if the model is
  /// invalid.
  Model& add(const ModelSpec& spec);
  /// Adds a URDF robot. With base kAuto, the rule in docs/urdf.md applies. An empty name stands for
  /// the name in the URDF.
  Model& add_urdf(const std::string& file, const RigidTransform& pose = {},
                  BaseKind base = BaseKind::kAuto, const std::string& name = "");
  /// Adds a URDF robot from its text. Mesh paths are relative to base_folder ("" for the current
  /// folder). In messages, the text is called "<text>"; ModelSpec::urdf, with add(), sets another
  /// name.
  Model& add_urdf_text(const std::string& text, const std::string& base_folder = "",
                       const RigidTransform& pose = {}, BaseKind base = BaseKind::kAuto,
                       const std::string& name = "");
  /// These functions add a robot that was read (read_urdf), or read and built (build_robot).
  Model& add_robot(const RobotDescription& description, const RigidTransform& pose = {},
                   BaseKind base = BaseKind::kAuto, const std::string& name = "");
  Model& add_robot(const RobotModel& robot, const RigidTransform& pose = {},
                   const std::string& name = "");
  /// Adds a tree from SkeletonBuilder, which has no shapes. A floating base starts at `pose`.
  Model& add_skeleton(const std::string& name, std::shared_ptr<const Skeleton> skeleton,
                      const RigidTransform& pose = {});
  /// Adds a static half-space z ≤ height [m] with the name "ground".
  Model& add_ground(double height = 0);

  /// Removes a model with its shapes, its filters, its loops and the sensors that name it. The name
  /// may be reused. Every sleeping model wakes. Impulses of the remaining contacts, limits and
  /// loops are kept, and the indices, references and views of the remaining models stay valid,
  /// except for views of q and v. Throws Error for an unknown name, a model of another world or a
  /// removed model.
  void remove(Model& model);
  void remove(std::string_view name);

  /// Connects links or joints of existing models. An open gap is closed at once, by the shortest
  /// displacement in the metric of the mass matrix, and reported in diagnostics(). Several loops
  /// are closed together, in one call, whose cost does not grow with their number as that of single
  /// calls does. Contacts between the two bodies of a weld or point loop are disabled. Throws Error
  /// (names the loop) for unknown names, ends that cannot move relative to each other, or a gap
  /// that cannot be closed; the world is then unchanged.
  LoopId add_loop(const LoopSpec& spec);
  std::vector<LoopId> add_loops(const std::vector<LoopSpec>& specs);
  /// Welds b to a at their current relative pose.
  LoopId weld(std::string_view a, std::string_view b);
  /// Removes a loop. name: LoopSpec::name or, if no loop has this name, the name that messages show
  /// ("weld 'a' - 'b'"). The bodies of a weld or point loop collide again unless another filter
  /// excludes them. Wakes all models. Throws Error for an unknown or ambiguous loop.
  void remove_loop(LoopId loop);
  void remove_loop(std::string_view name);
  /// State of one loop after the last step. Throws Error if the loop was removed.
  const LoopInfo& loop(LoopId loop) const;
  /// Disables contact between shapes of a and b from now on. a and b are names MODEL or MODEL/LINK.
  /// If both are the same model, contacts among its links are disabled. Throws Error for unknown
  /// names.
  void ignore_collision(std::string_view a, std::string_view b);

  /// Closes all loops again after set_q or set_v. Throws Error if a loop cannot be closed, as
  /// add_loop does.
  void close_loops();
  /// State of all loops after the last step, in the order in which they were added.
  std::span<const LoopInfo> loops() const;

  /// The model with this name, or null if there is none.
  Model* find(std::string_view name);
  const Model* find(std::string_view name) const;
  /// Number of models ever added. model(i) keeps its number when other models are removed.
  int num_models() const;
  /// Returns model number i, which may be removed (see Model::is_removed()). Throws Error for an
  /// index out of range.
  Model& model(int i);
  const Model& model(int i) const;
  /// All models that have not been removed, in the order in which they were added.
  std::vector<Model*> models();
  std::vector<const Model*> models() const;

  /// Advances the world by one step. The report stays valid until the next step. Throws only if the
  /// world was moved from.
  const StepReport& step();
  /// The two halves of a step, for a controller that needs the kinematics of this step in between.
  /// begin_step() computes the poses, velocities and bias forces of all models that are awake.
  /// Poses, Jacobians and the algorithms of Model then use these results, and finish_step() does
  /// not compute them again unless q or v is set in between. The controller may set efforts,
  /// targets and wrenches.
  void begin_step();
  const StepReport& finish_step();
  const StepReport& report() const;

  double time() const;       ///< simulated time [s]
  double time_step() const;  ///< time step [s]
  std::int64_t steps() const;
  /// Gravity in W [m/s²].
  Vector3 gravity() const;
  std::uint64_t seed() const;  ///< seed of the noise of all sensors (WorldSpec::seed)

  /// Sets gravity in W. This function and those below change the world between steps
  /// (docs/changes.md). They throw Error between begin_step and finish_step and for values that a
  /// new world would reject; the world is then unchanged. All models wake.
  void set_gravity(const Vector3& gravity);  ///< gravity [m/s²]
  /// Sets the seed of the noise of all sensors, starting with their next sample. Does not wake
  /// models.
  void set_seed(std::uint64_t seed);
  /// Returns the current values of a named material. Throws Error for an unknown name.
  const MaterialSpec& material(std::string_view name) const;
  /// Changes a named material after the same checks as for a new world. Shapes keep the surface
  /// data from their robot file. Takes time in proportion to the number of materials.
  void set_material(std::string_view name, const MaterialSpec& material);
  /// Changes the solver chain. If the world was made without a formulation, its formulation becomes
  /// the default of the new solver.
  void set_solver(const SolverSpec& solver);
  /// Changes the formulation. The solver chain must support it.
  void set_formulation(const FormulationSpec& formulation);
  /// Changes the formulation and the solver chain at once.
  void set_pair(const FormulationSpec& formulation, const SolverSpec& solver);

  /// Contacts of the last step.
  std::span<const ContactInfo> contacts() const;
  /// Returns the overlaps of the present poses, before or between steps: the deepest contact of
  /// each pair of shapes of which one can move, deepest first. The depth is −phi; impulses and
  /// velocities are zero. Detects contacts in a clone, so it is not meant for every step.
  std::vector<ContactInfo> overlaps() const;

  /// Adds a sensor (cardan/sensor.h, docs/sensors.md). The sensor takes its first sample at
  /// the end of the next step at which a sample is due at its rate. Throws an Error that names the
  /// sensor for a name in use, for an unknown model, link or joint, and for invalid numbers.
  Sensor& add_sensor(const SensorSpec& spec);
  /// Removes a sensor. Takes time in proportion to the number of sensors. Throws Error for an
  /// unknown name.
  void remove_sensor(std::string_view name);
  /// All sensors in the order in which they were added. The span is valid until a sensor is added
  /// or removed.
  std::span<Sensor* const> sensors() const;
  /// Returns a sensor by name. Throws Error for an unknown name.
  Sensor& sensor(std::string_view name) const;

  /// The active pair: the formulation with its options, and the first solver of the chain.
  std::string formulation() const;
  std::string solver() const;
  /// Residual [m/s] at which the chain may stop before its answer is exact (SolverSpec::accuracy),
  /// or 0 if the chain does not stop early.
  double accuracy() const;
  /// First solver of the shadow chain (ContactSpec::shadow), or "" if there is no shadow.
  std::string shadow_solver() const;
  /// Ids of all solvers of the chain.
  const std::vector<std::string>& chain() const;

  /// Kinetic energy of all models [J].
  double kinetic_energy() const;
  /// Potential energy of gravity and of springs of all models [J]. Gravity contributes 0 at the
  /// origin.
  double potential_energy() const;

  /// All findings of the loaders.
  const std::vector<Diagnostic>& diagnostics() const;

  /// FNV-1a hash of the time and of q, v, efforts, wrenches, time at rest and contact memory of
  /// every model. Equal bits give equal hashes with the same binary on the same machine. Gains and
  /// targets are settings and are not included (docs/state.md).
  std::uint64_t state_hash() const;

  /// These functions save and restore the full state: q, v, efforts, impulse memory with ids, and
  /// time. A restored run continues bit for bit.
  void save_state(const std::string& file) const;  ///< writes HDF5, completely or not at all
  void restore_state(const std::string& file);     ///< throws Error for the state of another world

  /// Returns the full state in memory (docs/state.md). state(into) and set_state allocate nothing
  /// if `into` or the world has already contained a state of this size.
  StateSnapshot state() const;
  void state(StateSnapshot& into) const;
  /// Sets the state to one that was saved from this world, or from a world of the same structure
  /// (models, joints, numbers of shapes, loops). The run continues bit for bit if parameters are
  /// equal. Kinematics are computed when they are needed. contacts(), loops() and report() are
  /// empty until the next step, except for models that sleep. Throws Error, and changes nothing,
  /// for an empty snapshot or the state of another world.
  void set_state(const StateSnapshot& snapshot);
  /// Returns an independent copy of this world: models, loops, filters, materials, solvers and
  /// state. The run of the copy continues bit for bit. Immutable parts (skeletons, meshes, plugins)
  /// are shared. threads: number of threads of the new world, by default that of this world. The
  /// capture, the report and contacts() of this world are not copied.
  World clone() const;
  World clone(int threads) const;
  /// Forgets the impulses, slips and bristles of all contacts, limits, joints and loops from the
  /// last step, and the normals of the last detection. The next step has no warm start, as in a new
  /// world. q, v, efforts, targets and time do not change.
  void reset_contact_memory();
  /// Computes A, B and C of one step from the current state (cardan/linearize.h). The world does
  /// not change.
  Linearization linearize() const;
  Linearization linearize(const LinearizeOptions& options) const;

  /// Turns the measurement of the time of each stage, for the report, on or off.
  void set_profiling(bool on);

  struct Impl;
  Impl& impl() { return alive(impl_, "the world"); }
  const Impl& impl() const { return alive(impl_, "the world"); }

 private:
  explicit World(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
