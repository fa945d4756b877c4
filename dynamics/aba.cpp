#include "cardan/forward_dynamics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/articulated.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Layout of Data::scratch in aba: articulated inertias (nb × 36, six columns of six), then U (6),
/// 1/d, u per DoF.
struct AbaWorkspace {
  double* inertia;
  double* dofs;
  double* of_body(int i) const { return inertia + 36 * i; }
  double* of_dof(int d) const { return dofs + 8 * d; }
};

/// Outward pass: inertias, velocity products c_i (into A) and bias forces p_i = V ×* (I V) (into
/// f).
void start_bodies(const Skeleton& skeleton, Data& data, const double* v, const AbaWorkspace& work) {
  const int nb = skeleton.num_bodies();
  for (int i = 0; i < nb; ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    store_inertia(work.of_body(i), body);
    const Spatial V = load_spatial(&data.V[6 * i]);
    const JointMotion motion = joint_motion(skeleton, data, v, i);
    // V_p × S q̇ with V_p = V_i − S q̇, and S q̇ × S q̇ = 0.
    Spatial c = cross_motion(V, motion.velocity);
    c.l = c.l + motion.extra;
    store_spatial(&data.A[6 * i], c);
    // Momentum about O: [I ω + c × m v_c; m v_c].
    const Vec momentum = body.m * (V.l + cross(V.a, body.c));
    const Spatial H{body.I * V.a + cross(body.c, momentum), momentum};
    store_spatial(&data.f[6 * i], cross_force(V, H));
  }
}

/// Eliminates one DoF of an articulated body: U = K S, d = Sᵀ U, u = τ − Sᵀ p; K −= U Uᵀ / d, p +=
/// U u / d. The DoFs of one body are eliminated one after the other, as if massless bodies lay
/// between them.
inline void eliminate_dof(const double* S, double tau, double armature, double* CARDAN_RESTRICT K,
                          double* CARDAN_RESTRICT p, double* CARDAN_RESTRICT solved) {
  double U[6] = {0, 0, 0, 0, 0, 0};
  add_product(K, S, U);
  double d = armature, u = tau;
  for (int r = 0; r < 6; ++r) {
    d += S[r] * U[r];
    u -= S[r] * p[r];
  }
  const double inv = 1 / d;
  for (int c = 0; c < 6; ++c) {
    const double scaled = U[c] * inv;
    for (int r = 0; r < 6; ++r) K[6 * c + r] -= U[r] * scaled;
  }
  const double force = u * inv;
  for (int r = 0; r < 6; ++r) {
    p[r] += U[r] * force;
    solved[r] = U[r];
  }
  solved[6] = inv;
  solved[7] = u;
}

/// x ← K⁻¹ x for a symmetric positive 6 × 6 matrix by K = Lᵀ D L. K is overwritten by its factor.
void solve_six(double* CARDAN_RESTRICT K, double* CARDAN_RESTRICT x) {
  double inv[6];
  for (int d = 5; d >= 0; --d) {
    double* CARDAN_RESTRICT U = K + 6 * d;
    inv[d] = 1 / U[d];
    for (int c = 0; c < d; ++c) {
      const double scaled = U[c] * inv[d];
      for (int r = 0; r <= c; ++r) K[6 * c + r] -= U[r] * scaled;
      x[c] -= scaled * x[d];
    }
  }
  for (int d = 0; d < 6; ++d) {
    for (int c = 0; c < d; ++c) x[d] -= K[6 * d + c] * x[c];
    x[d] *= inv[d];
  }
}

/// Eliminates a body with one DoF and adds it to its parent in one pass over K: with U = K S,
/// d = Sᵀ U, u = τ − Sᵀ p,
///   K_p += K − U Uᵀ / d,   p_p += p + K c + U (u − U·c) / d.
inline void pass_to_parent(const double* CARDAN_RESTRICT S, const double* CARDAN_RESTRICT c,
                           double tau, double armature, const double* CARDAN_RESTRICT K,
                           const double* CARDAN_RESTRICT p, double* CARDAN_RESTRICT K_p,
                           double* CARDAN_RESTRICT p_p, double* CARDAN_RESTRICT solved) {
  double U[6] = {0, 0, 0, 0, 0, 0}, force[6];
  for (int r = 0; r < 6; ++r) force[r] = p[r];
  for (int k = 0; k < 6; ++k) {
    for (int r = 0; r < 6; ++r) {
      U[r] += K[6 * k + r] * S[k];
      force[r] += K[6 * k + r] * c[k];
    }
  }
  double d = armature, u = tau, U_c = 0;
  for (int r = 0; r < 6; ++r) {
    d += S[r] * U[r];
    u -= S[r] * p[r];
    U_c += U[r] * c[r];
  }
  const double inv = 1 / d;
  const double along = (u - U_c) * inv;
  for (int r = 0; r < 6; ++r) p_p[r] += force[r] + U[r] * along;
  for (int k = 0; k < 6; ++k) {
    const double scaled = U[k] * inv;
    for (int r = 0; r < 6; ++r) K_p[6 * k + r] += K[6 * k + r] - U[r] * scaled;
  }
  for (int r = 0; r < 6; ++r) solved[r] = U[r];
  solved[6] = inv;
  solved[7] = u;
}

/// Inward pass: articulated inertias and bias forces of the parents.
void gather(const Skeleton& skeleton, Data& data, const double* tau, const AbaWorkspace& work) {
  const int first = skeleton.floating_base() ? 1 : 0;
  for (int i = skeleton.num_bodies() - 1; i >= first; --i) {
    double* CARDAN_RESTRICT K = work.of_body(i);
    double* CARDAN_RESTRICT p = &data.f[6 * i];
    const int d0 = skeleton.v_start[i], parent = skeleton.parent[i];
    if (parent >= 0 && skeleton.body_nv[i] == 1) {
      pass_to_parent(&data.S[6 * d0], &data.A[6 * i], tau[d0], skeleton.dof[d0].armature, K, p,
                     work.of_body(parent), &data.f[6 * parent], work.of_dof(d0));
      continue;
    }
    for (int d = d0 + skeleton.body_nv[i] - 1; d >= d0; --d)
      eliminate_dof(&data.S[6 * d], tau[d], skeleton.dof[d].armature, K, p, work.of_dof(d));
    if (parent < 0) continue;
    add_product(K, &data.A[6 * i], p);  // p + K c
    double* CARDAN_RESTRICT K_p = work.of_body(parent);
    double* CARDAN_RESTRICT p_p = &data.f[6 * parent];
    for (int k = 0; k < 36; ++k) K_p[k] += K[k];
    for (int k = 0; k < 6; ++k) p_p[k] += p[k];
  }
}

/// Solves a floating base, whose S is the identity: (K + armature) v̇ = τ − p − K A, where A = c −
/// g is its acceleration at v̇ = 0. Overwrites A with A + v̇.
void accelerate_base(const Skeleton& skeleton, Data& data, const double* tau,
                     const Vector3& gravity, const AbaWorkspace& work, double* a) {
  double* K = work.of_body(0);
  double* A = data.A.data();
  for (int k = 0; k < 3; ++k) A[3 + k] -= gravity[k];
  double force[6];
  for (int k = 0; k < 6; ++k) force[k] = data.f[k];
  add_product(K, A, force);
  for (int k = 0; k < 6; ++k) {
    a[k] = tau[k] - force[k];
    K[7 * k] += skeleton.dof[k].armature;
  }
  solve_six(K, a);
  for (int k = 0; k < 6; ++k) A[k] += a[k];
}

/// Outward pass from body `first`: q̈ = (u − U·A) / d, A += S q̈, starting from A_p + c.
void accelerate(const Skeleton& skeleton, Data& data, const Vector3& gravity,
                const AbaWorkspace& work, int first, double* a) {
  const int nb = skeleton.num_bodies();
  const Spatial base{{0, 0, 0}, {-gravity.x(), -gravity.y(), -gravity.z()}};
  for (int i = first; i < nb; ++i) {
    const int parent = skeleton.parent[i];
    Spatial A =
        load_spatial(&data.A[6 * i]) + (parent >= 0 ? load_spatial(&data.A[6 * parent]) : base);
    const int d0 = skeleton.v_start[i], d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) {
      const double* solved = work.of_dof(d);
      a[d] = (solved[7] - dot(load_spatial(solved), A)) * solved[6];
      A = A + a[d] * load_spatial(&data.S[6 * d]);
    }
    store_spatial(&data.A[6 * i], A);
  }
}

}  // namespace

void aba(const Skeleton& skeleton, Data& data, const double* v, const double* tau,
         const Vector3& gravity, double* a) {
  contents::require_velocities(data, "aba");
  contents::lose(data, contents::kAccelerations);  // A has gravity
  // Followers couple bodies of different branches, so a body cannot be eliminated on its own.
  if (skeleton.coupled()) return forward_dynamics_by_factor(skeleton, data, v, tau, gravity, a);
  const AbaWorkspace work{data.scratch.data(), data.scratch.data() + 36 * skeleton.num_bodies()};
  start_bodies(skeleton, data, v, work);
  gather(skeleton, data, tau, work);
  if (skeleton.floating_base()) accelerate_base(skeleton, data, tau, gravity, work, a);
  accelerate(skeleton, data, gravity, work, skeleton.floating_base() ? 1 : 0, a);
}

}  // namespace cardan
