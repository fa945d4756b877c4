#include "sim/data/lazy_body_poses.h"

#include <cmath>
#include <utility>

#include "dynamics/kernels/four.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/kernel.h"

namespace cardan {

double reach(double h, const ModelScratch& work, int body, double radius) {
  using kernel::Spatial, kernel::Vec;
  const Spatial V = kernel::load_spatial(&work.data->V[6 * body]);
  const Spatial change = kernel::load_spatial(work.vectors.free_change(body).data());
  const Vec p = kernel::load(&work.data->p[3 * body]);
  const Vec velocity = V.l + kernel::cross(V.a, p), shift = change.l + kernel::cross(change.a, p);
  // Four square roots at once.
  double norms[4];
  kernel::Four(kernel::dot(velocity, velocity), kernel::dot(shift, shift), kernel::dot(V.a, V.a),
               kernel::dot(change.a, change.a))
      .store(norms);
  Eigen::Map<Eigen::Array4d> roots(norms);
  roots = roots.sqrt();
  const double reach = h * (norms[0] + norms[1] + (norms[2] + norms[3]) * radius);
  return std::isfinite(reach) ? reach : 0;
}

LazyBodyPoses::LazyBodyPoses(const LazyModel& model, int first_body, std::vector<double> radius,
                             std::vector<double> levers)
    : model_(model),
      first_body_(first_body),
      radius_(std::move(radius)),
      levers_(std::move(levers)),
      q_notified_(model.states[model.setup.number].q()),
      sums_(levers_.size()) {}

void LazyBodyPoses::place(int body, RigidTransform& X_WB, double& extra) const {
  const int own = body - first_body_;
  X_WB = model_.work.data->pose(own);
  extra = state().asleep() ? 0 : reach(model_.step, model_.work, own, radius_[own]);
}

void LazyBodyPoses::notify(CollisionScene& scene) {
  constexpr double kRounding =
      1e-9;  // rounding of poses: the pose of a body at rest may differ by this [m]
  const FarthestPoint point =
      farthest_point(*model_.setup.kernel_skeleton, levers_,
                     {q_notified_.data(), state().q().data(), state().v().data(),
                      model_.work.vectors.free_velocity_change().data()},
                     sums_.data());
  q_notified_ = state().q();
  const double reach = model_.step * point.speed;
  scene.move_group(group, point.way, model_.work.usable ? reach + kRounding : kInfinity);
}

std::unique_ptr<LazyBodyPoses> make_lazy_body_poses(const LazyModel& model, int first_body,
                                                    CollisionScene& scene) {
  if (is_free_body(*model.setup.skeleton) || model.setup.shaped_bodies.size() < 2) return nullptr;
  std::vector<double> radius(model.setup.skeleton->num_bodies(), 0.0);
  for (const ShapedBody& shaped : model.setup.shaped_bodies) {
    if (shaped.body < 0) return nullptr;
    radius[shaped.body] = shaped.radius;
  }
  const std::vector<double> levers = hinge_levers(*model.setup.skeleton, radius);
  if (levers.empty()) return nullptr;
  auto poses = std::make_unique<LazyBodyPoses>(model, first_body, radius, levers);
  poses->group = scene.add_group(*poses);
  for (const ShapedBody& shaped : model.setup.shaped_bodies)
    scene.join_group(poses->group, shaped.collision_body);
  return poses;
}

}  // namespace cardan
