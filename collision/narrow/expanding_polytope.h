#pragma once

#include "collision/narrow/difference_simplex.h"

namespace cardan {

/// Non-owning reference to the support function of the Minkowski difference. Nothing is copied or
/// allocated.
class DifferenceSupport {
 public:
  template <typename F>
  DifferenceSupport(const F& f)  // NOLINT(google-explicit-constructor): a view of a local lambda
      : object_(&f),
        call_([](const void* o, const Vector3& d) { return (*static_cast<const F*>(o))(d); }) {}
  DifferenceVertex operator()(const Vector3& d) const { return call_(object_, d); }

 private:
  const void* object_;
  DifferenceVertex (*call_)(const void*, const Vector3&);
};

/// Expands a polytope from a simplex that touches or encloses the origin until the depth is known
/// to within `tolerance`, relative to the size of the shapes. Distances are signed, so round-off
/// may place the origin on either side.
Separation expand_polytope(const DifferenceSimplex& simplex, const DifferenceSupport& support,
                           double tolerance, SeparationScratch& scratch);

}  // namespace cardan
