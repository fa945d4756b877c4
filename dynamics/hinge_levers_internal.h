#pragma once

#include <vector>

#include "cardan/dynamics/skeleton.h"

/// How far the points of a floating tree of hinges go, whatever its configuration: by sums over its
/// freedoms, without kinematics.
namespace cardan {

/// (nb) No point of a body, or of what it carries, is ever farther than this from the body's origin
/// [m]: l_i = max(radius_i, max over its children j of |p_ij| + l_j). radius: (nb) of the body's
/// own points. Empty where the base does not float, or a joint is no hinge with a freedom of its
/// own.
std::vector<double> hinge_levers(const Skeleton& skeleton, const std::vector<double>& radius);

/// From one configuration to another, and with which velocities.
struct HingeMotion {
  const double *q_from, *q_to;  ///< (nq)
  const double *v, *v_added;    ///< (nv) their speeds add up
};

/// The fastest and farthest points, at most.
struct FarthestPoint {
  double way = 0;    ///< [m]
  double speed = 0;  ///< [m/s]
};

/// Bounds for all points that `radius` of hinge_levers holds: the base carries everything along,
/// and every hinge turns all beyond it about an axis through its origin, |Δq_i| l_i; the greatest
/// sum over a path. sums: (nb) scratch.
FarthestPoint farthest_point(const Skeleton& skeleton, const std::vector<double>& levers,
                             const HingeMotion& motion, FarthestPoint* sums);

}  // namespace cardan
