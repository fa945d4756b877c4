#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/shape.h"

/// Common interface to the contact detection of several engines, for bench_detection.
namespace cardan::detection {

/// One engine with the objects of one scene.
class Detector {
 public:
  Detector() = default;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;
  virtual ~Detector() = default;

  virtual std::string name() const = 0;
  virtual bool offers(GeometryKind kind) const = 0;

  /// Adds an object. Half-spaces are static; all other shapes move.
  virtual void add(const Shape& shape) = 0;
  /// Sets the pose in W of object i. Objects are numbered in the order in which they were added.
  virtual void set_pose(int i, const RigidTransform& X_WS) = 0;
  /// Runs one detection; returns the number of contact points.
  virtual int detect() = 0;
};

std::unique_ptr<Detector> make_cardan();
std::unique_ptr<Detector> make_dart();    ///< its FCL detector, the default of DART
std::unique_ptr<Detector> make_bullet();  ///< btCollisionWorld

}  // namespace cardan::detection
