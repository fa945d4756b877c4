#pragma once

#include "constraint/contact_answer.h"

namespace cardan::test {

/// Stores all rows of an island in the memory of the next step, like the end of a step.
inline void remember_island(const BaseProblem& base, const ConstraintSet& constraints,
                            const double* lambda_C, const double* u_C, ConstraintMemory& out) {
  for (int k = 0; k < base.num_contacts; ++k) {
    const BaseBlock& block = base.blocks[k];
    const ContactConstraint& contact = constraints.contacts[block.constraint];
    out.contacts.push_back(memory_of(contact, contact_answer(base, block, contact, lambda_C, u_C)));
  }
  remember_other_rows(base, constraints, lambda_C, u_C, out);
}

}  // namespace cardan::test
