#include <algorithm>

#include "dynamics/urdf/robot_parts.h"

namespace cardan::urdf {

void place_shapes(const RobotDescription& description, RobotModel& model) {
  const Skeleton& skeleton = *model.skeleton;
  std::map<std::string, const FrameInfo*> frames;
  for (const FrameInfo& frame : skeleton.frames) frames[frame.name] = &frame;
  for (const LinkRecord& link : description.links) {
    if (link.collisions.empty()) continue;
    const FrameInfo& frame = *frames.at(link.name);
    for (std::size_t i = 0; i < link.collisions.size(); ++i) {
      const ShapeRecord& shape = link.collisions[i];
      if (!shape.usable) continue;
      model.shapes.push_back({link.name, shape.name, static_cast<int>(i), frame.body,
                              frame.X_BF * shape.X_LS, shape.geometry, shape.material,
                              static_cast<std::uint32_t>(shape.group),
                              static_cast<std::uint32_t>(shape.mask), shape.line, shape.surface});
    }
  }
}

void place_visuals(const RobotDescription& description, RobotModel& model) {
  std::map<std::string, const FrameInfo*> frames;
  for (const FrameInfo& frame : model.skeleton->frames) frames[frame.name] = &frame;
  for (const LinkRecord& link : description.links) {
    const auto frame = frames.find(link.name);
    for (std::size_t i = 0; i < link.visuals.size(); ++i) {
      const ShapeRecord& shape = link.visuals[i];
      if (!shape.usable) continue;
      RobotVisual visual;
      visual.link = link.name;
      visual.name = shape.name;
      visual.index = static_cast<int>(i);
      visual.X_BV = shape.X_LS;
      // The link that is the base is not a frame of the skeleton.
      if (frame != frames.end()) {
        visual.body = frame->second->body;
        visual.X_BV = frame->second->X_BF * shape.X_LS;
      }
      visual.geometry = shape.geometry;
      visual.appearance = shape.appearance;
      visual.line = shape.line;
      model.visuals.push_back(std::move(visual));
    }
  }
}

void list_lumped(const RobotDescription& description, RobotModel& model) {
  const Skeleton& skeleton = *model.skeleton;
  std::map<std::string, const JointRecord*> above;
  for (const JointRecord& joint : description.joints) above[joint.child] = &joint;
  for (const FrameInfo& frame : skeleton.frames) {
    const auto joint = above.find(frame.name);
    const std::string carrier =
        frame.body < 0 ? "" : skeleton.body_name[static_cast<std::size_t>(frame.body)];
    if (joint == above.end() || carrier == frame.name) continue;
    model.lumped.push_back({frame.name, joint->second->name, carrier, frame.body});
  }
  std::map<std::string, std::size_t> place;  // in the file
  for (const LinkRecord& link : description.links) place.emplace(link.name, place.size());
  std::sort(model.lumped.begin(), model.lumped.end(),
            [&](const LumpedLink& a, const LumpedLink& b) {
              return place.at(a.link) < place.at(b.link);
            });
}

void list_pairs(const RobotDescription& description, RobotModel& model) {
  const Skeleton& skeleton = *model.skeleton;
  std::vector<char> has_shape(static_cast<std::size_t>(skeleton.num_bodies()), 0);
  for (const RobotShape& shape : model.shapes) {
    if (shape.body >= 0) has_shape[static_cast<std::size_t>(shape.body)] = 1;
  }
  // Bodies between two adjacent ones. The skeleton may give links without mass a little of it.
  std::map<std::string, bool> link_has_mass;
  for (const LinkRecord& link : description.links)
    link_has_mass[link.name] = link.inertial && link.inertial->mass.value_or(0) > 0;
  std::vector<char> has_mass(static_cast<std::size_t>(skeleton.num_bodies()), 0);
  for (const FrameInfo& frame : skeleton.frames)
    if (frame.body >= 0 && link_has_mass[frame.name])
      has_mass[static_cast<std::size_t>(frame.body)] = 1;
  const auto is_passed = [&](int body) {
    const auto i = static_cast<std::size_t>(body);
    return !has_shape[i] && (description.adjacency == Adjacency::kThroughEmpty || !has_mass[i]);
  };
  const int bodies = description.adjacency == Adjacency::kNone ? 0 : skeleton.num_bodies();
  for (int body = 0; body < bodies; ++body) {
    // Searches upward to the next body that is not passed. A floating body is not adjacent to its
    // parent.
    int above = body;
    bool floats = false;
    do {
      const auto here = static_cast<std::size_t>(above);
      floats = floats || skeleton.body_joint[here] == BodyJoint::kFloating;
      above = skeleton.parent[here];
    } while (above >= 0 && is_passed(above));
    if (!floats) model.adjacent_bodies.emplace_back(above, body);
  }
  std::sort(model.adjacent_bodies.begin(), model.adjacent_bodies.end());

  model.disabled_links = description.disabled_links;
  model.disabled_links.insert(model.disabled_links.end(), description.srdf.disabled_links.begin(),
                              description.srdf.disabled_links.end());
  model.colliding_shapes = description.colliding_shapes;
  for (auto* pairs : {&model.disabled_links, &model.colliding_shapes}) {
    std::sort(pairs->begin(), pairs->end());
    pairs->erase(std::unique(pairs->begin(), pairs->end()), pairs->end());
  }
}

}  // namespace cardan::urdf
