#pragma once

#include <memory>

#include "bindings/python/src/world_handle.h"
#include "cardan/model.h"

namespace cardan::python {

/// The argument `cure` of WorldHandle::own in functions that set a state.
inline constexpr const char* kBatchStates = "set its state with Batch.set_state";

/// A joint or link of a model in a world.
template <class Id>
struct Part {
  ModelHandle owner;
  Id id;

  Model& model() const { return owner.get(); }
  /// Same as WorldHandle::own.
  Model& own_model(const char* cure) const { return owner.own(cure); }
  friend bool operator==(const Part& a, const Part& b) {
    return a.owner == b.owner && a.id == b.id;
  }
};

using JointHandle = Part<JointId>;
using LinkHandle = Part<LinkId>;

/// The joints or links of a model, as a mapping from names.
struct Joints {
  ModelHandle owner;
};
struct Links {
  ModelHandle owner;
};

/// Returns the axes and the reference point of a Jacobian by name: "world", "local" or
/// "local_world_aligned". Throws ValueError for other names.
ReferenceFrame reference_in(const std::string& name);

}  // namespace cardan::python
