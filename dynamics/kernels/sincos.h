#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace cardan::kernel {

/// Angle [rad] above which the reduction by the three-part π/2 is not accurate enough. The
/// functions of the C library are then used instead.
inline constexpr double kSincosLimit = 1e5;

/// Computes one sine and cosine without branches, so that a loop over joints can be vectorised. The
/// angle is reduced by multiples of π/2 in three parts of 33 bits [Cody, Waite 1980]; then the
/// polynomials of fdlibm are evaluated on [−π/4, π/4]. The error is below 4e-16 up to 1e5 rad
/// (tested to 100 rad and beyond).
inline void sincos_polynomial(double x, double& cosine, double& sine) {
  // Adding 1.5·2⁵² rounds to the nearest integer, which is then in the low bits.
  constexpr double kRound = 6755399441055744.0;
  const double shifted = x * 0.63661977236758134308 + kRound;
  const std::uint64_t quadrant = std::bit_cast<std::uint64_t>(shifted);
  const double k = shifted - kRound;
  const double r = ((x - k * 1.57079632673412561417e+00) - k * 6.07710050630396597660e-11) -
                   k * 2.02226624879595063154e-21;
  const double z = r * r;
  const double s =
      r + r * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                z * 1.58969099521155010221e-10)))));
  const double tail =
      z * z *
      (4.16666666666666019037e-02 +
       z * (-1.38888888888741095749e-03 +
            z * (2.48015872894767294178e-05 +
                 z * (-2.75573143513906633035e-07 +
                      z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  const double c = (1.0 - 0.5 * z) + tail;
  // Odd quadrants swap sine and cosine. Bit 1 of `quadrant` is the sign of the sine, bit 1 of
  // `quadrant + 1` that of the cosine.
  const std::uint64_t swap = std::uint64_t{0} - (quadrant & 1);
  const std::uint64_t s_bits = std::bit_cast<std::uint64_t>(s);
  const std::uint64_t c_bits = std::bit_cast<std::uint64_t>(c);
  const std::uint64_t sine_bits = (s_bits & ~swap) | (c_bits & swap);
  const std::uint64_t cosine_bits = (c_bits & ~swap) | (s_bits & swap);
  sine = std::bit_cast<double>(sine_bits ^ ((quadrant & 2) << 62));
  cosine = std::bit_cast<double>(cosine_bits ^ (((quadrant + 1) & 2) << 62));
}

/// Angles are processed four at a time, so no remainder is left for a slow loop at the end.
inline constexpr int kSincosBatch = 4;
inline constexpr int padded_to_batch(int n) { return (n + kSincosBatch - 1) & ~(kSincosBatch - 1); }

/// Computes the cosines and sines of n angles [rad]. All arrays hold padded_to_batch(n) numbers.
/// The padding of `angle` must be finite; its values do not matter.
inline void sincos(const double* __restrict angle, int n, double* __restrict cosine,
                   double* __restrict sine) {
  for (int i = 0; i < n; i += kSincosBatch) {
    for (int k = i; k < i + kSincosBatch; ++k) sincos_polynomial(angle[k], cosine[k], sine[k]);
  }
  // These are rare cases: a wheel that has turned 16000 times, an infinity or a NaN.
  for (int i = 0; i < n; ++i) {
    if (std::abs(angle[i]) <= kSincosLimit) continue;
    cosine[i] = std::cos(angle[i]);
    sine[i] = std::sin(angle[i]);
  }
}

}  // namespace cardan::kernel
