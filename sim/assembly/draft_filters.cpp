#include <algorithm>

#include "cardan/error.h"
#include "cardan/kinematics.h"
#include "cardan/model_spec.h"
#include "collision/collision_scene_impl.h"
#include "core/nearest.h"
#include "sim/assembly/draft.h"

namespace cardan {

namespace {

// Pairs of adjacent links, pairs that the files switch off, or all pairs of a model.
void exclude_listed_pairs(Draft& draft, const RobotModel& robot, bool self_collision) {
  const auto listed = [](const auto& pairs, const auto& x, const auto& y) {
    return std::binary_search(pairs.begin(), pairs.end(),
                              std::pair(std::min(x, y), std::max(x, y)));
  };
  const std::vector<ShapeInstance>& shapes = draft.setup->shapes;
  std::vector<std::string> names(shapes.size());  // of shapes that a file pairs
  if (!robot.colliding_shapes.empty()) {
    std::map<std::pair<std::string, int>, std::string> name_of;
    for (const RobotShape& shape : robot.shapes) name_of[{shape.link, shape.index}] = shape.name;
    for (std::size_t i = 0; i < shapes.size(); ++i)
      names[i] = name_of[{shapes[i].link, shapes[i].index}];
  }
  for (int i = 0; i < static_cast<int>(shapes.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(shapes.size()); ++j) {
      if (self_collision && listed(robot.colliding_shapes, names[i], names[j])) continue;
      if (!self_collision || listed(robot.adjacent_bodies, shapes[i].body, shapes[j].body) ||
          listed(robot.disabled_links, shapes[i].link, shapes[j].link)) {
        draft.excluded.emplace_back(i, j);
      }
    }
  }
}

VectorX touching_configuration(const Draft& draft, const RobotModel& robot, const ModelSpec& spec) {
  if (spec.touching_posture == "initial") return draft.state().q();
  VectorX q = draft.setup->skeleton->neutral_configuration();
  if (!spec.touching_posture.empty())
    set_posture(robot, spec.touching_posture, "model '" + spec.name + "'", q);
  return q;
}

std::string posture_words(const std::string& posture) {
  if (posture.empty()) return "the neutral configuration";
  if (posture == "initial") return "the initial configuration";
  return "the posture '" + posture + "'";
}

// Shapes that overlap in the posture overlap by construction; contact between them would tear the
// robot apart. Each such pair of links is named.
void exclude_touching_pairs(Draft& draft, const VectorX& q, const ModelSpec& spec) {
  const Skeleton& skeleton = *draft.setup->skeleton;
  Data data(skeleton);
  forward_kinematics(skeleton, data, q.data());
  CollisionScene scene;
  const std::vector<ShapeInstance>& shapes = draft.setup->shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    CollisionObjectSpec object = draft.objects[i];
    object.body = shapes[i].body + 1;
    object.is_static = false;
    object.X_BS = shapes[i].body < 0 ? shapes[i].X_BS : data.pose(shapes[i].body) * shapes[i].X_BS;
    scene.add(std::move(object));
  }
  for (const auto& [i, j] : draft.excluded) scene.exclude(i, j);
  std::vector<std::pair<std::string, std::string>> named;
  for (const Manifold& manifold : scene.detect(0).manifolds) {
    const int i = scene.handle(manifold.a), j = scene.handle(manifold.b);
    draft.excluded.emplace_back(std::min(i, j), std::max(i, j));
    named.emplace_back(std::min(shapes[i].link, shapes[j].link),
                       std::max(shapes[i].link, shapes[j].link));
  }
  if (scene.impl().pairs_left_out)
    draft.diagnostics.push_back({Severity::kWarning, label_of(spec), 0, "links",
                                 "too many links overlap; contact between those that were not "
                                 "tested is not disabled"});
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  const std::string what =
      "touch in " + posture_words(spec.touching_posture) + "; contact between them is disabled";
  for (const auto& [first, second] : named) {
    std::string element = "links '";
    element.append(first).append("' and '").append(second).append("'");
    draft.diagnostics.push_back({Severity::kWarning, label_of(spec), 0, element, what});
  }
}

}  // namespace

void set_filter(const CollisionFilter& filter, CollisionObjectSpec& object) {
  object.group = filter.group.value_or(object.group);
  object.mask = filter.mask.value_or(object.mask);
}

void set_filter(const ModelSpec& spec, const std::string& link, CollisionObjectSpec& object) {
  set_filter(spec.collision, object);
  const auto own = spec.collision_links.find(link);
  if (own != spec.collision_links.end()) set_filter(own->second, object);
}

void check_filtered_links(const ModelSpec& spec, const std::vector<std::string>& links) {
  for (const auto& [link, filter] : spec.collision_links) {
    if (std::find(links.begin(), links.end(), link) != links.end()) continue;
    throw Error("a collision filter is given to link '" + link + "', which the model does not have",
                "model '" + spec.name + "'",
                links.empty() ? "it has one body: give the filter to the model"
                              : suggest_name(link, links));
  }
}

void set_posture(const RobotModel& robot, const std::string& name, const std::string& where,
                 Eigen::Ref<VectorX> q) {
  const Skeleton& skeleton = *robot.skeleton;
  std::string known;
  for (const PostureRecord& posture : robot.postures) {
    known.append(known.empty() ? "" : ", ").append(posture.name);
    if (posture.name != name) continue;
    for (const auto& [joint, values] : posture.q) {
      const int index = skeleton.find_joint(joint);
      if (index < 0) continue;
      const JointInfo& info = skeleton.joints[index];
      const bool is_ball = info.type == JointType::kSpherical;
      if (static_cast<int>(values.size()) != info.nq || (info.nq != 1 && !is_ball)) continue;
      for (int k = 0; k < info.nq; ++k) q[info.q_start + k] = values[static_cast<std::size_t>(k)];
      if (is_ball) q.segment<4>(info.q_start).normalize();
    }
    return;
  }
  throw Error("the robot has no posture '" + name + "'", where,
              known.empty() ? "neither its URDF nor an SRDF file names any" : "it has: " + known);
}

void exclude_own_pairs(Draft& draft, const RobotModel& robot, const ModelSpec& spec) {
  exclude_listed_pairs(draft, robot, spec.self_collision);
  if (!spec.self_collision) return;
  exclude_touching_pairs(draft, touching_configuration(draft, robot, spec), spec);
}

}  // namespace cardan
