#pragma once

#include <cstddef>

#include "dynamics/kernels/kernel.h"

/// Processes several bodies side by side, one per lane. Meant for operations that treat all bodies
/// alike and independently of each other.
namespace cardan::kernel {

/// Number of bodies per register of the instruction set.
#if defined(__AVX__)
inline constexpr int kBodyLanes = 4;
#else
inline constexpr int kBodyLanes = 2;
#endif
using Lanes = double __attribute__((vector_size(8 * kBodyLanes)));

/// Calls work(first) for groups of kBodyLanes bodies first, first + 1, …. If num_bodies is not a
/// multiple of kBodyLanes, the last group overlaps the one before it and some bodies are processed
/// twice. Returns false, and does nothing, if there are fewer bodies than in one group.
template <class Work>
inline bool for_each_group(int num_bodies, const Work& work) {
  if (num_bodies < kBodyLanes) return false;
  int first = 0;
  for (; first + kBodyLanes <= num_bodies; first += kBodyLanes) work(first);
  if (first < num_bodies) work(num_bodies - kBodyLanes);
  return true;
}

/// Gathers one number of each body; `stride` is the distance between bodies in doubles.
inline Lanes gather(const double* x, std::size_t stride) {
#if defined(__AVX__)
  return Lanes{x[0], x[stride], x[2 * stride], x[3 * stride]};
#else
  return Lanes{x[0], x[stride]};
#endif
}
inline void scatter(double* x, std::size_t stride, const Lanes& lanes) {
  for (int k = 0; k < kBodyLanes; ++k) x[static_cast<std::size_t>(k) * stride] = lanes[k];
}

inline Vec3<Lanes> gather_vec(const double* x, std::size_t stride) {
  return {gather(x, stride), gather(x + 1, stride), gather(x + 2, stride)};
}
inline void scatter_vec(double* x, std::size_t stride, const Vec3<Lanes>& v) {
  scatter(x, stride, v.x);
  scatter(x + 1, stride, v.y);
  scatter(x + 2, stride, v.z);
}
inline Sym3<Lanes> gather_sym(const double* x, std::size_t stride) {
  return {gather(x, stride),     gather(x + 1, stride), gather(x + 2, stride),
          gather(x + 3, stride), gather(x + 4, stride), gather(x + 5, stride)};
}
inline void scatter_sym(double* x, std::size_t stride, const Sym3<Lanes>& s) {
  const Lanes* lanes[6] = {&s.xx, &s.xy, &s.xz, &s.yy, &s.yz, &s.zz};
  for (int k = 0; k < 6; ++k) scatter(x + k, stride, *lanes[k]);
}
inline Spatial6<Lanes> gather_spatial(const double* x) {
  return {gather_vec(x, 6), gather_vec(x + 3, 6)};
}

}  // namespace cardan::kernel
