#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cardan/quantity.h"

/// Tables of names, units and functions for make_quantity.
namespace cardan {

struct WorldQuantity {
  const char *name, *unit;
  std::function<double(const World&)> measure;
  bool of_step = false;
};
std::span<const WorldQuantity> world_rows();
const WorldQuantity* find_world_row(std::string_view name);  ///< returns null for an unknown name

/// A quantity whose name follows "MODEL.".
struct ModelQuantity {
  const char *name, *unit;
  double (*measure)(const World&, const Model&);
  bool of_step = false;
};
std::span<const ModelQuantity> model_rows();
const ModelQuantity* find_model_row(std::string_view name);

/// A quantity of a joint with one DoF. Its name stands between "MODEL." and ".JOINT".
struct JointQuantity {
  const char *name, *unit_of_turn, *unit_of_slide;
  double (*measure)(const Model&, const std::string& joint);
};
std::span<const JointQuantity> joint_rows();
const JointQuantity* find_joint_row(std::string_view name);

/// A link, or the base of a model if `link` is empty.
struct BodyOf {
  const Model* model = nullptr;
  std::string link;
};
RigidTransform pose_of(const BodyOf& body);
SpatialVelocity velocity_of(const BodyOf& body);

/// Sets the unit and the function for x, speed, travel, … of a body. Returns false for an unknown
/// name.
bool make_body_measure(std::string_view name, const BodyOf& body, Quantity& quantity);

double total_energy(const World& world);          ///< kinetic plus potential energy [J]
SpatialForce total_momentum(const World& world);  ///< momentum about the world origin

}  // namespace cardan
