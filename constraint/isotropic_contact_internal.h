#pragma once

#include "cardan/constraint/contact_answer.h"
#include "cardan/constraint/contact_numbers_internal.h"

namespace cardan {

/// An island of one isotropic body with one contact on a fixed body. It is answered from these
/// numbers; its base problem is written on request.
struct IsotropicContact {
  int tree = -1, contact = -1;  ///< indices
  Vector3 arm;                  ///< from the body's centre to the contact [m]
  ContactNumbers numbers;
  Vector3 lambda;       ///< of rows n, t1, t2 [N s]
  double residual = 0;  ///< the judge's [m/s]
};

/// Motion and contact data of its answer.
struct IsotropicAnswer {
  double z[6];  ///< Yᵀ λ
  ContactAnswer contact;
};

/// Answers such an island if its contact does not bounce and the answer has a residual of at most
/// `tolerance` [m/s]: without friction λ_n = max(−b_n / A_nn, 0), else last step's impulse after
/// the sweep of constraint/settle.h. False: the island is another, or needs a solver.
bool answer_isotropic_contact(const RowInputs& inputs, const Island& island, double tolerance,
                              IsotropicContact& record, IsotropicAnswer& answer);

/// The base problem that was answered in this step; the trees may have moved since.
void write_isotropic_contact(const RowInputs& inputs, const IsotropicContact& record,
                             BaseProblem& base);

}  // namespace cardan
