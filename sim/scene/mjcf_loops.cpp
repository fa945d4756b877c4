#include <algorithm>
#include <cmath>

#include "sim/scene/mjcf_to_scene.h"

namespace cardan::mjcf {

namespace {

std::string words(const char* tag, const std::string& name) {
  return name.empty() ? tag : std::string(tag) + " \"" + name + "\"";
}

JointRecord* record_of(const Names& names, MjcfParts& parts, int joint) {
  const Joint& given = names.model.joints[at(joint)];
  const int record = names.record_of[at(joint)];
  return record < 0 ? nullptr
                    : &parts.trees[at(names.tree_of[at(given.body)])].robot.joints[at(record)];
}

bool is_single(const Joint& joint) {
  return joint.kind == JointKind::kHinge || joint.kind == JointKind::kSlide;
}

LoopSpec gear(const Names& names, int a, int b, double ratio, double offset) {
  LoopSpec loop;
  loop.kind = LoopKind::kGear;
  loop.a = names.joint(a);
  loop.b = names.joint(b);
  loop.ratio = ratio;
  loop.offset = offset;
  return loop;
}

double length_in_file(const MjcfDescription& model, const Tendon& tendon) {
  double length = 0;
  for (const TendonTerm& term : tendon.terms)
    length += term.coefficient * model.joints[at(term.joint)].ref;
  return length;
}

// Its spring, damper, friction and limits act on the joint.
void add_to_joint(const Names& names, const Tendon& tendon, double rest, MjcfParts& parts,
                  Scene& scene) {
  const TendonTerm& term = tendon.terms[0];
  JointRecord* joint = record_of(names, parts, term.joint);
  if (joint == nullptr || term.coefficient == 0) return;
  const double c = term.coefficient, k = tendon.stiffness * c * c;
  if (k > 0) {
    const double sum = joint->spring_stiffness + k;
    joint->spring_reference =
        (joint->spring_stiffness * joint->spring_reference + k * rest / c) / sum;
    joint->spring_stiffness = sum;
  }
  joint->damping += tendon.damping * c * c;
  joint->friction += tendon.friction * std::abs(c);
  if (!tendon.limited) return;
  double lower = tendon.range[0] / c, upper = tendon.range[1] / c;
  if (lower > upper) std::swap(lower, upper);
  joint->lower = std::max(joint->lower.value_or(lower), lower);
  joint->upper = std::min(joint->upper.value_or(upper), upper);
  joint->has_limit = true;
  if (joint->type == JointType::kContinuous) {
    joint->type = JointType::kRevolute;
    joint->type_name = joint_type_name(joint->type);
  }
  if (*joint->lower > *joint->upper) {
    joint->lower = joint->upper;
    note(scene, Severity::kWarning, tendon.source, words("fixed", tendon.name),
         "the limits of the tendon and of its joint exclude each other");
  }
}

void add_rope(const Names& names, const Tendon& tendon, Scene& scene) {
  const MjcfDescription& model = names.model;
  const Site &a = model.sites[at(tendon.path_sites[0])], &b = model.sites[at(tendon.path_sites[1])];
  if (rigid_root(model, a.body) == rigid_root(model, b.body)) return;
  const End end_a = names.end(a.body), end_b = names.end(b.body);
  LoopSpec loop;
  loop.a = end_a.name;
  loop.b = end_b.name;
  loop.at_a = end_a.X_EB * a.X_BS.p;
  loop.at_b = end_b.X_EB * b.X_BS.p;
  const double length =
      (names.poses[at(a.body)] * a.X_BS.p - names.poses[at(b.body)] * b.X_BS.p).norm();
  if (tendon.stiffness > 0 || tendon.damping > 0) {
    loop.kind = LoopKind::kDistance;
    loop.length = tendon.spring_length[0] >= 0 ? tendon.spring_length[0] : length;
    loop.compliance = Compliance::spring(tendon.stiffness, tendon.damping);
    if (tendon.stiffness == 0) loop.compliance.first = 0;
    if (*loop.length > 0) scene.loops.push_back(loop);
  }
  if (!tendon.limited) return;
  if (tendon.range[0] > 0)
    note(scene, Severity::kWarning, tendon.source, words("spatial", tendon.name),
         "the lower limit of the length is left out");
  loop.kind = LoopKind::kRope;
  loop.length = tendon.range[1];
  loop.compliance = law_of(tendon.limit, tendon.source, words("spatial", tendon.name), scene);
  scene.loops.push_back(loop);
}

}  // namespace

Compliance law_of(const Softness& softness, const Source& source, const std::string& element,
                  Scene& scene) {
  if (!softness.given) return {};
  double time = softness.solref[0], ratio = softness.solref[1];
  if (time < 0 && ratio < 0) {  // −stiffness, −damping per effective mass
    const double k = -time, b = -ratio;
    time = 2 / b;
    ratio = 1 / (time * std::sqrt(k));
  }
  const Compliance law = Compliance::time_constant(time, ratio);
  if (why_unusable(law).empty()) return law;
  note(scene, Severity::kWarning, source, element,
       "solref is no time constant and damping ratio above zero; the constraint is rigid");
  return {};
}

void add_tendons(const Names& names, MjcfParts& parts, Scene& scene) {
  for (const Tendon& tendon : names.model.tendons) {
    const std::string element = words(tendon.fixed ? "fixed" : "spatial", tendon.name);
    const bool acts = tendon.stiffness > 0 || tendon.damping > 0 || tendon.friction > 0 ||
                      (tendon.limited && names.model.options.limits);
    if (!acts) continue;
    if (!tendon.fixed) {
      if (tendon.simple_path && tendon.path_sites.size() == 2) {
        add_rope(names, tendon, scene);
      } else {
        note(scene, Severity::kWarning, tendon.source, element,
             "its forces are left out: only a tendon between two sites is a loop");
      }
      continue;
    }
    const double rest = tendon.spring_length[0] >= 0 || tendon.spring_length[1] >= 0
                            ? tendon.spring_length[0]
                            : length_in_file(names.model, tendon);
    if (tendon.spring_length[0] != tendon.spring_length[1] && tendon.stiffness > 0)
      note(scene, Severity::kWarning, tendon.source, element,
           "the spring is slack at its first length only");
    if (tendon.terms.size() == 1) {
      add_to_joint(names, tendon, rest, parts, scene);
      continue;
    }
    const bool two = tendon.terms.size() == 2 && tendon.terms[0].coefficient != 0 &&
                     tendon.terms[1].coefficient != 0;
    if (two && (tendon.stiffness > 0 || tendon.damping > 0)) {
      const double c = tendon.terms[0].coefficient;
      LoopSpec loop = gear(names, tendon.terms[0].joint, tendon.terms[1].joint,
                           -tendon.terms[1].coefficient / c, rest / c);
      loop.compliance = Compliance::spring(tendon.stiffness * c * c, tendon.damping * c * c);
      scene.loops.push_back(loop);
    } else if (!two && (tendon.stiffness > 0 || tendon.damping > 0)) {
      note(scene, Severity::kWarning, tendon.source, element,
           "spring and damper of " + std::to_string(tendon.terms.size()) + " joints are left out");
    }
    if (tendon.limited || tendon.friction > 0)
      note(scene, Severity::kWarning, tendon.source, element,
           "limits and friction of several joints together are left out");
  }
}

namespace {

// a = ratio b + offset of the terms of one or two tendons, if they have two joints in total.
bool add_tendon_gear(const Names& names, const Equality& equality, Scene& scene) {
  const MjcfDescription& model = names.model;
  const Tendon& first = model.tendons[at(equality.object1)];
  if (!first.fixed) return false;
  std::vector<TendonTerm> terms = first.terms;  // Σ c q = rest
  double rest = length_in_file(model, first) + equality.polynomial[0];
  if (equality.object2 >= 0) {
    const Tendon& second = model.tendons[at(equality.object2)];
    if (!second.fixed) return false;
    for (TendonTerm term : second.terms) {
      term.coefficient *= -equality.polynomial[1];
      terms.push_back(term);
    }
    rest -= equality.polynomial[1] * length_in_file(model, second);
  }
  if (terms.size() != 2 || terms[0].coefficient == 0 || terms[1].coefficient == 0) return false;
  LoopSpec loop = gear(names, terms[0].joint, terms[1].joint,
                       -terms[1].coefficient / terms[0].coefficient, rest / terms[0].coefficient);
  loop.compliance =
      law_of(equality.softness, equality.source, words("tendon", equality.name), scene);
  loop.name = equality.name;
  scene.loops.push_back(loop);
  return true;
}

void add_joint_equality(const Names& names, const Equality& equality, MjcfParts& parts,
                        Scene& scene) {
  const MjcfDescription& model = names.model;
  const std::string element = words("joint", equality.name);
  const Joint& y = model.joints[at(equality.object1)];
  const auto& p = equality.polynomial;
  if (p[2] != 0 || p[3] != 0 || p[4] != 0)
    note(scene, Severity::kWarning, equality.source, element,
         "the terms of higher order of polycoef are left out");
  if (!is_single(y) || (equality.object2 >= 0 && !is_single(model.joints[at(equality.object2)]))) {
    note(scene, Severity::kWarning, equality.source, element,
         "a joint with several degrees of freedom has no equality; it is left out");
    return;
  }
  if (equality.object2 < 0) {
    JointRecord* joint = record_of(names, parts, equality.object1);
    if (joint == nullptr) return;
    joint->lower = joint->upper = y.ref + p[0];
    joint->has_limit = true;
    if (joint->type == JointType::kContinuous) joint->type = JointType::kRevolute;
    joint->type_name = joint_type_name(joint->type);
    return;
  }
  const Joint& x = model.joints[at(equality.object2)];
  LoopSpec loop =
      gear(names, equality.object1, equality.object2, p[1], y.ref + p[0] - p[1] * x.ref);
  if (p[1] == 0) {
    note(scene, Severity::kWarning, equality.source, element,
         "the coefficient of the second joint is zero; the equality is left out");
    return;
  }
  loop.compliance = law_of(equality.softness, equality.source, element, scene);
  loop.name = equality.name;
  scene.loops.push_back(loop);
}

}  // namespace

void add_equalities(const Names& names, MjcfParts& parts, Scene& scene) {
  const MjcfDescription& model = names.model;
  if (!model.options.equalities) return;
  for (const Equality& equality : model.equalities) {
    static const char* const kTags[] = {"connect", "weld", "joint", "tendon", "distance"};
    const std::string element = words(kTags[static_cast<int>(equality.kind)], equality.name);
    const auto left_out = [&](const std::string& why) {
      note(scene, Severity::kWarning, equality.source, element, why + "; it is left out");
    };
    if (!equality.active) {
      note(scene, Severity::kInfo, equality.source, element, "not active; it is left out");
      continue;
    }
    if (equality.kind == EqualityKind::kJoint) {
      add_joint_equality(names, equality, parts, scene);
      continue;
    }
    if (equality.kind == EqualityKind::kTendon) {
      if (!add_tendon_gear(names, equality, scene))
        left_out("only tendons with two joints in total form a gear");
      continue;
    }
    LoopSpec loop;
    loop.name = equality.name;
    loop.compliance = law_of(equality.softness, equality.source, element, scene);
    int body1 = equality.object1, body2 = equality.object2;
    RigidTransform X_1A, X_2B;  // frames that are joined, in the bodies
    if (equality.kind == EqualityKind::kDistance) {
      if (body2 < 0) {
        left_out("a distance needs two geoms");
        continue;
      }
      const Geom &a = model.geoms[at(body1)], &b = model.geoms[at(body2)];
      if (a.kind != GeometryKind::kSphere || b.kind != GeometryKind::kSphere) {
        left_out("the distance of geoms other than spheres is not supported");
        continue;
      }
      X_1A = RigidTransform(a.X_BG.p);
      X_2B = RigidTransform(b.X_BG.p);
      body1 = a.body;
      body2 = b.body;
      loop.kind = LoopKind::kDistance;
      loop.length = equality.distance + a.size.x() + b.size.x();
    } else if (equality.site1 >= 0) {
      const Site &a = model.sites[at(equality.site1)], &b = model.sites[at(equality.site2)];
      X_1A = a.X_BS;
      X_2B = b.X_BS;
      body1 = a.body;
      body2 = b.body;
      loop.kind = equality.kind == EqualityKind::kWeld ? LoopKind::kWeld : LoopKind::kPoint;
    } else {
      const RigidTransform X_12 = names.poses[at(body1)].inverse() * names.poses[at(body2)];
      if (equality.kind == EqualityKind::kWeld) {
        loop.kind = LoopKind::kWeld;
        X_1A = equality.relative_pose.value_or(X_12);
      } else {
        loop.kind = LoopKind::kPoint;
        X_1A = RigidTransform(equality.anchor);
        X_2B = RigidTransform(X_12.inverse() * equality.anchor);
      }
    }
    if (rigid_root(model, body1) == rigid_root(model, body2)) {
      left_out("both ends are fixed to each other");
      continue;
    }
    const End a = names.end(body1), b = names.end(body2);
    loop.a = a.name;
    loop.b = b.name;
    const RigidTransform X_A = a.X_EB * X_1A, X_B = b.X_EB * X_2B;
    loop.pose = X_A * X_B.inverse();
    loop.at_a = X_A.p;
    loop.at_b = X_B.p;
    scene.loops.push_back(loop);
  }
}

}  // namespace cardan::mjcf
