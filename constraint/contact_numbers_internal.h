#pragma once

#include "cardan/constraint/base_rows_internal.h"

namespace cardan {

/// What the rows of a contact are to be written from, beside the contact itself.
struct WhitenedContact {
  const double *Y_ii, *free;  ///< (3) |Y_i|² and Y_i z0 of rows n, t1, t2
  Vector3 velocity;           ///< of B's point relative to A's before the step [m/s]
};

/// Block and numbers of rows n, t1, t2 of a contact that come next, all but their entries in Y;
/// base has room for them.
void write_contact_numbers(const BaseAssembly& assembly, int index, const WhitenedContact& of);

/// An entry of this contact's memory, null if there is none or it is of another surface. `likely`:
/// where it stands if contacts are those of the last step.
const ConstraintMemory::Entry* recall(const std::vector<ConstraintMemory::Entry>& entries,
                                      const ContactConstraint& contact, std::size_t likely = 0);

}  // namespace cardan
