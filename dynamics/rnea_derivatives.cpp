#include "cardan/inverse_dynamics.h"
#include "dynamics/kernels/composites.h"
#include "dynamics/kernels/joint_rates.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Change of the motions below a joint when its coordinate changes, apart from the rotation S_k ×:
///   δq_k: δV = S_k × V + psi_dot, δA = S_k × A + psi_dot × V + psi_ddot;
///   δv_k: δV = S_k, δA = S_k × V + zeta.
struct ColumnMotion {
  Spatial psi_dot, psi_ddot, zeta;
};

constexpr int kMotionSize = 18;

inline ColumnMotion load_motion(const double* x) {
  return {load_spatial(x), load_spatial(x + 6), load_spatial(x + 12)};
}

/// psi_dot = V × S + E, psi_ddot = A × S + V × psi_dot + E' + V_p × E, zeta = Ṡ + V × S, where V
/// and A are those of the body (with gravity in A). For a linear column f_k of a floating joint,
/// which carries the angular columns along, E = [0; f_k × ω_rel] and E' = [0; f_k × α_rel]; both
/// are zero for all other columns. The part of zeta due to [0; v_rel × ω_rel] is [0; f_k × ω_rel]
/// for linear columns, and is contained in Ṡ for angular ones.
ColumnMotion column_motion(const Skeleton& skeleton, const Data& data, int column,
                           const FreePart& rates, const FreePart& accelerations) {
  const int body = skeleton.column_body[column];
  const Spatial S = load_spatial(&data.S[6 * column]);
  const Spatial V = load_spatial(&data.V[6 * body]), A = load_spatial(&data.A[6 * body]);
  ColumnMotion motion;
  motion.psi_dot = cross_motion(V, S);
  motion.zeta = column_rate(skeleton, data, column, rates) + motion.psi_dot;
  motion.psi_ddot = cross_motion(A, S);
  if (free_column(skeleton, column) >= 3) {
    const Spatial E{{0, 0, 0}, cross(S.l, rates.angular)};
    motion.psi_dot = motion.psi_dot + E;
    motion.zeta = motion.zeta + E;
    motion.psi_ddot = motion.psi_ddot + cross_motion(parent_velocity(skeleton, data, body), E);
    motion.psi_ddot.l = motion.psi_ddot.l + cross(S.l, accelerations.angular);
  }
  motion.psi_ddot = motion.psi_ddot + cross_motion(V, motion.psi_dot);
  return motion;
}

struct Workspace {
  double* B;        ///< (nb × 12), see composites.h
  double* motions;  ///< (columns × 18)
  double* motion_of(int column) const { return motions + kMotionSize * column; }
};

void compute_motions(const Skeleton& skeleton, const Data& data, const double* v_c,
                     const double* a_c, const Workspace& work) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const FreePart rates = free_part(skeleton, data, v_c, i);
    const FreePart accelerations = free_part(skeleton, data, a_c, i);
    for (int k = 0; k < skeleton.body_nv[i]; ++k) {
      const int c = skeleton.v_start[i] + k;
      const ColumnMotion motion = column_motion(skeleton, data, c, rates, accelerations);
      store_spatial(work.motion_of(c), motion.psi_dot);
      store_spatial(work.motion_of(c) + 6, motion.psi_ddot);
      store_spatial(work.motion_of(c) + 12, motion.zeta);
    }
  }
}

/// Column c at and above its body, and row c below. With F, Ic, Bc of its subtree:
///   ∂τ_j/∂q_c = S_j · (S ×* F + Ic psi_ddot + Bc psi_dot),   ∂τ_j/∂v_c = S_j · (Ic zeta + Bc S),
///   ∂τ_c/∂q_j = (Ic S) · psi_ddot_j + (Bcᵀ S) · psi_dot_j,
///   ∂τ_c/∂v_j = (Ic S) · zeta_j + (Bcᵀ S) · S_j.
/// Below the joint, S and F rotate together, hence there is no ×* term in the second line.
void add_column(const Skeleton& skeleton, const Data& data, int c, const Workspace& work,
                RneaDerivatives& out) {
  const int body = skeleton.column_body[c], d = skeleton.column_dof[c];
  const Spatial S = load_spatial(&data.S[6 * c]), F = load_spatial(&data.f[6 * body]);
  const ColumnMotion motion = load_motion(work.motion_of(c));
  const double* I_c = &data.composite[10 * body];
  const double* B_c = work.B + kVelocityInertiaSize * body;
  const Spatial force_q = cross_force(S, F) + composite_product(I_c, motion.psi_ddot) +
                          velocity_inertia_product(B_c, motion.psi_dot);
  const Spatial force_v = composite_product(I_c, motion.zeta) + velocity_inertia_product(B_c, S);
  const Spatial momentum = composite_product(I_c, S);
  const Spatial turned = transposed_velocity_inertia_product(B_c, S);
  for_each_column_above(skeleton, body, [&](int j) {
    const int e = skeleton.column_dof[j];
    const double ratio = skeleton.column_ratio[c] * skeleton.column_ratio[j];
    const Spatial S_j = load_spatial(&data.S[6 * j]);
    out.dtau_dq(e, d) += ratio * dot(S_j, force_q);
    out.dtau_dv(e, d) += ratio * dot(S_j, force_v);
    out.dtau_da(e, d) += ratio * dot(S_j, momentum);
    if (skeleton.column_body[j] == body) return;
    const ColumnMotion motion_j = load_motion(work.motion_of(j));
    out.dtau_dq(d, e) += ratio * (dot(momentum, motion_j.psi_ddot) + dot(turned, motion_j.psi_dot));
    out.dtau_dv(d, e) += ratio * (dot(momentum, motion_j.zeta) + dot(turned, S_j));
    out.dtau_da(d, e) += ratio * dot(momentum, S_j);
  });
  // A linear column of a floating joint moves the angular columns S_j = [f_j; p × f_j]: δS_j = [0;
  // f_c × f_j].
  if (free_column(skeleton, c) < 3) return;
  const int first = skeleton.v_start[body];
  for (int j = first; j < first + 3; ++j)
    out.dtau_dq(j, d) += dot(cross(S.l, load(&data.S[6 * j])), F.l);
}

}  // namespace

RneaDerivatives::RneaDerivatives(const Skeleton& skeleton)
    : dtau_dq(MatrixX::Zero(skeleton.nv(), skeleton.nv())), dtau_dv(dtau_dq), dtau_da(dtau_dq) {}

void rnea_derivatives(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                      const Vector3& gravity, RneaDerivatives& out) {
  out.dtau_dq.setZero();
  out.dtau_dv.setZero();
  out.dtau_da.setZero();
  // Leaves A with gravity, and the forces of the subtrees in f. τ itself is not used.
  double* tau = data.scratch.data();
  rnea(skeleton, data, v, a, gravity, tau);
  const double* v_c = column_velocities(skeleton, data, v);
  const double* a_c = on_columns(skeleton, a, data.column_a);
  const Workspace work{data.scratch.data(),
                       data.scratch.data() + kVelocityInertiaSize * skeleton.num_bodies()};
  compute_composites(skeleton, data);
  compute_velocity_composites(skeleton, data, work.B);
  compute_motions(skeleton, data, v_c, a_c, work);
  for (int c = 0; c < skeleton.num_columns(); ++c) add_column(skeleton, data, c, work, out);
  for (int d = 0; d < skeleton.nv(); ++d) out.dtau_da(d, d) += skeleton.dof[d].armature;
}

}  // namespace cardan
