#pragma once

#include "dynamics/kernels/pair.h"

namespace cardan::kernel {

/// Four doubles as one value, in one register with AVX and otherwise in two. Construction from
/// scalars avoids a store and a load of different widths, which would stall the processor.
#if defined(__AVX__)
class Four {
 public:
  Four() = default;
  explicit Four(double x) : v_{x, x, x, x} {}
  Four(double a, double b, double c, double d) : v_{a, b, c, d} {}

  static Four load(const double* x) {
    Four four;
    four.v_ = reinterpret_cast<const Loose*>(x)->v;
    return four;
  }
  void store(double* x) const { reinterpret_cast<Loose*>(x)->v = v_; }
  // The lane is a template argument because a subscript unknown at compile time would force the
  // value into memory.
  template <int kLane>
  double lane() const {
    return v_[kLane];
  }

  Four& operator+=(const Four& b) {
    v_ += b.v_;
    return *this;
  }
  Four& operator-=(const Four& b) {
    v_ -= b.v_;
    return *this;
  }
  Four& operator*=(const Four& b) {
    v_ *= b.v_;
    return *this;
  }

 private:
  using Value = double __attribute__((vector_size(32)));
  struct Loose {
    Value v;
  } __attribute__((packed, may_alias));
  Value v_;
};
#else
class Four {
 public:
  Four() = default;
  explicit Four(double x) : low_{x, x}, high_{x, x} {}
  Four(double a, double b, double c, double d) : low_{a, b}, high_{c, d} {}

  static Four load(const double* x) {
    Four four;
    four.low_ = load_pair(x);
    four.high_ = load_pair(x + 2);
    return four;
  }
  void store(double* x) const {
    store_pair(x, low_);
    store_pair(x + 2, high_);
  }
  template <int kLane>
  double lane() const {
    if constexpr (kLane < 2) return low_[kLane];
    return high_[kLane % 2];
  }

  Four& operator+=(const Four& b) {
    low_ += b.low_;
    high_ += b.high_;
    return *this;
  }
  Four& operator-=(const Four& b) {
    low_ -= b.low_;
    high_ -= b.high_;
    return *this;
  }
  Four& operator*=(const Four& b) {
    low_ *= b.low_;
    high_ *= b.high_;
    return *this;
  }

 private:
  Pair low_, high_;
};
#endif

inline Four operator+(Four a, const Four& b) { return a += b; }
inline Four operator-(Four a, const Four& b) { return a -= b; }
inline Four operator*(Four a, const Four& b) { return a *= b; }
inline Four operator*(double s, Four a) { return a *= Four(s); }

}  // namespace cardan::kernel
