#include "sim/sensors/resolve_sensor.h"

#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/hash.h"
#include "core/nearest.h"
#include "core/number_text.h"
#include "sim/data/check_spec.h"
#include "sim/data/named_parts.h"
#include "sim/query/find_shapes.h"

namespace cardan {

namespace {

constexpr int kMostRays = 1 << 20;
constexpr std::int64_t kMostDelayed = std::int64_t{1} << 24;  // values in a delay line

/// Context of the functions below.
struct Resolver {
  const World::Impl& world;
  std::string where;  ///< "sensor 'imu'"

  const ModelSetup& model(int number) const { return world.model.model(number); }
};

void check_offset(const Resolver& resolver, const RigidTransform& offset) {
  if (!offset.p.allFinite() || !is_rotation(offset.R))
    throw Error("the offset is not finite, or its rotation is not a rotation matrix",
                resolver.where);
}

RigidTransform link_pose(const ModelSetup& model, std::string_view link, int& body) {
  if (model.skeleton) {
    const FrameInfo& frame = model.skeleton->frames[static_cast<std::size_t>(
        frame_index(*model.skeleton, link, "model '" + model.name + "'"))];
    body = frame.body;
    return frame.X_BF;
  }
  const auto found = model.static_links.find(std::string(link));
  return found == model.static_links.end() ? RigidTransform() : found->second;
}

SensorFrame resolve_frame(const Resolver& resolver, const std::string& name,
                          const RigidTransform& offset) {
  if (name.empty()) throw Error("names no frame", resolver.where, "give MODEL or MODEL/LINK");
  check_offset(resolver, offset);
  const ShapeOwner owner = require_owner(resolver.world, name, resolver.where);
  const ModelSetup& model = resolver.model(owner.model);
  SensorFrame frame;
  frame.model = owner.model;
  if (!owner.is_whole) {
    frame.X_BS = link_pose(model, owner.link, frame.body);
  } else if (model.skeleton && model.skeleton->floating_base()) {
    frame.body = 0;
  }
  frame.X_BS = frame.X_BS * offset;
  return frame;
}

SensorFrame resolve_reference(const Resolver& resolver, const std::string& name) {
  return name.empty() ? SensorFrame() : resolve_frame(resolver, name, {});
}

ShapeSet resolve_shapes(const Resolver& resolver, const std::string& name) {
  const ShapeOwner owner = require_owner(resolver.world, name, resolver.where);
  ShapeSet set;
  set.model = owner.model;
  for (const ShapeInstance& shape : resolver.model(owner.model).shapes)
    set.shapes.push_back(owner.holds(owner.model, shape) ? 1 : 0);
  return set;
}

// Model and joint of MODEL/JOINT. Names chosen by a program may contain a '/'.
struct JointName {
  int model = -1;
  std::string_view joint;
};

JointName split_joint(const Resolver& resolver, std::string_view name) {
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    const auto known = resolver.world.model_of_name.find(name.substr(0, slash));
    if (known == resolver.world.model_of_name.end()) continue;
    if (!resolver.model(known->second).skeleton)
      throw Error("model '" + std::string(known->first) + "' has no joints", resolver.where);
    return {known->second, name.substr(slash + 1)};
  }
  if (name.find('/') == std::string_view::npos)
    throw Error("'" + std::string(name) + "' does not name a joint", resolver.where,
                "write MODEL/JOINT");
  const std::string_view model = name.substr(0, name.find('/'));
  std::vector<std::string> models;
  for (const auto& one : resolver.world.model.models) models.push_back(one->name);
  throw Error("unknown model '" + std::string(model) + "'", resolver.where,
              suggest_name(model, models));
}

[[noreturn]] void fail_unknown_joint(const Resolver& resolver, const JointName& name,
                                     bool with_fixed) {
  const ModelSetup& model = resolver.model(name.model);
  std::vector<std::string> known;
  for (const JointInfo& joint : model.skeleton->joints) known.push_back(joint.name);
  if (with_fixed)
    for (const RobotLink& link : model.links)
      if (link.fixed) known.push_back(link.joint);
  throw Error("unknown joint '" + std::string(name.joint) + "' of model '" + model.name + "'",
              resolver.where, suggest_name(name.joint, known));
}

SensorJoint resolve_joint(const Resolver& resolver, const std::string& text, bool& slides) {
  const JointName name = split_joint(resolver, text);
  const Skeleton& skeleton = *resolver.model(name.model).skeleton;
  const int index = skeleton.find_joint(name.joint);
  if (index < 0) fail_unknown_joint(resolver, name, false);
  const JointInfo& info = skeleton.joints[static_cast<std::size_t>(index)];
  slides = info.type == JointType::kPrismatic;
  if (info.follower >= 0) {
    const Follower& follower = skeleton.followers[static_cast<std::size_t>(info.follower)];
    return {name.model, follower.dof, follower.q_index, follower.multiplier, follower.offset, true};
  }
  if (info.nv != 1)
    throw Error("joint '" + info.name + "' has " + std::to_string(info.nv) + " degrees of freedom",
                resolver.where, "use a pose and a twist sensor on the links of the joint");
  return {name.model, info.v_start, skeleton.single_q_index(info.v_start)};
}

void take_bodies_behind(const Skeleton& skeleton, Subtree& subtree) {
  subtree.bodies.assign(static_cast<std::size_t>(skeleton.num_bodies()), 0);
  for (const int root : subtree.roots) subtree.bodies[static_cast<std::size_t>(root)] = 1;
  for (int body = 0; body < skeleton.num_bodies(); ++body) {
    const int parent = skeleton.parent[static_cast<std::size_t>(body)];
    if (parent >= 0 && subtree.bodies[static_cast<std::size_t>(parent)] != 0)
      subtree.bodies[static_cast<std::size_t>(body)] = 1;
  }
}

void take_shapes_behind(const ModelSetup& model, Subtree& subtree) {
  subtree.shapes.model = subtree.model;
  for (const ShapeInstance& shape : model.shapes) {
    const bool moves = shape.body >= 0 && subtree.bodies[static_cast<std::size_t>(shape.body)] != 0;
    const bool in_part =
        shape.body == subtree.frame_body &&
        std::find(subtree.links.begin(), subtree.links.end(), shape.link) != subtree.links.end();
    subtree.shapes.shapes.push_back(moves || in_part ? 1 : 0);
  }
}

// Cuts the model at a fixed joint. The links behind it are part of the body before it.
void cut_at_link(const ModelSetup& model, std::size_t first, Subtree& subtree) {
  std::vector<std::vector<std::size_t>> children(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (model.links[i].parent >= 0)
      children[static_cast<std::size_t>(model.links[i].parent)].push_back(i);
  subtree.X_BL = link_pose(model, model.links[first].name, subtree.frame_body);
  std::vector<std::size_t> open{first};
  while (!open.empty()) {
    const RobotLink& link = model.links[open.back()];
    const std::vector<std::size_t>& behind = children[open.back()];
    open.pop_back();
    int body = -1;
    const RigidTransform X_BL = link_pose(model, link.name, body);
    subtree.links.push_back(link.name);
    subtree.part = subtree.part + link.inertia.transformed(X_BL);
    if (const auto payload = model.payloads.find(link.name); payload != model.payloads.end())
      subtree.part = subtree.part + payload->second.transformed(X_BL);
    for (const std::size_t child : behind) {
      if (model.links[child].fixed) {
        open.push_back(child);
      } else if (model.links[child].first_body >= 0) {
        subtree.roots.push_back(model.links[child].first_body);
      }
    }
  }
  std::sort(subtree.roots.begin(), subtree.roots.end());
}

Subtree resolve_subtree(const Resolver& resolver, const std::string& text) {
  const JointName name = split_joint(resolver, text);
  const ModelSetup& model = resolver.model(name.model);
  const Skeleton& skeleton = *model.skeleton;
  Subtree subtree;
  subtree.model = name.model;
  if (const int index = skeleton.find_joint(name.joint); index >= 0) {
    const JointInfo& info = skeleton.joints[static_cast<std::size_t>(index)];
    if (info.type == JointType::kFloating)
      throw Error("joint '" + info.name + "' is a floating joint, which transmits no force",
                  resolver.where, "name a joint between two links");
    subtree.frame_body = info.body;
    subtree.roots = {info.first_body};
  } else {
    const auto link =
        std::find_if(model.links.begin(), model.links.end(),
                     [&](const RobotLink& one) { return one.fixed && one.joint == name.joint; });
    if (link == model.links.end() || skeleton.find_frame(link->name) < 0)
      fail_unknown_joint(resolver, name, true);
    cut_at_link(model, static_cast<std::size_t>(link - model.links.begin()), subtree);
  }
  take_bodies_behind(skeleton, subtree);
  take_shapes_behind(model, subtree);
  return subtree;
}

void check_angles(const Resolver& resolver, const RayAngles& angles, const char* name) {
  const std::string text = name;
  if (angles.count < 1)
    throw Error(text + ": count is " + std::to_string(angles.count), resolver.where,
                "expected 1 or more");
  if (!std::isfinite(angles.from) || !std::isfinite(angles.to))
    throw Error(text + ": an angle is not finite", resolver.where);
  if (angles.count == 1 && angles.from != angles.to)
    throw Error(text + ": one ray has one angle", resolver.where,
                "give the same angle as from and to, or a count of 2 or more");
  if (angles.count > 1 && angles.from == angles.to)
    throw Error(text + ": all rays have the same angle", resolver.where,
                "give different angles as from and to, or a count of 1");
}

double angle_of(const RayAngles& angles, int i) {
  if (angles.count == 1) return angles.from;
  return angles.from + (angles.to - angles.from) * i / (angles.count - 1);
}

void resolve_rays(const Resolver& resolver, const RangesSpec& spec, SensorSetup& sensor) {
  check_angles(resolver, spec.azimuth, "azimuth");
  check_angles(resolver, spec.elevation, "elevation");
  if (std::int64_t{spec.azimuth.count} * spec.elevation.count > kMostRays)
    throw Error("more than " + std::to_string(kMostRays) + " rays", resolver.where,
                "reduce a count");
  if (!(spec.max_range > 0) || !std::isfinite(spec.max_range))
    throw Error("max_range is not a positive number", resolver.where, "give it in metres");
  sensor.frame = resolve_frame(resolver, spec.frame, spec.offset);
  for (int row = 0; row < spec.elevation.count; ++row) {
    for (int column = 0; column < spec.azimuth.count; ++column) {
      const double a = angle_of(spec.azimuth, column), e = angle_of(spec.elevation, row);
      sensor.directions.emplace_back(std::cos(e) * std::cos(a), std::cos(e) * std::sin(a),
                                     std::sin(e));
    }
  }
  if (spec.ignore_own != RangesIgnore::kNone) {
    ShapeSet own;
    own.model = sensor.frame.model;
    for (const ShapeInstance& shape : resolver.model(own.model).shapes)
      own.shapes.push_back(spec.ignore_own == RangesIgnore::kModel ||
                           shape.body == sensor.frame.body);
    sensor.ignored.push_back(std::move(own));
  }
  for (const std::string& name : spec.ignore)
    sensor.ignored.push_back(resolve_shapes(resolver, name));
}

void resolve_contact(const Resolver& resolver, const ContactSensorSpec& spec, SensorSetup& sensor) {
  sensor.frame = resolve_frame(resolver, spec.on, {});
  sensor.on = resolve_shapes(resolver, spec.on);
  const auto require_shapes = [&](const ShapeSet& set, const std::string& name) {
    if (std::find(set.shapes.begin(), set.shapes.end(), 1) == set.shapes.end())
      throw Error("'" + name + "' has no shape, so nothing touches it", resolver.where,
                  "name a link or model with collision shapes");
  };
  require_shapes(sensor.on, spec.on);
  if (spec.with.empty()) return;
  if (spec.with == spec.on)
    throw Error("both sides are '" + spec.on + "'", resolver.where, "name two links or models");
  sensor.with = resolve_shapes(resolver, spec.with);
  require_shapes(sensor.with, spec.with);
}

// Sets the numbers of the kind. Returns true if its joint is prismatic.
bool resolve_kind(const Resolver& resolver, const SensorSpec& spec, SensorSetup& sensor) {
  bool slides = false;
  if (const auto* imu = std::get_if<ImuSpec>(&spec.kind)) {
    sensor.frame = resolve_frame(resolver, imu->frame, imu->offset);
  } else if (const auto* wrench = std::get_if<ForceTorqueSpec>(&spec.kind)) {
    sensor.subtree = resolve_subtree(resolver, wrench->joint);
  } else if (const auto* joint = std::get_if<JointSensorSpec>(&spec.kind)) {
    sensor.joint = resolve_joint(resolver, joint->joint, slides);
  } else if (const auto* contact = std::get_if<ContactSensorSpec>(&spec.kind)) {
    resolve_contact(resolver, *contact, sensor);
  } else if (const auto* ranges = std::get_if<RangesSpec>(&spec.kind)) {
    resolve_rays(resolver, *ranges, sensor);
  } else if (const auto* pose = std::get_if<PoseSensorSpec>(&spec.kind)) {
    sensor.frame = resolve_frame(resolver, pose->frame, pose->offset);
    sensor.reference = resolve_reference(resolver, pose->relative_to);
  } else if (const auto* twist = std::get_if<TwistSensorSpec>(&spec.kind)) {
    sensor.frame = resolve_frame(resolver, twist->frame, twist->offset);
    sensor.reference = resolve_reference(resolver, twist->relative_to);
  }
  return slides;
}

// Returns x as a whole number if it is one within rounding, else −1.
std::int64_t whole(double x) {
  constexpr double kMost = 1e12, kRounding = 1e-6;
  const double rounded = std::round(x);
  const bool is_whole = rounded >= 0 && rounded <= kMost &&
                        std::abs(x - rounded) <= kRounding * std::max(rounded, 1.0);
  return is_whole ? static_cast<std::int64_t>(rounded) : -1;
}

int resolve_period(const Resolver& resolver, const SensorSpec& spec) {
  if (!spec.rate) return 1;
  const double rate = *spec.rate, h = resolver.world.model.spec.step;
  if (!(rate > 0) || !std::isfinite(rate))
    throw Error("the rate is not a positive number", resolver.where, "give it in Hz");
  const double steps = 1 / (rate * h);
  const std::int64_t count = whole(steps);
  if (count >= 1 && count <= std::numeric_limits<int>::max()) return static_cast<int>(count);
  const double below = std::max(1.0, std::floor(steps));
  throw Error("the rate " + number_text(rate) + " Hz is a sample every " + number_text(steps) +
                  " steps, which is not a whole number",
              resolver.where,
              "with this time step, use " + number_text(1 / (below * h)) + " Hz or " +
                  number_text(1 / ((below + 1) * h)) + " Hz");
}

int resolve_delay(const Resolver& resolver, const SensorSpec& spec, const SensorSetup& sensor) {
  if (!(spec.delay >= 0) || !std::isfinite(spec.delay))
    throw Error("the delay is negative or not finite", resolver.where, "give it in seconds");
  const double period = sensor.period * resolver.world.model.spec.step;
  const std::int64_t samples = whole(spec.delay / period);
  if (samples < 0)
    throw Error("the delay " + number_text(spec.delay) + " s is not a whole number of samples",
                resolver.where, "samples are " + number_text(period) + " s apart");
  if (samples * sensor.place.width > kMostDelayed)
    throw Error("the delay holds more than " + std::to_string(kMostDelayed) + " values",
                resolver.where, "reduce the delay or the rate");
  return static_cast<int>(samples);
}

void check_name(const std::string& name) {
  const std::string where = "sensor '" + name + "'";
  if (name.empty()) throw Error("a sensor has no name", "sensors", "give it one");
  const bool printable =
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return c >= ' ' && c != 127; });
  if (!printable || name.find_first_of("/.") != std::string::npos)
    throw Error("the name contains '/', '.' or a control character", where,
                "use letters, digits, '_' and '-'");
}

}  // namespace

std::uint64_t noise_key(std::uint64_t seed, const std::string& name) {
  Hash hash;
  hash.add(seed);
  hash.add(std::string_view(name));
  return scrambled(hash.value());
}

std::unique_ptr<SensorSetup, DeleteSensorPart> resolve_sensor(const World::Impl& world,
                                                              const SensorSpec& spec) {
  check_name(spec.name);
  const Resolver resolver{world, "sensor '" + spec.name + "'"};
  std::unique_ptr<SensorSetup, DeleteSensorPart> sensor(new SensorSetup);
  sensor->spec = spec;
  sensor->kind = static_cast<SensorKind>(spec.kind.index());
  const bool slides = resolve_kind(resolver, spec, *sensor);
  sensor->quantities = sensor_quantities(spec, slides, sensor->joint.follows);
  sensor->key = noise_key(world.model.spec.seed, spec.name);
  sensor->period = resolve_period(resolver, spec);
  sensor->errors = resolve_errors(spec, sensor->quantities, sensor->period * world.model.spec.step);
  SensorPlace& place = sensor->place;
  place.width = sensor->quantities.back().first + sensor->quantities.back().size;
  const bool walks = std::any_of(sensor->errors.begin(), sensor->errors.end(),
                                 [](const ComponentErrors& one) { return one.walk > 0; });
  place.walks = walks ? static_cast<int>(sensor->errors.size()) : 0;
  place.delay = resolve_delay(resolver, spec, *sensor);
  place.wrench = sensor->kind == SensorKind::kForceTorque;
  return sensor;
}

}  // namespace cardan
