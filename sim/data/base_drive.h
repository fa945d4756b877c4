#pragma once

#include "cardan/drive_spec.h"
#include "cardan/spatial.h"

namespace cardan {

/// Motion of a base that the program moves (KinematicSpec::driven): the data of the drive in the
/// state of the model, after those of the motors.
struct BaseDrive {
  /// Target pose and velocity. The velocity is the target if `follows_pose` is false.
  RigidTransform X_target;
  SpatialVelocity V_target;
  bool follows_pose = true;
  RigidTransform X;        ///< pose at the start of the step
  SpatialVelocity V;       ///< velocity in the step, of the origin of the model, in W
  SpatialVelocity V_last;  ///< velocity in the step before

  static constexpr int kNumbers = 43;
  static BaseDrive load(const double* numbers);
  void store(double* numbers) const;

  /// A drive at rest.
  static BaseDrive at(const RigidTransform& X);
  /// Sets V for a step of h [s]: towards the target, within the speed limits.
  void command(const KinematicSpec& limits, double h);
  /// Moves X to the end of the step.
  void advance(const KinematicSpec& limits, double h);
  /// Pose at a time from the start of the step on; before the start, that of the last step.
  RigidTransform pose_at(double offset) const;
  const SpatialVelocity& velocity_at(double offset) const { return offset < 0 ? V_last : V; }
};

}  // namespace cardan
