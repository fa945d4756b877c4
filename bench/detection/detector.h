#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/collision/shape.h"

/// Contact detection of several engines behind one face, for bench_detection.
namespace cardan::detection {

/// One engine with the objects of one scene.
class Detector {
 public:
  Detector() = default;
  Detector(const Detector&) = delete;
  Detector& operator=(const Detector&) = delete;
  virtual ~Detector() = default;

  virtual std::string name() const = 0;
  virtual bool offers(ShapeKind kind) const = 0;

  /// Adds an object; a half-space is static, everything else moves.
  virtual void add(const Shape& shape) = 0;
  /// Object i of those added, in W.
  virtual void set_pose(int i, const RigidTransform& X_WS) = 0;
  /// One detection; the number of contact points.
  virtual int detect() = 0;
};

std::unique_ptr<Detector> make_cardan();
std::unique_ptr<Detector> make_dart();    ///< its FCL detector, DART's default
std::unique_ptr<Detector> make_bullet();  ///< btCollisionWorld

}  // namespace cardan::detection
