#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

void Reader::read_contact(const Element& section) {
  for (const Replica& replica : replicas(section)) {
    const Element* const element = replica.element;
    suffix_ = replica.suffix;
    if (!check_element(*element, "contact")) continue;
    if (std::string_view(element->Name()) == "exclude") {
      ContactExclude exclude;
      exclude.source = source(*element);
      exclude.body1 = find(*element, "body1", body_names, "body");
      exclude.body2 = find(*element, "body2", body_names, "body");
      if (exclude.body1 >= 0 && exclude.body2 >= 0) out.excludes.push_back(exclude);
      continue;
    }
    ContactPair pair;
    pair.source = source(*element);
    pair.name = own_name(*element);
    pair.geom1 = find(*element, "geom1", geom_names, "geom");
    pair.geom2 = find(*element, "geom2", geom_names, "geom");
    with_defaults(*element, 0, {"pair"}, [&](const Element& e) {
      int condim = 3;
      if (integer(e, "condim", condim)) pair.condim = condim;
      std::array<double, 5> friction =
          pair.friction.value_or(std::array<double, 5>{1, 1, 0.005, 0.0001, 0.0001});
      if (numbers(e, "friction", 1, 5, friction.data()) > 0) pair.friction = friction;
      softness(e, "solref", "solimp", pair.softness);
    });
    if (pair.condim && *pair.condim != 1 && *pair.condim != 3 && *pair.condim != 4 &&
        *pair.condim != 6)
      error(*element, "attribute 'condim' must be 1, 3, 4 or 6");
    if (pair.friction)
      for (const double mu : *pair.friction)
        if (mu < 0) error(*element, "attribute 'friction' is negative");
    if (pair.geom1 >= 0 && pair.geom2 >= 0) out.pairs.push_back(pair);
  }
}

void Reader::read_equality(const Element& section) {
  static const std::map<std::string, EqualityKind> kKinds = {{"connect", EqualityKind::kConnect},
                                                             {"weld", EqualityKind::kWeld},
                                                             {"joint", EqualityKind::kJoint},
                                                             {"tendon", EqualityKind::kTendon},
                                                             {"distance", EqualityKind::kDistance}};
  for (const Replica& replica : replicas(section)) {
    const Element* const element = replica.element;
    suffix_ = replica.suffix;
    if (!check_element(*element, "equality")) continue;
    const auto kind = kKinds.find(element->Name());
    if (kind == kKinds.end()) continue;
    Equality equality;
    equality.kind = kind->second;
    equality.source = source(*element);
    equality.name = own_name(*element);
    with_defaults(*element, 0, {"equality"}, [&](const Element& e) {
      flag(e, "active", equality.active);
      softness(e, "solref", "solimp", equality.softness);
    });
    const auto pair = [&](const char* first, const char* second,
                          const std::map<std::string, int>& names, const char* what, int absent) {
      equality.object1 = find(*element, first, names, what);
      equality.object2 = has(*element, second) ? find(*element, second, names, what) : absent;
      return equality.object1 >= 0 && (equality.object2 >= 0 || !has(*element, second));
    };
    bool good = false;
    if (equality.kind == EqualityKind::kConnect || equality.kind == EqualityKind::kWeld) {
      if (has(*element, "site1")) {
        equality.site1 = find(*element, "site1", site_names, "site");
        equality.site2 = find(*element, "site2", site_names, "site");
        good = equality.site1 >= 0 && equality.site2 >= 0;
      } else {
        good = pair("body1", "body2", body_names, "body", 0);
        if (equality.kind == EqualityKind::kConnect &&
            !vector(*element, "anchor", equality.anchor)) {
          error(*element, "attribute 'anchor' is missing");
          good = false;
        }
      }
      std::array<double, 7> pose{};
      if (equality.kind == EqualityKind::kWeld &&
          numbers(*element, "relpose", 7, 7, pose.data()) == 7) {
        const Quaternion turn(pose[3], pose[4], pose[5], pose[6]);
        if (turn.norm() > 1e-10)
          equality.relative_pose = RigidTransform(turn.normalized().toRotationMatrix(),
                                                  Vector3(pose[0], pose[1], pose[2]));
      }
      if (equality.kind == EqualityKind::kWeld && has(*element, "anchor"))
        info(*element, "attribute 'anchor' has no effect: a rigid weld has no preferred point");
    } else if (equality.kind == EqualityKind::kDistance) {
      good = pair("geom1", "geom2", geom_names, "geom", -1);
      number(*element, "distance", equality.distance);
    } else {
      const bool joints = equality.kind == EqualityKind::kJoint;
      good = joints ? pair("joint1", "joint2", joint_names, "joint", -1)
                    : pair("tendon1", "tendon2", tendon_names, "tendon", -1);
      numbers(*element, "polycoef", 1, 5, equality.polynomial.data());
    }
    if (good) out.equalities.push_back(equality);
  }
}

void Reader::read_tendon(const Element& section) {
  for (const Replica& replica : replicas(section)) {
    const Element* const element = replica.element;
    suffix_ = replica.suffix;
    if (!check_element(*element, "tendon")) continue;
    Tendon tendon;
    tendon.source = source(*element);
    tendon.fixed = std::string_view(element->Name()) == "fixed";
    Limited limits = Limited::kAuto;
    with_defaults(*element, 0, {"tendon"}, [&](const Element& e) {
      limited(e, "limited", limits);
      numbers(e, "range", 2, 2, tendon.range.data());
      number(e, "stiffness", tendon.stiffness);
      number(e, "damping", tendon.damping);
      number(e, "frictionloss", tendon.friction);
      if (numbers(e, "springlength", 1, 2, tendon.spring_length.data()) == 1)
        tendon.spring_length[1] = tendon.spring_length[0];
      softness(e, "solreflimit", "solimplimit", tendon.limit);
    });
    for (const double value : {tendon.stiffness, tendon.damping, tendon.friction})
      if (value < 0) error(*element, "stiffness, damping or frictionloss is negative");
    tendon.limited = limits == Limited::kYes || (limits == Limited::kAuto && compiler.auto_limits &&
                                                 (tendon.range[0] != 0 || tendon.range[1] != 0));
    if (tendon.limited && !(tendon.range[0] < tendon.range[1]))
      error(*element, "the range of a limited tendon needs a lower and a greater upper bound");
    for (const Element* child : children(*element)) {
      const std::string tag = child->Name();
      if (!check_element(*child, tendon.fixed ? "tendon/fixed" : "tendon/spatial")) {
        tendon.simple_path = false;
        continue;
      }
      if (tag == "joint") {
        TendonTerm term;
        term.joint = find(*child, "joint", joint_names, "joint");
        if (!number(*child, "coef", term.coefficient)) error(*child, "attribute 'coef' is missing");
        if (term.joint < 0) continue;
        const JointKind kind = out.joints[static_cast<std::size_t>(term.joint)].kind;
        if (kind == JointKind::kBall || kind == JointKind::kFree)
          error(*child, "a fixed tendon needs hinges and slides");
        tendon.terms.push_back(term);
      } else if (tag == "site") {
        const int site = find(*child, "site", site_names, "site");
        if (site >= 0) tendon.path_sites.push_back(site);
      }
    }
    const int number_of = static_cast<int>(out.tendons.size());
    tendon.name = unique_name(*element, own_name(*element), "tendon", tendon_names, number_of);
    out.tendons.push_back(std::move(tendon));
  }
}

}  // namespace cardan::mjcf
