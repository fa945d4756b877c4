#include "dynamics/mjcf/element_table.h"

#include <algorithm>
#include <map>

namespace cardan::mjcf {

namespace {

constexpr Fate kR = Fate::kRead, kC = Fate::kChanged, kH = Fate::kHarmless, kA = Fate::kAppearance,
               kL = Fate::kLeftOut;

constexpr std::string_view kPose = "pos quat axisangle xyaxes zaxis euler";
constexpr std::string_view kDrawn = "how the model is drawn";
constexpr std::string_view kSoft =
    "compliance according to MuJoCo's formulas; without these attributes, the constraint is rigid";
constexpr std::string_view kActuatorCommon =
    "name class joint jointinparent tendon site gear ctrllimited ctrlrange forcelimited forcerange";
constexpr std::string_view kSensorCommon = "name noise cutoff";
constexpr std::string_view kOldSensor = "cardan has no sensor for this";
constexpr std::string_view kReadout = "Model and StepReport give this value";

// clang-format off
const std::vector<NameRule> kRules = {
    {"mujoco", "", kR, "the file"},
    {"mujoco", "model", kR, "name of the scene"},
    {"include", "", kR, "replaced by the elements of the file; a file can be included only once"},
    {"include", "file", kR, ""},

    {"compiler", "", kR, "rules of the reader"},
    {"compiler", "angle eulerseq autolimits coordinate meshdir assetdir strippath", kR, ""},
    {"compiler", "inertiafromgeom inertiagrouprange exactmeshinertia boundmass boundinertia "
                 "balanceinertia settotalmass", kR, ""},
    {"compiler", "discardvisual fusestatic usethread convexhull alignfree saveinertial", kH,
     "bodies that are fixed to each other are always merged, and meshes are always replaced by hulls"},
    {"compiler", "fitaabb", kL, "geoms are fitted to the inertia of a mesh"},
    {"compiler", "texturedir", kA, kDrawn},
    {"compiler/lengthrange", "", kH, "for muscles"},
    {"size", "", kH, "memory of MuJoCo"},
    {"statistic", "", kA, kDrawn},
    {"visual", "", kA, kDrawn},
    {"custom", "", kA, "data of a user's program"},
    {"extension", "", kL, "plugins of MuJoCo"},
    {"deformable", "", kL, "flexes and skins"},

    {"option", "", kR, "settings of the step"},
    {"option", "timestep gravity", kR, "time step and gravity of the scene"},
    {"option", "integrator", kC, "always semi-implicit Euler with implicit damping"},
    {"option", "cone jacobian solver iterations tolerance noslip_iterations noslip_tolerance "
               "mpr_iterations mpr_tolerance ls_iterations ls_tolerance ccd_iterations "
               "ccd_tolerance sdf_iterations sdf_initpoints apirate", kH,
     "contacts are solved with the exact cone, to the tolerance of the scene"},
    {"option", "impratio", kL, "friction has the same impedance as the normal direction"},
    {"option", "wind density viscosity magnetic", kL, "there is no fluid and no magnetic field"},
    {"option", "o_margin o_solref o_solimp o_friction", kL, "override all contacts"},
    {"option", "collision", kL, "geoms collide by their masks, and listed pairs too"},
    {"option", "actuatorgroupdisable", kL, "switches groups of actuators off"},
    {"option/flag", "", kR, "switches"},
    {"option/flag", "contact equality gravity limit frictionloss passive spring damper actuation "
                    "constraint", kR, "disable removes these parts of the model"},
    {"option/flag", "clampctrl", kR, "disable: ctrl is not held in its range"},
    {"option/flag", "filterparent", kR, "disable: links that a joint connects collide"},
    {"option/flag", "warmstart refsafe eulerdamp midphase nativeccd energy fwdinv invdiscrete "
                    "island autoreset multiccd", kH, ""},
    {"option/flag", "sensor sensornoise override", kL, ""},

    {"asset", "", kR, ""},
    {"contact", "", kR, ""},
    {"equality", "", kR, ""},
    {"tendon", "", kR, ""},
    {"actuator", "", kR, ""},
    {"sensor", "", kR, ""},
    {"keyframe", "", kR, ""},
    {"default", "", kR, "classes"},
    {"default", "class", kR, ""},

    {"asset/mesh", "", kR, "a convex hull"},
    {"asset/mesh", "name class file vertex face scale refpos refquat inertia", kR, ""},
    {"asset/mesh", "content_type smoothnormal normal texcoord material", kA, kDrawn},
    {"asset/mesh", "maxhullvert octree_maxdepth", kH, "a mesh collides as its whole hull"},
    {"asset/mesh", "builtin params", kL, "write the mesh to an OBJ or STL file, and name this file"},
    {"asset/mesh/plugin", "", kL, "plugins of MuJoCo"},
    {"asset/hfield", "", kR, "a heightfield, filled below"},
    {"asset/hfield", "name file nrow ncol elevation", kR, ""},
    {"asset/hfield", "size", kC, "the ground below is solid to any depth: the fourth number has no "
                                "effect"},
    {"asset/hfield", "content_type", kA, ""},
    {"asset/texture", "", kA, kDrawn},
    {"asset/material", "", kR, "the colour of geoms without one"},
    {"asset/material", "name class rgba", kR, ""},
    {"asset/material", "texture texrepeat texuniform emission specular shininess reflectance "
                       "metallic roughness", kA, kDrawn},
    {"asset/skin", "", kA, kDrawn},
    {"asset/model", "", kL, "attached models of MuJoCo 3.x"},

    {"worldbody", "", kR, "the world"},
    {"body", "", kR, "a link"},
    {"body", "name childclass mocap", kR, ""},
    {"body", kPose, kR, ""},
    {"body", "gravcomp", kL, "gravity acts on all bodies"},
    {"body", "user sleep", kA, ""},
    {"body/frame", "", kR, "a change of frame"},
    {"body/frame", "name childclass", kR, ""},
    {"body/frame", kPose, kR, ""},
    {"body/inertial", "", kR, ""},
    {"body/inertial", "mass diaginertia fullinertia", kR, ""},
    {"body/inertial", kPose, kR, ""},
    {"body/joint", "", kR, "a joint; several of a body become a chain"},
    {"body/joint", "name class type pos axis ref range limited stiffness springref springdamper "
                   "damping armature frictionloss", kR, ""},
    {"body/joint", "solreflimit solimplimit", kC, kSoft},
    {"body/joint", "solreffriction solimpfriction", kL, "friction of joints is exact"},
    {"body/joint", "actuatorfrcrange actuatorfrclimited", kR, "effort limit"},
    {"body/joint", "actuatorgravcomp", kL, "gravity acts on all bodies"},
    {"body/joint", "margin", kH, "a limit acts only when it is reached"},
    {"body/joint", "group user", kA, kDrawn},
    {"body/freejoint", "", kR, "a floating base"},
    {"body/freejoint", "name", kR, ""},
    {"body/freejoint", "align", kH, ""},
    {"body/freejoint", "group", kA, kDrawn},
    {"body/geom", "", kR, "a shape of a link, or of a static model"},
    {"body/geom", "name class type contype conaffinity condim size fromto mesh hfield mass density "
                  "shellinertia group rgba material", kR, ""},
    {"body/geom", kPose, kR, ""},
    {"body/geom", "friction priority", kR, "a table of pairs of materials"},
    {"body/geom", "solref solimp solmix", kC, kSoft},
    {"body/geom", "margin gap", kC, "contacts act where surfaces touch"},
    {"body/geom", "fluidshape fluidcoef", kL, "there is no fluid"},
    {"body/geom", "fitscale", kL, "scale of a fitted geom"},
    {"body/geom", "user", kA, ""},
    {"body/geom/plugin", "", kL, "plugins of MuJoCo"},
    {"body/site", "", kR, "a frame for sensors, loops and tendons"},
    {"body/site", "name class", kR, ""},
    {"body/site", kPose, kR, ""},
    {"body/site", "fromto", kR, "gives the pose"},
    {"body/site", "size", kH, "a touch sensor measures the whole body"},
    {"body/site", "type group rgba material user", kA, kDrawn},
    {"body/camera", "", kA, kDrawn},
    {"body/light", "", kA, kDrawn},
    {"body/composite", "", kL, "read the file that MuJoCo saves (mj_saveLastXML): it has the bodies "
                               "and joints"},
    {"body/flexcomp", "", kL, "soft bodies are not supported"},
    {"body/plugin", "", kL, "plugins of MuJoCo"},
    {"body/attach", "", kL, "read the file that MuJoCo 3 saves (mj_saveLastXML): it has the bodies "
                            "attached"},
    {"body/replicate", "", kR, "copies, as in MuJoCo 3; elements that refer to them are copied too"},
    {"body/replicate", "count sep offset euler", kR, ""},

    {"contact/pair", "", kR, "the two geoms collide, with a surface of their own"},
    {"contact/pair", "name class geom1 geom2 condim friction", kR, ""},
    {"contact/pair", "solref solimp", kC, kSoft},
    {"contact/pair", "solreffriction", kL, "friction is exact"},
    {"contact/pair", "margin gap", kC, "contacts act where surfaces touch"},
    {"contact/exclude", "", kR, "an ignored pair"},
    {"contact/exclude", "name body1 body2", kR, ""},

    {"equality/connect", "", kR, "a point loop"},
    {"equality/connect", "name class active body1 body2 anchor site1 site2", kR, ""},
    {"equality/connect", "solref solimp", kC, kSoft},
    {"equality/weld", "", kR, "a weld loop"},
    {"equality/weld", "name class active body1 body2 relpose anchor site1 site2", kR, ""},
    {"equality/weld", "torquescale", kL, "moments and forces have the same impedance"},
    {"equality/weld", "solref solimp", kC, kSoft},
    {"equality/joint", "", kR, "a gear loop; with one joint, limits of zero width"},
    {"equality/joint", "name class active joint1 joint2", kR, ""},
    {"equality/joint", "polycoef", kC, "the linear terms; higher ones are left out"},
    {"equality/joint", "solref solimp", kC, kSoft},
    {"equality/tendon", "", kC, "a gear loop if the tendons have two joints in total"},
    {"equality/tendon", "name class active tendon1 tendon2", kR, ""},
    {"equality/tendon", "polycoef", kC, "the linear terms"},
    {"equality/tendon", "solref solimp", kC, kSoft},
    {"equality/distance", "", kC, "a distance loop between the centres of two spheres"},
    {"equality/distance", "name class active geom1 geom2 distance", kR, ""},
    {"equality/distance", "solref solimp", kC, kSoft},
    {"equality/flex", "", kL, "soft bodies are not supported"},

    {"tendon/fixed", "", kC, "springs, dampers and limits of the joint, or a gear loop with a law"},
    {"tendon/fixed", "name class limited range stiffness damping springlength", kR, ""},
    {"tendon/fixed", "frictionloss", kC, "friction of the joint; left out with two joints or more"},
    {"tendon/fixed", "solreflimit solimplimit", kC, kSoft},
    {"tendon/fixed", "solreffriction solimpfriction armature actuatorfrcrange actuatorfrclimited",
     kL, ""},
    {"tendon/fixed", "margin", kH, "a limit acts only when it is reached"},
    {"tendon/fixed", "group user rgba material width", kA, kDrawn},
    {"tendon/fixed/joint", "", kR, ""},
    {"tendon/fixed/joint", "joint coef", kR, ""},
    {"tendon/spatial", "", kC, "with two sites: a rope or a distance loop with a law; else left out"},
    {"tendon/spatial", "name class limited range stiffness damping springlength", kR, ""},
    {"tendon/spatial", "solreflimit solimplimit", kC, kSoft},
    {"tendon/spatial", "frictionloss solreffriction solimpfriction armature actuatorfrcrange "
                       "actuatorfrclimited", kL, ""},
    {"tendon/spatial", "margin", kH, "a limit acts only when it is reached"},
    {"tendon/spatial", "group user rgba material width", kA, kDrawn},
    {"tendon/spatial/site", "", kR, ""},
    {"tendon/spatial/site", "site", kR, ""},
    {"tendon/spatial/geom", "", kL, "tendons do not wrap"},
    {"tendon/spatial/pulley", "", kL, "there are no pulleys"},

    {"actuator/general", "", kR, "a user effort, or a PD law if the actuator is equivalent to one"},
    {"actuator/general", kActuatorCommon, kR, ""},
    {"actuator/general", "gaintype biastype gainprm biasprm", kR, "fixed and affine"},
    {"actuator/general", "dyntype dynprm", kC, "a filter of a motor becomes the lag of its effort"},
    {"actuator/general", "actlimited actrange actdim actearly lengthrange cranklength cranksite "
                         "slidersite body refsite group user", kL, ""},
    {"actuator/motor", "", kR, "a user effort"},
    {"actuator/motor", kActuatorCommon, kR, ""},
    {"actuator/motor", "lengthrange cranklength cranksite slidersite refsite group user", kL, ""},
    {"actuator/position", "", kR, "a PD law; its target is the ctrl of the keyframe, or 0, within its range"},
    {"actuator/position", kActuatorCommon, kR, ""},
    {"actuator/position", "kp kv dampratio timeconst inheritrange", kR, ""},
    {"actuator/position", "lengthrange cranklength cranksite slidersite "
                          "refsite group user", kL, ""},
    {"actuator/velocity", "", kR, "a velocity servo; its target is the ctrl of the keyframe, or 0, within its range"},
    {"actuator/velocity", kActuatorCommon, kR, ""},
    {"actuator/velocity", "kv", kR, ""},
    {"actuator/velocity", "lengthrange cranklength cranksite slidersite refsite group user", kL, ""},
    {"actuator/damper", "", kR, "a damper with the coefficient kv · ctrl at the start"},
    {"actuator/damper", kActuatorCommon, kR, ""},
    {"actuator/damper", "kv", kR, ""},
    {"actuator/damper", "lengthrange cranklength cranksite slidersite refsite group user", kL, ""},
    {"actuator/intvelocity", "", kL, "a position servo with an integrator"},
    {"actuator/cylinder", "", kL, "a pneumatic cylinder"},
    {"actuator/muscle", "", kL, "a muscle"},
    {"actuator/adhesion", "", kL, "adhesion"},
    {"actuator/plugin", "", kL, "plugins of MuJoCo"},
    {"actuator/dcmotor", "", kL, "a DC motor of MuJoCo 3.x"},

    {"sensor/accelerometer", "", kR, "imu: specific force"},
    {"sensor/accelerometer", "site", kR, ""},
    {"sensor/gyro", "", kR, "imu: angular velocity"},
    {"sensor/gyro", "site", kR, ""},
    {"sensor/velocimeter", "", kR, "a twist sensor, in its own axes"},
    {"sensor/velocimeter", "site", kR, ""},
    {"sensor/force", "", kC, "force_torque of the joint of the body, in axes of the link"},
    {"sensor/force", "site", kR, ""},
    {"sensor/torque", "", kC, "force_torque of the joint of the body, about the joint"},
    {"sensor/torque", "site", kR, ""},
    {"sensor/touch", "", kC, "contact of the whole body of the site"},
    {"sensor/touch", "site", kR, ""},
    {"sensor/rangefinder", "", kR, "ranges with one ray along z of the site"},
    {"sensor/rangefinder", "site", kR, ""},
    {"sensor/rangefinder", "camera data", kL, ""},
    {"sensor/jointpos", "", kR, "joint"},
    {"sensor/jointpos", "joint", kR, ""},
    {"sensor/jointvel", "", kR, "joint"},
    {"sensor/jointvel", "joint", kR, ""},
    {"sensor/jointactuatorfrc", "", kR, "joint: effort"},
    {"sensor/jointactuatorfrc", "joint", kR, ""},
    {"sensor/framepos", "", kR, "pose"},
    {"sensor/framequat", "", kR, "pose"},
    {"sensor/framelinvel", "", kR, "twist"},
    {"sensor/frameangvel", "", kR, "twist"},
    {"sensor/framepos", "objtype objname reftype refname", kR, ""},
    {"sensor/framequat", "objtype objname reftype refname", kR, ""},
    {"sensor/framelinvel", "objtype objname reftype refname", kR, ""},
    {"sensor/frameangvel", "objtype objname reftype refname", kR, ""},
    {"sensor/framexaxis", "", kL, kOldSensor},
    {"sensor/frameyaxis", "", kL, kOldSensor},
    {"sensor/framezaxis", "", kL, kOldSensor},
    {"sensor/framelinacc", "", kL, kOldSensor},
    {"sensor/frameangacc", "", kL, kOldSensor},
    {"sensor/magnetometer", "", kL, kOldSensor},
    {"sensor/camprojection", "", kL, kOldSensor},
    {"sensor/tendonpos", "", kL, kOldSensor},
    {"sensor/tendonvel", "", kL, kOldSensor},
    {"sensor/tendonactuatorfrc", "", kL, kOldSensor},
    {"sensor/actuatorpos", "", kL, kReadout},
    {"sensor/actuatorvel", "", kL, kReadout},
    {"sensor/actuatorfrc", "", kL, kReadout},
    {"sensor/ballquat", "", kL, kReadout},
    {"sensor/ballangvel", "", kL, kReadout},
    {"sensor/jointlimitpos", "", kL, kReadout},
    {"sensor/jointlimitvel", "", kL, kReadout},
    {"sensor/jointlimitfrc", "", kL, kReadout},
    {"sensor/tendonlimitpos", "", kL, kOldSensor},
    {"sensor/tendonlimitvel", "", kL, kOldSensor},
    {"sensor/tendonlimitfrc", "", kL, kOldSensor},
    {"sensor/subtreecom", "", kL, kReadout},
    {"sensor/subtreelinvel", "", kL, kReadout},
    {"sensor/subtreeangmom", "", kL, kReadout},
    {"sensor/insidesite", "", kL, kOldSensor},
    {"sensor/distance", "", kL, kOldSensor},
    {"sensor/normal", "", kL, kOldSensor},
    {"sensor/fromto", "", kL, kOldSensor},
    {"sensor/contact", "", kL, kOldSensor},
    {"sensor/e_potential", "", kL, kReadout},
    {"sensor/e_kinetic", "", kL, kReadout},
    {"sensor/clock", "", kL, kReadout},
    {"sensor/tactile", "", kL, kOldSensor},
    {"sensor/user", "", kA, ""},
    {"sensor/plugin", "", kL, "plugins of MuJoCo"},

    {"keyframe/key", "", kR, "a posture of each robot"},
    {"keyframe/key", "name qpos", kR, ""},
    {"keyframe/key", "ctrl", kR, "ctrl at the start of a scene that starts in the keyframe"},
    {"keyframe/key", "time qvel act mpos mquat", kL, "a posture holds positions of joints"},
};
// clang-format on

template <class F>
void for_each_word(std::string_view text, F use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct Index {
  std::map<std::string_view, const NameRule*> elements;
  std::map<std::pair<std::string_view, std::string_view>, const NameRule*> attributes;
};

const Index& index_of_rules() {
  static const Index index = [] {
    Index made;
    for (const NameRule& rule : kRules) {
      if (rule.attributes.empty()) made.elements.emplace(rule.element, &rule);
      for_each_word(rule.attributes, [&](std::string_view name) {
        made.attributes.emplace(std::pair(rule.element, name), &rule);
      });
    }
    // All sensors share their common attributes.
    static const NameRule common{"sensor", kSensorCommon, Fate::kRead, "name and errors"};
    static const NameRule other{"sensor", "user", Fate::kAppearance, ""};
    for (const auto& [element, rule] : made.elements) {
      if (element.substr(0, 7) != "sensor/") continue;
      for_each_word(kSensorCommon, [&, e = element](std::string_view name) {
        made.attributes.emplace(std::pair(e, name), &common);
      });
      made.attributes.emplace(std::pair(element, std::string_view("user")), &other);
    }
    return made;
  }();
  return index;
}

}  // namespace

const std::vector<NameRule>& name_rules() { return kRules; }

const NameRule* element_rule(std::string_view element) {
  const auto& elements = index_of_rules().elements;
  const auto found = elements.find(element);
  return found == elements.end() ? nullptr : found->second;
}

const NameRule* attribute_rule(std::string_view element, std::string_view attribute) {
  const auto& attributes = index_of_rules().attributes;
  const auto found = attributes.find({element, attribute});
  return found == attributes.end() ? nullptr : found->second;
}

std::vector<std::string> elements_of(std::string_view section) {
  std::vector<std::string> names;
  for (const auto& [element, rule] : index_of_rules().elements) {
    const std::size_t slash = element.rfind('/');
    const std::string_view above = slash == element.npos ? "" : element.substr(0, slash);
    if (above == section) names.emplace_back(element.substr(slash + 1));
  }
  return names;
}

std::vector<std::string> attributes_of(std::string_view element) {
  std::vector<std::string> names;
  for (const auto& [key, rule] : index_of_rules().attributes)
    if (key.first == element) names.emplace_back(key.second);
  return names;
}

}  // namespace cardan::mjcf
