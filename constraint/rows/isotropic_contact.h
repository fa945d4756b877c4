#pragma once

#include "constraint/contact_answer.h"
#include "constraint/rows/contact_numbers.h"

namespace cardan {

/// An island of one isotropic body with one contact on a fixed body. Its answer needs only the
/// numbers below; the base problem is written on request.
struct IsotropicContact {
  int tree = -1, contact = -1;  ///< indices of the tree and of the contact
  Vector3 arm;                  ///< vector from the body's centre to the contact [m]
  ContactNumbers numbers;
  Vector3 lambda;       ///< impulses of the rows n, t1 and t2 [N s]
  double residual = 0;  ///< residual computed by the judge [m/s]
};

/// The answer of an island: the change of motion and the contact data.
struct IsotropicAnswer {
  double z[6];  ///< Yᵀ λ
  ContactAnswer contact;
};

/// Computes the answer of such an island if its contact does not bounce and the residual of the
/// answer is at most `tolerance` [m/s]. Without friction, the answer is λ_n = max(−b_n / A_nn, 0).
/// With friction, it is the impulse of the last step after a sweep (constraint/sticking_sweep.h).
/// Returns false if the island is of another kind or needs a solver.
bool answer_isotropic_contact(const RowInputs& inputs, const Island& island, double tolerance,
                              IsotropicContact& record, IsotropicAnswer& answer);

/// Writes the base problem of an island that was answered in this step. The trees may have moved
/// since then.
void write_isotropic_contact(const RowInputs& inputs, const IsotropicContact& record,
                             BaseProblem& base);

}  // namespace cardan
