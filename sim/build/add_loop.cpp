#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/sim/build/add_loop_internal.h"
#include "cardan/sim/build/check_spec_internal.h"
#include "cardan/sim/build/loops_internal.h"
#include "cardan/sim/build/renumber_internal.h"
#include "cardan/sim/record/change_log_internal.h"
#include "cardan/sim/record/spec_json_internal.h"
#include "cardan/sim/record/state_structure_internal.h"
#include "cardan/sim/step/stages_internal.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

namespace {

// A larger opening at the start is noted; a larger opening after closing is an error [m, rad].
constexpr double kOpen = 1e-9;

std::string text_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

std::string quoted(const std::string& word) { return "'" + word + "'"; }

// Attachment of an end: a body or an unmoved frame, and the frame of the end in it.
struct Anchor {
  BodyRef body;
  RigidTransform X_BF;  // pose of the end in the frame of the body, the script or the world
  int script = -1;      // model whose script moves it; −1: none
  std::string link;
};

class LoopResolver {
 public:
  LoopResolver(World& world, const LoopSpec& spec) : world_(world), spec_(spec) {}

  LoopRecord resolve() {
    record_.spec = spec_;
    record_.name = loop_name(spec_);
    record_.loop.kind = spec_.kind;
    record_.loop.compliance = spec_.compliance;
    check_numbers();
    if (spec_.kind == LoopKind::kGear) {
      resolve_gear();
    } else {
      resolve_links();
    }
    return record_;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const {
    throw Error(what, record_.name, hint);
  }

  void check_numbers() const {
    const RigidTransform pose = spec_.pose.value_or(RigidTransform());
    if (!pose.p.allFinite() || !pose.R.allFinite() || !spec_.at_a.allFinite() ||
        !spec_.at_b.value_or(Vector3::Zero()).allFinite() ||
        !std::isfinite(spec_.length.value_or(0) + spec_.ratio + spec_.offset.value_or(0))) {
      fail("a number is not finite");
    }
    if (!is_rotation(pose.R)) fail("the rotation of the pose is not a rotation matrix");
    if (spec_.length && !(*spec_.length > 0)) {
      fail("the length is " + text_of(*spec_.length),
           "expected above zero; join points by 'point'");
    }
    if (const std::string why = why_unusable(spec_.compliance); !why.empty()) fail(why);
    const std::string where = loop_name(spec_);
    if (spec_.kind == LoopKind::kRope) refuse_under_rk4(world_.impl().model.spec, "a rope", where);
    if (spec_.compliance.soft())
      refuse_under_rk4(world_.impl().model.spec, "a compliant loop", where);
    if (spec_.ratio == 0) fail("the ratio is zero", "expected q_a = ratio q_b + offset");
  }

  Model& find_model(const std::string& name) const {
    Model* model = world_.find(name);
    if (model) return *model;
    std::vector<std::string> known;
    for (const Model* other : world_.models()) known.push_back(other->name());
    fail("unknown model " + quoted(name), suggest_name(name, known));
  }

  static std::pair<std::string, std::string> split(const std::string& end) {
    const std::size_t slash = end.find('/');
    if (slash == std::string::npos) return {end, ""};
    return {end.substr(0, slash), end.substr(slash + 1)};
  }

  template <typename Named>
  [[noreturn]] void fail_unknown(const char* kind, const std::string& name,
                                 const std::string& model, const std::vector<Named>& items) const {
    std::vector<std::string> known;
    known.reserve(items.size());
    for (const Named& item : items) known.push_back(item.name);
    std::string what = "unknown ";
    what.append(kind).append(" ").append(quoted(name)).append(" of model ").append(quoted(model));
    fail(what, suggest_name(name, known));
  }

  Anchor resolve_anchor(const std::string& end) const {
    const auto [name, link] = split(end);
    Anchor anchor;
    anchor.link = link;
    if (name == "world" && link.empty() && !world_.find(name)) return anchor;
    const ModelSetup& model = find_model(name).impl().setup();
    const RigidTransform& X_W0 = world_.impl().step.model(model.number).X_W0;
    if (!model.skeleton) {
      if (model.script) anchor.script = model.number;
      if (!model.script) anchor.X_BF = X_W0;
      if (link.empty()) return anchor;
      const auto found = model.static_links.find(link);
      if (found == model.static_links.end()) fail_unknown_static_link(link, model);
      anchor.X_BF = anchor.X_BF * found->second;
      return anchor;
    }
    const Skeleton& skeleton = *model.skeleton;
    if (link.empty()) {
      if (skeleton.num_bodies() != 1 || !skeleton.floating_base()) {
        fail("model " + quoted(name) + " has several links", "name one: MODEL/LINK");
      }
      anchor.body = {model.tree, 0};
      return anchor;
    }
    const int frame = skeleton.find_frame(link);
    if (frame < 0) fail_unknown("link", link, name, skeleton.frames);
    const FrameInfo& info = skeleton.frames[frame];
    anchor.X_BF = info.body < 0 ? X_W0 * info.X_BF : info.X_BF;
    if (info.body >= 0) anchor.body = {model.tree, info.body};
    return anchor;
  }

  [[noreturn]] void fail_unknown_static_link(const std::string& link,
                                             const ModelSetup& model) const {
    std::vector<std::string> known;
    known.reserve(model.static_links.size());
    for (const auto& [name, pose] : model.static_links) known.push_back(name);
    fail("unknown link " + quoted(link) + " of model " + quoted(model.name),
         known.empty() ? "it has one body: give the name of the model alone"
                       : suggest_name(link, known));
  }

  RigidTransform pose_of(const Anchor& anchor) const {
    if (anchor.script >= 0) return world_.impl().step.model(anchor.script).X_W0 * anchor.X_BF;
    if (anchor.body.tree < 0) return anchor.X_BF;
    const ModelRef model = tree(anchor.body.tree);
    ensure_kinematics(model);
    return model.work.data->pose(anchor.body.body) * anchor.X_BF;
  }

  void resolve_links() {
    const Anchor a = resolve_anchor(spec_.a), b = resolve_anchor(spec_.b);
    if (a.body.tree < 0 && b.body.tree < 0) {
      fail("neither end can be moved by forces", "at least one end must be a moving body");
    }
    if (a.body.tree == b.body.tree && a.body.body == b.body.body) {
      fail("both ends are fixed to the same body", "name links that move relative to each other");
    }
    RigidTransform X_aF, X_bF;
    place_frames(pose_of(a).inverse() * pose_of(b), X_aF, X_bF);
    set_end(a, X_aF, record_.loop.a, record_.script_a, record_.X_script_a);
    set_end(b, X_bF, record_.loop.b, record_.script_b, record_.X_script_b);
  }

  // Frames of the loop in the links a and b. X_ab: pose of link b in link a in the current posture.
  void place_frames(const RigidTransform& X_ab, RigidTransform& X_aF, RigidTransform& X_bF) {
    if (spec_.kind == LoopKind::kWeld) {
      X_aF = spec_.pose ? *spec_.pose : X_ab;
      record_.pose = X_aF;
      return;
    }
    X_aF.p = spec_.at_a;
    X_bF.p = spec_.at_b ? *spec_.at_b : X_ab.inverse() * spec_.at_a;
    record_.at_b = X_bF.p;
    record_.loop.length = spec_.length ? *spec_.length : (X_ab * X_bF.p - X_aF.p).norm();
    const bool spans = spec_.kind == LoopKind::kDistance || spec_.kind == LoopKind::kRope;
    if (spans && !(record_.loop.length > 0)) {
      fail("the two points coincide, and no length is given", "give a length above zero");
    }
  }

  void set_end(const Anchor& anchor, const RigidTransform& X, LoopEnd& end, int& script,
               RigidTransform& X_script) const {
    end.body = anchor.body;
    end.X = anchor.X_BF * X;
    script = anchor.script;
    X_script = end.X;
    if (script >= 0) end.X = world_.impl().step.model(script).X_W0 * X_script;
  }

  void resolve_gear() {
    Loop& loop = record_.loop;
    loop.a = resolve_joint(spec_.a);
    loop.b = resolve_joint(spec_.b);
    if (loop.a.body.tree == loop.b.body.tree && loop.a.dof == loop.b.dof) {
      fail("both ends are the same joint", "name two joints");
    }
    loop.ratio = spec_.ratio;
    const auto q = [&](const LoopEnd& end) { return tree(end.body.tree).state.q()[end.q_index]; };
    loop.offset = spec_.offset ? *spec_.offset : q(loop.a) - spec_.ratio * q(loop.b);
  }

  LoopEnd resolve_joint(const std::string& end) const {
    const auto [name, joint] = split(end);
    const ModelSetup& model = find_model(name).impl().setup();
    if (!model.skeleton) fail("model " + quoted(name) + " has no joints");
    const Skeleton& skeleton = *model.skeleton;
    if (joint.empty())
      fail("no joint in " + quoted(end), "a gear connects MODEL/JOINT to MODEL/JOINT");
    const int index = skeleton.find_joint(joint);
    if (index < 0) fail_unknown("joint", joint, name, skeleton.joints);
    const JointInfo& info = skeleton.joints[index];
    if (info.follower >= 0) {
      fail("joint " + quoted(joint) + " follows another joint (mimic)",
           "attach the gear to that joint");
    }
    if (info.nv != 1) {
      fail("joint " + quoted(joint) + " has " + std::to_string(info.nv) + " degrees of freedom",
           "a gear needs joints with one degree of freedom");
    }
    LoopEnd result;
    result.body = {model.tree, skeleton.dof_body[info.v_start]};
    result.dof = info.v_start;
    result.q_index = skeleton.single_q_index(info.v_start);
    return result;
  }

  ModelRef tree(int t) const {
    World::Impl& world = world_.impl();
    return tree_ref(world.model, world.state, world.step, t);
  }

  World& world_;
  const LoopSpec& spec_;
  LoopRecord record_;
};

// Groups of loops whose positions are projected and that are coupled by the trees they move, in the
// order of their first loop.
void make_groups(World::Impl& world) {
  const int n = static_cast<int>(world.step.loops.loops.size());
  std::vector<int> group(n), tree_group(world.model.trees.size(), -1);
  const auto trees_of = [&](int i) {
    return std::pair(world.step.loops.loops[i].a.body.tree, world.step.loops.loops[i].b.body.tree);
  };
  for (int i = 0; i < n; ++i) {
    group[i] = i;
    if (!world.step.loops.loops[i].projected()) continue;
    const auto [a, b] = trees_of(i);
    for (const int tree : {a, b}) {
      if (tree < 0) continue;
      const int old = tree_group[tree];
      if (old >= 0 && old != group[i]) {
        // The group with the lower number absorbs the other.
        const int low = std::min(old, group[i]), high = std::max(old, group[i]);
        for (int& g : tree_group) g = g == high ? low : g;
        for (int j = 0; j <= i; ++j) group[j] = group[j] == high ? low : group[j];
      }
      tree_group[tree] = group[i];
    }
  }
  world.step.loops.groups.clear();
  for (int g = 0; g < n; ++g) {
    std::vector<int> members;
    for (int i = 0; i < n; ++i) {
      if (group[i] == g && world.step.loops.loops[i].projected()) members.push_back(i);
    }
    if (members.empty()) continue;
    world.step.loops.groups.push_back(std::make_unique<LoopProjection>(
        members, world.step.loops.loops, world.step.loops.movable_trees));
  }
  world.step.loops.results.assign(world.step.loops.groups.size(), {});
}

void view_movable_trees(World::Impl& world) {
  world.step.loops.movable_trees.clear();
  for (int t = 0; t < world.model.num_trees(); ++t) {
    const ModelRef model = tree_ref(world.model, world.state, world.step, t);
    world.step.loops.movable_trees.push_back({model.setup.skeleton.get(), &*model.work.data,
                                              model.state.q().data(), model.state.v().data()});
  }
}

// Largest |φ| of each loop in the current posture.
std::vector<double> open_gaps(World::Impl& world) {
  std::vector<Tree> trees;
  trees.reserve(world.model.trees.size());
  for (int t = 0; t < world.model.num_trees(); ++t) {
    const ModelRef model = tree_ref(world.model, world.state, world.step, t);
    ensure_kinematics(model);
    trees.push_back({model.setup.skeleton.get(), &*model.work.data, model.state.q().data(),
                     model.state.v().data(), nullptr});
  }
  std::vector<double> gaps;
  gaps.reserve(world.step.loops.loops.size());
  for (const Loop& loop : world.step.loops.loops) {
    double phi[LoopConstraint::kMaxRows] = {};
    compute_loop_error(loop, trees, phi);
    gaps.push_back(*std::max_element(phi, phi + loop_rows(loop.kind),
                                     [](double x, double y) { return std::abs(x) < std::abs(y); }));
    // The slack of a rope is not a gap.
    gaps.back() = loop.kind == LoopKind::kRope ? std::max(-phi[0], 0.0) : std::abs(gaps.back());
  }
  return gaps;
}

std::string unit_of(LoopKind kind) {
  if (kind == LoopKind::kWeld || kind == LoopKind::kGear) return " m or rad";
  return " m";
}

void require_closed(const World::Impl& world, const std::vector<double>& before,
                    const std::vector<double>& after) {
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i] <= kOpen || !world.step.loops.loops[i].projected()) continue;
    const std::string unit = unit_of(world.step.loops.loops[i].kind);
    std::string what = "the loop cannot be closed: a gap of ";
    what.append(text_of(after[i])).append(unit).append(" is left of ");
    what.append(text_of(before[i])).append(unit).append(" at the start");
    throw Error(what, world.model.loop_records[i].name,
                "start from joint positions closer to the closed loop, or check its frames");
  }
}

void note_what_was_open(World::Impl& world, const std::vector<double>& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] <= kOpen || !world.step.loops.loops[i].projected()) continue;
    std::string message = "was open by ";
    message.append(text_of(before[i])).append(unit_of(world.step.loops.loops[i].kind));
    message.append(" at the start; the models were moved to close it");
    world.diagnostics.push_back(
        {Severity::kWarning, "", 0, world.model.loop_records[i].name, message});
  }
}

void take_posture_as_target(const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.skeleton;
  for (int i = 0; i < skeleton.nv(); ++i) {
    PdLaw pd = model.state.laws()[i];
    if (!pd.active || !pd.target_is_initial) continue;
    pd.target = model.state.q()[skeleton.single_q_index(i)];
    model.state.laws().set(i, pd);
  }
  start_motors(model.setup, model.state);
}

// Closes all loops, or throws and restores every model. Returns how far each was open [m, rad].
std::vector<double> close_all(World::Impl& world) {
  place_scripts(world.model, world.state, world.step);
  arrive_loop_ends(world.model, world.step);
  const ModelStates start = world.state.models;
  std::vector<double> before = open_gaps(world);
  for (std::size_t i = 0; i < world.step.loops.groups.size(); ++i) {
    LoopProjection& group = *world.step.loops.groups[i];
    world.step.loops.results[i] =
        group.assemble(world.step.loops.loops, world.step.loops.movable_trees);
    for (const int t : group.trees()) {
      const ModelRef model = tree_ref(world.model, world.state, world.step, t);
      model.work.invalidate_kinematics();
      model.state.set_undisturbed(0);
    }
  }
  const std::vector<double> after = open_gaps(world);
  try {
    require_closed(world, before, after);
  } catch (const Error&) {
    world.state.models = start;
    for (const auto& work : world.step.models) work->invalidate_kinematics();
    throw;
  }
  for (std::size_t i = 0; i < after.size(); ++i) world.step.loops.infos[i].error = after[i];
  return before;
}

// Name of the model of an end.
std::string model_of(const std::string& end) { return end.substr(0, end.find('/')); }

// Calls visit(handle, handle) for the shapes of the two bodies of a weld or point loop, which touch
// by construction.
template <class Visit>
void for_each_touching_pair(const World::Impl& world, const LoopRecord& record,
                            const Visit& visit) {
  if (record.loop.kind != LoopKind::kWeld && record.loop.kind != LoopKind::kPoint) return;
  const auto handles = [&](const LoopEnd& end, const std::string& name) {
    std::vector<int> found;
    const auto known = world.model_of_name.find(model_of(name));
    if (known == world.model_of_name.end()) return found;
    for (const ShapeInstance& shape : world.model.model(known->second).shapes)
      if (shape.body == (end.body.tree < 0 ? -1 : end.body.body)) found.push_back(shape.handle);
    return found;
  };
  for (const int a : handles(record.loop.a, record.spec.a))
    for (const int b : handles(record.loop.b, record.spec.b)) visit(a, b);
}

void exclude_contacts(World::Impl& world, const LoopRecord& record) {
  for_each_touching_pair(world, record, [&](int a, int b) { world.step.collision.exclude(a, b); });
}

// True for a loop that ties a base to its script. It excludes no contacts.
bool is_tie(const LoopRecord& record) { return record.id == LoopId{}; }

// Makes the infos, whose names are views into the records. Loops that remain keep their forces.
void make_infos(World::Impl& world) {
  const std::vector<LoopInfo> before = std::move(world.step.loops.infos);
  world.step.loops.infos.clear();
  for (const LoopRecord& record : world.model.loop_records) {
    LoopInfo info;
    for (const LoopInfo& known : before)
      if (known.id == record.id && !is_tie(record)) info = known;
    info.kind = record.loop.kind;
    info.a = record.spec.a;
    info.b = record.spec.b;
    info.name = record.spec.name;
    info.id = record.id;
    world.step.loops.infos.push_back(info);
  }
}

}  // namespace

void set_loops(World::Impl& world, std::vector<LoopRecord> records) {
  forget_structure(world);
  world.model.loop_records = std::move(records);
  world.step.loops.loops.clear();
  for (LoopRecord& record : world.model.loop_records) {
    record.loop.key = world.step.loops.loops.size();
    world.step.loops.loops.push_back(record.loop);
  }
  view_movable_trees(world);
  make_groups(world);
  make_infos(world);
}

std::string loop_name(const LoopSpec& spec) {
  std::string name = loop_kind_name(spec.kind);
  return name.append(" ").append(quoted(spec.a)).append(" - ").append(quoted(spec.b));
}

LoopId World::add_loop(const LoopSpec& spec) { return add_loops({spec}).front(); }

namespace {

// Resolves the specs and gives the loops their ids. Throws Error.
std::vector<LoopRecord> records_with(World& world, const std::vector<LoopSpec>& specs) {
  std::vector<LoopRecord> records = world.impl().model.loop_records;
  std::int64_t next = world.impl().model.next_loop;
  for (const LoopSpec& spec : specs) {
    LoopRecord& record = records.emplace_back(LoopResolver(world, spec).resolve());
    record.id = {next++};
    if (spec.name.empty()) continue;
    for (auto other = records.begin(); &*other != &record; ++other)
      if (other->spec.name == spec.name)
        throw Error("two loops are named '" + spec.name + "'", record.name,
                    "give each its own name");
  }
  return records;
}

// Undoes a change that failed. Models are asleep again as in the saved state.
void put_back(const WorldState& kept, World::Impl& world) {
  world.state = kept;
  for (const int model : world.model.trees) world.step.model(model).invalidate_kinematics();
  rest_sleepers(world.model, world.state, world.step);
}

}  // namespace

std::vector<LoopId> World::add_loops(const std::vector<LoopSpec>& specs) {
  Impl& world = impl();
  require_between_steps(world, "add_loops");
  refuse_in_batch(world, "a loop cannot be added");
  place_scripts(world.model, world.state, world.step);
  const std::vector<LoopRecord> before = world.model.loop_records;
  std::vector<LoopRecord> records = records_with(*this, specs);
  const WorldState kept = world.state;
  wake_all(world.model, world.state, world.step);
  set_loops(world, std::move(records));
  try {
    note_what_was_open(world, close_all(world));
  } catch (const Error&) {
    set_loops(world, before);
    put_back(kept, world);
    throw;
  }
  world.model.next_loop += static_cast<std::int64_t>(specs.size());
  std::vector<LoopId> ids;
  for (std::size_t i = before.size(); i < world.model.loop_records.size(); ++i) {
    exclude_contacts(world, world.model.loop_records[i]);
    ids.push_back(world.model.loop_records[i].id);
  }
  for (const auto& group : world.step.loops.groups) {
    for (const int tree : group->trees()) {
      const ModelRef model = tree_ref(world.model, world.state, world.step, tree);
      // A model that moved since it was added already has a target.
      if (model.setup.added_at == world.state.steps) take_posture_as_target(model);
    }
  }
  log_change(world, ChangeKind::kAddLoops, [&](ChangeWriter& out) { out.text(loops_json(specs)); });
  return ids;
}

LoopId World::weld(std::string_view a, std::string_view b) {
  LoopSpec spec;
  spec.kind = LoopKind::kWeld;
  spec.a = a;
  spec.b = b;
  spec.pose.reset();
  return add_loop(spec);
}

namespace {

// Removes the records for which gone(record) is true, and their impulses of the last step.
template <class Gone>
void remove_records(World::Impl& world, const Gone& gone) {
  std::vector<LoopRecord> kept;
  NewNumbers numbers;
  for (const LoopRecord& record : world.model.loop_records) {
    const bool stays = !gone(record);
    numbers.loops.push_back(stays ? static_cast<int>(kept.size()) : kGone);
    if (stays) {
      kept.push_back(record);
    } else if (!is_tie(record)) {
      for_each_touching_pair(world, record,
                             [&](int a, int b) { world.step.collision.include(a, b); });
    }
  }
  if (kept.size() == world.model.loop_records.size()) return;
  renumber(numbers, world.state.memory);
  world.step.report.worst_loop = -1;
  set_loops(world, std::move(kept));
}

void remove_record(World::Impl& world, LoopId id) {
  forget_islands(world);
  wake_all(world.model, world.state, world.step);
  remove_records(world, [&](const LoopRecord& record) {
    if (record.id != id) return false;
    for (const LoopEnd* end : {&record.loop.a, &record.loop.b})
      if (end->body.tree >= 0)
        tree_ref(world.model, world.state, world.step, end->body.tree).state.set_undisturbed(0);
    return true;
  });
}

const LoopRecord* find_loop(const World::Impl& world, LoopId id) {
  if (id == LoopId{}) return nullptr;
  for (const LoopRecord& record : world.model.loop_records)
    if (record.id == id) return &record;
  return nullptr;
}

const LoopRecord& require_loop(const World::Impl& world, LoopId id) {
  if (const LoopRecord* record = find_loop(world, id)) return *record;
  const bool was = id.value >= 0 && id.value < world.model.next_loop;
  throw Error("loop " + std::to_string(id.value) + (was ? " was removed" : " does not exist"),
              "loops", "ids come from add_loop of the same world");
}

// Finds a loop by LoopSpec::name, else by its name in messages.
const LoopRecord& require_loop(const World::Impl& world, std::string_view name) {
  std::vector<std::string> known;
  const LoopRecord* found = nullptr;
  for (const LoopRecord& record : world.model.loop_records) {
    if (is_tie(record)) continue;
    if (!record.spec.name.empty() && record.spec.name == name) return record;
    known.push_back(record.spec.name.empty() ? record.name : record.spec.name);
    if (record.name != name) continue;
    if (found != nullptr)
      throw Error("several loops are named \"" + std::string(name) + "\"", "loops",
                  "remove it by the id that add_loop returned");
    found = &record;
  }
  if (found == nullptr)
    throw Error("unknown loop \"" + std::string(name) + "\"", "loops",
                suggest_name(std::string(name), known));
  return *found;
}

}  // namespace

void World::remove_loop(LoopId loop) {
  Impl& world = impl();
  require_between_steps(world, "remove_loop");
  refuse_in_batch(world, "a loop cannot be removed");
  const LoopId id = require_loop(world, loop).id;
  // The log stores the position of the loop, because its id differs in a world that is built again.
  std::uint64_t place = 0;
  while (world.model.loop_records[place].id != id) ++place;
  remove_record(world, id);
  log_change(world, ChangeKind::kRemoveLoop, [&](ChangeWriter& out) { out.count(place); });
}

void World::remove_loop(std::string_view name) { remove_loop(require_loop(impl(), name).id); }

const LoopInfo& World::loop(LoopId loop) const {
  const LoopRecord& record = require_loop(impl(), loop);
  return impl()
      .step.loops.infos[static_cast<std::size_t>(&record - impl().model.loop_records.data())];
}

void remove_loops_of(World::Impl& world, const std::string& model) {
  remove_records(world, [&](const LoopRecord& record) {
    return model_of(record.spec.a) == model || model_of(record.spec.b) == model;
  });
}

void renumber_loop_trees(World::Impl& world, const std::vector<int>& trees) {
  for (LoopRecord& record : world.model.loop_records)
    for (LoopEnd* end : {&record.loop.a, &record.loop.b})
      if (end->body.tree >= 0) end->body.tree = trees[static_cast<std::size_t>(end->body.tree)];
}

void refresh_loops(World::Impl& world) {
  if (!world.model.loop_records.empty() || !world.step.loops.loops.empty())
    set_loops(world, std::vector<LoopRecord>(world.model.loop_records));
}

bool anchors_loop(const World::Impl& world, const ModelSetup& model) {
  const auto is_anchor = [&](const LoopEnd& end, const std::string& name) {
    return end.body.tree < 0 && model_of(name) == model.name;
  };
  return std::any_of(world.model.loop_records.begin(), world.model.loop_records.end(),
                     [&](const LoopRecord& record) {
                       return is_anchor(record.loop.a, record.spec.a) ||
                              is_anchor(record.loop.b, record.spec.b);
                     });
}

LoopSpec resolved_spec(const LoopRecord& record) {
  LoopSpec spec = record.spec;
  spec.pose = record.pose;
  spec.at_b = record.at_b;
  spec.length = record.loop.length > 0 ? std::optional(record.loop.length) : record.spec.length;
  spec.offset = record.loop.offset;
  return spec;
}

void restore_loops(World& owner, const std::vector<DescribedLoop>& loops) {
  World::Impl& world = owner.impl();
  place_scripts(world.model, world.state, world.step);
  const std::vector<LoopRecord> ties = world.model.loop_records;
  std::vector<LoopRecord> records;
  for (const DescribedLoop& loop : loops) {
    if (!loop.script.empty()) {
      for (const LoopRecord& tie : ties)
        if (tie.spec.b == loop.script) records.push_back(tie);
      continue;
    }
    records.push_back(LoopResolver(owner, loop.spec).resolve());
    records.back().id = {world.model.next_loop++};
  }
  set_loops(world, std::move(records));
  for (const LoopRecord& record : world.model.loop_records)
    if (!is_tie(record)) exclude_contacts(world, record);
}

std::vector<DescribedLoop> described_loops(const World::Impl& world) {
  std::vector<DescribedLoop> loops;
  for (const LoopRecord& record : world.model.loop_records) {
    if (is_tie(record)) {
      loops.push_back({record.spec.b, {}});
    } else {
      loops.push_back({"", resolved_spec(record)});
    }
  }
  return loops;
}

void World::close_loops() {
  Impl& world = impl();
  require_between_steps(world, "close_loops");
  const WorldState kept = world.state;
  wake_all(world.model, world.state, world.step);
  view_movable_trees(world);
  try {
    close_all(world);
  } catch (const Error&) {
    put_back(kept, world);
    throw;
  }
  log_change(world, ChangeKind::kCloseLoops, [](ChangeWriter&) {});
}

void make_room_for_tree(World::Impl& world, int tree) {
  if (world.model.loop_records.empty()) return;
  std::vector<LoopRecord> records = world.model.loop_records;
  for (LoopRecord& record : records)
    for (LoopEnd* end : {&record.loop.a, &record.loop.b})
      if (end->body.tree >= tree) ++end->body.tree;
  set_loops(world, std::move(records));
}

void tie_base_to_script(World::Impl& world, int number) {
  const ModelSetup& model = world.model.model(number);
  LoopRecord record;
  record.spec.a = "world";
  record.spec.b = model.name;
  record.name = "script of the base of '" + model.name + "'";
  record.loop.b.body = {model.tree, 0};
  record.script_a = number;
  std::vector<LoopRecord> records = world.model.loop_records;
  records.push_back(record);
  set_loops(world, std::move(records));
  arrive_loop_ends(world.model, world.step);
}

}  // namespace cardan
