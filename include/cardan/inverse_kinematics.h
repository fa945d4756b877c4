#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/skeleton.h"
#include "cardan/spatial.h"

namespace cardan {

/// Goal for one frame: the position of a point, an orientation, or both.
struct IkTarget {
  std::string frame;  ///< link or frame of the skeleton
  Vector3 point =
      Vector3::Zero();  ///< offset from the origin of the frame, in axes of the frame [m]
  std::optional<Vector3> position;     ///< goal position of the point in W [m]
  std::optional<Matrix3> orientation;  ///< goal orientation R_WF
  double position_weight = 1;          ///< weight of the squared error [1/m²], positive
  double orientation_weight = 1;       ///< weight of the squared error [1/rad²], positive
};

/// Options of solve_ik.
struct IkOptions {
  /// (nq) Posture at which the search starts. If empty, the search starts at the current posture of
  /// a Model or, without a Model, at the neutral posture. Coordinates beyond a limit are moved to
  /// the limit.
  std::optional<VectorX> start;
  double position_tolerance = 1e-9;     ///< largest permitted error of a point [m]
  double orientation_tolerance = 1e-9;  ///< largest permitted angle error [rad]
  int max_iterations = 100;             ///< maximum number of iterations per attempt
  /// Number of attempts. The first attempt starts at `start`. In the other attempts, every joint
  /// with one coordinate starts at a random position, uniform within its limits
  /// (random_configuration); spherical, floating and locked joints start as in `start`.
  int attempts = 20;
  std::uint64_t seed = 0;  ///< seed of the random postures
  /// Joints that keep their coordinates from `start`, e.g. the floating joint of a standing robot.
  std::vector<std::string> locked_joints;
  /// (nq) Preferred posture. Among the postures that reach the targets, the search finds a local
  /// minimum of the distance |q ⊖ posture|. If empty, no posture is preferred.
  std::optional<VectorX> posture;
  double posture_tolerance =
      1e-6;  ///< tolerance of the projected gradient of the distance [rad, m]
};

/// Residual error of one target.
struct IkResidual {
  double position = 0;     ///< position error [m]; 0 if the target has no position
  double orientation = 0;  ///< angle error [rad]; 0 if the target has no orientation
};

/// Result of solve_ik.
struct IkResult {
  VectorX q;  ///< (nq) posture found, or the posture with the smallest cost if the search did not
              ///< converge
  bool converged = false;             ///< true if every error is within its tolerance
  int iterations = 0;                 ///< number of iterations over all attempts
  int attempts = 0;                   ///< number of attempts made
  std::vector<IkResidual> residuals;  ///< residual of each target
  double position_error = 0;          ///< largest position error in `residuals` [m]
  double orientation_error = 0;       ///< largest angle error in `residuals` [rad]
  double posture_distance = 0;        ///< distance |q ⊖ posture|; 0 without a preferred posture
  std::vector<std::string> at_limit;  ///< names of the DoFs at a limit
  /// One line that states that all targets are reached, or names the missed targets with their
  /// errors and the joints at their limits.
  std::string message;
};

/// Finds a posture within the position limits at which every frame meets its target: minimises Σ w
/// |e(q)|² by damped least squares with an active set of limits [Sugihara 2011; Levenberg 1944,
/// Marquardt 1963], with e the position error and the rotation vector of R_goal Rᵀ, both in W. A
/// preferred posture is followed in the null space of the targets [Liégeois 1977]. Springs,
/// contacts and collisions are not considered. Followers move with their leaders.
///
/// X_W0: pose of the base, which is not used for a floating base. Equal inputs give equal results.
/// Throws Error for an unknown frame or joint, a target without a goal, a matrix that is not a
/// rotation, a wrong size, a non-finite number, or a tolerance or weight that is not positive.
CARDAN_API IkResult solve_ik(const Skeleton& skeleton, const std::vector<IkTarget>& targets,
                             const IkOptions& options = {}, const RigidTransform& X_W0 = {});

}  // namespace cardan
