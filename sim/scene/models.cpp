#include <cmath>

#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/file_kind.h"
#include "sim/assembly/body_inertia.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

const std::vector<std::string> kCommonKeys{"name",      "material",  "pose", "static",
                                           "kinematic", "collision", "grid"};
const std::vector<std::string> kBodyKeys{"mass", "density", "inertia", "velocity"};
const std::vector<std::string> kRobotKeys{
    "urdf",    "packages",       "allow_missing_meshes", "base",   "velocity", "q",      "v",
    "control", "self_collision", "project_inertias",     "strict", "limits",   "density"};

void append(std::vector<std::string>& keys, const std::vector<std::string>& more) {
  keys.insert(keys.end(), more.begin(), more.end());
}

// Geometry keys of a model of one body.
std::vector<std::string> form_keys() {
  std::vector<std::string> keys = geometry_keys();
  keys.emplace_back("compound");
  return keys;
}

// Rejects times that do not ascend.
template <typename Knot>
void require_ascending(const std::vector<Knot>& path, const SceneNode& item) {
  const std::size_t n = path.size();
  if (n > 1 && !(path[n - 1].time > path[n - 2].time)) {
    item.require("time").fail("must be later than the previous knot",
                              "the times of a path must ascend");
  }
}

// {path: [{time, target}, …], smooth, repeat} beside the gains.
TargetPath read_target_path(const SceneNode& node) {
  TargetPath path;
  const auto knots = node.find("path");
  for (const char* key : {"smooth", "repeat"}) {
    const auto manner = node.find(key);
    if (manner && !knots) manner->fail("needs 'path'", "add a path, or remove it");
  }
  if (!knots) return path;
  for (const char* key : {"target", "velocity"}) {
    if (const auto other = node.find(key))
      other->fail("cannot be combined with 'path', which sets target and velocity",
                  "remove one of them");
  }
  for (const SceneNode& item : knots->items()) {
    item.allow_keys({"time", "target"});
    path.knots.push_back(
        {item.require("time").number("s"), item.require("target").number("rad or m")});
    require_ascending(path.knots, item);
  }
  if (path.knots.empty()) knots->fail("has no knots", "add {time, target}");
  if (const auto smooth = node.find("smooth")) path.smooth = smooth->boolean();
  if (const auto repeat = node.find("repeat")) path.repeat = repeat->boolean();
  return path;
}

// Keys of a PD law besides `effort`.
const std::vector<std::string> kLawKeys{"kp",   "kd",     "target", "velocity",
                                        "path", "smooth", "repeat"};

PdSpec read_law(const SceneNode& node) {
  PdSpec pd;
  pd.path = read_target_path(node);
  if (const auto kp = node.find("kp")) pd.kp = kp->non_negative("N m/rad or N/m");
  if (const auto kd = node.find("kd")) pd.kd = kd->non_negative("N m s/rad or N s/m");
  const auto target = node.find("target");
  if (target && !(target->is_scalar() && target->word() == "initial")) {
    pd.target = target->number("rad or m, or the word initial");
  }
  if (const auto velocity = node.find("velocity")) pd.velocity = velocity->number("rad/s or m/s");
  return pd;
}

PdSpec read_pd(const SceneNode& node) {
  std::vector<std::string> keys = kLawKeys;
  keys.emplace_back("effort");
  node.allow_keys(keys);
  PdSpec pd = read_law(node);
  if (const auto effort = node.find("effort")) pd.effort = effort->positive("N m or N");
  return pd;
}

// position: {kp, kd, …} or velocity: {gain, target}.
std::optional<PdSpec> read_servo(const SceneNode& node) {
  const auto position = node.find("position"), velocity = node.find("velocity");
  if (position && velocity)
    velocity->fail("cannot be combined with 'position'", "keep one of the two servos");
  if (position) {
    position->allow_keys(kLawKeys);
    PdSpec servo = read_law(*position);
    if (!(servo.kp > 0)) position->fail("a position servo needs kp above zero", "add kp");
    return servo;
  }
  if (!velocity) return std::nullopt;
  velocity->allow_keys({"gain", "target"});
  PdSpec servo;
  servo.kd = velocity->require("gain").positive("N m s/rad or N s/m");
  if (const auto target = velocity->find("target")) servo.velocity = target->number("rad/s or m/s");
  return servo;
}

MotorFriction read_motor_friction(const SceneNode& node) {
  node.allow_keys({"kinetic", "static", "stribeck_velocity", "viscous"});
  MotorFriction friction;
  if (const auto kinetic = node.find("kinetic"))
    friction.kinetic = kinetic->non_negative("N m or N");
  if (const auto viscous = node.find("viscous"))
    friction.viscous = viscous->non_negative("N m s/rad or N s/m");
  const auto at_rest = node.find("static"), stribeck = node.find("stribeck_velocity");
  if (at_rest.has_value() != stribeck.has_value())
    node.fail("Stribeck friction needs 'static' and 'stribeck_velocity'", "give both, or none");
  if (!at_rest) return friction;
  friction.static_effort = at_rest->positive("N m or N");
  friction.stribeck_velocity = stribeck->positive("rad/s or m/s");
  if (!(friction.kinetic > 0)) node.fail("'static' needs 'kinetic' above zero", "add kinetic");
  if (friction.kinetic > *friction.static_effort)
    node.require("kinetic").fail("exceeds the static friction", "expected kinetic <= static");
  return friction;
}

MotorSpec read_motor(const SceneNode& node) {
  node.allow_keys({"position", "velocity", "stall_torque", "no_load_speed", "gear_ratio",
                   "rotor_inertia", "friction", "delay", "time_constant", "effort"});
  MotorSpec motor;
  motor.servo = read_servo(node);
  const auto torque = node.find("stall_torque"), speed = node.find("no_load_speed");
  if (torque.has_value() != speed.has_value())
    node.fail("a torque-speed line needs 'stall_torque' and 'no_load_speed'", "give both, or none");
  if (torque) motor.stall_torque = torque->positive("N m");
  if (speed) motor.no_load_speed = speed->positive("rad/s");
  if (const auto ratio = node.find("gear_ratio")) motor.gear_ratio = ratio->positive("");
  if (const auto inertia = node.find("rotor_inertia"))
    motor.rotor_inertia = inertia->non_negative("kg m^2");
  if (const auto friction = node.find("friction")) motor.friction = read_motor_friction(*friction);
  if (const auto delay = node.find("delay")) {
    const double steps = delay->non_negative("steps");
    if (steps != std::floor(steps) || steps > 10000)
      delay->fail("expected a whole number of steps from 0 to 10000");
    motor.delay = static_cast<int>(steps);
  }
  if (const auto time = node.find("time_constant")) motor.time_constant = time->non_negative("s");
  if (const auto effort = node.find("effort")) motor.effort = effort->positive("N m or N");
  return motor;
}

void read_control(const SceneNode& node, ModelSpec& model) {
  node.allow_keys({"pd", "joints", "motors", "effort_limits"});
  if (const auto pd = node.find("pd")) model.pd = read_pd(*pd);
  if (const auto limits = node.find("effort_limits"))
    model.enforce_effort_limits = limits->choice({"off", "on"}) == 1;
  if (const auto motors = node.find("motors")) {
    for (const auto& [joint, motor] : motors->entries()) model.motors[joint] = read_motor(motor);
  }
  const auto joints = node.find("joints");
  if (!joints) return;
  for (const auto& [joint, law] : joints->entries()) model.pd_joints[joint] = read_pd(law);
}

// {stiffness, damping, …} of all position limits, joints: {JOINT: {…}} of one.
void read_limits(const SceneNode& node, ModelSpec& model) {
  std::vector<std::string> keys = compliance_keys();
  keys.emplace_back("joints");
  node.allow_keys(keys);
  model.limits = read_compliance(node);
  const auto joints = node.find("joints");
  if (!joints) return;
  for (const auto& [joint, law] : joints->entries()) {
    law.allow_keys(compliance_keys());
    model.limits_joints[joint] = read_compliance(law);
  }
}

void read_joint_values(const SceneNode& model, const char* key, const char* unit,
                       std::map<std::string, double>& values) {
  const auto node = model.find(key);
  if (!node) return;
  for (const auto& [joint, value] : node->entries()) values[joint] = value.number(unit);
}

SpatialVelocity read_velocity(const SceneNode& node) {
  node.allow_keys({"linear", "angular"});
  SpatialVelocity velocity;
  if (const auto linear = node.find("linear")) velocity.linear = linear->vector3("m/s");
  if (const auto angular = node.find("angular")) velocity.angular = angular->vector3("rad/s");
  return velocity;
}

PathKnot read_knot(const SceneNode& node) {
  node.allow_keys({"time", "xyz", "rpy"});
  PathKnot knot;
  knot.time = node.require("time").number("s");
  const auto xyz = node.find("xyz"), rpy = node.find("rpy");
  knot.pose = RigidTransform::from_xyz_rpy(xyz ? xyz->vector3("m") : Vector3::Zero(),
                                           rpy ? rpy->vector3("rad") : Vector3::Zero());
  return knot;
}

// {path: [{time, xyz, rpy}, …], smooth, repeat} or {velocity: {linear, angular}}.
KinematicSpec read_kinematic(const SceneNode& node) {
  KinematicSpec script;
  if (const auto velocity = node.find("velocity")) {
    node.allow_keys({"velocity"});
    script.velocity = read_velocity(*velocity);
    return script;
  }
  node.allow_keys({"path", "smooth", "repeat", "velocity"});
  const SceneNode path = node.require("path");
  for (const SceneNode& item : path.items()) {
    script.path.push_back(read_knot(item));
    require_ascending(script.path, item);
  }
  if (script.path.empty()) path.fail("has no knots", "add {time, xyz, rpy}");
  if (const auto smooth = node.find("smooth")) script.smooth = smooth->boolean();
  if (const auto repeat = node.find("repeat")) script.repeat = repeat->boolean();
  return script;
}

// true, false, or {touching: neutral | initial | POSTURE}.
void read_self_collision(const SceneNode& node, ModelSpec& model) {
  if (!node.is_map()) {
    model.self_collision = node.boolean();
    return;
  }
  node.allow_keys({"touching"});
  model.touching_posture = node.require("touching").word();
  if (model.touching_posture == "neutral") model.touching_posture.clear();
}

void read_robot(const SceneNode& node, ModelSpec& model) {
  const SceneNode urdf = node.require("urdf");
  model.urdf = urdf.path_relative_to_file();
  urdf.require_file(model.urdf);
  if (const auto packages = node.find("packages")) model.packages = read_packages(*packages);
  if (const auto missing = node.find("allow_missing_meshes")) {
    model.allow_missing_meshes = missing->boolean();
  }
  if (const auto project = node.find("project_inertias")) {
    model.project_inertias = project->boolean();
  }
  if (const auto density = node.find("density")) model.density = density->positive("kg/m^3");
  if (const auto strict = node.find("strict")) model.strict = strict->boolean();
  if (const auto base = node.find("base")) {
    constexpr BaseKind kBases[] = {BaseKind::kAuto, BaseKind::kFixed, BaseKind::kFloating};
    model.base = kBases[base->choice({"auto", "fixed", "floating"})];
    if (model.kinematic && model.base == BaseKind::kFixed) {
      base->fail("a base with a script cannot be fixed", "remove one of the two");
    }
  }
  if (const auto self = node.find("self_collision")) read_self_collision(*self, model);
  const auto q = node.find("q");
  if (q && q->is_scalar()) {
    model.posture = q->word();
  } else {
    read_joint_values(node, "q", "rad or m", model.q);
  }
  read_joint_values(node, "v", "rad/s or m/s", model.v);
  if (const auto control = node.find("control")) read_control(*control, model);
  if (const auto limits = node.find("limits")) read_limits(*limits, model);
}

void read_mass(const SceneNode& node, std::optional<double>& mass, std::optional<double>& density) {
  const auto mass_node = node.find("mass"), density_node = node.find("density");
  if (mass_node && density_node)
    density_node->fail("cannot be combined with 'mass'", "keep one of the two");
  if (mass_node) mass = mass_node->positive("kg");
  if (density_node) density = density_node->positive("kg/m^3");
}

// {ixx, iyy, izz, ixy, ixz, iyz}: about the centre of mass, in the axes of `pose`.
Matrix3 read_inertia(const SceneNode& node) {
  constexpr const char* kUnit = "kg m^2";
  node.allow_keys({"ixx", "iyy", "izz", "ixy", "ixz", "iyz"});
  const auto product = [&](const char* key) {
    const auto value = node.find(key);
    return value ? value->number(kUnit) : 0.0;
  };
  const double xy = product("ixy"), xz = product("ixz"), yz = product("iyz");
  Matrix3 inertia;
  inertia << node.require("ixx").positive(kUnit), xy, xz,  //
      xy, node.require("iyy").positive(kUnit), yz,         //
      xz, yz, node.require("izz").positive(kUnit);
  try {
    require_possible(inertia, "");
  } catch (const Error& error) {
    node.fail(error.what());
  }
  return inertia;
}

// A shape without outside, inside or underside has no mass either.
void refuse_moving(const SceneNode& node, const GeometryRecord& geometry) {
  const char* what = nullptr;
  if (geometry.kind == GeometryKind::kPlane) what = "a plane";
  if (geometry.kind == GeometryKind::kHollowSphere) what = "a hollow sphere";
  if (geometry.kind == GeometryKind::kHeightfield) what = "a heightfield";
  if (what != nullptr) node.fail(std::string(what) + " cannot move", "add static: true");
}

CompoundPart read_part(const SceneNode& node, const ModelSpec& model, const ModelContext& context) {
  const bool moves = !model.is_static && !model.kinematic;
  std::vector<std::string> keys{"pose", "material", "collision"};
  if (moves) append(keys, {"mass", "density"});
  append(keys, geometry_keys());
  node.allow_keys(keys);
  CompoundPart part;
  RigidTransform X_PS;
  const auto geometry = read_geometry(node, &X_PS);
  if (!geometry)
    node.fail("the part has no geometry", "expected one of " + joined(geometry_keys()));
  part.geometry = *geometry;
  if (const auto pose = node.find("pose")) part.pose = pose->pose();
  part.pose = part.pose * X_PS;
  if (const auto material = node.find("material"))
    part.material = read_material_name(*material, context.materials);
  if (const auto collision = node.find("collision"))
    part.collision = read_part_filter(*collision, context.groups);
  if (!moves) return part;
  refuse_moving(node, part.geometry);
  read_mass(node, part.mass, part.density);
  if (model.mass && (part.mass || part.density))
    node.fail("both the model and one of its parts have a mass", "keep one of the two");
  return part;
}

void read_body(const SceneNode& node, ModelSpec& model, const ModelContext& context) {
  read_mass(node, model.mass, model.density);
  if (const auto inertia = node.find("inertia")) {
    if (!model.mass) inertia->fail("needs 'mass'", "add the mass");
    model.inertia = read_inertia(*inertia);
  }
  if (const auto compound = node.find("compound")) {
    for (const SceneNode& item : compound->items())
      model.compound.push_back(read_part(item, model, context));
    if (model.compound.empty()) compound->fail("has no parts", "add {box: {size: [1, 1, 1]}}");
    return;
  }
  RigidTransform X_MS;
  model.geometry = read_geometry(node, &X_MS);
  model.pose = model.pose * X_MS;
  if (model.inertia) model.inertia = X_MS.R.transpose() * *model.inertia * X_MS.R;
  if (model.kinematic) {
    // Knots are given in the frame of `pose`, before an axis key rotates it.
    for (PathKnot& knot : model.kinematic->path) knot.pose = X_MS.inverse() * knot.pose * X_MS;
  }
  if (!model.is_static && !model.kinematic) refuse_moving(node, *model.geometry);
}

enum class Motion { kFree, kStatic, kScripted };

// Keys that are valid for this form of model. A model that forces do not move has no mass or
// velocity, and a model that does not move at all has no control.
std::vector<std::string> keys_of(bool is_robot, Motion motion) {
  std::vector<std::string> keys = kCommonKeys;
  if (is_robot) {
    append(keys, motion == Motion::kStatic
                     ? std::vector<std::string>{"urdf", "packages", "allow_missing_meshes"}
                     : kRobotKeys);
    if (motion == Motion::kScripted) std::erase(keys, "velocity");
  } else {
    append(keys, form_keys());
    if (motion == Motion::kFree) append(keys, kBodyKeys);
  }
  return keys;
}

// Known keys in the wrong place get a reason, not a suggestion.
void refuse_misplaced(const SceneNode& node, bool is_robot, Motion motion) {
  const std::vector<std::string> fitting = keys_of(is_robot, motion);
  std::vector<std::string> all = kRobotKeys;
  append(all, kBodyKeys);
  for (const std::string& key : all) {
    const auto child = node.find(key);
    if (!child || std::find(fitting.begin(), fitting.end(), key) != fitting.end()) continue;
    std::string what = "'" + key + "' is for models with 'urdf'";
    if (is_robot) what = "'" + key + "' comes from the URDF file";
    if (motion == Motion::kStatic) what = "a static model does not move and takes no '" + key + "'";
    if (motion == Motion::kScripted) what = "a kinematic model takes no '" + key + "'";
    child->fail(what, "remove it");
  }
}

void require_one_form(const SceneNode& node) {
  std::string first = node.find("urdf") ? "urdf" : "";
  for (const std::string& key : form_keys()) {
    const auto child = node.find(key);
    if (!child) continue;
    if (!first.empty()) {
      child->fail("cannot be combined with '" + first + "'",
                  "write one model per shape or robot, or a compound");
    }
    first = key;
  }
  if (first.empty())
    node.fail("the model has no geometry and no robot file",
              "expected one of urdf, mjcf, sdf, " + joined(form_keys()));
}

}  // namespace

std::map<std::string, std::string> read_packages(const SceneNode& node) {
  std::map<std::string, std::string> packages;
  for (const auto& [name, directory] : node.entries()) {
    const std::string folder = directory.path_relative_to_file();
    if (!is_folder(folder))
      directory.fail("folder '" + folder + "' not found", "give a path relative to the scene file");
    packages[name] = folder;
  }
  return packages;
}

std::string read_model_name(const SceneNode& node) {
  const SceneNode name = node.require("name");
  std::string text = name.word();
  if (text.find('/') != std::string::npos) {
    name.fail("a '/' in the name '" + text + "'", "links are named MODEL/LINK; choose another");
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= ' ') continue;
    name.fail("a line break or another control character in the name", "choose another");
  }
  return text;
}

ModelSpec read_model(const SceneNode& item, const ModelContext& context) {
  ModelSpec model;
  model.name = read_model_name(item);
  const SceneNode node = item.renamed("model '" + model.name + "'");
  if (const auto is_static = node.find("static")) model.is_static = is_static->boolean();

  if (const auto kinematic = node.find("kinematic")) {
    if (model.is_static) kinematic->fail("cannot be combined with 'static'", "remove one of them");
    model.kinematic = read_kinematic(*kinematic);
  }

  const bool is_robot = node.find("urdf").has_value();
  const Motion motion = model.is_static   ? Motion::kStatic
                        : model.kinematic ? Motion::kScripted
                                          : Motion::kFree;
  refuse_misplaced(node, is_robot, motion);
  std::vector<std::string> known = keys_of(is_robot, motion);
  if (!is_robot) known.emplace_back("urdf");
  node.allow_keys(known);
  require_one_form(node);

  if (const auto material = node.find("material"))
    model.material = read_material_name(*material, context.materials);
  if (const auto pose = node.find("pose")) model.pose = pose->pose();
  if (const auto velocity = node.find("velocity")) model.velocity = read_velocity(*velocity);
  if (is_robot) {
    read_robot(node, model);
  } else {
    read_body(node, model, context);
  }
  if (const auto collision = node.find("collision"))
    read_collision_filter(*collision, context.groups, model);
  return model;
}

}  // namespace cardan
