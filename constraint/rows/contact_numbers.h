#pragma once

#include "constraint/rows/base_rows.h"

namespace cardan {

/// Quantities of the whitened rows of a contact.
struct WhitenedContact {
  const double *Y_ii, *free;  ///< (3) |Y_i|² and Y_i z0 of rows n, t1, t2
  Vector3 velocity;           ///< velocity of B's point relative to A's point before the step [m/s]
};

/// Numbers of a contact in the base problem, except for the entries of Y. The arrays contain the
/// rows n, t1 and t2.
struct ContactNumbers {
  double J_v[3];           ///< J v before the step [m/s]
  double b[3], b_free[3];  ///< see BaseProblem [m/s]
  double S[3];             ///< compliance; zero for the tangents
  double A_diag[3];
  Vector3 lambda_prev, u_prev;  ///< values of the last step; 0 for a new contact
  double prox_step;             ///< step of the natural map, shared by the three rows
  double friction;              ///< μ in the current step, before it is capped
  double phi, rest_of_step;     ///< see BaseBlock
  double restitution_coefficient, rebound_velocity;  ///< see BaseBlock
  bool slides, elastic, can_bounce, has_memory;
};

/// Computes all numbers of the contact with the given index.
void compute_contact_numbers(const RowInputs& inputs, int index, const WhitenedContact& of,
                             ContactNumbers& numbers);

/// Writes the block and the numbers of a contact as the next contact of `base`, which must have
/// room for them.
void write_contact_numbers(const ConstraintSet& constraints, int index,
                           const ContactNumbers& numbers, BaseProblem& base);

/// Computes the block and the numbers of a contact and writes them as the next contact of the base,
/// which must have room for them.
void write_contact_numbers(const BaseAssembly& assembly, int index, const WhitenedContact& of);

/// Returns the entry of a contact in the memory, or null if there is none or if the normal has
/// turned too far. `likely` is the index of the entry if the contacts are the same as in the last
/// step.
const ConstraintMemory::Entry* recall(const std::vector<ConstraintMemory::Entry>& entries,
                                      const ContactConstraint& contact, std::size_t likely = 0);

}  // namespace cardan
