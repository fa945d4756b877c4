#pragma once

#include <functional>

#include "cardan/dynamics/urdf/build_skeleton.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

/// A model in the making: nothing enters the world before everything that can fail has passed.
struct Draft {
  Draft() { states.add(0, 0); }

  std::unique_ptr<ModelSetup> setup = std::make_unique<ModelSetup>();
  ModelStates states;  ///< of this model alone
  std::unique_ptr<ModelScratch> work = std::make_unique<ModelScratch>();
  std::vector<CollisionObjectSpec> objects;   ///< one per shape of the model
  std::vector<double> radii;                  ///< of the shapes about the origin of their body [m]
  std::vector<std::pair<int, int>> excluded;  ///< shape indices
  std::vector<Diagnostic> diagnostics;

  ModelState state() { return states[0]; }
  ConstModelState state() const { return states[0]; }
};

/// Where shapes of one record go, and where in a robot file they come from.
struct ShapePlacement {
  std::string link;
  int body = -1;
  RigidTransform X_BS;
  int first_index = 0;  ///< of its shapes within the link
  int material = 0;
  std::string file;     ///< of a robot, "" for other models
  int line = 0;         ///< in the file
  std::string element;  ///< in the file, for diagnostics
};

/// Adds the shapes of one record and returns how many there were. A flat part of a mesh is told as
/// a warning. Throws Error that names the model, the link and the file.
int draft_shapes(Draft& draft, const GeometryRecord& geometry, const ShapePlacement& placement);

/// Adds the shapes of a loaded robot. draft.setup->skeleton is null where the robot stands still.
/// Throws Error: a shape that cannot be built, a filter for a link that is not there.
void draft_robot_shapes(Draft& draft, const RobotModel& robot, const ModelSpec& spec,
                        const std::function<int(const MaterialRecord&)>& material_of);

/// Throws the first warning as an Error.
void refuse_warnings(const std::vector<Diagnostic>& diagnostics);

/// Which freedoms `pd` of all joints drives: joints of one coordinate that have a motor; where none
/// has one and `pd` bounds the effort itself, all joints of one coordinate.
std::vector<char> driven_freedoms(const Skeleton& skeleton, const PdSpec& pd);

/// A warning if `pd` of all joints drives none.
void tell_idle_control(Draft& draft, const ModelSpec& spec);

/// Group and mask of a shape: what the filter gives, else as they are.
void set_filter(const CollisionFilter& filter, CollisionObjectSpec& object);
/// Uses the filter of its link, else of its model, else of its file.
void set_filter(const ModelSpec& spec, const std::string& link, CollisionObjectSpec& object);

/// Throws Error: a filter is given to a link that the model does not have.
void check_filtered_links(const ModelSpec& spec, const std::vector<std::string>& links);

/// Shapes of a robot that touch by construction: adjacent links, pairs the files switch off, what
/// touches in the posture that ModelSpec::touching_posture names (each such pair of links in a
/// diagnostic), or all of a model. Throws Error: unknown posture.
void exclude_own_pairs(Draft& draft, const RobotModel& robot, const ModelSpec& spec);

/// Sets the joints with one coordinate of their own from a named posture. Throws Error:
/// unknown name.
void set_posture(const RobotModel& robot, const std::string& name, const std::string& where,
                 Eigen::Ref<VectorX> q);

}  // namespace cardan
