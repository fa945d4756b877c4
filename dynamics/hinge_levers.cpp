#include "dynamics/hinge_levers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cardan {

namespace {

// Uses sums of magnitudes instead of norms: never smaller, and without a square root.
double base_way(double lever, const double* from, const double* to) {
  double shift = 0, chord = 0;
  for (int k = 0; k < 3; ++k) shift += std::abs(to[k] - from[k]);
  for (int k = 3; k < 7; ++k) chord += std::abs(to[k] - from[k]);
  // For unit quaternions at distance d: θ = 4 asin(d/2) ≤ π d.
  return shift + std::numbers::pi * chord * lever;
}

double base_speed(double lever, const double* v) {
  return (std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2])) * lever + std::abs(v[3]) +
         std::abs(v[4]) + std::abs(v[5]);
}

}  // namespace

std::vector<double> hinge_levers(const Skeleton& skeleton, const std::vector<double>& radius) {
  if (!skeleton.floating_base() || skeleton.coupled()) return {};
  std::vector<double> lever = radius;
  for (int i = skeleton.num_bodies() - 1; i > 0; --i) {
    if (skeleton.body_joint[i] != BodyJoint::kRevolute) return {};
    double& carrying = lever[skeleton.parent[i]];
    carrying = std::max(carrying, skeleton.X_PF[i].p.norm() + lever[i]);
  }
  return lever;
}

FarthestPoint farthest_point(const Skeleton& skeleton, const std::vector<double>& levers,
                             const HingeMotion& motion, FarthestPoint* sums) {
  sums[0] = {base_way(levers[0], motion.q_from, motion.q_to),
             base_speed(levers[0], motion.v) + base_speed(levers[0], motion.v_added)};
  FarthestPoint farthest = sums[0];
  const double *lever = levers.data(), *v = motion.v + 5, *v_added = motion.v_added + 5;
  const double *from = motion.q_from + 6, *to = motion.q_to + 6;  // offset so that the coordinate
                                                                  // of body i has index i
  const int* parent = skeleton.parent.data();
  const int bodies = skeleton.num_bodies();
  for (int i = 1; i < bodies; ++i) {
    FarthestPoint sum = sums[parent[i]];
    sum.way += std::abs(to[i] - from[i]) * lever[i];
    sum.speed += (std::abs(v[i]) + std::abs(v_added[i])) * lever[i];
    sums[i] = sum;
    farthest.way = std::max(farthest.way, sum.way);
    farthest.speed = std::max(farthest.speed, sum.speed);
  }
  return farthest;
}

}  // namespace cardan
