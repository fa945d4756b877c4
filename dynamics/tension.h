#pragma once

#include <span>
#include <vector>

#include "cardan/skeleton_data.h"

namespace cardan {

/// A force on a point that is fixed to a body.
struct PointForce {
  int body = -1;                    ///< index of the body
  Vector3 p_W = Vector3::Zero();    ///< position of the point in W [m]
  Vector3 force = Vector3::Zero();  ///< force in axes of W [N]
};

/// Geometric stiffness of one tree, and scratch memory.
struct TensionWork {
  TensionWork() = default;
  /// Allocates the memory for a tree.
  explicit TensionWork(const Skeleton& skeleton);

  VectorX K;  ///< (row_start[nv]) lower triangle of K as path-packed rows [N m/rad, N, N/m]
  std::vector<Vector3> force;     ///< (nb) sum of the forces on the subtree [N]
  std::vector<Matrix3> virial;    ///< (nb) Σ (p − O) fᵀ over the subtree [N m]
  std::vector<Matrix3> positive;  ///< (nb) scratch memory of add_positive_stiffness [N m]
  VectorX x, Kx, z;               ///< (nv) vectors of the power method
};

/// Fastest mode of a tree due to the geometric stiffness of constant forces.
struct TensionMode {
  double omega = 0;  ///< [rad/s]; 0 if the forces stabilise no mode or M̂ is nearly singular
  int dof = -1;      ///< the DoF that turns most in this mode
};

/// True if the functions below support the tree: it has a fixed base and no followers.
CARDAN_API bool has_tension(const Skeleton& skeleton);

/// Computes K = −∂(Jᵀ f)/∂q for constant forces f in W: the weights of the bodies and the given
/// forces. For i on the path of j and the rotation axis a_i, K_ij = −a_i · Σ (∂p/∂q_j × f), summed
/// over the subtree of j [Tournier et al. 2015, eq. 9; Andrews et al. 2017]. The cost is O(nv ·
/// depth). Needs forward_kinematics. Does not allocate.
CARDAN_API void compute_geometric_stiffness(const Skeleton& skeleton, const Data& data,
                                            const Vector3& gravity,
                                            std::span<const PointForce> forces, TensionWork& work);

/// Computes M += scale · K⁺, where K⁺ is the positive part of K, taken body by body. K is the sum
/// over the bodies b of A_bᵀ (tr S_b − S_b) A_b, where A_b contains the axes on the path of b, and
/// S_b = Σ (p − p_b) fᵀ is the sum over the forces on body b, including those that its children
/// transmit. Each matrix in brackets is replaced by the positive part of its symmetric part. K⁺ has
/// the sparsity of M, and it equals K if all bodies are pulled along their length. Needs crba and
/// compute_geometric_stiffness. Does not allocate.
CARDAN_API void add_positive_stiffness(const Skeleton& skeleton, double scale, TensionWork& work,
                                       Data& data);

/// Computes a lower bound on the largest ω with K x = ω² M̂ x, by the power method. Needs
/// factorize_ltl and compute_geometric_stiffness. Does not allocate.
CARDAN_API TensionMode fastest_tension_mode(const Skeleton& skeleton, const Data& data,
                                            TensionWork& work);

}  // namespace cardan
