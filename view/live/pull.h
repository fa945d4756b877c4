#pragma once

#include "cardan/world.h"

namespace cardan::view {

/// A spring between a point of a link and a target, with which a user drags the link.
struct Pull {
  int model = -1;  ///< number of the model in the world
  LinkId link;
  Vector3 point = Vector3::Zero();   ///< point in the frame of the link [m]
  Vector3 target = Vector3::Zero();  ///< target in W [m]
};

/// Returns the force of the spring during the next step, in W at the point [N]. The stiffness m ω²
/// and the damping 2 m ω follow from the mass m of the model, with ω = 10 rad/s. The spring is
/// implicit and therefore stable for every step size: the force is the one at the end of the step,
/// f = k (target − x − h v⁺) − d v⁺ with v⁺ = v + h Λ⁻¹ f, where Λ⁻¹ = J M⁻¹ Jᵀ is the inverse
/// inertia of the point [Khatib 1987]. The force is zero for a model that forces do not move.
Vector3 pull_force(const Pull& pull, const Model& model, double time_step);

}  // namespace cardan::view
