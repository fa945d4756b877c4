#include <cmath>

#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/file_kind.h"
#include "sim/assembly/body_inertia.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

void append(std::vector<std::string>& keys, const std::vector<std::string>& more) {
  keys.insert(keys.end(), more.begin(), more.end());
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

constexpr Key<TargetKnot> kTargetKnotKeys[] = {
    {{"time", form::number("s"), "Time of the knot", true}, kInto<&TargetKnot::time>},
    {{"target", form::number("rad or m"), "Target position", true}, kInto<&TargetKnot::target>},
};

constexpr Form kTargetKnot = form::map<kTargetKnotKeys>();
constexpr Key<TargetPath> kTargetPathKeys[] = {
    {{"path", form::list(&kTargetKnot), "Targets at times"}},
    {{"smooth", form::kBoolean, "At rest at every knot"}, kInto<&TargetPath::smooth>},
    {{"repeat", form::kBoolean, "Starts again after the last knot"}, kInto<&TargetPath::repeat>},
};

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
    allow_keys(item, kTargetKnotKeys);
    read_keys(item, kTargetKnotKeys, path.knots.emplace_back());
    require_ascending(path.knots, item);
  }
  if (path.knots.empty()) knots->fail("has no knots", "add {time, target}");
  read_keys(node, kTargetPathKeys, path);
  return path;
}

constexpr Form kTargetForms[] = {form::number("rad or m"), form::kWord};

// Keys of a PD law besides `effort` and those of the path.
constexpr Key<PdSpec> kLawKeys[] = {
    {{"kp", form::non_negative("N m/rad or N/m"), "Gain of the position"}, kInto<&PdSpec::kp>},
    {{"kd", form::non_negative("N m s/rad or N s/m"), "Gain of the velocity"}, kInto<&PdSpec::kd>},
    {{"target", form::either(kTargetForms), "Target position, or initial"}},
    {{"velocity", form::number("rad/s or m/s"), "Target velocity"}, kInto<&PdSpec::velocity>},
};
constexpr Key<PdSpec> kPdEffort[] = {
    {{"effort", form::positive("N m or N"), "Bound of the effort of the law"},
     kInto<&PdSpec::effort>}};

PdSpec read_law(const SceneNode& node) {
  PdSpec pd;
  pd.path = read_target_path(node);
  read_keys(node, kLawKeys, pd);
  const auto target = node.find("target");
  if (target && !(target->is_scalar() && target->word() == "initial")) {
    pd.target = target->number("rad or m, or the word initial");
  }
  return pd;
}

PdSpec read_pd(const SceneNode& node) {
  allow_keys(node, kLawKeys, kTargetPathKeys, kPdEffort);
  PdSpec pd = read_law(node);
  read_keys(node, kPdEffort, pd);
  return pd;
}

constexpr Key<PdSpec> kVelocityServoKeys[] = {
    {{"gain", form::positive("N m s/rad or N s/m"), "Gain of the velocity", true},
     kInto<&PdSpec::kd>},
    {{"target", form::number("rad/s or m/s"), "Target velocity"}, kInto<&PdSpec::velocity>},
};

// position: {kp, kd, …} or velocity: {gain, target}.
std::optional<PdSpec> read_servo(const SceneNode& node) {
  const auto position = node.find("position"), velocity = node.find("velocity");
  if (position && velocity)
    velocity->fail("cannot be combined with 'position'", "keep one of the two servos");
  if (position) {
    allow_keys(*position, kLawKeys, kTargetPathKeys);
    PdSpec servo = read_law(*position);
    if (!(servo.kp > 0)) position->fail("a position servo needs kp above zero", "add kp");
    return servo;
  }
  if (!velocity) return std::nullopt;
  allow_keys(*velocity, kVelocityServoKeys);
  PdSpec servo;
  read_keys(*velocity, kVelocityServoKeys, servo);
  return servo;
}

constexpr Key<MotorFriction> kMotorFrictionKeys[] = {
    {{"kinetic", form::non_negative("N m or N"), "Coulomb friction"},
     kInto<&MotorFriction::kinetic>},
    {{"static", form::positive("N m or N"), "Breakaway effort, with stribeck_velocity"},
     kInto<&MotorFriction::static_effort>},
    {{"stribeck_velocity", form::positive("rad/s or m/s"), "Stribeck velocity"},
     kInto<&MotorFriction::stribeck_velocity>},
    {{"viscous", form::non_negative("N m s/rad or N s/m"), "Viscous coefficient"},
     kInto<&MotorFriction::viscous>},
};

MotorFriction read_motor_friction(const SceneNode& node) {
  allow_keys(node, kMotorFrictionKeys);
  MotorFriction friction;
  read_keys(node, kMotorFrictionKeys, friction);
  if (node.find("static").has_value() != node.find("stribeck_velocity").has_value())
    node.fail("Stribeck friction needs 'static' and 'stribeck_velocity'", "give both, or none");
  if (!friction.static_effort) return friction;
  if (!(friction.kinetic > 0)) node.fail("'static' needs 'kinetic' above zero", "add kinetic");
  if (friction.kinetic > *friction.static_effort)
    node.require("kinetic").fail("exceeds the static friction", "expected kinetic <= static");
  return friction;
}

int read_delay(const SceneNode& node) {
  const double steps = node.non_negative("steps");
  if (steps != std::floor(steps) || steps > 10000)
    node.fail("expected a whole number of steps from 0 to 10000");
  return static_cast<int>(steps);
}

constexpr Key<MotorSpec> kMotorKeys[] = {
    {{"position", form::map<kLawKeys, kTargetPathKeys>(), "Position servo"}},
    {{"velocity", form::map<kVelocityServoKeys>(), "Velocity servo"}},
    {{"stall_torque", form::positive("N m"), "Stall torque of the shaft, with no_load_speed"},
     kInto<&MotorSpec::stall_torque>},
    {{"no_load_speed", form::positive("rad/s"), "No-load speed of the shaft"},
     kInto<&MotorSpec::no_load_speed>},
    {{"gear_ratio", form::positive(""), "Speed of the shaft divided by that of the joint"},
     kInto<&MotorSpec::gear_ratio>},
    {{"rotor_inertia", form::non_negative("kg m^2"), "Inertia of the rotor"},
     kInto<&MotorSpec::rotor_inertia>},
    {{"friction", form::map<kMotorFrictionKeys>(), "Friction of the drive, at the joint"}},
    {{"delay", form::non_negative("steps"), "Whole number of steps from a command to its effect"},
     [](const SceneNode& node, const Form&, MotorSpec& motor) { motor.delay = read_delay(node); }},
    {{"time_constant", form::non_negative("s"), "Time constant of the lag of the effort"},
     kInto<&MotorSpec::time_constant>},
    {{"effort", form::positive("N m or N"), "Bound of the effort"}, kInto<&MotorSpec::effort>},
};

MotorSpec read_motor(const SceneNode& node) {
  allow_keys(node, kMotorKeys);
  MotorSpec motor;
  motor.servo = read_servo(node);
  read_keys(node, kMotorKeys, motor);
  if (motor.stall_torque.has_value() != motor.no_load_speed.has_value())
    node.fail("a torque-speed line needs 'stall_torque' and 'no_load_speed'", "give both, or none");
  if (const auto friction = node.find("friction")) motor.friction = read_motor_friction(*friction);
  return motor;
}

constexpr Form kPd = form::map<kLawKeys, kTargetPathKeys, kPdEffort>(),
               kMotor = form::map<kMotorKeys>();

constexpr Key<ModelSpec> kControlKeys[] = {
    {{"pd", kPd, "PD law of all joints"},
     [](const SceneNode& node, const Form&, ModelSpec& model) { model.pd = read_pd(node); }},
    {{"joints", form::named(&kPd), "PD laws of joints by name"}},
    {{"motors", form::named(&kMotor), "Motors of joints by name"}},
    {{"effort_limits", form::choice(form::kOffOn), "Whether the limits of the robot file apply"},
     kInto<&ModelSpec::enforce_effort_limits>},
};

void read_control(const SceneNode& node, ModelSpec& model) {
  allow_keys(node, kControlKeys);
  read_keys(node, kControlKeys, model);
  if (const auto motors = node.find("motors")) {
    for (const auto& [joint, motor] : motors->entries()) model.motors[joint] = read_motor(motor);
  }
  const auto joints = node.find("joints");
  if (!joints) return;
  for (const auto& [joint, law] : joints->entries()) model.pd_joints[joint] = read_pd(law);
}

constexpr Form kCompliance = form::map_with<compliance_rows>();
constexpr KeyRow kLimitJoints[] = {
    {"joints", form::named(&kCompliance), "Laws of the limits of joints by name"}};

// {stiffness, damping, …} of all position limits, joints: {JOINT: {…}} of one.
void read_limits(const SceneNode& node, ModelSpec& model) {
  allow_keys(node, compliance_rows(), kLimitJoints);
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

constexpr Key<SpatialVelocity> kVelocityKeys[] = {
    {{"linear", form::vector3("m/s"), "Velocity of the origin in the world"},
     kInto<&SpatialVelocity::linear>},
    {{"angular", form::vector3("rad/s"), "Angular velocity in the world"},
     kInto<&SpatialVelocity::angular>},
};
constexpr Form kVelocity = form::map<kVelocityKeys>();

SpatialVelocity read_velocity(const SceneNode& node) {
  allow_keys(node, kVelocityKeys);
  SpatialVelocity velocity;
  read_keys(node, kVelocityKeys, velocity);
  return velocity;
}

constexpr Key<PathKnot> kKnotKeys[] = {
    {{"time", form::number("s"), "Time of the knot", true}, kInto<&PathKnot::time>},
    {{"xyz", form::vector3("m"), "Position in the frame of the pose"}},
    {{"rpy", form::vector3("rad"), "Roll, pitch and yaw in the frame of the pose"}},
};

PathKnot read_knot(const SceneNode& node) {
  allow_keys(node, kKnotKeys);
  PathKnot knot;
  read_keys(node, kKnotKeys, knot);
  const auto xyz = node.find("xyz"), rpy = node.find("rpy");
  knot.pose = RigidTransform::from_xyz_rpy(xyz ? xyz->vector3("m") : Vector3::Zero(),
                                           rpy ? rpy->vector3("rad") : Vector3::Zero());
  return knot;
}

constexpr Form kKnot = form::map<kKnotKeys>();
constexpr Key<KinematicSpec> kKinematicKeys[] = {
    {{"path", form::list(&kKnot), "Poses at times"}},
    {{"smooth", form::kBoolean, "At rest at every knot"}, kInto<&KinematicSpec::smooth>},
    {{"repeat", form::kBoolean, "Starts again after the last knot"}, kInto<&KinematicSpec::repeat>},
    {{"velocity", kVelocity, "Constant velocity, without a path"}},
    {{"driven", form::kBoolean, "True if the program moves the model, without a path"},
     kInto<&KinematicSpec::driven>},
    {{"max_speed", form::positive("m/s"), "Largest speed of a driven model"},
     kInto<&KinematicSpec::max_speed>},
    {{"max_turn_rate", form::positive("rad/s"), "Largest angular speed of a driven model"},
     kInto<&KinematicSpec::max_turn_rate>},
};

// {path: [{time, xyz, rpy}, …], smooth, repeat}, {velocity: {linear, angular}}, or {driven: true,
// max_speed, max_turn_rate}.
KinematicSpec read_kinematic(const SceneNode& node) {
  KinematicSpec script;
  if (const auto velocity = node.find("velocity")) {
    node.allow_keys({"velocity"});
    script.velocity = read_velocity(*velocity);
    return script;
  }
  if (const auto driven = node.find("driven")) {
    node.allow_keys({"driven", "max_speed", "max_turn_rate"});
    read_keys(node, kKinematicKeys, script);
    if (!script.driven) driven->fail("is false", "give a path or a velocity");
    return script;
  }
  node.allow_keys({"path", "smooth", "repeat", "velocity", "driven"});
  const SceneNode path = node.require("path");
  for (const SceneNode& item : path.items()) {
    script.path.push_back(read_knot(item));
    require_ascending(script.path, item);
  }
  if (script.path.empty()) path.fail("has no knots", "add {time, xyz, rpy}");
  read_keys(node, kKinematicKeys, script);
  return script;
}

constexpr KeyRow kTouchingKeys[] = {
    {"touching", form::kWord, "Links that overlap in this posture are never tested", true}};

// true, false, or {touching: neutral | initial | POSTURE}.
void read_self_collision(const SceneNode& node, ModelSpec& model) {
  if (!node.is_map()) {
    model.self_collision = node.boolean();
    return;
  }
  allow_keys(node, kTouchingKeys);
  model.touching_posture = node.require("touching").word();
  if (model.touching_posture == "neutral") model.touching_posture.clear();
}

constexpr Form kMass = form::positive("kg"), kDensity = form::positive("kg/m^3");
constexpr const char* kBases[] = {"auto", "fixed", "floating"};
constexpr Form kTouchingForms[] = {form::kBoolean, form::map<kTouchingKeys>()};
constexpr Form kNumberOfJoint = form::number("rad or m");
constexpr Form kPostureForms[] = {form::kWord, form::named(&kNumberOfJoint)};
constexpr Form kSpeedOfJoint = form::number("rad/s or m/s");

// Keys of a static robot too.
constexpr KeyRow kUrdfKeys[] = {{"urdf", form::kWord, "URDF file of the robot"}};
constexpr Key<ModelSpec> kRobotFileKeys[] = {
    {{"packages", form::named(&form::kWord), "Folders of packages by name"}},
    {{"allow_missing_meshes", form::kBoolean, "Leaves out shapes whose mesh is missing"},
     kInto<&ModelSpec::allow_missing_meshes>},
};
constexpr Key<ModelSpec> kRobotKeys[] = {
    {{"base", form::choice(kBases), "Whether the base is fixed"}},
    {{"velocity", kVelocity, "Initial velocity of the body or base"}},
    {{"q", form::either(kPostureForms), "Initial posture: its name, or positions by joint"}},
    {{"v", form::named(&kSpeedOfJoint), "Initial velocities by joint"}},
    {{"control", form::map<kControlKeys>(), "PD laws and motors"}},
    {{"self_collision", form::either(kTouchingForms), "Whether links collide with each other"}},
    {{"project_inertias", form::kBoolean, "Replaces impossible inertias by the nearest"},
     kInto<&ModelSpec::project_inertias>},
    {{"strict", form::kBoolean, "Refuses the file on any warning"}, kInto<&ModelSpec::strict>},
    {{"limits", form::map_with<compliance_rows, kLimitJoints>(), "Law of position limits"}},
    {{"density", kDensity, "Density of links without an inertia"}, kInto<&ModelSpec::density>},
};

void read_robot(const SceneNode& node, ModelSpec& model) {
  const SceneNode urdf = node.require("urdf");
  model.urdf = urdf.path_relative_to_file();
  urdf.require_file(model.urdf);
  if (const auto packages = node.find("packages")) model.packages = read_packages(*packages);
  read_keys(node, kRobotFileKeys, model);
  read_keys(node, kRobotKeys, model);
  if (const auto base = node.find("base")) {
    constexpr BaseKind kKinds[] = {BaseKind::kAuto, BaseKind::kFixed, BaseKind::kFloating};
    model.base = kKinds[base->choice({std::begin(kBases), std::end(kBases)})];
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

constexpr const char* kUnit = "kg m^2";
constexpr KeyRow kInertiaKeys[] = {
    {"ixx", form::positive(kUnit), "Moment about x", true},
    {"iyy", form::positive(kUnit), "Moment about y", true},
    {"izz", form::positive(kUnit), "Moment about z", true},
    {"ixy", form::number(kUnit), "Product of x and y"},
    {"ixz", form::number(kUnit), "Product of x and z"},
    {"iyz", form::number(kUnit), "Product of y and z"},
};

// {ixx, iyy, izz, ixy, ixz, iyz}: about the centre of mass, in the axes of `pose`.
Matrix3 read_inertia(const SceneNode& node) {
  allow_keys(node, kInertiaKeys);
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

constexpr Key<CompoundPart> kPartKeys[] = {
    {{"pose", form::kPose, "Pose of the shape in the body"}, kInto<&CompoundPart::pose>},
    {{"material", form::kWord, "Material, by default that of the model"}},
    {{"collision", form::late(filter_form), "Groups of the shape"}},
};
constexpr KeyRow kMassKeys[] = {
    {"mass", kMass, "Mass; by default from the density"},
    {"density", kDensity, "Density, by default 1000"},
};

CompoundPart read_part(const SceneNode& node, const ModelSpec& model, const ModelContext& context) {
  const bool moves = !model.is_static && !model.kinematic;
  std::vector<std::string> keys = key_names(kPartKeys);
  if (moves) append(keys, key_names(kMassKeys));
  append(keys, geometry_keys());
  node.allow_keys(keys);
  CompoundPart part;
  RigidTransform X_PS;
  const auto geometry = read_geometry(node, &X_PS);
  if (!geometry)
    node.fail("the part has no geometry", "expected one of " + joined(geometry_keys()));
  part.geometry = *geometry;
  read_keys(node, kPartKeys, part);
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

// Geometry keys of a model of one body.
std::vector<std::string> form_keys() {
  std::vector<std::string> keys = geometry_keys();
  keys.emplace_back("compound");
  return keys;
}

constexpr const char* kMotions[] = {"path", "velocity"};
constexpr Form kKinematic = form::map<kKinematicKeys>(kMotions);
constexpr Key<ModelSpec> kCommonKeys[] = {
    {{"name", form::kWord, "Unique name", true}},
    {{"material", form::kWord, "Name of the material"}},
    {{"pose", form::kPose, "Pose in the world"}, kInto<&ModelSpec::pose>},
    {{"static", form::kBoolean, "True for a model that never moves"}},
    {{"kinematic", kKinematic, "Prescribed motion"}},
    {{"collision", form::late(collision_form), "Groups of the shapes"}},
    {{"grid", form::late(grid_form), "Copies of the model in a grid"}},
};
constexpr KeyRow kBodyKeys[] = {
    {"inertia", form::map<kInertiaKeys>(), "Inertia about the centre of mass, with mass"},
    {"velocity", kVelocity, "Initial velocity of the body or base"},
};
// Keys of models of whole files (MjcfItems, ModelFileItems).
constexpr KeyRow kFileKeys[] = {
    {"mjcf", form::kWord, "MJCF file"},
    {"sdf", form::kWord, "SDF file"},
    {"static_bodies", form::kBoolean, "Whether bodies that are fixed to the world are added"},
};
Form part_form() {
  static const std::vector<const char*> shapes = [] {
    std::vector<const char*> names;
    for (const KeyRow& row : geometry_rows()) names.push_back(row.name);
    return names;
  }();
  return form::map_with<geometry_rows, kPartKeys, kMassKeys>(shapes);
}

constexpr Form kPart = form::late(part_form);
constexpr KeyRow kCompound[] = {{"compound", form::some(&kPart), "Parts of one body"}};

enum class Motion { kFree, kStatic, kScripted };

// Keys that are valid for this form of model. A model that forces do not move has no mass or
// velocity, and a model that does not move at all has no control.
std::vector<std::string> keys_of(bool is_robot, Motion motion) {
  std::vector<std::string> keys = key_names(kCommonKeys);
  if (is_robot) {
    append(keys, key_names(kUrdfKeys, kRobotFileKeys));
    if (motion != Motion::kStatic) append(keys, key_names(kRobotKeys));
    if (motion == Motion::kScripted) std::erase(keys, "velocity");
  } else {
    append(keys, form_keys());
    if (motion == Motion::kFree) append(keys, key_names(kMassKeys, kBodyKeys));
  }
  return keys;
}

// Known keys in the wrong place get a reason, not a suggestion.
void refuse_misplaced(const SceneNode& node, bool is_robot, Motion motion) {
  const std::vector<std::string> fitting = keys_of(is_robot, motion);
  for (const std::string& key :
       key_names(kUrdfKeys, kRobotFileKeys, kRobotKeys, kMassKeys, kBodyKeys)) {
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

Form model_form() {
  static const std::vector<const char*> forms = [] {
    std::vector<const char*> names{"urdf", "mjcf", "sdf", "compound"};
    for (const KeyRow& row : geometry_rows()) names.push_back(row.name);
    return names;
  }();
  return form::map_with<geometry_rows, kCommonKeys, kUrdfKeys, kFileKeys, kCompound, kRobotFileKeys,
                        kRobotKeys, kMassKeys, kBodyKeys>(forms);
}

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
  read_keys(node, kCommonKeys, model);
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
