#pragma once

#include "test/unit/solvers/problem_kit.h"

namespace cardan::test {

/// A wall of unit boxes (1 kg, g h = 0.0981 m/s) on ground, `base` in the lowest layer, each higher
/// one set off by half a box and one shorter; four contacts per pair of faces, so that base 1, 2,
/// 4, 8 have 4, 16, 64, 256. Redundant in every face; the top box is pushed sideways at 0.5 m/s,
/// the others move at random up to 0.05 m/s. Rows n, t1, t2.
RandomContacts wall_contacts(int base, double mu = 0.5);

}  // namespace cardan::test
