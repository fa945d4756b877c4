#include "sim/data/base_drive.h"

#include <algorithm>

namespace cardan {

namespace {

// Walks over the members in the order of the numbers.
template <class Drive, class Use>
void for_each_block(Drive& drive, const Use& use) {
  for (auto* X : {&drive.X_target, &drive.X}) {
    use(X->p.data(), 3);
    use(X->R.data(), 9);
  }
  for (auto* V : {&drive.V_target, &drive.V, &drive.V_last}) {
    use(V->angular.data(), 3);
    use(V->linear.data(), 3);
  }
}

// The pose after a motion with a constant velocity of the origin and a constant angular velocity.
RigidTransform moved(const RigidTransform& X, const SpatialVelocity& V, double h) {
  if (V.angular.isZero(0)) return {X.R, X.p + h * V.linear};
  const Quaternion turn = quaternion_exp(h * V.angular) * Quaternion(X.R);
  return {turn.normalized().toRotationMatrix(), X.p + h * V.linear};
}

void limit(Vector3& v, double most) {
  const double speed = v.norm();
  if (speed > most) v *= most / speed;
}

// The velocity of a step of h within the limits, and whether it reaches the target.
SpatialVelocity wanted(const BaseDrive& drive, const KinematicSpec& limits, double h,
                       bool& reaches) {
  SpatialVelocity V = drive.V_target;
  if (drive.follows_pose) {
    const Quaternion turn(Matrix3(drive.X_target.R * drive.X.R.transpose()));
    V = {quaternion_log(turn.normalized()) / h, (drive.X_target.p - drive.X.p) / h};
  }
  const SpatialVelocity free = V;
  limit(V.angular, limits.max_turn_rate);
  limit(V.linear, limits.max_speed);
  reaches = drive.follows_pose && V.angular == free.angular && V.linear == free.linear;
  return V;
}

}  // namespace

BaseDrive BaseDrive::load(const double* numbers) {
  BaseDrive drive;
  drive.follows_pose = numbers[0] != 0;
  ++numbers;
  for_each_block(drive, [&](double* to, int count) {
    std::copy_n(numbers, count, to);
    numbers += count;
  });
  return drive;
}

void BaseDrive::store(double* numbers) const {
  *numbers++ = follows_pose ? 1 : 0;
  for_each_block(*this, [&](const double* from, int count) {
    std::copy_n(from, count, numbers);
    numbers += count;
  });
}

BaseDrive BaseDrive::at(const RigidTransform& X) {
  BaseDrive drive;
  drive.X_target = drive.X = X;
  return drive;
}

void BaseDrive::command(const KinematicSpec& limits, double h) {
  bool reaches = false;
  V = wanted(*this, limits, h, reaches);
}

void BaseDrive::advance(const KinematicSpec& limits, double h) {
  bool reaches = false;
  wanted(*this, limits, h, reaches);
  X = reaches ? X_target : moved(X, V, h);
  V_last = V;
}

RigidTransform BaseDrive::pose_at(double offset) const {
  return moved(X, velocity_at(offset), offset);
}

}  // namespace cardan
