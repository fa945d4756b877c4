#pragma once

#include <Eigen/Core>

#include "cardan/problem.h"

namespace cardan {

/// The dense matrix Ã = D A D of a problem.
struct ScaledMatrix {
  Eigen::MatrixXd A;         ///< (m × m) Ã
  Eigen::VectorXd scale;     ///< (m) D_ii
  Eigen::VectorXd diagonal;  ///< (m) A_ii
};

/// Computes Ã with D_ii = 1/√A_ii, or 1 where A_ii is not positive.
ScaledMatrix scale_matrix(const Problem& problem);

}  // namespace cardan
