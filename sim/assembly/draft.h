#pragma once

#include <functional>

#include "cardan/robot_model.h"
#include "sim/data/world_impl.h"

namespace cardan {

struct CollisionFilter;
struct ModelSpec;

/// A model under construction. Nothing is added to the world until all operations that can fail
/// have succeeded.
struct Draft {
  Draft() { states.add_without_laws(0, 0); }

  std::shared_ptr<ModelSetup> setup = std::make_shared<ModelSetup>();
  ModelStates states;  ///< state of this model alone
  std::shared_ptr<ModelScratch> work = std::make_shared<ModelScratch>();
  std::vector<CollisionObjectSpec> objects;  ///< object of each shape of the model
  std::vector<double> radii;  ///< radius of each shape about the origin of its body [m]
  std::vector<std::pair<int, int>> excluded;  ///< pairs of shape indices
  std::vector<Diagnostic> diagnostics;

  ModelState state() { return states[0]; }
  ConstModelState state() const { return states[0]; }
};

/// Destination of the shapes of one record, and their origin in a robot file.
struct ShapePlacement {
  std::string link;
  int body = -1;
  RigidTransform X_BS;  ///< pose of the shapes in the frame of the body
  int first_index = 0;  ///< index of the first shape within its link
  int material = 0;
  std::string file;     ///< file of a robot, "" for other models
  int line = 0;         ///< line in the file
  std::string element;  ///< element of the file, for diagnostics
};

/// Adds the shapes of one record and returns their number. A flat part of a mesh is reported as a
/// warning. Throws an Error that names the model, the link and the file.
int draft_shapes(Draft& draft, const GeometryRecord& geometry, const ShapePlacement& placement);

/// Adds the shapes of a loaded robot. draft.setup->skeleton is null if the robot is static. Throws
/// Error for a shape that cannot be built and for a filter for an unknown link.
void draft_robot_shapes(Draft& draft, const RobotModel& robot, const ModelSpec& spec,
                        const std::function<int(const RobotShape&)>& material_of);

/// Returns the name of the robot's file or text in messages.
std::string label_of(const ModelSpec& spec);

/// Throws the first warning, if there is one, as an Error.
void refuse_warnings(const std::vector<Diagnostic>& diagnostics);

/// Returns the DoFs that a `pd` for all joints drives: those of joints with one coordinate that
/// have a motor or, if no joint has a motor and `pd` itself bounds the effort, of all joints with
/// one coordinate.
std::vector<char> driven_freedoms(const Skeleton& skeleton, const PdSpec& pd);

/// Largest MotorSpec::delay [steps].
constexpr int kMostDelay = 10000;

/// Throws Error for a negative gain or bound, for a number that is not finite, and for a path whose
/// times are not ascending or which is combined with a target.
void check_pd(const PdSpec& pd, const std::string& where);

/// Returns the DoF of a joint that has exactly one DoF. Throws Error for other joints.
int freedom_of(const Skeleton& skeleton, const std::string& joint, const std::string& where);

/// Sets the PD law of a DoF. A new path replaces an earlier path.
void set_law(Draft& draft, int dof, const PdSpec& spec, double time);

/// Throws Error for invalid numbers and combinations of MotorSpec.
void check_motors(const WorldSpec& world, const ModelSpec& spec);
/// Returns the skeleton with the rotor inertias and the viscous and kinetic friction of the motors.
/// Throws Error for joints that cannot have a motor.
std::shared_ptr<const Skeleton> with_motors(const std::shared_ptr<const Skeleton>& skeleton,
                                            const ModelSpec& spec);
/// Returns the size of the data of all motors in the state of the model.
int drive_numbers(const ModelSpec& spec);
/// Makes the motors. Must be called after the PD laws of the joints have been set.
void draft_motors(Draft& draft, const ModelSpec& spec, const WorldSpec& world, double time);

/// Throws Error for settings that have no effect on the model: the mass of a robot, joint values of
/// a body, or a name with '/'.
void refuse_unused(const ModelSpec& spec);

/// Adds a warning if a `pd` for all joints drives no joint, and for each law whose joint has an
/// effort limit that is 0 or below the bound of the law.
void tell_idle_control(Draft& draft, const ModelSpec& spec);

/// Sets the group and the mask of a shape if the filter specifies them.
void set_filter(const CollisionFilter& filter, CollisionObjectSpec& object);
/// Sets the group and the mask from the first filter that specifies them: that of the link, of the
/// model, or of the file.
void set_filter(const ModelSpec& spec, const std::string& link, CollisionObjectSpec& object);

/// Throws Error if a filter is given for a link that the model does not have.
void check_filtered_links(const ModelSpec& spec, const std::vector<std::string>& links);

/// Disables pairs of shapes of a robot that touch by construction: adjacent links, pairs that the
/// files switch off, and pairs that touch in the posture ModelSpec::touching_posture. Each pair of
/// links that touches in this posture is reported in a diagnostic. Without self-collision, disables
/// all pairs of the model. Throws Error for an unknown posture.
void exclude_own_pairs(Draft& draft, const RobotModel& robot, const ModelSpec& spec);

/// Sets the joints that have one coordinate of their own from a named posture. Throws Error for an
/// unknown name.
void set_posture(const RobotModel& robot, const std::string& name, const std::string& where,
                 Eigen::Ref<VectorX> q);

}  // namespace cardan
