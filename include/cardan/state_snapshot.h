#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cardan/export.h"
#include "cardan/spatial.h"

namespace cardan {

/// State of a World in memory (World::state, World::set_state; docs/state.md): everything on which
/// the next step depends, except for the description of the world. A snapshot is a value type:
/// copies are independent, and copying into a snapshot of the same size allocates nothing.
class CARDAN_API StateSnapshot {
 public:
  /// Makes an empty snapshot, which World::state can fill.
  StateSnapshot();
  StateSnapshot(const StateSnapshot& other);
  StateSnapshot& operator=(const StateSnapshot& other);
  StateSnapshot(StateSnapshot&&) noexcept;
  StateSnapshot& operator=(StateSnapshot&&) noexcept;
  ~StateSnapshot();

  /// True if the snapshot contains no state because it is new or was moved from. The functions
  /// below then throw Error.
  bool empty() const;

  double time() const;         ///< simulated time [s]
  std::int64_t steps() const;  ///< number of steps since the start of the world
  /// Hash of the names of models, joints and loops and of the numbers of shapes. A world with a
  /// different hash rejects this state. Removed models do not count.
  std::uint64_t structure() const;
  int num_models() const;  ///< number of models without removed models
  /// Configuration (nq) and velocity (nv) of model i, in the order of World::models(). They are
  /// valid until the snapshot changes. Throws Error for an index out of range.
  ConstVectorView q(int model) const;
  ConstVectorView v(int model) const;

  /// Returns the state as bytes with a version and a checksum, for files, other processes and other
  /// machines with the same byte order. Equal states give equal bytes.
  std::vector<std::byte> bytes() const;
  /// Restores a snapshot from the result of bytes(). Throws Error for bytes that are not a state,
  /// are truncated or damaged, or come from another version of cardan or another byte order.
  static StateSnapshot from_bytes(std::span<const std::byte> bytes);

  struct Impl;
  /// The implementation, or null if the snapshot is empty.
  const Impl* impl() const { return impl_.get(); }
  /// Creates an empty implementation if there is none.
  Impl& make_impl();

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
