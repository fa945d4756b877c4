#include "core/nearest.h"
#include "dynamics/urdf/read_context.h"

/// Reports what <gazebo> blocks contain and the reader does not read.
namespace cardan::urdf {

namespace {

using Words = std::set<std::string>;

// Elements that are read.
const Words kReadInBlock = {"mu1", "mu2", "kp", "kd", "selfCollide", "self_collide", "static"};

// Elements that have no effect here: damping is implicit, and merged links remain as frames.
const Words kNeedless = {"implicitSpringDamper", "cfmDamping", "disableFixedJointLumping",
                         "preserveFixedJoint"};

// Elements that never change the motion, and parameters of the correction of contacts in ODE.
const Words kWithoutMotion = {"material",        "visual",        "laserRetro",
                              "provideFeedback", "canonicalBody", "maxVel",
                              "minDepth",        "maxContacts",   "allow_auto_disable"};

// Values with which an element has no effect.
const std::map<std::string, Words>& standards() {
  static const std::map<std::string, Words> kStandards = {{"turnGravityOff", {"false", "0"}},
                                                          {"gravity", {"true", "1"}},
                                                          {"fdir1", {"0 0 0"}},
                                                          {"kinematic", {"false", "0"}},
                                                          {"dampingFactor", {"0", "0.0"}},
                                                          {"enable_wind", {"false", "0"}},
                                                          {"stopCfm", {"0", "0.0"}},
                                                          {"fudgeFactor", {"1", "1.0"}},
                                                          {"springStiffness", {"0", "0.0"}},
                                                          {"springReference", {"0", "0.0"}},
                                                          {"initialJointPosition", {"0", "0.0"}},
                                                          {"stopErp", {}},
                                                          {"stopKp", {}},
                                                          {"stopKd", {}},
                                                          {"slip1", {"0", "0.0"}},
                                                          {"slip2", {"0", "0.0"}},
                                                          {"plugin", {}},
                                                          {"sensor", {}}};
  return kStandards;
}

bool is_told(const Element& element) {
  const std::string tag = element.Name();
  if (kReadInBlock.count(tag) || kNeedless.count(tag)) return false;
  const auto standard = standards().find(tag);
  if (standard == standards().end()) return true;
  // Of repeated values, the first counts; the reader reports the others.
  const bool first = element.Parent()->FirstChildElement(tag.c_str()) == &element;
  if (!first && !standard->second.empty()) return false;
  return !standard->second.count(text_of(element));
}

// A misspelt element counts as one that changes the motion.
std::string probable_tag(const std::string& tag) {
  std::vector<std::string> known;
  for (const Words* words : {&kReadInBlock, &kNeedless, &kWithoutMotion})
    known.insert(known.end(), words->begin(), words->end());
  for (const auto& [name, values] : standards()) known.push_back(name);
  for (const std::string& name : known)
    if (name == tag) return "";
  return nearest_name(tag, known);
}

void check_reference(ReadContext& context, const Element& gazebo) {
  for (const auto* a = gazebo.FirstAttribute(); a; a = a->Next()) {
    const std::string name = a->Name();
    if (name == "reference" || name.rfind("xmlns", 0) == 0) continue;
    context.warn({"gazebo", a->GetLineNum()},
                 "attribute '" + name + "' of <gazebo> is unknown; known is reference");
  }
}

}  // namespace

void check_gazebo(ReadContext& context, const Element& robot) {
  std::map<std::string, std::pair<int, int>> unread;  // tag → count, first line
  for (const Element* block = robot.FirstChildElement("gazebo"); block;
       block = block->NextSiblingElement("gazebo")) {
    check_reference(context, *block);
    for (const Element* e = block->FirstChildElement(); e; e = e->NextSiblingElement()) {
      if (!is_told(*e)) continue;
      auto& [count, line] = unread[e->Name()];
      if (count++ == 0) line = e->GetLineNum();
    }
  }
  for (const auto& [tag, entry] : unread) {
    const auto& [count, line] = entry;
    std::string message = "<" + tag + "> is not read (" + std::to_string(count) + " time(s))";
    if (tag == "sensor") message += "; list the sensors in the scene";
    if (const std::string meant = probable_tag(tag); !meant.empty())
      message += "; did you mean '" + meant + "'?";
    const Place place{"gazebo / " + tag, line};
    if (kWithoutMotion.count(tag)) {
      context.info(place, message);
    } else {
      context.warn(place, message);
    }
  }
}

}  // namespace cardan::urdf
