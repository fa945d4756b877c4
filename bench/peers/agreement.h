#pragma once

#include "bench/peers/peer.h"

namespace cardan::peers {

/// Largest relative differences ‖ours − theirs‖ / ‖theirs‖ over a set of states.
struct Differences {
  double mass_matrix = 0;
  double bias = 0;
  double jacobian = 0;          ///< Jacobians of all bodies
  double forward_dynamics = 0;  ///< the larger value of cardan's two algorithms
};

Differences compare(const std::shared_ptr<const Skeleton>& skeleton, Peer& theirs);

}  // namespace cardan::peers
