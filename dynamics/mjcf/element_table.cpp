#include <algorithm>
#include <map>

#include "cardan/dynamics/mjcf/element_table_internal.h"

namespace cardan::mjcf {

namespace {

constexpr Fate R = Fate::kRead, C = Fate::kChanged, H = Fate::kHarmless, A = Fate::kAppearance,
               L = Fate::kLeftOut;

constexpr std::string_view kPose = "pos quat axisangle xyaxes zaxis euler";
constexpr std::string_view kDrawn = "how the model is drawn";
constexpr std::string_view kSoft =
    "a law of compliance by MuJoCo's formulas; without them the constraint is rigid";
constexpr std::string_view kActuatorCommon =
    "name class joint jointinparent tendon site gear ctrllimited ctrlrange forcelimited forcerange";
constexpr std::string_view kSensorCommon = "name noise cutoff";
constexpr std::string_view kOldSensor = "no sensor of cardan measures this";
constexpr std::string_view kReadout = "Model and StepReport give this value";

// clang-format off
const std::vector<NameRule> kRules = {
    {"mujoco", "", R, "the file"},
    {"mujoco", "model", R, "name of the scene"},
    {"include", "", R, "its children stand in its place; each file once"},
    {"include", "file", R, ""},

    {"compiler", "", R, "rules of the reader"},
    {"compiler", "angle eulerseq autolimits coordinate meshdir assetdir strippath", R, ""},
    {"compiler", "inertiafromgeom inertiagrouprange exactmeshinertia boundmass boundinertia "
                 "balanceinertia settotalmass", R, ""},
    {"compiler", "discardvisual fusestatic usethread convexhull alignfree saveinertial", H,
     "bodies that are fixed to each other are always one, meshes are always hulls"},
    {"compiler", "fitaabb", L, "geoms are fitted to the inertia of a mesh"},
    {"compiler", "texturedir", A, kDrawn},
    {"compiler/lengthrange", "", H, "for muscles"},
    {"size", "", H, "memory of MuJoCo"},
    {"statistic", "", A, kDrawn},
    {"visual", "", A, kDrawn},
    {"custom", "", A, "data of a user's program"},
    {"extension", "", L, "plugins of MuJoCo"},
    {"deformable", "", L, "flexes and skins"},

    {"option", "", R, "settings of the step"},
    {"option", "timestep gravity", R, "time step and gravity of the scene"},
    {"option", "integrator", C, "always semi-implicit Euler with implicit damping"},
    {"option", "cone jacobian solver iterations tolerance noslip_iterations noslip_tolerance "
               "mpr_iterations mpr_tolerance ls_iterations ls_tolerance ccd_iterations "
               "ccd_tolerance sdf_iterations sdf_initpoints apirate", H,
     "contacts are solved with the exact cone, to the tolerance of the scene"},
    {"option", "impratio", L, "friction is as hard as the normal direction"},
    {"option", "wind density viscosity magnetic", L, "there is no fluid and no magnetic field"},
    {"option", "o_margin o_solref o_solimp o_friction", L, "override all contacts"},
    {"option", "actuatorgroupdisable", L, "switches groups of actuators off"},
    {"option/flag", "", R, "switches"},
    {"option/flag", "contact equality gravity limit frictionloss passive actuation constraint "
                    "filterparent", R, "disable removes these parts of the model"},
    {"option/flag", "warmstart refsafe eulerdamp midphase nativeccd energy fwdinv invdiscrete "
                    "island autoreset multiccd spring damper", H, ""},
    {"option/flag", "sensor clampctrl sensornoise override", L, ""},

    {"default", "", R, "classes"},
    {"default", "class", R, ""},

    {"asset/mesh", "", R, "a convex hull"},
    {"asset/mesh", "name class file vertex face scale refpos refquat inertia", R, ""},
    {"asset/mesh", "content_type smoothnormal normal texcoord maxhullvert octree_maxdepth "
                   "material", A, kDrawn},
    {"asset/mesh", "builtin params", L, "meshes that MuJoCo makes"},
    {"asset/mesh/plugin", "", L, "plugins of MuJoCo"},
    {"asset/hfield", "", R, "a heightfield, filled below"},
    {"asset/hfield", "name file nrow ncol elevation", R, ""},
    {"asset/hfield", "size", C, "the ground below is solid to any depth: the fourth number has no "
                                "effect"},
    {"asset/hfield", "content_type", A, ""},
    {"asset/texture", "", A, kDrawn},
    {"asset/material", "", R, "the colour of geoms without one"},
    {"asset/material", "name class rgba", R, ""},
    {"asset/material", "texture texrepeat texuniform emission specular shininess reflectance "
                       "metallic roughness", A, kDrawn},
    {"asset/skin", "", A, kDrawn},
    {"asset/model", "", L, "models attached by 3.x"},

    {"worldbody", "", R, "the world"},
    {"body", "", R, "a link"},
    {"body", "name childclass mocap", R, ""},
    {"body", kPose, R, ""},
    {"body", "gravcomp", L, "gravity acts on all bodies"},
    {"body", "user sleep", A, ""},
    {"body/frame", "", R, "a change of frame"},
    {"body/frame", "name childclass", R, ""},
    {"body/frame", kPose, R, ""},
    {"body/inertial", "", R, ""},
    {"body/inertial", "mass diaginertia fullinertia", R, ""},
    {"body/inertial", kPose, R, ""},
    {"body/joint", "", R, "a joint; several of a body become a chain"},
    {"body/joint", "name class type pos axis ref range limited stiffness springref springdamper "
                   "damping armature frictionloss", R, ""},
    {"body/joint", "solreflimit solimplimit", C, kSoft},
    {"body/joint", "solreffriction solimpfriction", L, "friction of joints is exact"},
    {"body/joint", "actuatorfrcrange actuatorfrclimited", R, "effort limit"},
    {"body/joint", "actuatorgravcomp", L, "gravity acts on all bodies"},
    {"body/joint", "margin", H, "limits act where they are reached"},
    {"body/joint", "group user", A, kDrawn},
    {"body/freejoint", "", R, "a floating base"},
    {"body/freejoint", "name", R, ""},
    {"body/freejoint", "align", H, ""},
    {"body/freejoint", "group", A, kDrawn},
    {"body/geom", "", R, "a shape of a link, or of a static model"},
    {"body/geom", "name class type contype conaffinity condim size fromto mesh hfield mass density "
                  "shellinertia group rgba material", R, ""},
    {"body/geom", kPose, R, ""},
    {"body/geom", "friction priority", R, "a table of pairs of materials"},
    {"body/geom", "solref solimp solmix", C, kSoft},
    {"body/geom", "margin gap", C, "contacts act where surfaces touch"},
    {"body/geom", "fluidshape fluidcoef", L, "there is no fluid"},
    {"body/geom", "fitscale", L, "scale of a fitted geom"},
    {"body/geom", "user", A, ""},
    {"body/geom/plugin", "", L, "plugins of MuJoCo"},
    {"body/site", "", R, "a frame for sensors, loops and tendons"},
    {"body/site", "name class", R, ""},
    {"body/site", kPose, R, ""},
    {"body/site", "fromto size", R, "fromto gives the pose; the size is that of touch sensors"},
    {"body/site", "type group rgba material user", A, kDrawn},
    {"body/camera", "", A, kDrawn},
    {"body/light", "", A, kDrawn},
    {"body/composite", "", L, "cloths, ropes and soft bodies are not made"},
    {"body/flexcomp", "", L, "soft bodies are not made"},
    {"body/plugin", "", L, "plugins of MuJoCo"},
    {"body/attach", "", L, "models attached by 3.x"},
    {"body/replicate", "", L, "copies of 3.x"},

    {"contact/pair", "", R, "the two geoms collide, with a surface of their own"},
    {"contact/pair", "name class geom1 geom2 condim friction", R, ""},
    {"contact/pair", "solref solimp", C, kSoft},
    {"contact/pair", "solreffriction", L, "friction is exact"},
    {"contact/pair", "margin gap", C, "contacts act where surfaces touch"},
    {"contact/exclude", "", R, "an ignored pair"},
    {"contact/exclude", "name body1 body2", R, ""},

    {"equality/connect", "", R, "a point loop"},
    {"equality/connect", "name class active body1 body2 anchor site1 site2", R, ""},
    {"equality/connect", "solref solimp", C, kSoft},
    {"equality/weld", "", R, "a weld loop"},
    {"equality/weld", "name class active body1 body2 relpose anchor site1 site2", R, ""},
    {"equality/weld", "torquescale", L, "moments and forces are equally hard"},
    {"equality/weld", "solref solimp", C, kSoft},
    {"equality/joint", "", R, "a gear loop; with one joint, limits of zero width"},
    {"equality/joint", "name class active joint1 joint2", R, ""},
    {"equality/joint", "polycoef", C, "the linear terms; higher ones are left out"},
    {"equality/joint", "solref solimp", C, kSoft},
    {"equality/tendon", "", C, "a gear loop if the tendons have two joints together"},
    {"equality/tendon", "name class active tendon1 tendon2", R, ""},
    {"equality/tendon", "polycoef", C, "the linear terms"},
    {"equality/tendon", "solref solimp", C, kSoft},
    {"equality/distance", "", C, "a distance loop between the centres of two spheres"},
    {"equality/distance", "name class active geom1 geom2 distance", R, ""},
    {"equality/distance", "solref solimp", C, kSoft},
    {"equality/flex", "", L, "soft bodies are not made"},

    {"tendon/fixed", "", C, "springs, dampers and limits of the joint, or a gear loop with a law"},
    {"tendon/fixed", "name class limited range stiffness damping springlength", R, ""},
    {"tendon/fixed", "frictionloss", C, "friction of the joint; left out with two joints or more"},
    {"tendon/fixed", "solreflimit solimplimit", C, kSoft},
    {"tendon/fixed", "solreffriction solimpfriction armature actuatorfrcrange actuatorfrclimited",
     L, ""},
    {"tendon/fixed", "margin", H, "limits act where they are reached"},
    {"tendon/fixed", "group user rgba material width", A, kDrawn},
    {"tendon/fixed/joint", "", R, ""},
    {"tendon/fixed/joint", "joint coef", R, ""},
    {"tendon/spatial", "", C, "with two sites: a rope or a distance loop with a law; else left out"},
    {"tendon/spatial", "name class limited range stiffness damping springlength", R, ""},
    {"tendon/spatial", "solreflimit solimplimit", C, kSoft},
    {"tendon/spatial", "frictionloss solreffriction solimpfriction armature actuatorfrcrange "
                       "actuatorfrclimited", L, ""},
    {"tendon/spatial", "margin", H, "limits act where they are reached"},
    {"tendon/spatial", "group user rgba material width", A, kDrawn},
    {"tendon/spatial/site", "", R, ""},
    {"tendon/spatial/site", "site", R, ""},
    {"tendon/spatial/geom", "", L, "tendons do not wrap"},
    {"tendon/spatial/pulley", "", L, "there are no pulleys"},

    {"actuator/general", "", R, "an effort of the user, or a PD law where it is one"},
    {"actuator/general", kActuatorCommon, R, ""},
    {"actuator/general", "gaintype biastype gainprm biasprm", R, "fixed and affine"},
    {"actuator/general", "dyntype dynprm", C, "a filter of a motor becomes the lag of its effort"},
    {"actuator/general", "actlimited actrange actdim actearly lengthrange cranklength cranksite "
                         "slidersite body refsite group user", L, ""},
    {"actuator/motor", "", R, "an effort of the user"},
    {"actuator/motor", kActuatorCommon, R, ""},
    {"actuator/motor", "lengthrange cranklength cranksite slidersite refsite group user", L, ""},
    {"actuator/position", "", R, "a PD law with target ctrl = 0"},
    {"actuator/position", kActuatorCommon, R, ""},
    {"actuator/position", "kp kv timeconst", R, ""},
    {"actuator/position", "dampratio inheritrange lengthrange cranklength cranksite slidersite "
                          "refsite group user", L, ""},
    {"actuator/velocity", "", R, "a velocity servo with target ctrl = 0"},
    {"actuator/velocity", kActuatorCommon, R, ""},
    {"actuator/velocity", "kv", R, ""},
    {"actuator/velocity", "lengthrange cranklength cranksite slidersite refsite group user", L, ""},
    {"actuator/damper", "", R, "a damper of kv · ctrl, which is 0 at the start"},
    {"actuator/damper", kActuatorCommon, R, ""},
    {"actuator/damper", "kv", R, ""},
    {"actuator/damper", "lengthrange cranklength cranksite slidersite refsite group user", L, ""},
    {"actuator/intvelocity", "", L, "a position servo with an integrator"},
    {"actuator/cylinder", "", L, "a pneumatic cylinder"},
    {"actuator/muscle", "", L, "a muscle"},
    {"actuator/adhesion", "", L, "adhesion"},
    {"actuator/plugin", "", L, "plugins of MuJoCo"},
    {"actuator/dcmotor", "", L, "a motor of 3.x"},

    {"sensor/accelerometer", "", R, "imu: specific force"},
    {"sensor/accelerometer", "site", R, ""},
    {"sensor/gyro", "", R, "imu: angular velocity"},
    {"sensor/gyro", "site", R, ""},
    {"sensor/velocimeter", "", R, "twist in its own axes"},
    {"sensor/velocimeter", "site", R, ""},
    {"sensor/force", "", C, "force_torque of the joint of the body, in axes of the link"},
    {"sensor/force", "site", R, ""},
    {"sensor/torque", "", C, "force_torque of the joint of the body, about the joint"},
    {"sensor/torque", "site", R, ""},
    {"sensor/touch", "", C, "contact of the whole body of the site"},
    {"sensor/touch", "site", R, ""},
    {"sensor/rangefinder", "", R, "ranges with one ray along z of the site"},
    {"sensor/rangefinder", "site", R, ""},
    {"sensor/rangefinder", "camera data", L, ""},
    {"sensor/jointpos", "", R, "joint"},
    {"sensor/jointpos", "joint", R, ""},
    {"sensor/jointvel", "", R, "joint"},
    {"sensor/jointvel", "joint", R, ""},
    {"sensor/jointactuatorfrc", "", R, "joint: effort"},
    {"sensor/jointactuatorfrc", "joint", R, ""},
    {"sensor/framepos", "", R, "pose"},
    {"sensor/framequat", "", R, "pose"},
    {"sensor/framelinvel", "", R, "twist"},
    {"sensor/frameangvel", "", R, "twist"},
    {"sensor/framepos", "objtype objname reftype refname", R, ""},
    {"sensor/framequat", "objtype objname reftype refname", R, ""},
    {"sensor/framelinvel", "objtype objname reftype refname", R, ""},
    {"sensor/frameangvel", "objtype objname reftype refname", R, ""},
    {"sensor/framexaxis", "", L, kOldSensor},
    {"sensor/frameyaxis", "", L, kOldSensor},
    {"sensor/framezaxis", "", L, kOldSensor},
    {"sensor/framelinacc", "", L, kOldSensor},
    {"sensor/frameangacc", "", L, kOldSensor},
    {"sensor/magnetometer", "", L, kOldSensor},
    {"sensor/camprojection", "", L, kOldSensor},
    {"sensor/tendonpos", "", L, kOldSensor},
    {"sensor/tendonvel", "", L, kOldSensor},
    {"sensor/tendonactuatorfrc", "", L, kOldSensor},
    {"sensor/actuatorpos", "", L, kReadout},
    {"sensor/actuatorvel", "", L, kReadout},
    {"sensor/actuatorfrc", "", L, kReadout},
    {"sensor/ballquat", "", L, kReadout},
    {"sensor/ballangvel", "", L, kReadout},
    {"sensor/jointlimitpos", "", L, kReadout},
    {"sensor/jointlimitvel", "", L, kReadout},
    {"sensor/jointlimitfrc", "", L, kReadout},
    {"sensor/tendonlimitpos", "", L, kOldSensor},
    {"sensor/tendonlimitvel", "", L, kOldSensor},
    {"sensor/tendonlimitfrc", "", L, kOldSensor},
    {"sensor/subtreecom", "", L, kReadout},
    {"sensor/subtreelinvel", "", L, kReadout},
    {"sensor/subtreeangmom", "", L, kReadout},
    {"sensor/insidesite", "", L, kOldSensor},
    {"sensor/distance", "", L, kOldSensor},
    {"sensor/normal", "", L, kOldSensor},
    {"sensor/fromto", "", L, kOldSensor},
    {"sensor/contact", "", L, kOldSensor},
    {"sensor/e_potential", "", L, kReadout},
    {"sensor/e_kinetic", "", L, kReadout},
    {"sensor/clock", "", L, kReadout},
    {"sensor/tactile", "", L, kOldSensor},
    {"sensor/user", "", A, ""},
    {"sensor/plugin", "", L, "plugins of MuJoCo"},

    {"keyframe/key", "", R, "a posture of each robot"},
    {"keyframe/key", "name qpos", R, ""},
    {"keyframe/key", "time qvel act ctrl mpos mquat", L, "a posture holds positions of joints"},
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

const char* fate_name(Fate fate) {
  switch (fate) {
    case Fate::kRead:
      return "read";
    case Fate::kChanged:
      return "changed";
    case Fate::kHarmless:
      return "no effect";
    case Fate::kAppearance:
      return "appearance";
    case Fate::kLeftOut:
      return "left out";
  }
  return "left out";
}

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
