#include "sim/assembly/resolve_loop.h"

#include <cmath>

#include "cardan/error.h"
#include "cardan/kinematics.h"
#include "core/nearest.h"
#include "core/number_text.h"
#include "sim/assembly/loop_parts.h"
#include "sim/data/check_spec.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

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
      fail("the length is " + number_text(*spec_.length, 3),
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

}  // namespace

std::string loop_name(const LoopSpec& spec) {
  std::string name = loop_kind_name(spec.kind);
  return name.append(" ").append(quoted(spec.a)).append(" - ").append(quoted(spec.b));
}

LoopRecord resolve_loop(World& world, const LoopSpec& spec) {
  return LoopResolver(world, spec).resolve();
}

}  // namespace cardan
