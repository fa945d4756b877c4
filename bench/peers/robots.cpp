#include "bench/peers/robots.h"

#include "cardan/robot_model.h"
#include "cardan/skeleton_builder.h"
#include "cardan/urdf.h"

namespace cardan::peers {

namespace {

namespace fs = std::filesystem;

/// Kernels need neither shapes nor followers, which no other engine eliminates.
std::shared_ptr<const Skeleton> load(const fs::path& file, UrdfBase base) {
  if (!fs::exists(file)) return nullptr;
  UrdfOptions options;
  options.base = base;
  options.allow_missing_meshes = true;
  RobotDescription description = read_urdf(file.string(), options);
  for (LinkRecord& link : description.links) link.collisions.clear();
  for (JointRecord& joint : description.joints) joint.mimic.reset();
  return build_robot(description, options).skeleton;
}

}  // namespace

std::vector<Robot> load_robots(const fs::path& folder) {
  const fs::path data = "example-robot-data/robots";
  return {{"Panda",
           load(folder / "panda" / data / "panda_description/urdf/panda.urdf", UrdfBase::kFixed)},
          {"ANYmal C", load(folder / "anymal_c/anymal_c_simple_description/urdf/anymal.urdf",
                            UrdfBase::kFloating)},
          {"TALOS", load(folder / "talos" / data / "talos_data/robots/talos_reduced.urdf",
                         UrdfBase::kFloating)}};
}

std::shared_ptr<const Skeleton> make_chain(int n) {
  SkeletonBuilder builder("chain");
  for (int i = 0; i < n; ++i) {
    LinkSpec link;
    link.name = std::to_string(i);
    link.parent = i > 0 ? std::to_string(i - 1) : "";
    link.joint_type = JointType::kRevolute;
    link.axis = Vector3::Unit(i % 3);
    link.X_PJ = RigidTransform(Vector3(0, 0, i > 0 ? -0.2 : 0));
    link.inertia.mass = 1;
    link.inertia.com = Vector3(0.01, 0.02, -0.1);
    link.inertia.inertia << 0.01, 0.0005, 0, 0.0005, 0.012, 0, 0, 0, 0.008;
    builder.add_link(link);
  }
  return builder.build();
}

std::shared_ptr<const Skeleton> with_armature(const Skeleton& skeleton, double armature) {
  auto changed = std::make_shared<Skeleton>(skeleton);
  for (DofProperties& dof : changed->dof) dof.armature = armature;
  return changed;
}

}  // namespace cardan::peers
