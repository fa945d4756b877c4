#pragma once

namespace cardan::kernel {

/// Two doubles in one register, on every x86-64.
using Pair = double __attribute__((vector_size(16)));

/// A Pair anywhere in memory. GCC takes a memcpy of this size for one of an integer, which goes
/// to the other registers by way of the stack; clang takes the alignment of a member of a packed
/// struct alone for one.
struct LoosePair {
  Pair pair;
} __attribute__((packed, may_alias));

inline Pair load_pair(const double* x) { return reinterpret_cast<const LoosePair*>(x)->pair; }
inline void store_pair(double* x, const Pair& pair) {
  *reinterpret_cast<LoosePair*>(x) = LoosePair{pair};
}
inline Pair both(double x) { return Pair{x, x}; }

}  // namespace cardan::kernel
