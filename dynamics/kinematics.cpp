#include "cardan/kinematics.h"

#include "dynamics/data_contents.h"
#include "dynamics/kernels/columns.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/sincos.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Cosines and sines of all joint angles in one batch. Takes a fifth of the time of separate calls.
void compute_sines(const Skeleton& skeleton, Data& data, const double* q) {
  const int n = static_cast<int>(skeleton.angle_q.size());
  const int padded = padded_to_batch(n);
  double* angle = data.scratch.data();
  for (int k = 0; k < n; ++k) angle[k] = q[skeleton.angle_q[k]];
  for (int k = n; k < padded; ++k) angle[k] = 0;
  sincos(angle, n, data.cos_sin.data(), data.cos_sin.data() + padded);
}

/// R = R_F times the rotation of a unit quaternion w x y z.
void rotate_by_quaternion(const double* R_F, const double* q, double* R) {
  double turn[9];
  turn_world_axes(q, turn);
  for (int k = 0; k < 9; k += 3) store(R + k, rotate(R_F, load(turn + k)));
}

/// R = R_F Rot(axis, angle), axis a unit vector in F [Rodrigues 1840].
void rotate_about_axis(const double* R_F, const Vector3& axis, double c, double s, double* R) {
  const double x = axis.x(), y = axis.y(), z = axis.z(), t = 1 - c;
  store(R, rotate(R_F, {c + t * x * x, t * x * y + s * z, t * x * z - s * y}));
  store(R + 3, rotate(R_F, {t * x * y - s * z, c + t * y * y, t * y * z + s * x}));
  store(R + 6, rotate(R_F, {t * x * z + s * y, t * y * z - s * x, c + t * z * z}));
}

/// Rotates two columns of R_F (first elements kU, kV) by an angle about the third, kW, which is one
/// of the axes x, y, z of F.
template <int kU, int kV, int kW>
inline void turn_columns(const double* R_F, double c, double s, double* R) {
  const Vec cu = load(R_F + kU), cv = load(R_F + kV), cw = load(R_F + kW);
  store(R + kU, c * cu + s * cv);
  store(R + kV, c * cv - s * cu);
  store(R + kW, cw);
}

inline void copy_rotation(const double* from, double* to) {
  for (int k = 0; k < 9; ++k) to[k] = from[k];
}

/// Column [a; p × a] of a rotation about the line through p along a.
inline void store_turn(double* S, const Vec& p, const Vec& a) {
  store(S, a);
  store(S + 3, cross(p, a));
}

/// Column [0; a] of a translation along a.
inline void store_shift(double* S, const Vec& a) {
  store(S, {0, 0, 0});
  store(S + 3, a);
}

/// Screw about the line through p along a: S = [a; p × a + pitch a]. The origin stays on the line,
/// so p × a does not change with q. Returns the shift [m].
inline Vec move_screw(const Vec& a, double pitch, double angle, const Vec& p, double* S) {
  store_turn(S, p, a);
  add_to(S + 3, pitch * a);
  return (pitch * angle) * a;
}

/// Spherical joint at p: ω in axes of F, q a quaternion.
inline void move_spherical(const double* R_F, const double* q, const Vec& p, double* R, double* S) {
  rotate_by_quaternion(R_F, q, R);
  for (int k = 0; k < 3; ++k) store_turn(S + 6 * k, p, load(R_F + 3 * k));
}

/// Floating joint with the body's origin at p: ω and the origin's velocity in axes of F, q =
/// position, quaternion.
inline void move_floating(const double* R_F, const double* q, const Vec& p, double* R, double* S) {
  move_spherical(R_F, q + 3, p, R, S);
  for (int k = 0; k < 3; ++k) store_shift(S + 6 * (3 + k), load(R_F + 3 * k));
}

/// R = A B, all (9) column-major.
inline void multiply(const double* A, const double* B, double* R) {
  for (int k = 0; k < 3; ++k) store(R + 3 * k, rotate(A, load(B + 3 * k)));
}

/// Body i, the rotation of its parent and the origin of its joint.
struct Place {
  int body;
  const double* R_P;  // of the parent
  Vec p_F;            // origin of the joint frame about O
};

/// Iterates over the cosines and sines of the angles, which are stored in the order of the bodies.
struct Turns {
  const double* cosine;
  const double* sine;
};

/// Hinge about ± the axis of F in column kW / 3. The parent's rotation is applied last, R = R_P
/// (R_tree Rot): along a chain, only that product depends on the previous body.
template <int kU, int kV, int kW>
inline void move_hinge(const Skeleton& skeleton, Data& data, const Place& place, Turns& turns) {
  const int i = place.body;
  const double cosine = *turns.cosine++, sine = *turns.sine++;
  const double sign = skeleton.axis[i][kW / 3];
  double* R = &data.R[9 * i];
  if (skeleton.tree_rotation_is_identity[i]) {
    turn_columns<kU, kV, kW>(place.R_P, cosine, sign * sine, R);
  } else {
    double R_local[9];
    turn_columns<kU, kV, kW>(skeleton.X_PF[i].R.data(), cosine, sign * sine, R_local);
    multiply(place.R_P, R_local, R);
  }
  store(&data.p[3 * i], place.p_F);
  store_turn(&data.S[6 * skeleton.v_start[i]], place.p_F, sign * load(R + kW));
}

/// Joints other than hinges about an axis of F: computes R, p of the body and its columns S from
/// the joint frame R_F = R_P R_tree, p_F.
void move_other(const Skeleton& skeleton, Data& data, const Place& place, const double* q_i,
                Turns& turns) {
  const int i = place.body;
  double R_F[9];
  multiply(place.R_P, skeleton.X_PF[i].R.data(), R_F);
  double* R = &data.R[9 * i];
  double* S = &data.S[6 * skeleton.v_start[i]];
  const Vector3& axis = skeleton.axis[i];
  Vec p = place.p_F;
  switch (skeleton.body_joint[i]) {
    case BodyJoint::kRevolute:
      rotate_about_axis(R_F, axis, *turns.cosine++, *turns.sine++, R);
      store_turn(S, p, rotate(R_F, load(axis.data())));
      break;
    case BodyJoint::kPrismatic: {
      const Vec a = rotate(R_F, load(axis.data()));
      copy_rotation(R_F, R);
      p = p + q_i[0] * a;
      store_shift(S, a);
      break;
    }
    case BodyJoint::kScrew:
      rotate_about_axis(R_F, axis, *turns.cosine++, *turns.sine++, R);
      p = p + move_screw(rotate(R_F, load(axis.data())), skeleton.pitch[i], q_i[0], p, S);
      break;
    case BodyJoint::kSpherical:
      move_spherical(R_F, q_i, p, R, S);
      break;
    case BodyJoint::kFloating:
      p = p + rotate(R_F, load(q_i));
      move_floating(R_F, q_i, p, R, S);
      break;
  }
  store(&data.p[3 * i], p);
}

/// Sets up the base as parent of the root bodies. Returns the first body that has yet to be placed.
int start_at_base(const Skeleton& skeleton, Data& data, const double* q) {
  if (!skeleton.floating_base()) {
    data.O_W = data.X_W0.p;
    return 0;
  }
  place_base(data, q);
  return 1;
}

}  // namespace

void forward_kinematics(const Skeleton& skeleton, Data& data, const double* q_user) {
  contents::begin(data, contents::kPoses);
  if (is_free_body(skeleton)) return place_base(data, q_user);
  const double* q = column_coordinates(skeleton, data, q_user);
  compute_sines(skeleton, data, q);
  Turns turns{data.cos_sin.data(), data.cos_sin.data() + data.cos_sin.size() / 2};
  const int nb = skeleton.num_bodies();
  for (int i = start_at_base(skeleton, data, q); i < nb; ++i) {
    const int parent = skeleton.parent[i];
    Place place{i, data.X_W0.R.data(), {0, 0, 0}};
    if (parent >= 0) place = {i, &data.R[9 * parent], load(&data.p[3 * parent])};
    place.p_F = place.p_F + rotate(place.R_P, load(skeleton.X_PF[i].p.data()));
    switch (skeleton.motion_case[i]) {
      case MotionCase::kRevoluteX:
        move_hinge<3, 6, 0>(skeleton, data, place, turns);
        break;
      case MotionCase::kRevoluteY:
        move_hinge<6, 0, 3>(skeleton, data, place, turns);
        break;
      case MotionCase::kRevoluteZ:
        move_hinge<0, 3, 6>(skeleton, data, place, turns);
        break;
      default:
        move_other(skeleton, data, place, q + skeleton.q_start[i], turns);
    }
  }
}

void forward_kinematics(const Skeleton& skeleton, Data& data, const double* q, const double* v) {
  forward_kinematics(skeleton, data, q);
  forward_velocities(skeleton, data, v);
}

// V_i = V_p + S v.
void forward_velocities(const Skeleton& skeleton, Data& data, const double* v_user) {
  contents::require_poses(data, "forward_velocities");
  contents::lose(data, contents::kAccelerations);
  contents::gain(data, contents::kVelocities);
  const double* v = on_columns(skeleton, v_user, data.column_v);
  const int nb = skeleton.num_bodies();
  int first = 0;
  if (skeleton.floating_base()) {
    for (int k = 0; k < 6; ++k) data.V[k] = v[k];
    first = 1;
  }
  for (int i = first; i < nb; ++i) {
    const int parent = skeleton.parent[i];
    Spatial V{};
    if (parent >= 0) V = load_spatial(&data.V[6 * parent]);
    const int d0 = skeleton.v_start[i];
    const int d1 = d0 + skeleton.body_nv[i];
    for (int d = d0; d < d1; ++d) V = V + v[d] * load_spatial(&data.S[6 * d]);
    store_spatial(&data.V[6 * i], V);
  }
}

RigidTransform frame_pose(const Skeleton& skeleton, const Data& data, int frame) {
  const FrameInfo& info = skeleton.frames[frame];
  if (info.body >= 0) contents::require_poses(data, "frame_pose");
  return data.pose(info.body) * info.X_BF;
}

}  // namespace cardan
