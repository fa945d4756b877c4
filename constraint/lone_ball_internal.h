#pragma once

#include "cardan/constraint/contact_answer.h"
#include "cardan/constraint/contact_numbers_internal.h"

namespace cardan {

/// The island that scattered things are made of: one ball on one thing that does not move. It is
/// answered from these numbers, and its base problem is written where somebody wants to see it.
struct LoneBall {
  int tree = -1, contact = -1;  ///< indices
  Vector3 arm;                  ///< from the ball's centre to the contact [m]
  ContactNumbers numbers;
  Vector3 lambda;       ///< of rows n, t1, t2 [N s]
  double residual = 0;  ///< the judge's [m/s]
};

/// Motion and contact data of its answer.
struct LoneBallAnswer {
  double z[6];  ///< Yᵀ λ
  ContactAnswer contact;
};

/// Answers an island of one ball and one contact that does not bounce, if it has a residual of at
/// most `tolerance` [m/s]: without friction λ_n = max(−b_n / A_nn, 0), else last step's impulse,
/// settled as any start (constraint/settle.h). False: the island is another, or takes a solver.
bool answer_lone_ball(const RowInputs& inputs, const Island& island, double tolerance,
                      LoneBall& ball, LoneBallAnswer& answer);

/// The base problem it was answered for, of the same step; the trees may have moved since.
void write_lone_ball(const RowInputs& inputs, const LoneBall& ball, BaseProblem& base);

}  // namespace cardan
