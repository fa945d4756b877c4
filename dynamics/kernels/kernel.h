#pragma once

#include <type_traits>

/// Hand-written 3-vectors for the kernels. The compiler keeps them in registers, unlike dynamic
/// Eigen blocks. All quantities are about O in axes of W.

#define CARDAN_RESTRICT __restrict

/// Placed before a loop whose arrays do not overlap, in cases that CARDAN_RESTRICT cannot express.
#if defined(__clang__)
#define CARDAN_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#else
#define CARDAN_IVDEP _Pragma("GCC ivdep")
#endif

/// Hides the value of `i` from the compiler. This prevents the vectorisation of a loop over i that
/// is too short to benefit from it.
#define CARDAN_SCALAR_LOOP(i) __asm__("" : "+r"(i))

namespace cardan::kernel {

/// A 3-vector. T is double, or the lanes of several bodies (lanes.h).
template <class T>
struct Vec3 {
  T x, y, z;
};
using Vec = Vec3<double>;

inline Vec load(const double* a) { return {a[0], a[1], a[2]}; }
inline void store(double* a, const Vec& v) {
  a[0] = v.x;
  a[1] = v.y;
  a[2] = v.z;
}
inline void add_to(double* a, const Vec& v) {
  a[0] += v.x;
  a[1] += v.y;
  a[2] += v.z;
}
template <class T>
inline Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
inline Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
inline Vec3<T> operator*(const std::type_identity_t<T>& s, const Vec3<T>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T>
inline T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
inline Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Returns R v, with R (9) in column-major order.
template <class T>
inline Vec3<T> rotate(const T* R, const Vec3<T>& v) {
  return {R[0] * v.x + R[3] * v.y + R[6] * v.z, R[1] * v.x + R[4] * v.y + R[7] * v.z,
          R[2] * v.x + R[5] * v.y + R[8] * v.z};
}

/// A symmetric 3 × 3 matrix.
template <class T>
struct Sym3 {
  T xx, xy, xz, yy, yz, zz;
};
using Sym = Sym3<double>;

inline Sym load_sym(const double* a) { return {a[0], a[1], a[2], a[3], a[4], a[5]}; }
inline void store_sym(double* a, const Sym& s) {
  a[0] = s.xx;
  a[1] = s.xy;
  a[2] = s.xz;
  a[3] = s.yy;
  a[4] = s.yz;
  a[5] = s.zz;
}
template <class T>
inline Sym3<T> operator+(const Sym3<T>& a, const Sym3<T>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
template <class T>
inline Sym3<T> operator-(const Sym3<T>& a, const Sym3<T>& b) {
  return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
template <class T>
inline Vec3<T> operator*(const Sym3<T>& s, const Vec3<T>& v) {
  return {s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
          s.xz * v.x + s.yz * v.y + s.zz * v.z};
}

/// Returns R I Rᵀ, with R (9) in column-major order.
template <class T>
inline Sym3<T> rotate_inertia(const T* R, const Sym3<T>& I) {
  // B = R I, one column at a time.
  const Vec3<T> b0 = rotate(R, Vec3<T>{I.xx, I.xy, I.xz});
  const Vec3<T> b1 = rotate(R, Vec3<T>{I.xy, I.yy, I.yz});
  const Vec3<T> b2 = rotate(R, Vec3<T>{I.xz, I.yz, I.zz});
  return {b0.x * R[0] + b1.x * R[3] + b2.x * R[6], b0.x * R[1] + b1.x * R[4] + b2.x * R[7],
          b0.x * R[2] + b1.x * R[5] + b2.x * R[8], b0.y * R[1] + b1.y * R[4] + b2.y * R[7],
          b0.y * R[2] + b1.y * R[5] + b2.y * R[8], b0.z * R[2] + b1.z * R[5] + b2.z * R[8]};
}

/// A motion or force vector: a is the angular part or the moment, and l is the linear part or the
/// force.
template <class T>
struct Spatial6 {
  Vec3<T> a, l;
};
using Spatial = Spatial6<double>;

inline Spatial load_spatial(const double* x) { return {load(x), load(x + 3)}; }
inline void store_spatial(double* x, const Spatial& s) {
  store(x, s.a);
  store(x + 3, s.l);
}
inline Spatial operator+(const Spatial& x, const Spatial& y) { return {x.a + y.a, x.l + y.l}; }
inline Spatial operator*(double s, const Spatial& x) { return {s * x.a, s * x.l}; }
inline double dot(const Spatial& x, const Spatial& y) {
  return x.a.x * y.a.x + x.a.y * y.a.y + x.a.z * y.a.z + x.l.x * y.l.x + x.l.y * y.l.y +
         x.l.z * y.l.z;
}

/// Returns V × m for motions [Featherstone 2008, (2.31)]: [ω × m_a; ω × m_l + v × m_a].
inline Spatial cross_motion(const Spatial& V, const Spatial& m) {
  return {cross(V.a, m.a), cross(V.a, m.l) + cross(V.l, m.a)};
}

/// Returns V ×* F for forces [Featherstone 2008, (2.32)]: [ω × n + v × f; ω × f].
inline Spatial cross_force(const Spatial& V, const Spatial& F) {
  return {cross(V.a, F.a) + cross(V.l, F.l), cross(V.a, F.l)};
}

}  // namespace cardan::kernel
