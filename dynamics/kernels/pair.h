#pragma once

namespace cardan::kernel {

/// Two doubles in one register, which every x86-64 processor supports.
using Pair = double __attribute__((vector_size(16)));

/// A Pair at any address. GCC implements a memcpy of this size with integer registers, which moves
/// the value through the stack to the vector registers. clang honours the reduced alignment only
/// for a member of a packed struct.
struct LoosePair {
  Pair pair;
} __attribute__((packed, may_alias));

inline Pair load_pair(const double* x) { return reinterpret_cast<const LoosePair*>(x)->pair; }
inline void store_pair(double* x, const Pair& pair) {
  *reinterpret_cast<LoosePair*>(x) = LoosePair{pair};
}
inline Pair both(double x) { return Pair{x, x}; }

}  // namespace cardan::kernel
