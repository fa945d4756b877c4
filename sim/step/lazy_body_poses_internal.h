#pragma once

#include <memory>
#include <vector>

#include "cardan/collision/collision_scene.h"
#include "cardan/dynamics/hinge_levers_internal.h"
#include "cardan/sim/world.h"

namespace cardan {

/// The bodies of one robot as the detection sees them: it is told how far they can have gone, and
/// asks for those that something may be near.
class LazyBodyPoses final : public BodySource {
 public:
  /// first_body: number of the robot's body 0 in the CollisionScene. radius: (nb) of its shapes
  /// about each body's origin [m]. levers: of hinge_levers.
  LazyBodyPoses(const Model::Impl& model, int first_body, std::vector<double> radius,
                std::vector<double> levers);

  void place(int body, RigidTransform& X_WB, double& extra) const override;

  /// Tells how far the robot has gone since the last call, and how far it can go in this step:
  /// kinematics and free motion are current.
  void notify(CollisionScene& scene);

  int group = -1;  ///< in the CollisionScene

 private:
  const Model::Impl& model_;
  int first_body_;
  std::vector<double> radius_, levers_;
  VectorX q_notified_;               ///< (nq) at the last call
  std::vector<FarthestPoint> sums_;  ///< (nb) scratch
};

/// Joins the bodies of a floating robot of hinges to a group of their own. Null: the model is
/// another. first_body: number of its body 0 in the scene.
std::unique_ptr<LazyBodyPoses> make_lazy_body_poses(const Model::Impl& model, int first_body,
                                                    CollisionScene& scene);

/// How far any point within `radius` [m] of a body's origin can move in one step [m]:
/// h (|v| + |ω| radius), with what free motion (gravity, efforts, wrenches) adds to the velocity in
/// this step.
double reach(const Model::Impl& model, int body, double radius);

}  // namespace cardan
