#pragma once

#include <Eigen/Dense>

/// Contact problem of a pyramid wall of unit cubes with four contacts per touching pair: walls 1,
/// 2, 4 and 8 wide have 4, 16, 64 and 256 contacts. The rows are redundant: a wall of 8 has 768
/// rows and 216 degrees of freedom.
namespace cardan::bench {

struct Wall {
  int contacts = 0;
  double mu = 0.5;
  Eigen::MatrixXd Y;  ///< (3 contacts × 6 cubes) J M^(−1/2), rows normal, tangent 1, tangent 2
  Eigen::VectorXd b;  ///< free velocity of the rows [m/s]

  Eigen::MatrixXd W() const { return Y * Y.transpose(); }
};

/// Cubes of 1 kg at slightly random velocities after 10 ms of gravity. The top cube is pushed
/// sideways at 0.5 m/s, so that some contacts slide.
Wall make_wall(int width);

/// Friction with four directions as one LCP, z = (normals, 4 per contact, slip bound).
struct WallLcp {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
};
WallLcp make_lcp(const Wall& wall);

/// max |min(z, M z + q)|.
double lcp_residual(const WallLcp& lcp, const Eigen::VectorXd& z);

/// max |λ − P_K(λ − û)| for the exact cone, with unit step.
double cone_residual(const Wall& wall, const Eigen::VectorXd& lambda);

/// max |λ − clip(λ − u)|, with friction within ± μ λ_n in both tangents.
double box_residual(const Wall& wall, const Eigen::VectorXd& lambda);

}  // namespace cardan::bench
