#pragma once

#include "cardan/sim/world.h"

namespace cardan::view {

/// A spring between a point of a link and a target, with which a user drags the link.
struct Pull {
  int model = -1;  ///< number of the model in the world
  LinkId link;
  Vector3 point = Vector3::Zero();   ///< in the frame of the link [m]
  Vector3 target = Vector3::Zero();  ///< in W [m]
};

/// Force of the spring during the next step [N], in W, at the point. Stiffness m ω² and damping 2 m
/// ω follow from the mass m of the model, with ω = 10 rad/s. The spring is implicit: with the
/// inverse inertia Λ⁻¹ = J M⁻¹ Jᵀ of the point [Khatib 1987], the force is the one at the end of
/// the step, f = k (target − x − h v⁺) − d v⁺ with v⁺ = v + h Λ⁻¹ f, so it is stable for every step
/// size. Zero for a model that forces do not move.
Vector3 pull_force(const Pull& pull, const Model& model, double time_step);

}  // namespace cardan::view
