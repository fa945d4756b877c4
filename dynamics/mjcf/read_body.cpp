#include <algorithm>

#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

namespace {

constexpr int kDeepest = 2000;

bool too_many(std::size_t count) { return count >= static_cast<std::size_t>(kMostBodies); }

}  // namespace

void Reader::read_inertial(const Element& element, int body, const RigidTransform& X_BF) {
  if (!check_element(element, "body")) return;
  Placement where;
  placement(element, where);
  if (!has(element, "pos")) error(element, "attribute 'pos' is missing");
  SpatialInertia inertia;
  if (!number(element, "mass", inertia.mass)) error(element, "attribute 'mass' is missing");
  if (inertia.mass < 0) error(element, "the mass is negative");
  Vector3 moments = Vector3::Zero();
  std::array<double, 6> full{};
  if (numbers(element, "fullinertia", 6, 6, full.data()) == 6) {
    inertia.inertia << full[0], full[3], full[4],  //
        full[3], full[1], full[5],                 //
        full[4], full[5], full[2];
    if (!where.orientation.form.empty() || has(element, "diaginertia"))
      error(element, "'fullinertia' cannot be combined with a rotation or 'diaginertia'");
  } else if (vector(element, "diaginertia", moments)) {
    inertia.inertia = Matrix3(moments.asDiagonal());
  }
  inertials.resize(out.bodies.size());
  inertials[static_cast<std::size_t>(body)] = inertia.transformed(X_BF * pose(where));
  out.bodies[static_cast<std::size_t>(body)].inertia_line = element.GetLineNum();
}

void Reader::read_joint(const Element& element, int childclass, int body,
                        const RigidTransform& X_BF) {
  if (!check_element(element, "body")) return;
  if (too_many(out.joints.size())) return error(element, "too many joints");
  Joint joint;
  joint.source = source(element);
  joint.body = body;
  Body& owner = out.bodies[static_cast<std::size_t>(body)];
  if (body == 0) return error(element, "a joint of the world moves nothing");
  Limited limits = Limited::kAuto, forces = Limited::kAuto;
  std::string kind = "hinge";
  const bool free = std::string_view(element.Name()) == "freejoint";
  const auto apply = [&](const Element& e) {
    text(e, "type", kind);
    vector(e, "pos", joint.pos);
    vector(e, "axis", joint.axis);
    number(e, "ref", joint.ref);
    number(e, "springref", joint.spring_reference);
    number(e, "stiffness", joint.stiffness);
    numbers(e, "springdamper", 2, 2, joint.spring_damper.data());
    number(e, "damping", joint.damping);
    number(e, "armature", joint.armature);
    number(e, "frictionloss", joint.friction);
    limited(e, "limited", limits);
    numbers(e, "range", 2, 2, joint.range.data());
    limited(e, "actuatorfrclimited", forces);
    numbers(e, "actuatorfrcrange", 2, 2, joint.force_range.data());
    softness(e, "solreflimit", "solimplimit", joint.limit);
  };
  if (free) {
    kind = "free";
  } else {
    with_defaults(element, childclass, {"joint"}, apply);
  }
  const std::string name = world_name(element);
  if (kind == "free") {
    joint.kind = JointKind::kFree;
  } else if (kind == "ball") {
    joint.kind = JointKind::kBall;
  } else if (kind == "slide") {
    joint.kind = JointKind::kSlide;
  } else if (kind != "hinge") {
    error(element, "joint type '" + kind + "' is not known; expected free, ball, slide or hinge");
  }
  for (const double value : {joint.stiffness, joint.damping, joint.armature, joint.friction})
    if (value < 0) error(element, "stiffness, damping, armature or frictionloss is negative");
  const bool several = !owner.joints.empty();
  const bool after_free =
      several && out.joints[static_cast<std::size_t>(owner.joints[0])].kind == JointKind::kFree;
  if (after_free || (several && joint.kind == JointKind::kFree))
    error(element, "a body with a free joint has no other joint");
  if (joint.kind == JointKind::kFree && owner.parent != 0)
    error(element, "a free joint is possible on a child of the world only");
  joint.pos = X_BF * joint.pos;
  joint.axis = X_BF.R * joint.axis;
  if (joint.kind == JointKind::kHinge || joint.kind == JointKind::kSlide) {
    const double length = joint.axis.stableNorm();
    if (!(length > 1e-10)) {
      error(element, "the axis is zero");
      joint.axis = Vector3::UnitZ();
    } else {
      joint.axis /= length;
    }
  }
  const bool hinge = joint.kind == JointKind::kHinge;
  if (hinge) {
    joint.ref = angle(joint.ref);
    joint.spring_reference = angle(joint.spring_reference);
  }
  if (hinge || joint.kind == JointKind::kBall)
    for (double& bound : joint.range) bound = angle(bound);
  const bool has_range = joint.range[0] < joint.range[1];
  joint.limited = limits == Limited::kYes || (limits == Limited::kAuto && compiler.auto_limits &&
                                              (joint.range[0] != 0 || joint.range[1] != 0));
  if (joint.kind == JointKind::kFree) joint.limited = false;
  if (joint.limited && !has_range)
    error(element, "the range of a limited joint needs a lower and a greater upper bound");
  joint.force_limited =
      forces == Limited::kYes || (forces == Limited::kAuto && compiler.auto_limits &&
                                  (joint.force_range[0] != 0 || joint.force_range[1] != 0));
  const int number_of = static_cast<int>(out.joints.size());
  joint.name = unique_name(element, name, "", joint_names, number_of);
  if (name.empty()) {
    joint_names.erase(joint.name);
    joint.name.clear();  // named once all names of the file are known
  }
  owner.joints.push_back(number_of);
  out.joints.push_back(std::move(joint));
}

void Reader::read_site(const Element& element, int childclass, int body,
                       const RigidTransform& X_BF) {
  if (!check_element(element, "body")) return;
  if (too_many(out.sites.size())) return error(element, "too many sites");
  Site site;
  Placement where;
  std::array<double, 6> ends{};
  bool between = false;
  with_defaults(element, childclass, {"site"}, [&](const Element& e) {
    placement(e, where);
    between = numbers(e, "fromto", 6, 6, ends.data()) == 6 || between;
  });
  const std::string name = world_name(element);
  site.source = source(element);
  site.body = body;
  RigidTransform X_FS = pose(where);
  if (between) {
    const Vector3 from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
    if (!((from - to).norm() > 1e-10)) return error(element, "'fromto' has zero norm");
    X_FS = {rotation_of_z(from - to), 0.5 * (from + to)};
  }
  site.X_BS = X_BF * X_FS;
  const int number_of = static_cast<int>(out.sites.size());
  site.name = name;
  if (!name.empty()) unique_name(element, name, "", site_names, number_of);
  out.bodies[static_cast<std::size_t>(body)].sites.push_back(number_of);
  out.sites.push_back(std::move(site));
}

std::string Reader::own_name(const Element& element) const {
  std::string name;
  return text(element, "name", name) ? name + suffix_ : "";
}

std::string Reader::world_name(const Element& element) {
  std::string name;
  if (!text(element, "name", name) || suffix_.empty()) return name;
  std::vector<std::string>& known = suffixes_[name];
  if (std::find(known.begin(), known.end(), suffix_) == known.end()) known.push_back(suffix_);
  return name + suffix_;
}

std::vector<Reader::Replica> Reader::replicas(const Element& section) {
  std::vector<Replica> all;
  for (const Element* element : children(section)) {
    const std::vector<std::string>* found = nullptr;
    const auto search = [&](const Element& e) {
      for (const auto* a = e.FirstAttribute(); a != nullptr && found == nullptr; a = a->Next()) {
        const auto suffixes = suffixes_.find(a->Value());
        if (std::string_view(a->Name()) != "name" && suffixes != suffixes_.end())
          found = &suffixes->second;
      }
    };
    if (!suffixes_.empty()) {
      search(*element);
      for (const Element* child : children(*element)) search(*child);
    }
    if (found == nullptr) {
      all.push_back({element, ""});
    } else {
      for (const std::string& suffix : *found) all.push_back({element, suffix});
    }
  }
  return all;
}

// Each copy is placed relative to the one before it. The suffixes of inner copies come first, with
// as many digits as the count has.
void Reader::read_replicate(int body, const Element& element, int childclass,
                            const RigidTransform& X_BF,
                            std::vector<std::function<void()>>& bodies) {
  if (!check_element(element, "body")) return;
  int count = 0;
  std::string separator;
  Placement step;
  if (!integer(element, "count", count) || count < 1)
    return error(element, "attribute 'count' must be a whole number above zero");
  text(element, "sep", separator);
  vector(element, "offset", step.pos);
  placement(element, step);
  const std::string outer = suffix_;
  const std::size_t digits = std::to_string(count).size();
  RigidTransform X_BR = X_BF;
  for (int i = 0; i < count; ++i) {
    if (++copies_ > kMostBodies) {
      error(element, "too many copies");
      break;
    }
    std::string number = std::to_string(i);
    number.insert(0, digits - number.size(), '0');
    suffix_ = separator;
    suffix_.append(number).append(outer);
    read_contents(body, element, childclass, X_BR, bodies);
    X_BR = X_BR * pose(step);
  }
  suffix_ = outer;
}

// Joints, geoms and sites of a body or a frame; bodies are kept for later, so that all elements of
// a body precede the elements of its children.
void Reader::read_contents(int body, const Element& element, int childclass,
                           const RigidTransform& X_BF, std::vector<std::function<void()>>& bodies) {
  for (const Element* child : children(element)) {
    const std::string tag = child->Name();
    if (tag == "body") {
      bodies.emplace_back([this, child, body, childclass, X_BF, suffix = suffix_] {
        suffix_ = suffix;
        read_body(*child, body, childclass, X_BF);
      });
    } else if (tag == "replicate") {
      read_replicate(body, *child, childclass, X_BF, bodies);
    } else if (tag == "frame") {
      if (!check_element(*child, "body")) continue;
      Placement where;
      placement(*child, where);
      read_contents(body, *child, childclass_of(*child, childclass), X_BF * pose(where), bodies);
    } else if (tag == "joint" || tag == "freejoint") {
      read_joint(*child, childclass, body, X_BF);
    } else if (tag == "geom") {
      read_geom(*child, childclass, body, X_BF);
    } else if (tag == "site") {
      read_site(*child, childclass, body, X_BF);
    } else if (tag == "inertial") {
      read_inertial(*child, body, X_BF);
    } else {
      check_element(*child, "body");
    }
  }
}

void Reader::read_body(const Element& element, int parent, int childclass,
                       const RigidTransform& X_PF) {
  if (!check_element(element, "")) return;
  if (too_many(out.bodies.size())) return error(element, "too many bodies");
  Body body;
  body.source = source(element);
  body.parent = parent;
  Placement where;
  placement(element, where);
  body.X_PB = X_PF * pose(where);
  flag(element, "mocap", body.mocap);
  number(element, "gravcomp", body.gravity_compensation);
  if (body.mocap && parent != 0) error(element, "a mocap body is a child of the world");
  const int number_of = static_cast<int>(out.bodies.size());
  const std::string name = world_name(element);
  body.name = name;
  if (!name.empty()) unique_name(element, name, "", body_names, number_of);
  out.bodies.push_back(std::move(body));
  body_elements.push_back(&element);
  std::vector<std::function<void()>> bodies;
  read_contents(number_of, element, childclass_of(element, childclass), RigidTransform(), bodies);
  if (out.bodies[static_cast<std::size_t>(number_of)].mocap &&
      !out.bodies[static_cast<std::size_t>(number_of)].joints.empty())
    error(element, "a mocap body has no joints");
  if (++depth_ > kDeepest) {
    error(element, "bodies are nested too deep");
    bodies.clear();
  }
  for (const auto& read : bodies) read();
  --depth_;
}

void Reader::read_world(const std::vector<const Element*>& sections) {
  Body world;
  world.name = "world";
  world.source = {out.file, sections.empty() ? out.line : sections[0]->GetLineNum()};
  out.bodies.push_back(world);
  body_names["world"] = 0;
  body_elements.push_back(nullptr);
  std::vector<std::function<void()>> bodies;
  for (const Element* section : sections) {
    check_attributes(*section, "body");
    read_contents(0, *section, childclass_of(*section, 0), RigidTransform(), bodies);
  }
  for (const auto& read : bodies) read();
  suffix_.clear();
  // Names the elements without a name. The new names are distinct from all names of the file.
  for (std::size_t i = 1; i < out.bodies.size(); ++i) {
    Body& body = out.bodies[i];
    if (body.name.empty())
      body.name = made_name("body" + std::to_string(i), body_names, static_cast<int>(i));
  }
  static const char* const kKinds[] = {"free", "ball", "slide", "hinge"};
  for (std::size_t i = 0; i < out.joints.size(); ++i) {
    Joint& joint = out.joints[i];
    if (!joint.name.empty()) continue;
    const std::string& body = out.bodies[static_cast<std::size_t>(joint.body)].name;
    joint.name = made_name(body + "_" + kKinds[static_cast<int>(joint.kind)], joint_names,
                           static_cast<int>(i));
  }
}

}  // namespace cardan::mjcf
