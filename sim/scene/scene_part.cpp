#include "sim/scene/scene_part.h"

#include <algorithm>
#include <bit>
#include <set>

#include "cardan/model_spec.h"
#include "cardan/robot_description.h"
#include "sim/scene/mjcf_to_scene.h"

namespace cardan {

namespace {

template <class T>
void append_all(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// "surface_3" of the file becomes PREFIX3; "default" and "" are those of every scene.
std::string surface_name(const std::string& name, const std::string& prefix) {
  constexpr std::string_view kUsual = "surface_";
  if (name.empty() || name == "default") return name;
  return prefix + (name.starts_with(kUsual) ? name.substr(kUsual.size()) : name);
}

/// Gives the parts of a scene their names, poses and filters among other models.
class PartMover {
 public:
  explicit PartMover(const PartPlacement& placement) : at_(placement) {}

  // Static models that the part leaves out are named by nothing but ignored pairs.
  void drop_static_models(Scene& part) const {
    std::set<std::string> gone;
    for (const ModelSpec& model : part.models)
      if (model.is_static) gone.insert(model.name);
    std::erase_if(part.models, [](const ModelSpec& model) { return model.is_static; });
    std::erase_if(part.ignored, [&](const auto& pair) {
      return gone.count(pair.first) > 0 || gone.count(pair.second) > 0;
    });
  }

  void move(ModelSpec& model) const {
    rename(model.name);
    model.pose = at_.pose * model.pose;
    model.material = surface(model.material);
    for (CompoundPart& part : model.compound) {
      part.material = surface(part.material);
      move(part.collision);
    }
    if (!model.description) return;
    auto robot = std::make_shared<RobotDescription>(*model.description);
    for (LinkRecord& link : robot->links) {
      for (ShapeRecord& shape : link.collisions) {
        shape.surface = surface(shape.surface);
        mjcf::place_filter(shape, at_.class_bits);
      }
    }
    model.description = std::move(robot);
  }

  void move(LoopSpec& loop) const {
    if (!loop.name.empty()) rename(loop.name);
    if (loop.a == kWorld) {
      if (loop.pose) loop.pose = at_.pose * *loop.pose;
      loop.at_a = at_.pose * loop.at_a;
    }
    if (loop.b == kWorld) {
      if (loop.pose) loop.pose = *loop.pose * at_.pose.inverse();
      if (loop.at_b) loop.at_b = at_.pose * *loop.at_b;
    }
    rename_end(loop.a);
    rename_end(loop.b);
  }

  void move(SensorSpec& sensor) const {
    rename(sensor.name);
    std::visit([this](auto& kind) { rename_places(kind); }, sensor.kind);
  }

  void move(std::pair<std::string, std::string>& ignored) const {
    rename(ignored.first);
    rename(ignored.second);
  }

 private:
  static constexpr const char* kWorld = "world";

  void rename(std::string& name) const { name = at_.prefix + name; }
  void rename_end(std::string& name) const {
    if (name != kWorld) rename(name);
  }
  void rename_given(std::string& name) const {
    if (!name.empty()) rename(name);
  }
  std::string surface(const std::string& name) const { return surface_name(name, at_.surfaces); }
  void move(CollisionFilter& collision) const {
    if (!collision.group || !collision.mask) return;
    const MjcfFilter filter = mjcf::placed({*collision.group, *collision.mask}, at_.class_bits);
    collision = {filter.group, filter.mask};
  }

  void rename_places(ImuSpec& sensor) const { rename(sensor.frame); }
  void rename_places(ForceTorqueSpec& sensor) const { rename(sensor.joint); }
  void rename_places(JointSensorSpec& sensor) const { rename(sensor.joint); }
  void rename_places(ContactSensorSpec& sensor) const {
    rename(sensor.on);
    rename_given(sensor.with);
  }
  void rename_places(RangesSpec& sensor) const {
    rename(sensor.frame);
    for (std::string& ignored : sensor.ignore) rename(ignored);
  }
  template <class Spec>  // of a pose and a twist
  void rename_places(Spec& sensor) const {
    rename(sensor.frame);
    rename_given(sensor.relative_to);
  }

  const PartPlacement& at_;
};

}  // namespace

std::size_t filter_classes(const Scene& contents) {
  std::uint32_t bits = 1;
  for (const ModelSpec& model : contents.models) {
    for (const CompoundPart& part : model.compound) bits |= part.collision.group.value_or(1);
    if (!model.description) continue;
    for (const LinkRecord& link : model.description->links)
      for (const ShapeRecord& shape : link.collisions)
        bits |= static_cast<std::uint32_t>(shape.group);
  }
  return static_cast<std::size_t>(std::bit_width(bits));
}

Scene placed_part(const Scene& contents, const PartPlacement& placement) {
  const PartMover mover(placement);
  Scene part;
  part.models = contents.models;
  part.loops = contents.loops;
  part.sensors = contents.sensors;
  part.ignored = contents.ignored;
  part.files = contents.files;
  if (!placement.static_models) mover.drop_static_models(part);
  for (ModelSpec& model : part.models) mover.move(model);
  for (LoopSpec& loop : part.loops) mover.move(loop);
  for (SensorSpec& sensor : part.sensors) mover.move(sensor);
  for (auto& pair : part.ignored) mover.move(pair);
  return part;
}

void add_materials_of(const Scene& contents, const std::string& surfaces, MaterialTable& table) {
  for (const auto& [name, material] : contents.world.materials.named)
    table.named.emplace(surface_name(name, surfaces), material);
  for (MaterialPair pair : contents.world.materials.pairs) {
    pair.first = surface_name(pair.first, surfaces);
    pair.second = surface_name(pair.second, surfaces);
    table.pairs.push_back(std::move(pair));
  }
}

void note_scene_rules(const Scene& contents, const WorldSpec& world, Scene& scene) {
  const auto note = [&](bool differs, const std::string& message) {
    if (differs) scene.diagnostics.push_back({Severity::kInfo, contents.file, 0, "", message});
  };
  const WorldSpec& own = contents.world;
  note(own.gravity != world.gravity, "the gravity of the scene acts");
  note(own.step != world.step, "the step of the scene is used");
  note(own.materials.rule != world.materials.rule, "the scene's rule combines surfaces");
}

void append_part(const Scene& part, int line, Scene& scene) {
  append_all(scene.models, part.models);
  append_all(scene.loops, part.loops);
  append_all(scene.sensors, part.sensors);
  append_all(scene.ignored, part.ignored);
  append_all(scene.files, part.files);
  scene.lines.loops.resize(scene.loops.size(), line);
  scene.lines.sensors.resize(scene.sensors.size(), line);
  scene.lines.ignored.resize(scene.ignored.size(), line);
}

}  // namespace cardan
