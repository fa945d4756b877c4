#pragma once

#include <vector>

#include "cardan/skeleton.h"

/// Bounds on the motion of the points of a floating tree of hinges. They are valid for every
/// configuration, are computed as sums over the DoFs, and need no kinematics.
namespace cardan {

/// Returns for each body (nb) an upper bound l_i of the distance [m] from the body's origin to any
/// point of the body and of its subtree: l_i = max(radius_i, |p_ij| + l_j for each child j).
/// radius: (nb) bound for the body's own points. Returns an empty vector if the base does not
/// float, or if a joint is not a hinge with its own DoF.
std::vector<double> hinge_levers(const Skeleton& skeleton, const std::vector<double>& radius);

/// A motion from one configuration to another, with the velocities of the bodies.
struct HingeMotion {
  const double *q_from, *q_to;  ///< (nq) first and last configuration
  const double *v, *v_added;    ///< (nv) the speeds due to v and v_added are summed
};

/// Upper bounds for the distance and the speed of all points.
struct FarthestPoint {
  double way = 0;    ///< bound for the distance [m]
  double speed = 0;  ///< bound for the speed [m/s]
};

/// Returns bounds for all points covered by the `radius` of hinge_levers. The motion of the base
/// moves all bodies; every hinge turns its subtree about an axis through its origin, which moves
/// points by at most |Δq_i| l_i. The result is the largest sum over a path. sums: scratch memory
/// (nb).
FarthestPoint farthest_point(const Skeleton& skeleton, const std::vector<double>& levers,
                             const HingeMotion& motion, FarthestPoint* sums);

}  // namespace cardan
