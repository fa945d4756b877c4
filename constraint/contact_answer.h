#pragma once

#include "constraint/rows/base_problem.h"

namespace cardan {

/// Result of the solve for one contact. It is used by later stages, the next step and the user.
struct ContactAnswer {
  Vector3 impulse = Vector3::Zero();  ///< impulse on B in W [N s]
  /// Velocity of B's point relative to A's point after the step, in W, without bias and compliance
  /// [m/s].
  Vector3 velocity = Vector3::Zero();
  double stopped = 0;  ///< A_nn λ_n: change of u_n caused by the normal impulse itself [m/s]
  double slip[2] = {0,
                    0};  ///< u of the rows t1 and t2 with their bias, on which friction acts [m/s]
  double mu = 0;         ///< coefficient of friction in the step
  int island = -1;  ///< −1 if the contact has no rows because nothing can move along its normal
};

/// Computes the answer of a contact from λ and u of its rows n, t1 and t2. u: with bias and
/// compliance. plain: without both.
inline ContactAnswer answer_of_rows(const ContactConstraint& contact, const double* lambda,
                                    const double* u, const Vector3& plain, double A_nn, double mu) {
  ContactAnswer answer;
  for (int k = 0; k < 3; ++k) answer.impulse += lambda[k] * contact.row_direction(k);
  answer.velocity = contact.velocity_of_rows(plain);
  answer.stopped = lambda[0] * A_nn;
  answer.slip[0] = u[1];
  answer.slip[1] = u[2];
  answer.mu = mu;
  return answer;
}

/// Computes the answer of a block of contact rows. The caller sets the island.
CARDAN_API ContactAnswer contact_answer(const BaseProblem& base, const BaseBlock& block,
                                        const ContactConstraint& contact, const double* lambda_C,
                                        const double* u_C);

/// Returns the memory entry of a contact for the next step.
CARDAN_API ConstraintMemory::Entry memory_of(const ContactConstraint& contact,
                                             const ContactAnswer& answer);

}  // namespace cardan
