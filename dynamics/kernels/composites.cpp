#include "dynamics/kernels/composites.h"

namespace cardan::kernel {

namespace {

/// Adds the `size` numbers of each body to those of its parent, leaves first.
void add_to_parents(const Skeleton& skeleton, int size, double* numbers) {
  for (int i = skeleton.num_bodies() - 1; i >= 0; --i) {
    const int parent = skeleton.parent[i];
    if (parent < 0) continue;
    for (int k = 0; k < size; ++k) numbers[size * parent + k] += numbers[size * i + k];
  }
}

}  // namespace

void compute_composites(const Skeleton& skeleton, Data& data) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    double* composite = &data.composite[10 * i];
    composite[0] = body.m;
    store(composite + 1, body.m * body.c);
    store_sym(composite + 4, inertia_about_O(body.m, body.c, body.I));
  }
  add_to_parents(skeleton, 10, data.composite.data());
}

void compute_velocity_composites(const Skeleton& skeleton, const Data& data, double* storage) {
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const WorldInertia body = world_inertia(skeleton, data, i);
    const Vec omega = load(&data.V[6 * i]);
    const Vec v_c = load(&data.V[6 * i + 3]) + cross(omega, body.c);
    const double half_trace = 0.5 * (body.I.xx + body.I.yy + body.I.zz);
    const Vec second_moment[3] = {{half_trace - body.I.xx, -body.I.xy, -body.I.xz},
                                  {-body.I.xy, half_trace - body.I.yy, -body.I.yz},
                                  {-body.I.xz, -body.I.yz, half_trace - body.I.zz}};
    const double c[3] = {body.c.x, body.c.y, body.c.z};
    double* B = storage + kVelocityInertiaSize * i;
    for (int k = 0; k < 3; ++k) {
      store(B + 3 * k, -2.0 * cross(omega, second_moment[k]) - (2 * body.m * c[k]) * v_c);
      B[4 * k] += 2 * body.m * dot(body.c, v_c);
    }
    store(B + 9, body.m * v_c);
  }
  add_to_parents(skeleton, kVelocityInertiaSize, storage);
}

}  // namespace cardan::kernel
