#pragma once

#include <cstdint>

#include "cardan/spatial.h"

namespace cardan {

/// Handle of a link or frame of a model (Model::link). It refers to the same link of the same model
/// in every world that was built in the same way.
class LinkId {
 public:
  LinkId() = default;
  /// Index in Skeleton::frames, or among the links of a model without joints. −1 stands for the
  /// base.
  int index() const { return index_; }
  friend bool operator==(const LinkId&, const LinkId&) = default;

 private:
  friend class Model;
  friend struct HandleAccess;
  LinkId(int model, int index) : model_(model), index_(index) {}
  int model_ = -1, index_ = -1;
};

/// Handle of a moving joint of a model (Model::joint), valid in the same worlds as a LinkId.
class JointId {
 public:
  JointId() = default;
  int index() const { return index_; }  ///< index in Skeleton::joints
  friend bool operator==(const JointId&, const JointId&) = default;

 private:
  friend class Model;
  friend struct HandleAccess;
  JointId(int model, int index) : model_(model), index_(index) {}
  int model_ = -1, index_ = -1;
};

// Types of the calls that change a world between steps (docs/changes.md).

/// Identifies a loop of a world. The id stays valid until the loop is removed and is never reused.
struct LoopId {
  std::int64_t value = -1;
  bool operator==(const LoopId&) const = default;
};

/// Mass of a link together with all links that are fixed to it.
struct LinkMass {
  double mass = 0;                ///< mass [kg]
  Vector3 com = Vector3::Zero();  ///< centre of mass in the frame of the link [m]
  Matrix3 inertia =
      Matrix3::Zero();  ///< inertia about the centre of mass in axes of the link [kg m²]
};

}  // namespace cardan
