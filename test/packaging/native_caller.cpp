// A caller compiled with -march=native against the portable libcardan: Eigen objects are created on
// one side, resized, moved and freed on the other. Without the two Eigen definitions that the
// package exports this crashes or corrupts the heap under AVX (docs/architecture.md, "Alignment").
#include <cardan/cardan.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "failed: %s\n", what);
    ++failures;
  }
}

// A chain of n links about alternating axes with a floating base.
std::shared_ptr<const cardan::Skeleton> make_chain(int n) {
  cardan::SkeletonBuilder builder("chain");
  std::string parent;
  for (int i = 0; i < n; ++i) {
    cardan::LinkSpec link;
    link.name = "link" + std::to_string(i);
    link.parent = parent;
    link.joint_name = "joint" + std::to_string(i);
    link.joint_type = i == 0 ? cardan::JointType::kFloating : cardan::JointType::kRevolute;
    link.axis = i % 2 == 0 ? cardan::Vector3::UnitX() : cardan::Vector3::UnitY();
    link.X_PJ = cardan::RigidTransform(cardan::Vector3(0, 0, i == 0 ? 0.0 : 0.2));
    link.inertia = {1.0, cardan::Vector3(0, 0, 0.1), 0.01 * cardan::Matrix3::Identity()};
    parent = link.name;
    builder.add_link(std::move(link));
  }
  return builder.build();
}

// Vectors and matrices allocated by the library, grown and freed here, and the other way round, for
// every size class.
void exchange_dynamic_objects(int n) {
  const auto skeleton = make_chain(n);
  cardan::VectorX q = skeleton->neutral_configuration();  // allocated inside, freed here
  expect(q.size() == n + 6, "size of a returned vector");
  cardan::VectorX copy = q;
  cardan::VectorX moved = std::move(copy);
  moved.conservativeResize(2 * moved.size() +
                           1);         // realloc of memory from a copy made by the library
  q.conservativeResize(q.size() + 3);  // realloc of memory from the library
  expect(q.head(n + 6) == moved.head(n + 6), "contents after moves");
  q.conservativeResize(n + 6);

  cardan::Data data(*skeleton);
  std::vector<cardan::Data> many(3, data);  // copies made here of storage sized inside
  cardan::VectorX v = cardan::VectorX::LinSpaced(skeleton->nv(), -1, 1);
  cardan::forward_kinematics(*skeleton, many.back(), q.data(), v.data());
  cardan::Matrix6X J(6, skeleton->nv());
  cardan::frame_jacobian(*skeleton, many.back(),
                         skeleton->require_frame("link" + std::to_string(n - 1)),
                         cardan::ReferenceFrame::kWorld, J);
  expect(J.allFinite(), "a Jacobian written by the library");
  const cardan::RigidTransform X = many.back().pose(n - 1);
  expect(std::abs(X.p.z() - 0.2 * (n - 1)) < 1e-14, "a pose returned by value");
}

// Specs with fixed-size members and vectors of them, filled here, consumed and freed inside; state
// read and written.
void exchange_world_objects() {
  cardan::WorldSpec spec;
  spec.gravity = {0, 0, -10};
  cardan::World world(std::move(spec));
  world.add_ground();
  for (int i = 0; i < 8; ++i) {
    cardan::ModelSpec box;
    box.name = "box" + std::to_string(i);
    box.geometry.emplace();
    box.geometry->kind = cardan::GeometryKind::kBox;
    box.geometry->size = {0.2, 0.3, 0.4};
    box.mass = 1.0 + i;
    box.inertia = 0.02 * cardan::Matrix3::Identity();
    box.pose = cardan::RigidTransform::from_xyz_rpy({1.0 * i, 0, 0.2}, {0, 0, 0.1 * i});
    world.add(box);
  }
  cardan::World moved = std::move(world);
  for (int step = 0; step < 20; ++step) {
    for (int i = 0; i < moved.num_models(); ++i) {
      cardan::Model& model = moved.model(i);
      if (model.is_static()) continue;
      cardan::VectorX q = model.q(), v = model.v(), tau = cardan::VectorX::Zero(model.v().size());
      model.set_q(q);
      model.set_v(std::move(v));
      model.set_efforts(tau);
    }
    moved.step();
  }
  cardan::Vector3 total = cardan::Vector3::Zero();
  for (const cardan::ContactInfo& contact : moved.contacts()) total += contact.force;
  expect(moved.contacts().size() == 32, "four contacts of each box");
  expect(std::abs(std::abs(total.z()) - 360) < 1e-3, "contact forces carry the weight of 36 kg");
}

}  // namespace

int main() {
#ifdef __AVX512F__
  std::puts("caller: AVX-512");
#elif defined(__AVX__)
  std::puts("caller: AVX");
#endif
  expect(EIGEN_MAX_ALIGN_BYTES == 16, "the package pins Eigen's alignment");
  for (int n = 1; n < 40; ++n) exchange_dynamic_objects(n);
  exchange_world_objects();
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
