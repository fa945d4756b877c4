#pragma once

#include "cardan/solver.h"

namespace cardan::conic {

/// Values of the parameters (docs/solvers/conic.md#parameters).
struct Options {
  int max_sweeps, max_newton, max_dense_rows, max_polyhedral_rows, max_admm, max_accelerated,
      pile_rows, pile_sweeps;
  double max_work;
  int max_body_newton, max_interior_point;
};

/// The parameter table, in the order of the members of Options.
sdk::ArrayView<cardan_param> param_table();

/// Reads the current parameter values of a solver with this table.
Options read_options(const sdk::Solver& solver);

}  // namespace cardan::conic
