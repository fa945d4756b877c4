#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/skeleton.h"

namespace cardan::peers {

/// An engine with one integrator that moves a robot without gravity, forces, limits and contacts.
/// States are in the coordinates of cardan.
class Flight {
 public:
  Flight() = default;
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;
  virtual ~Flight() = default;

  /// Engine and integrator.
  virtual std::string name() const = 0;
  virtual void start(const VectorX& q, const VectorX& v, double h) = 0;
  virtual void step() = 0;
  /// The state now. The state is not finite if the engine failed.
  virtual void read(VectorX& q, VectorX& v) const = 0;
};

using Flights = std::vector<std::unique_ptr<Flight>>;

// Defined for the engines of CARDAN_PEER_MUJOCO, _DART, _BULLET, with one flight per integrator.
Flights make_mujoco_flights(std::shared_ptr<const Skeleton> skeleton);
Flights make_dart_flights(std::shared_ptr<const Skeleton> skeleton);
Flights make_bullet_flights(std::shared_ptr<const Skeleton> skeleton);

}  // namespace cardan::peers
