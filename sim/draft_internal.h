#pragma once

#include "cardan/dynamics/urdf/build_skeleton.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

/// A model in the making: nothing enters the world before everything that can fail has passed.
struct Draft {
  std::unique_ptr<Model::Impl> model = std::make_unique<Model::Impl>();
  std::vector<CollisionObjectSpec> objects;   ///< one per shape of the model
  std::vector<double> radii;                  ///< of the shapes about the origin of their body [m]
  std::vector<std::pair<int, int>> excluded;  ///< shape indices
  std::vector<Diagnostic> diagnostics;
};

/// Group and mask of a shape: what the filter gives, else as they are.
void set_filter(const CollisionFilter& filter, CollisionObjectSpec& object);
/// What its link is given, else its model, else its file.
void set_filter(const ModelSpec& spec, const std::string& link, CollisionObjectSpec& object);

/// Throws Error: a filter is given to a link that the model does not have.
void check_filtered_links(const ModelSpec& spec, const std::vector<std::string>& links);

/// Shapes of a robot that touch by construction: adjacent links, pairs the files switch off, what
/// touches in the posture that ModelSpec::touching_posture names (each such pair of links in a
/// diagnostic), or all of a model. Throws Error: unknown posture.
void exclude_own_pairs(Draft& draft, const RobotModel& robot, const ModelSpec& spec);

/// What a named posture says of the joints that have one coordinate of their own. Throws Error:
/// unknown name.
void set_posture(const RobotModel& robot, const std::string& name, const std::string& where,
                 VectorX& q);

}  // namespace cardan
