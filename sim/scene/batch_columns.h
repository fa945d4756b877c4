#pragma once

#include <span>
#include <string>
#include <vector>

#include "cardan/quantity.h"
#include "cardan/world.h"
#include "sim/query/find_shapes.h"

namespace cardan {

/// The columns of a batch other than q and v, for one world. Names are looked up once.
class BatchColumns {
 public:
  /// Looks up the names, which must outlive the object for poses and contact forces. Throws Error
  /// for unknown names.
  BatchColumns(const World& world, const std::vector<std::string>& poses,
               const std::vector<std::string>& contact_forces,
               const std::vector<std::string>& observe);

  /// Begins an episode. Quantities relative to the start refer to the current state from now on.
  void begin_episode(const World& world);

  /// Must be called after a state was set, so that the jump does not count in path lengths.
  void note_jump(const World& world);
  /// Copies the start values and path lengths from the same columns of another world.
  void copy_memory(const BatchColumns& from);

  void read_poses(std::span<double> row) const;
  void read_contact_forces(const World& world, std::span<double> row) const;
  void read_observations(const World& world, std::span<double> row) const;

  static constexpr int kPose = 7, kForce = 3;  ///< count of numbers per column

 private:
  struct Frame {
    const Model* model = nullptr;
    std::string link;  ///< name of the link; "" for the base
    int frame = -1;    ///< frame of the skeleton; −1 for the base or a model without joints
  };
  std::vector<Frame> frames_;
  std::vector<ShapeOwner> touched_;
  std::vector<std::string> observe_;
  std::vector<Quantity> quantities_;
};

}  // namespace cardan
