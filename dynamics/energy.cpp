#include "cardan/energy.h"

#include "dynamics/data_contents.h"
#include "dynamics/kernels/world_inertia.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

double kinetic_energy(const Skeleton& skeleton, const Data& data, const double* v) {
  contents::require_velocities(data, "kinetic_energy");
  double twice = 0;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    const Spatial V = load_spatial(&data.V[6 * i]);
    const Vec v_c = V.l + cross(V.a, body.c);
    twice += body.m * dot(v_c, v_c) + dot(V.a, body.I * V.a);
  }
  for (int d = 0; d < skeleton.nv(); ++d) twice += skeleton.dof[d].armature * v[d] * v[d];
  return 0.5 * twice;
}

double potential_energy(const Skeleton& skeleton, const Data& data, const double* q,
                        const Vector3& gravity) {
  contents::require_poses(data, "potential_energy");
  double energy = 0;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const SpatialInertia& inertia = skeleton.inertia[i];
    energy -= inertia.mass * gravity.dot(data.pose(i) * inertia.com);
  }
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    if (skeleton.body_nv[i] != 1 || skeleton.v_start[i] >= skeleton.nv()) continue;
    const DofProperties& properties = skeleton.dof[skeleton.v_start[i]];
    const double stretch = q[skeleton.q_start[i]] - properties.spring_reference;
    energy += 0.5 * properties.stiffness * stretch * stretch;
  }
  return energy;
}

SpatialForce momentum(const Skeleton& skeleton, const Data& data) {
  contents::require_velocities(data, "momentum");
  SpatialForce sum;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    const Spatial V = load_spatial(&data.V[6 * i]);
    const Vec linear = body.m * (V.l + cross(V.a, body.c));
    const Vec angular = body.I * V.a + cross(body.c, linear);
    sum.force += Vector3(linear.x, linear.y, linear.z);
    sum.moment += Vector3(angular.x, angular.y, angular.z);
  }
  return sum.shifted(-data.O_W);
}

Vector3 center_of_mass(const Skeleton& skeleton, const Data& data) {
  contents::require_poses(data, "center_of_mass");
  Vector3 moment = Vector3::Zero();
  double mass = 0;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const SpatialInertia& inertia = skeleton.inertia[i];
    moment += inertia.mass * (data.pose(i) * inertia.com);
    mass += inertia.mass;
  }
  if (mass <= 0) return data.O_W;
  return moment / mass;
}

}  // namespace cardan
