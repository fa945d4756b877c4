#pragma once

#include <mutex>

#include "sim/data/world_impl.h"

/// Helpers of the functions of Model that do not change the model.
namespace cardan {

/// Checks the owner of a handle.
struct HandleAccess {
  template <class Handle>
  static bool belongs(Handle handle, int model) {
    return handle.model_ == model;
  }
};

/// Pose of a link in the frame of a body. Body −1 is the base.
struct LinkPlace {
  int body = -1;
  RigidTransform X_BF;
};

/// Returns the body and the pose of a link. Throws Error for a handle of another model.
LinkPlace link_place(const Model::Impl& model, LinkId link);

/// Scratch memory of the algorithms of one model. The algorithms have their own Data, because the
/// step needs the M, bias forces and accelerations that are in the Data of the step. Only one
/// thread at a time may use this memory.
class AlgorithmScratch {
 public:
  explicit AlgorithmScratch(const Skeleton& skeleton)
      : data(skeleton), input(VectorX::Zero(skeleton.nv())), output(input) {}

  std::mutex mutex;
  Data data;
  VectorX input, output;  ///< (nv) copies of arguments and results, which may overlap
};

}  // namespace cardan
