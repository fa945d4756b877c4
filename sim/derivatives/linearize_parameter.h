#pragma once

#include <string>

#include "cardan/linearize.h"
#include "sim/data/world_impl.h"

namespace cardan {

/// A parameter p of a world, for the sensitivities of a step.
class LinearizeParameter {
 public:
  /// Finds a parameter of LinearizeOptions::parameters. Throws Error for unknown names, and for a
  /// friction coefficient that is smaller than its difference step.
  LinearizeParameter(const World::Impl& world, const std::string& name,
                     const LinearizeOptions& options);

  /// Returns p in the current state of the world.
  double value(const World::Impl& world) const;
  /// Returns the difference step of p at a value of p.
  double step(double value) const;
  /// Changes p by d. Before the call, a gain must have its value in the state, and every other
  /// parameter must have the value that it had in the constructor.
  void displace(World::Impl& world, double d) const;
  /// Resets p to the value that it had in the constructor. Does nothing for gains, which are reset
  /// with the state.
  void restore(World::Impl& world) const;

 private:
  enum class Kind : unsigned char { kGravity, kFriction, kMass, kKp, kKd };

  Kind kind_ = Kind::kGravity;
  int axis_ = 0;                 ///< axis of gravity
  int model_ = -1, place_ = -1;  ///< model, and body or DoF
  std::string material_;
  SpatialInertia inertia_;  ///< inertia of the body
  double value_ = 0;        ///< value of p in the constructor; not used for gains
  double absolute_step_, relative_step_;
};

}  // namespace cardan
