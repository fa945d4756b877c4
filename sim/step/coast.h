#pragma once

#include "sim/data/world_data.h"

/// Trees that coast. The forces and impulses of a step act first, at q. The force-free motion that
/// follows contains the velocity products (docs/theory/rotation.md).
namespace cardan {

/// Largest angle by which the fastest body of a slow tree turns in a step [rad]. For a slow tree,
/// it suffices to evaluate velocity products at v, or at an extrapolated velocity.
inline constexpr double kSlowTurn = 0.005;

/// True if a tree coasts in this step, i.e. if it is a free body whose inertia is not isotropic, or
/// a tree in which a body turns fast. Computes the kinematics of a tree.
bool must_coast(const WorldModel& world, const ModelRef& model);

/// Moves a tree without forces for h [s] from (q, v), which are overwritten. Returns the number of
/// substeps, or 0 if the motion is not finite; q and v are then undefined.
int coast(const ModelRef& model, double h, double* q, double* v);

/// Moves q by the shift and by the push-out of the step, if it has them. A change of positions is
/// not an impulse. After a shift, v keeps the kinetic energy and the velocity of the centre of mass
/// (keep_motion). After a push-out, the kinetic energy does not rise and, unless something outside
/// the island pushes, a floating tree keeps its momentum (limit_motion); the push is shortened if
/// that is impossible (ModelScratch::push_share). Overwrites velocity_change and the kinematics.
void displace_tree(const ModelRef& model, double h, double* v, double* q);

}  // namespace cardan
