#include "cardan/skeleton_builder.h"
#include "sim/data/json_archive.h"
#include "sim/data/spec_fields.h"

namespace cardan::json {

namespace {

/// The numbers of a skeleton that link_specs() gives up to rounding.
struct SkeletonNumbers {
  std::vector<Vector3> axis;
  std::vector<RigidTransform> X_PF, X_BF;
  std::vector<SpatialInertia> inertia;
  std::vector<double> pitch;
  std::vector<DofProperties> dofs;
};
template <class A>
void fields(A& a, SkeletonNumbers& x) {
  a("axis", x.axis);
  a("X_PF", x.X_PF);
  a("X_BF", x.X_BF);
  a("inertia", x.inertia);
  a("pitch", x.pitch);
  a("dofs", x.dofs);
}

SkeletonNumbers numbers_of(const Skeleton& skeleton) {
  SkeletonNumbers numbers{skeleton.axis,    skeleton.X_PF,  {},
                          skeleton.inertia, skeleton.pitch, skeleton.dof};
  for (const FrameInfo& frame : skeleton.frames) numbers.X_BF.push_back(frame.X_BF);
  return numbers;
}

}  // namespace

PlainJson json_of_shared(const Skeleton& x) {
  return {
      {"name", x.name()}, {"links", json_of(link_specs(x))}, {"numbers", json_of(numbers_of(x))}};
}

std::shared_ptr<const Skeleton> read_shared(const PlainJson& json, const Skeleton*) {
  SkeletonBuilder builder(json.at("name").get<std::string>());
  std::vector<LinkSpec> links;
  read(json.at("links"), links);
  for (LinkSpec& link : links) builder.add_link(std::move(link));
  auto skeleton = std::make_shared<Skeleton>(*builder.build());
  SkeletonNumbers numbers;
  read(json.at("numbers"), numbers);
  const auto bodies = static_cast<std::size_t>(skeleton->num_bodies());
  if (numbers.axis.size() != bodies || numbers.X_PF.size() != bodies ||
      numbers.inertia.size() != bodies || numbers.pitch.size() != bodies ||
      numbers.X_BF.size() != skeleton->frames.size() ||
      numbers.dofs.size() != skeleton->dof.size()) {
    throw Error("the numbers of skeleton '" + skeleton->name() + "' do not fit its links");
  }
  skeleton->axis = numbers.axis;
  skeleton->X_PF = numbers.X_PF;
  skeleton->inertia = numbers.inertia;
  skeleton->pitch = numbers.pitch;
  skeleton->dof = numbers.dofs;
  for (std::size_t i = 0; i < numbers.X_BF.size(); ++i) skeleton->frames[i].X_BF = numbers.X_BF[i];
  return skeleton;
}

}  // namespace cardan::json
