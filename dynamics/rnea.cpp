#include <cassert>

#include "cardan/inverse_dynamics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/columns.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/world_inertia.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// A_i = A_p + V_p × (S q̇) + S q̈ + [0; v_rel × ω_rel]. The base accelerates by −g.
template <bool kWithAcceleration>
inline Spatial body_acceleration(const Skeleton& skeleton, const Data& data, const double* v,
                                 const double* a, int i) {
  const int parent = skeleton.parent[i];
  const JointMotion motion = joint_motion(skeleton, data, v, i);
  Spatial A = load_spatial(&data.A[6 * parent]);
  A = A + cross_motion(load_spatial(&data.V[6 * parent]), motion.velocity);
  A.l = A.l + motion.extra;
  if constexpr (kWithAcceleration) {
    const int d0 = skeleton.v_start[i], d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) A = A + a[d] * load_spatial(&data.S[6 * d]);
  }
  return A;
}

/// Acceleration of the bodies whose parent is the base, which does not move (V_p = 0).
template <bool kWithAcceleration>
inline Spatial root_acceleration(const Skeleton& skeleton, const Data& data, const double* v,
                                 const double* a, int i, const Vector3& gravity) {
  const JointMotion motion = joint_motion(skeleton, data, v, i);
  Spatial A{{0, 0, 0}, {-gravity.x(), -gravity.y(), -gravity.z()}};
  A.l = A.l + motion.extra;
  if constexpr (kWithAcceleration) {
    const int d0 = skeleton.v_start[i], d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) A = A + a[d] * load_spatial(&data.S[6 * d]);
  }
  return A;
}

/// Newton–Euler equations about O: F = m (a + α × c + ω × v_c), n = I α + ω × I ω + c × F.
template <class T>
inline Spatial6<T> inertial_force(const WorldInertiaOf<T>& body, const Spatial6<T>& V,
                                  const Spatial6<T>& A) {
  const Vec3<T> v_c = V.l + cross(V.a, body.c);
  const Vec3<T> F = body.m * (A.l + cross(A.a, body.c) + cross(V.a, v_c));
  return {body.I * A.a + cross(V.a, body.I * V.a) + cross(body.c, F), F};
}

/// Forces required for the accelerations of the bodies. Also computes c and I_W.
void compute_inertial_forces(const Skeleton& skeleton, Data& data) {
  const int nb = skeleton.num_bodies();
  const bool done = for_each_group(nb, [&](int first) {
    const WorldInertiaOf<Lanes> bodies = world_inertias(skeleton, data, first);
    scatter_vec(&data.c[3 * first], 3, bodies.c);
    scatter_sym(&data.I_W[6 * first], 6, bodies.I);
    const Spatial6<Lanes> f = inertial_force(bodies, gather_spatial(&data.V[6 * first]),
                                             gather_spatial(&data.A[6 * first]));
    scatter_vec(&data.f[6 * first], 6, f.a);
    scatter_vec(&data.f[6 * first + 3], 6, f.l);
  });
  if (done) return;
  for (int i = 0; i < nb; ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    store(&data.c[3 * i], body.c);
    store_sym(&data.I_W[6 * i], body.I);
    store_spatial(&data.f[6 * i],
                  inertial_force(body, load_spatial(&data.V[6 * i]), load_spatial(&data.A[6 * i])));
  }
}

/// Outward pass: accelerations and the forces they require.
template <bool kWithAcceleration>
void compute_body_forces(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                         const Vector3& gravity) {
  const int nb = skeleton.num_bodies();
  for (int i = 0; i < nb; ++i) {
    const Spatial A = skeleton.parent[i] >= 0
                          ? body_acceleration<kWithAcceleration>(skeleton, data, v, a, i)
                          : root_acceleration<kWithAcceleration>(skeleton, data, v, a, i, gravity);
    store_spatial(&data.A[6 * i], A);
  }
  compute_inertial_forces(skeleton, data);
}

/// Force on a free body without joint acceleration. Its columns are the identity, and v_rel × ω_rel
/// + ω × v_rel cancel, so F = m (ω × (ω × c) − g).
void compute_free_force(const Skeleton& skeleton, Data& data, const Vector3& gravity) {
  const WorldInertia body = world_inertia(skeleton, data, 0);
  const Vec omega = load(data.V.data()), v = load(&data.V[3]);
  const Vec g = load(gravity.data());
  store_spatial(data.A.data(), {{0, 0, 0}, cross(v, omega) - g});
  store(data.c.data(), body.c);
  store_sym(data.I_W.data(), body.I);
  const Vec F = body.m * (cross(omega, cross(omega, body.c)) - g);
  store_spatial(data.f.data(), {cross(omega, body.I * omega) + cross(body.c, F), F});
}

/// Inward pass: f_p += f_i, τ = Sᵀ f_i. A floating base has S = 1. τ: one per column.
void project_forces(const Skeleton& skeleton, Data& data, double* tau) {
  const int nb = skeleton.num_bodies();
  const int first = skeleton.floating_base() ? 1 : 0;
  for (int i = nb - 1; i >= first; --i) {
    const Spatial f = load_spatial(&data.f[6 * i]);
    const int d0 = skeleton.v_start[i], d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) tau[d] = dot(load_spatial(&data.S[6 * d]), f);
    const int parent = skeleton.parent[i];
    if (parent < 0) continue;
    add_to(&data.f[6 * parent], f.a);
    add_to(&data.f[6 * parent + 3], f.l);
  }
  if (first == 1) {
    for (int k = 0; k < 6; ++k) tau[k] = data.f[k];
  }
}

/// f_i −= F_i, where F_i is a wrench about the body's origin p_i. About O its moment is n + p_i ×
/// f.
void subtract_external(const Skeleton& skeleton, Data& data, const SpatialForce* F_ext_W) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const Vec force = load(F_ext_W[i].force.data());
    const Vec moment = load(F_ext_W[i].moment.data()) + cross(load(&data.p[3 * i]), force);
    add_to(&data.f[6 * i], -1.0 * moment);
    add_to(&data.f[6 * i + 3], -1.0 * force);
  }
}

void begin_inverse_dynamics(Data& data, const char* function) {
  contents::require_velocities(data, function);
  contents::lose(data, contents::kAccelerations);  // A has gravity
  contents::gain(data, contents::kInertias);
}

void finish_inverse_dynamics(const Skeleton& skeleton, Data& data, const double* a, double* tau) {
  double* tau_c = column_forces(skeleton, data, tau);
  project_forces(skeleton, data, tau_c);
  gather_columns(skeleton, tau_c, tau);
  for (int d = 0; d < skeleton.nv(); ++d) tau[d] += skeleton.dof[d].armature * a[d];
}

}  // namespace

void rnea(const Skeleton& skeleton, Data& data, const double* v, const double* a,
          const Vector3& gravity, double* tau) {
  begin_inverse_dynamics(data, "rnea");
  compute_body_forces<true>(skeleton, data, column_velocities(skeleton, data, v),
                            on_columns(skeleton, a, data.column_a), gravity);
  finish_inverse_dynamics(skeleton, data, a, tau);
}

void rnea(const Skeleton& skeleton, Data& data, const double* v, const double* a,
          const Vector3& gravity, std::span<const SpatialForce> F_ext_W, double* tau) {
  begin_inverse_dynamics(data, "rnea");
  assert(static_cast<int>(F_ext_W.size()) == skeleton.num_bodies());
  compute_body_forces<true>(skeleton, data, column_velocities(skeleton, data, v),
                            on_columns(skeleton, a, data.column_a), gravity);
  subtract_external(skeleton, data, F_ext_W.data());
  finish_inverse_dynamics(skeleton, data, a, tau);
}

void bias_forces(const Skeleton& skeleton, Data& data, const double* v, const Vector3& gravity) {
  begin_inverse_dynamics(data, "bias_forces");
  if (is_free_body(skeleton)) {
    compute_free_force(skeleton, data, gravity);
    for (int k = 0; k < 6; ++k) data.bias[k] = data.f[k];
    return;
  }
  compute_body_forces<false>(skeleton, data, column_velocities(skeleton, data, v), nullptr,
                             gravity);
  double* tau_c = column_forces(skeleton, data, data.bias.data());
  project_forces(skeleton, data, tau_c);
  gather_columns(skeleton, tau_c, data.bias.data());
}

void add_body_wrench(const Skeleton& skeleton, const Data& data, int body, const Vector3& p_W,
                     const SpatialForce& F_W, double* tau) {
  if (body < 0) return;
  contents::require_poses(data, "add_body_wrench");
  const SpatialForce about_O = F_W.shifted(data.O_W - p_W);
  const Spatial f{load(about_O.moment.data()), load(about_O.force.data())};
  for_each_column_above(skeleton, body, [&](int c) {
    tau[skeleton.column_dof[c]] += skeleton.column_ratio[c] * dot(load_spatial(&data.S[6 * c]), f);
  });
}

}  // namespace cardan
