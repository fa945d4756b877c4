#pragma once

#include <memory>
#include <vector>

#include "collision/collision_scene.h"
#include "dynamics/hinge_levers.h"
#include "sim/data/model_data.h"

namespace cardan {

/// References to a model, which stay valid as long as the world exists.
struct LazyModel {
  const ModelSetup& setup;
  const ModelStates& states;
  const ModelScratch& work;
  double step;  ///< time step of the world [s]
};

/// The bodies of one robot, as a source of poses for the detection. notify() gives a bound on their
/// motion, and the detection requests the poses of the bodies that may be near another object.
class LazyBodyPoses final : public BodySource {
 public:
  /// first_body: number of the robot's body 0 in the CollisionScene. radius: (nb) radius of the
  /// shapes about each body's origin [m]. levers: result of hinge_levers.
  LazyBodyPoses(const LazyModel& model, int first_body, std::vector<double> radius,
                std::vector<double> levers);

  void place(int body, RigidTransform& X_WB, double& extra) const override;

  /// Gives the scene upper bounds of the robot's motion since the last call and of its motion in
  /// this step. Kinematics and free motion must be current.
  void notify(CollisionScene& scene);

  int group = -1;  ///< index in the CollisionScene

 private:
  ConstModelState state() const { return model_.states[model_.setup.number]; }

  LazyModel model_;
  int first_body_;
  std::vector<double> radius_, levers_;
  VectorX q_notified_;               ///< (nq) q at the last call of notify()
  std::vector<FarthestPoint> sums_;  ///< (nb) scratch memory
};

/// Puts the bodies of a floating robot with only hinges into a group of their own. Returns null for
/// other models. first_body: number of the robot's body 0 in the scene.
std::unique_ptr<LazyBodyPoses> make_lazy_body_poses(const LazyModel& model, int first_body,
                                                    CollisionScene& scene);

/// Returns a bound on the distance [m] that any point within `radius` [m] of a body's origin can
/// move in one step: h (|v| + |ω| radius). The velocity includes the change due to free motion
/// (gravity, efforts, wrenches) in this step.
double reach(double h, const ModelScratch& work, int body, double radius);

}  // namespace cardan
