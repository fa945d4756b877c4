#pragma once

#include "cardan/constraint/base_rows_internal.h"

namespace cardan {

/// Inputs for the rows of a contact, beside the contact itself.
struct WhitenedContact {
  const double *Y_ii, *free;  ///< (3) |Y_i|² and Y_i z0 of rows n, t1, t2
  Vector3 velocity;           ///< of B's point relative to A's before the step [m/s]
};

/// Numbers of a contact in the base problem beside its entries in Y; rows n, t1, t2.
struct ContactNumbers {
  double J_v[3];           ///< before the step [m/s]
  double b[3], b_free[3];  ///< [m/s]
  double S[3];             ///< the tangents have none
  double A_diag[3];
  Vector3 lambda_prev, u_prev;  ///< 0 where it is new
  double step;                  ///< the same for the three
  double friction;              ///< μ of this step, not capped yet
  double bounce, restitution;   ///< as those of BaseBlock
  bool slides, elastic, can_bounce, has_memory;
};

/// Those of a contact of this index, every field.
void compute_contact_numbers(const RowInputs& inputs, int index, const WhitenedContact& of,
                             ContactNumbers& numbers);

/// Block and numbers of a contact of this index that comes next; base has room for them.
void write_contact_numbers(const ConstraintSet& constraints, int index,
                           const ContactNumbers& numbers, BaseProblem& base);

/// Block and numbers of rows n, t1, t2 of a contact that come next, all but their entries in Y;
/// base has room for them.
void write_contact_numbers(const BaseAssembly& assembly, int index, const WhitenedContact& of);

/// An entry of this contact's memory, null if there is none or it is of another surface. `likely`:
/// where it stands if contacts are those of the last step.
const ConstraintMemory::Entry* recall(const std::vector<ConstraintMemory::Entry>& entries,
                                      const ContactConstraint& contact, std::size_t likely = 0);

}  // namespace cardan
