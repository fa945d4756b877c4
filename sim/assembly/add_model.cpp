#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"
#include "cardan/skeleton.h"
#include "cardan/skeleton_builder.h"
#include "cardan/urdf.h"
#include "core/nearest.h"
#include "dynamics/urdf/base_note.h"
#include "dynamics/urdf/robot_cache.h"
#include "sim/assembly/body_inertia.h"
#include "sim/assembly/change_pairing.h"
#include "sim/assembly/draft.h"
#include "sim/assembly/load_meshes.h"
#include "sim/data/base_drive.h"
#include "sim/data/change_log.h"
#include "sim/data/check_spec.h"
#include "sim/data/lazy_body_poses.h"
#include "sim/data/named_parts.h"
#include "sim/data/renumber.h"
#include "sim/data/spec_json.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

void check_numbers(const ModelSpec& spec) {
  const std::string where = "model '" + spec.name + "'";
  if (!spec.pose.R.allFinite() || !spec.pose.p.allFinite() || !spec.velocity.angular.allFinite() ||
      !spec.velocity.linear.allFinite()) {
    throw Error("pose or velocity is not finite", where);
  }
  if (!is_rotation(spec.pose.R)) {
    throw Error("the rotation of the pose is not a rotation matrix", where);
  }
  for (const CompoundPart& part : spec.compound) {
    if (!is_rotation(part.pose.R) || !part.pose.p.allFinite())
      throw Error("the pose of a part is not finite, or its rotation is not a rotation matrix",
                  where);
  }
  for (const auto* values : {&spec.q, &spec.v}) {
    for (const auto& [joint, value] : *values) {
      if (!std::isfinite(value))
        throw Error("joint '" + joint + "' has a value that is not finite", where);
    }
  }
  if (spec.pd) check_pd(*spec.pd, where);
  for (const auto& [joint, pd] : spec.pd_joints) check_pd(pd, where);
  const auto check_law = [&](const Compliance& law) {
    if (const std::string why = why_unusable(law); !why.empty())
      throw Error("limits: " + why, where);
  };
  check_law(spec.limits);
  for (const auto& [joint, law] : spec.limits_joints) check_law(law);
}

}  // namespace

int freedom_of(const Skeleton& skeleton, const std::string& joint, const std::string& where) {
  const JointInfo& info = skeleton.joints[joint_index(skeleton, joint, where)];
  if (info.follower >= 0) {
    const std::string leader(skeleton.dof_name(skeleton.followers[info.follower].dof));
    throw Error("joint '" + joint + "' follows joint '" + leader + "'", where,
                "name '" + leader + "'");
  }
  if (info.nv != 1)
    throw Error("joint '" + joint + "' has " + std::to_string(info.nv) + " degrees of freedom",
                where, "name a joint with one degree of freedom");
  return info.v_start;
}

void set_law(Draft& draft, int dof, const PdSpec& spec, double time) {
  ModelSetup& model = *draft.setup;
  std::erase_if(model.target_paths, [&](const ScriptedTarget& t) { return t.dof == dof; });
  PdLaw pd;
  const int q_index = model.skeleton->single_q_index(dof);
  pd.active = spec.kp > 0 || spec.kd > 0;
  pd.kp = spec.kp;
  pd.kd = spec.kd;
  pd.target = spec.target.value_or(draft.state().q()[q_index]);
  pd.velocity = spec.velocity;
  pd.max_effort = spec.effort.value_or(model.joints.effort_limit[dof]);
  pd.target_is_initial = !spec.target;
  if (!spec.path.knots.empty()) {
    pd.target = path_target(spec.path, time);
    pd.target_is_initial = false;
    model.target_paths.push_back({dof, spec.path});
  }
  draft.state().laws().set(dof, pd);
}

namespace {

// Everything a dynamic model needs besides its skeleton.
void equip(World::Impl& world, Draft& draft, const ModelSpec& spec) {
  ModelSetup& setup = *draft.setup;
  ModelScratch& work = *draft.work;
  const Skeleton& skeleton = *setup.skeleton;
  setup.kernel_skeleton = world.skeletons.find(setup.skeleton);
  setup.mass = skeleton.total_mass();
  setup.limits.resize(skeleton.nv());
  setup.has_bare_joints = true;
  int with_friction = 0;
  for (int i = 0; i < skeleton.nv(); ++i) {
    const DofProperties& dof = skeleton.dof[i];
    with_friction += dof.friction > 0;
    const bool bare = dof.damping == 0 && dof.friction == 0 && dof.stiffness == 0 &&
                      dof.effort_limit == kInfinity;
    if (!bare || skeleton.single_q_index(i) >= 0) setup.has_bare_joints = false;
  }
  draft.states = {};
  if (setup.has_bare_joints) {
    draft.states.add_without_laws(skeleton.nq(), skeleton.nv(), drive_numbers(spec));
  } else {
    setup.joints = JointProperties(skeleton, world.model.spec);
    if (!spec.enforce_effort_limits) {
      setup.joints.effort_limit.setConstant(kInfinity);
      setup.joints.has_effort_limits = false;
    }
    draft.states.add(skeleton.nq(), skeleton.nv(), drive_numbers(spec));
  }
  draft.state().q() = skeleton.neutral_configuration();
  draft.state().laws().clear(with_friction);
  work.data.emplace(skeleton);
  if (!skeleton.floating_base()) work.data->X_W0 = work.X_W0;
  work.vectors = StepVectors(skeleton.nq(), skeleton.nv(), skeleton.num_bodies());
  if (skeleton.kind() == SkeletonKind::kArticulated) work.force_free = ForceFreeWork(skeleton);
  if (has_tension(skeleton)) work.tension.work.emplace(skeleton);
  if (world.model.spec.integrator == Integrator::kMidpoint) {
    work.q_start = draft.state().q();
    work.v_start = draft.state().v();
  }
  if (world.model.spec.integrator == Integrator::kRungeKutta4) {
    RungeKuttaWork& stages = work.runge_kutta;
    stages.q = draft.state().q();
    for (VectorX* x : {&stages.v, &stages.increment, &stages.rate, &stages.acceleration,
                       &stages.sum_rate, &stages.sum_acceleration}) {
      *x = VectorX::Zero(skeleton.nv());
    }
  }
}

void set_base(Draft& draft, const ModelSpec& spec) {
  if (!draft.setup->skeleton->floating_base()) {
    if (spec.velocity.angular.isZero(0) && spec.velocity.linear.isZero(0)) return;
    throw Error("a velocity is given for a fixed base", "model '" + spec.name + "'",
                "remove it, or set base: floating");
  }
  const Quaternion q(spec.pose.R);
  const ModelState state = draft.state();
  state.q().head<3>() = spec.pose.p;
  state.q().segment<4>(3) << q.w(), q.x(), q.y(), q.z();
  state.v().head<3>() = spec.velocity.angular;
  state.v().segment<3>(3) = spec.velocity.linear;
}

void set_joints_and_control(Draft& draft, const ModelSpec& spec, const WorldSpec& world,
                            double time) {
  ModelSetup& model = *draft.setup;
  const Skeleton& skeleton = *model.skeleton;
  const std::string where = "model '" + spec.name + "'";
  for (const auto& [joint, value] : spec.q) {
    draft.state().q()[skeleton.single_q_index(freedom_of(skeleton, joint, where))] = value;
  }
  for (const auto& [joint, value] : spec.v)
    draft.state().v()[freedom_of(skeleton, joint, where)] = value;
  const std::vector<char> driven =
      spec.pd ? driven_freedoms(skeleton, *spec.pd) : std::vector<char>();
  for (int i = 0; i < skeleton.nv(); ++i) {
    PdLaw none;
    if (!model.has_bare_joints) none.max_effort = model.joints.effort_limit[i];
    draft.state().laws().set(i, none);
    if (spec.pd && driven[static_cast<std::size_t>(i)]) set_law(draft, i, *spec.pd, time);
  }
  for (const auto& [joint, pd] : spec.pd_joints)
    set_law(draft, freedom_of(skeleton, joint, where), pd, time);
  model.limits.assign(skeleton.nv(), spec.limits);
  for (const auto& [joint, law] : spec.limits_joints)
    model.limits[freedom_of(skeleton, joint, where)] = law;
  tell_idle_control(draft, spec);
  draft_motors(draft, spec, world, time);
}

UrdfBase urdf_base(BaseKind base) {
  switch (base) {
    case BaseKind::kAuto:
      return UrdfBase::kAuto;
    case BaseKind::kFixed:
      return UrdfBase::kFixed;
    case BaseKind::kFloating:
      return UrdfBase::kFloating;
  }
  return UrdfBase::kAuto;
}

// Identical robots share one skeleton, including its names.
std::shared_ptr<const Skeleton> shared_skeleton(World::Impl& world,
                                                const std::shared_ptr<const Skeleton>& skeleton) {
  const std::shared_ptr<const Skeleton>& known = world.skeletons.find(skeleton);
  return is_same_skeleton(*known, *skeleton) ? known : skeleton;
}

// The robot of a file, a text, or a description. known: robots of files that were read before; null
// if the file has to be read.
std::shared_ptr<const RobotModel> robot_of(const ModelSpec& spec, RobotCache* known) {
  UrdfOptions options;
  options.packages = spec.packages;
  options.allow_missing_meshes = spec.allow_missing_meshes;
  options.project_inertias = spec.project_inertias;
  options.strict = spec.strict;
  options.allow_outside = spec.allow_outside;
  options.base = urdf_base(spec.base);
  options.density = spec.density;
  options.caller = UrdfCaller::kScene;
  if (spec.description) {
    if (const Diagnostic* defect = spec.description->first_error()) {
      throw Error(defect->message, defect->file + ":" + std::to_string(defect->line),
                  "a description with errors cannot be built");
    }
    return std::make_shared<RobotModel>(build_robot(*spec.description, options));
  }
  if (!spec.urdf_text) {
    if (known != nullptr) return known->load(spec.urdf, options);
    return std::make_shared<RobotModel>(load_robot(spec.urdf, options));
  }
  options.directory = spec.urdf_folder;
  return std::make_shared<RobotModel>(
      build_robot(read_urdf_text(*spec.urdf_text, label_of(spec), options), options));
}

// Options of the build have no effect on a robot that is already built.
void refuse_build_options(const ModelSpec& spec) {
  const char* given = nullptr;
  if (spec.base != BaseKind::kAuto) given = "base";
  if (spec.density) given = "density";
  if (!spec.packages.empty()) given = "packages";
  if (spec.allow_missing_meshes) given = "allow_missing_meshes";
  if (spec.project_inertias) given = "project_inertias";
  if (given == nullptr) return;
  throw Error(std::string("'") + given + "' has no effect on a robot that is already built",
              "model '" + spec.name + "'", "pass it to build_robot in UrdfOptions");
}

void tell_velocity_limits(Draft& draft) {
  const Skeleton& skeleton = *draft.setup->skeleton;
  int count = 0;
  for (const DofProperties& dof : skeleton.dof) count += std::isfinite(dof.velocity_limit) ? 1 : 0;
  if (count == 0) return;
  draft.diagnostics.push_back(
      {Severity::kWarning, "", 0, "model '" + draft.setup->name + "'",
       "no step enforces the velocity limits of its joints (" + std::to_string(count) + ")"});
}

void draft_robot(World::Impl& world, Draft& draft, const ModelSpec& spec, const RobotModel& robot) {
  ModelSetup& model = *draft.setup;
  if (model.name.empty()) model.name = robot.name;
  draft.diagnostics = robot.diagnostics;
  // The note names the model: several robots of a world may come from one file.
  std::erase_if(draft.diagnostics, [&](Diagnostic& note) {
    if (!is_base_note(note)) return false;
    note.element = "model '" + model.name + "'";
    return spec.is_static;
  });
  // A scripted robot without joints is a body that is unaffected by forces.
  const int fixed_nv = spec.kinematic ? 6 : 0;
  if (!spec.is_static && robot.skeleton && robot.skeleton->nv() > fixed_nv) {
    model.skeleton = shared_skeleton(world, with_motors(robot.skeleton, spec));
    model.links = robot.links;
    equip(world, draft, spec);
    set_base(draft, spec);
    if (!spec.posture.empty())
      set_posture(robot, spec.posture, "model '" + spec.name + "'", draft.state().q());
    set_joints_and_control(draft, spec, world.model.spec, world.state.time);
  } else if (!spec.q.empty() || !spec.v.empty() || spec.pd || !spec.pd_joints.empty() ||
             !spec.motors.empty()) {
    throw Error("joint values or control are given for a model that does not move",
                "model '" + spec.name + "'",
                "remove them: the model is static or has no moving joint");
  }
  draft_robot_shapes(draft, robot, spec, [&](const RobotShape& shape) {
    const std::string& material = shape.surface.empty() ? spec.material : shape.surface;
    return world.model.materials.add(material, shape.material, material == "default");
  });
  if (model.skeleton) exclude_own_pairs(draft, robot, spec);
  if (spec.strict) refuse_warnings(draft.diagnostics);
  // Not a fault of the file: URDF requires the attribute.
  if (model.skeleton) tell_velocity_limits(draft);
}

void draft_skeleton(World::Impl& world, Draft& draft, const ModelSpec& spec) {
  ModelSetup& model = *draft.setup;
  if (spec.skeleton->nv() == 0) {
    throw Error("the skeleton has no degrees of freedom", "model '" + spec.name + "'");
  }
  model.skeleton = with_motors(spec.skeleton, spec);
  equip(world, draft, spec);
  set_base(draft, spec);
  set_joints_and_control(draft, spec, world.model.spec, world.state.time);
}

void draft_geometry(World::Impl& world, Draft& draft, const ModelSpec& spec) {
  ModelSetup& model = *draft.setup;
  if (!spec.is_static && !spec.kinematic) {
    model.skeleton = make_free_body(spec.name, body_inertia(spec));
    equip(world, draft, spec);
    set_base(draft, spec);
  }
  const int body = model.skeleton ? 0 : -1;
  if (spec.geometry) {
    const int material = world.model.materials.add(spec.material, {}, false);
    draft_shapes(draft, *spec.geometry, {"", body, {}, 0, material, "", 0, ""});
  }
  std::vector<CollisionFilter> filters(draft.objects.size());  // of the parts
  int index = 0;
  for (const CompoundPart& part : spec.compound) {
    const std::string& name = part.material.empty() ? spec.material : part.material;
    const int material = world.model.materials.add(name, {}, false);
    index += draft_shapes(draft, part.geometry, {"", body, part.pose, index, material, "", 0, ""});
    filters.resize(draft.objects.size(), part.collision);
  }
  check_filtered_links(spec, {});
  for (std::size_t i = 0; i < draft.objects.size(); ++i) {
    set_filter(spec, "", draft.objects[i]);
    set_filter(filters[i], draft.objects[i]);
  }
}

// Sets the script of the model, and its state at the current time, where a floating robot starts.
ModelSpec scripted(Draft& draft, const ModelSpec& given, double time) {
  ModelSetup& model = *draft.setup;
  const std::string where = "model '" + given.name + "'";
  check_script(*given.kinematic, where);
  if (given.is_static) throw Error("is both static and kinematic", where, "remove one of them");
  if (!given.velocity.angular.isZero(0) || !given.velocity.linear.isZero(0)) {
    throw Error("a velocity cannot be combined with a script", where,
                "put the velocity into the script");
  }
  const bool built_on_base = given.robot && given.robot->skeleton &&
                             given.robot->skeleton->nv() > 0 &&
                             !given.robot->skeleton->floating_base();
  if (given.base == BaseKind::kFixed || built_on_base ||
      (given.skeleton && !given.skeleton->floating_base())) {
    throw Error("the base is fixed but has a script", where, "set base: floating");
  }
  model.script = given.kinematic;
  model.X_W_script = given.pose;
  ModelSpec spec = given;
  spec.base = BaseKind::kFloating;
  spec.pose = script_pose(model, time);
  spec.velocity = script_velocity(model, time);
  draft.work->X_W0 = spec.pose;
  return spec;
}

// Sets the drive of a base that the program moves to rest at its place.
void start_drive(Draft& draft, const ModelSpec& spec) {
  if (!spec.kinematic || !spec.kinematic->driven) return;
  if (!draft.setup->skeleton) {
    draft.states = {};
    draft.states.add_without_laws(0, 0, drive_numbers(spec));
  }
  ModelState::Vector numbers = draft.state().drives();
  draft.setup->drive = static_cast<int>(numbers.size()) - BaseDrive::kNumbers;
  BaseDrive::at(spec.pose).store(&numbers[draft.setup->drive]);
}

// Throws Error for laws that rk4 does not support.
void refuse_laws_over_steps(const World::Impl& world, const ModelSpec& given) {
  const std::string where = "model '" + given.name + "'";
  if (given.kinematic) refuse_under_rk4(world.model.spec, "a script", where);
  const auto has_path = [](const auto& law) { return !law.second.path.knots.empty(); };
  if ((given.pd && !given.pd->path.knots.empty()) ||
      std::any_of(given.pd_joints.begin(), given.pd_joints.end(), has_path))
    refuse_under_rk4(world.model.spec, "a path of PD targets", where);
  const auto soft = [](const auto& law) { return law.second.soft(); };
  if (given.limits.soft() ||
      std::any_of(given.limits_joints.begin(), given.limits_joints.end(), soft))
    refuse_under_rk4(world.model.spec, "a compliant joint limit", where);
}

void add_to_body(ModelSetup& model, int body, int collision_body, double radius) {
  for (ShapedBody& shaped : model.shaped_bodies) {
    if (shaped.body != body) continue;
    shaped.radius = std::max(shaped.radius, radius);
    return;
  }
  model.shaped_bodies.push_back({body, collision_body, radius});
}

// Trees are numbered in the order of their names, so that the order of adding does not change any
// bit of the results. Memory of the last step is indexed by these numbers and is dropped.
void insert_tree(World::Impl& world, ModelSetup& model) {
  std::vector<int>& trees = world.model.trees;
  const auto place = std::upper_bound(
      trees.begin(), trees.end(), model.name,
      [&](const std::string& name, int tree) { return name < world.model.model(tree).name; });
  const auto first = static_cast<std::size_t>(place - trees.begin());
  trees.insert(place, model.number);
  for (std::size_t i = first; i < trees.size(); ++i)
    world.model.models[static_cast<std::size_t>(trees[i])]->tree = static_cast<int>(i);
  for (IslandReport& island : world.step.report.islands)
    if (island.lowest_tree >= model.tree) ++island.lowest_tree;
  world.model.heaviest_tree = std::max(world.model.heaviest_tree, model.mass);
  make_room_for_tree(world, model.tree);
  world.state.memory = {};
}

// Nothing below can fail.
void commit(World::Impl& world, Draft& draft) {
  ModelSetup& model = *draft.setup;
  model.number = static_cast<int>(world.model.models.size());
  const int first_body = world.next_body + 1;
  for (std::size_t i = 0; i < draft.objects.size(); ++i) {
    ShapeInstance& shape = model.shapes[i];
    // One number per body of the world: its shapes move together and never collide.
    draft.objects[i].body = world.next_body + shape.body + 1;
    draft.objects[i].X_BS = shape.X_BS;
    add_to_body(model, shape.body, draft.objects[i].body, draft.radii[i]);
    shape.handle = world.step.collision.add(std::move(draft.objects[i]));
    world.model.shape_model.push_back(model.number);
    world.model.shape_index.push_back(static_cast<int>(i));
  }
  for (const ShapedBody& shaped : model.shaped_bodies)
    world.step.collision.set_body_pose(shaped.collision_body, draft.work->X_W0);
  world.next_body += 1 + (model.skeleton ? model.skeleton->num_bodies() : 0);
  for (const auto& [i, j] : draft.excluded) {
    world.step.collision.exclude(model.shapes[i].handle, model.shapes[j].handle);
  }
  for (Diagnostic& finding : draft.diagnostics) world.findings.add(std::move(finding));
  // Keys refer to positions among all shapes, which have changed.
  if (!draft.objects.empty()) world.state.memory = {};
  world.model.has_scripts |= model.script.has_value();
  world.model.has_target_paths |= !model.target_paths.empty();
  world.model.has_motors |= !model.motors.empty();
  world.state.models.append(draft.states);
  world.step.models.push_back(std::move(draft.work));
  world.model.models.push_back(std::move(draft.setup));
  if (!model.skeleton) return;
  ModelScratch& work = *world.step.models.back();
  work.lazy_poses = make_lazy_body_poses({model, world.state.models, work, world.model.spec.step},
                                         first_body, world.step.collision);
  world.skeletons.insert(model.kernel_skeleton);
  insert_tree(world, model);
}

}  // namespace

void load_meshes(ModelSpec& spec, MeshCache& meshes) {
  const auto load = [&](GeometryRecord& geometry) {
    if (geometry.kind != GeometryKind::kMesh || !geometry.parts.empty()) return;
    geometry.parts = meshes.load(geometry.mesh_file, geometry.mesh_scale);
  };
  if (spec.geometry) load(*spec.geometry);
  for (CompoundPart& part : spec.compound) load(part.geometry);
}

Model& World::add(const ModelSpec& asked) {
  ModelSpec given = asked;
  MeshCache meshes;
  load_meshes(given, meshes);
  Impl& world = impl();
  require_between_steps(world, "add");
  refuse_in_batch(world, "a model cannot be added");
  const std::string where = "model '" + given.name + "'";
  const bool from_file = !given.urdf.empty() || given.urdf_text;
  if (from_file + (given.description != nullptr) + (given.robot != nullptr) +
          given.geometry.has_value() + !given.compound.empty() + (given.skeleton != nullptr) !=
      1) {
    throw Error(
        "a model needs one of urdf, urdf_text, description, robot, geometry, compound and skeleton",
        where);
  }
  if (!given.urdf_folder.empty() && !given.urdf_text)
    throw Error("urdf_folder is given without urdf_text", where, "remove it");
  check_numbers(given);
  check_motors(world.model.spec, given);
  refuse_unused(given);
  Draft draft;
  draft.setup->name = given.name;
  draft.setup->added_at = world.state.steps;
  draft.work->X_W0 = given.pose;
  refuse_laws_over_steps(world, given);
  const ModelSpec spec = given.kinematic ? scripted(draft, given, world.state.time) : given;
  if (spec.geometry || !spec.compound.empty()) {
    draft_geometry(world, draft, spec);
  } else if (spec.skeleton) {
    draft_skeleton(world, draft, spec);
  } else if (spec.robot) {
    refuse_build_options(given);
    draft_robot(world, draft, spec, *spec.robot);
  } else {
    draft_robot(world, draft, spec, *robot_of(spec, world.known_robots));
  }
  if (find(draft.setup->name)) {
    throw Error("two models are named '" + draft.setup->name + "'", "models",
                "give each its own name");
  }
  start_drive(draft, spec);
  std::optional<NewPairing> changed = pairing_with(world, *draft.setup);
  draft.setup->spec = kept_spec(given, draft.setup->name);
  // The code below cannot fail.
  forget_islands(world);
  wake_all(world.model, world.state, world.step);  // trees are renumbered
  if (changed) set_pairing(world, std::move(*changed));
  commit(world, draft);
  auto face = std::make_unique<Model::Impl>();
  face->world = &world;
  face->number = static_cast<int>(world.faces.size());
  world.faces.push_back(std::unique_ptr<Model>(new Model(std::move(face))));
  Model& model = *world.faces.back();
  world.model_of_name.emplace(model.name(), model.impl().number);
  place_scripts(world.model, world.state, world.step);
  if (spec.kinematic && model.skeleton()) tie_base_to_script(world, model.impl().number);
  log_change(world, ChangeKind::kAddModel,
             [&](ChangeWriter& out) { out.text(model_json(*model.impl().setup().spec)); });
  return model;
}

Model& World::add_skeleton(const std::string& name, std::shared_ptr<const Skeleton> skeleton,
                           const RigidTransform& pose) {
  ModelSpec spec;
  spec.name = name;
  spec.skeleton = std::move(skeleton);
  spec.pose = pose;
  return add(spec);
}

Model& World::add_urdf(const std::string& file, const RigidTransform& pose, BaseKind base,
                       const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  spec.urdf = file;
  spec.pose = pose;
  spec.base = base;
  return add(spec);
}

Model& World::add_urdf_text(const std::string& text, const std::string& base_folder,
                            const RigidTransform& pose, BaseKind base, const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  spec.urdf_text = text;
  spec.urdf_folder = base_folder;
  spec.pose = pose;
  spec.base = base;
  return add(spec);
}

Model& World::add_robot(const RobotDescription& description, const RigidTransform& pose,
                        BaseKind base, const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  spec.description = std::make_shared<RobotDescription>(description);
  spec.pose = pose;
  spec.base = base;
  return add(spec);
}

Model& World::add_robot(const RobotModel& robot, const RigidTransform& pose,
                        const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  spec.robot = std::make_shared<RobotModel>(robot);
  spec.pose = pose;
  return add(spec);
}

Model& World::add_ground(double height) {
  ModelSpec spec;
  spec.name = "ground";
  spec.geometry = GeometryRecord{};
  spec.geometry->kind = GeometryKind::kPlane;
  spec.is_static = true;
  spec.pose.p.z() = height;
  return add(spec);
}

}  // namespace cardan
