#include "bindings/sdf/element_table.h"

#include <algorithm>
#include <map>

namespace cardan::sdformat {

namespace {

constexpr Fate kR = Fate::kRead, kC = Fate::kChanged, kH = Fate::kHarmless, kA = Fate::kAppearance,
               kL = Fate::kLeftOut;

constexpr std::string_view kDrawn = "how the model is drawn";
constexpr std::string_view kEngine = "settings of another engine";
constexpr std::string_view kNoSensor = "no sensor of cardan measures this";

// clang-format off
const std::vector<ElementRule> kRules = {
    {"sdf", kR, false, "the file; its first world, or its model"},
    {"world", kR, false, "the scene; further worlds are left out, with a warning"},
    {"world/gravity", kR, false, "gravity of the scene"},
    {"world/audio", kA, true, "sound"},
    {"world/wind", kL, true, "there is no air"},
    {"world/magnetic_field world/atmosphere", kH, true, "nothing in a scene depends on it"},
    {"world/gui world/scene", kA, true, kDrawn},
    {"world/road", kA, true, kDrawn},
    {"world/spherical_coordinates", kH, true, "a scene has no place on the Earth"},
    {"world/state", kL, true, "the world starts from the poses of its models"},
    {"world/population", kL, true, "models made by a rule"},

    {"include", kR, false, "the model of another file"},
    {"include/uri include/name include/static include/placement_frame", kR, false, "by libsdformat"},

    {"physics", kR, false, "the default one, or the first"},
    {"physics/max_step_size", kR, false, "time step of the scene"},
    {"physics/real_time_factor physics/real_time_update_rate", kH, false, "a run is as fast as possible"},
    {"physics/max_contacts", kH, false, "a pair of shapes has up to four contacts"},
    {"physics/dart physics/simbody physics/bullet physics/ode", kH, true, kEngine},

    {"model", kR, false, "a static model, or a model for each tree of links that can move on its own"},
    {"model/static model/self_collide", kR, false, ""},
    {"model/allow_auto_disable", kH, false, "islands sleep by the rule of the scene"},
    {"model/enable_wind", kL, false, "there is no air"},
    {"model/gripper", kL, true, "objects are held by contacts alone"},
    {"frame", kR, false, "for poses, by libsdformat"},
    {"pose", kR, false, "resolved by libsdformat"},

    {"link", kR, false, "a link"},
    {"link/self_collide", kR, false, ""},
    {"link/kinematic", kC, false, "a link without a joint is fixed to the world; else left out"},
    {"link/gravity", kL, false, "gravity acts on all bodies"},
    {"link/enable_wind", kL, false, "there is no air"},
    {"link/must_be_base_link", kH, false, "a link without a joint above it is a base"},
    {"link/velocity_decay", kL, true, "damping in space"},
    {"link/projector", kA, true, kDrawn},
    {"link/battery link/audio_sink link/audio_source link/particle_emitter", kA, true, "data for other programs"},
    {"inertial", kR, false, "without it: 1 kg and 1 kg m² about each axis, as in SDF"},
    {"inertial/mass inertial/inertia", kR, true, ""},
    {"inertial/density collision/density", kR, false, "for <inertial auto=\"true\">"},

    {"joint", kR, false, "revolute, continuous, prismatic, ball, universal, revolute2, screw and fixed: a joint, or a loop where the child has a joint already; gearbox: a gear loop"},
    {"joint/parent joint/child", kR, false, ""},
    {"joint/gearbox_ratio joint/gearbox_reference_body", kR, false, "for joints of type gearbox"},
    {"joint/thread_pitch", kR, false, "of type screw: a pitch of -1/thread_pitch m/rad"},
    {"joint/physics", kH, false, ""},
    {"joint/physics/simbody joint/physics/ode", kH, true, kEngine},
    {"joint/physics/provide_feedback", kH, false, "forces of joints are always known"},
    {"axis", kR, false, "also for axis2"},
    {"axis/xyz", kR, false, ""},
    {"axis/dynamics", kR, false, ""},
    {"axis/dynamics/damping axis/dynamics/friction axis/dynamics/spring_reference axis/dynamics/spring_stiffness", kR, false, ""},
    {"axis/limit", kR, false, ""},
    {"axis/limit/lower axis/limit/upper axis/limit/effort axis/limit/velocity", kR, false, ""},
    {"axis/limit/stiffness axis/limit/dissipation", kR, false, "a spring and a damper at the limit if the file gives either value; only for joints with one axis"},

    {"collision", kR, false, "a shape"},
    {"collision/laser_retro collision/max_contacts", kH, false, "rays measure distances; a pair of shapes has up to four contacts"},
    {"visual", kR, false, "drawn by the viewer, without influence on the motion"},
    {"visual/cast_shadows visual/laser_retro visual/visibility_flags visual/meta", kA, true, kDrawn},
    {"visual/transparency", kR, false, "opacity"},
    {"geometry", kR, false, ""},
    {"geometry/empty", kR, false, "no shape"},
    {"geometry/box geometry/sphere geometry/cylinder geometry/capsule geometry/ellipsoid", kR, true, ""},
    {"geometry/plane", kR, false, "the half-space below it, of a link that is fixed to the world"},
    {"geometry/plane/normal", kR, false, ""},
    {"geometry/plane/size", kH, false, "planes are infinite"},
    {"geometry/mesh", kC, false, "triangles if the link is fixed to the world, else a hull of each part"},
    {"geometry/mesh/uri geometry/mesh/scale", kR, false, ""},
    {"geometry/mesh/submesh", kL, true, "the whole mesh is used"},
    {"geometry/heightmap", kR, false, "heights of a PNG, of a link that is fixed to the world; the brightest pixel has the height size.z, as in Gazebo"},
    {"geometry/heightmap/uri geometry/heightmap/size geometry/heightmap/pos", kR, false, ""},
    {"geometry/heightmap/sampling", kH, false, "all pixels are used"},
    {"geometry/heightmap/texture geometry/heightmap/blend geometry/heightmap/use_terrain_paging", kA, true, kDrawn},
    {"geometry/image geometry/polyline", kL, true, "the shape is left out"},

    {"surface", kR, false, ""},
    {"surface/bounce", kR, false, ""},
    {"surface/bounce/restitution_coefficient", kR, false, "restitution"},
    {"surface/bounce/threshold", kL, false, "the scene has one threshold for all contacts"},
    {"surface/friction", kR, false, "the smaller coefficient of the two surfaces acts, as in Gazebo"},
    {"surface/friction/ode", kR, false, ""},
    {"surface/friction/ode/mu", kR, false, "friction along fdir1; 1 if absent"},
    {"surface/friction/ode/mu2 surface/friction/ode/fdir1", kR, false, "friction across fdir1; without fdir1, the smaller of the two holds in all directions"},
    {"surface/friction/ode/slip1 surface/friction/ode/slip2", kL, false, "a contact that sticks does not creep"},
    {"surface/friction/bullet", kC, false, "used if <ode> is absent"},
    {"surface/friction/bullet/friction surface/friction/bullet/friction2 surface/friction/bullet/fdir1", kC, false, "read like mu, mu2 and fdir1 of <ode> if <ode> is absent"},
    {"surface/friction/bullet/rolling_friction", kR, false, "rolling friction [m]"},
    {"surface/friction/torsional", kC, false, "torsional friction of 3 pi/16 coefficient patch_radius [m]"},
    {"surface/friction/torsional/coefficient surface/friction/torsional/use_patch_radius surface/friction/torsional/patch_radius", kR, false, ""},
    {"surface/friction/torsional/surface_radius", kL, false, "a patch that grows with the depth"},
    {"surface/friction/torsional/ode", kL, true, "slip"},
    {"surface/contact", kR, false, ""},
    {"surface/contact/collide_bitmask surface/contact/category_bitmask", kR, false, "groups and masks for which the same pairs collide, up to 31 different combinations"},
    {"surface/contact/collide_without_contact", kC, false, "the shape collides with nothing"},
    {"surface/contact/collide_without_contact_bitmask", kH, false, "there are no contacts without force"},
    {"surface/contact/poissons_ratio surface/contact/elastic_modulus", kL, false, "a stiffness that depends on the shape of the contact"},
    {"surface/contact/ode", kR, false, ""},
    {"surface/contact/ode/kp surface/contact/ode/kd", kR, false, "stiffness [N/m] and damping [N s/m] of the material where the file gives kp; both in series for a pair of surfaces"},
    {"surface/contact/ode/soft_cfm surface/contact/ode/soft_erp", kH, false, kEngine},
    {"surface/contact/ode/max_vel surface/contact/ode/min_depth", kL, false, "penetration is removed by the rule of the scene"},
    {"surface/contact/bullet", kH, true, kEngine},
    {"surface/soft_contact", kL, true, "soft bodies are not made"},

    {"material", kR, false, "of a visual"},
    {"material/diffuse", kR, false, "colour"},
    {"material/script material/shader material/render_order material/lighting material/ambient material/specular material/emissive material/double_sided material/pbr", kA, true, kDrawn},

    {"sensor", kR, false, "imu, force_torque, contact, ray, lidar and gpu_lidar; others are left out, with a warning"},
    {"sensor/update_rate", kC, false, "rounded to a whole number of steps"},
    {"sensor/always_on sensor/visualize sensor/topic sensor/enable_metrics", kH, false, "a sensor of a world is always on"},
    {"sensor/imu", kR, false, "acceleration and angular velocity"},
    {"sensor/imu/angular_velocity sensor/imu/linear_acceleration", kR, true, ""},
    {"sensor/imu/orientation_reference_frame sensor/imu/enable_orientation", kH, true, "an imu has no orientation; add a sensor `pose`"},
    {"sensor/force_torque", kC, false, "the wrench of the parent on the child, in axes of the child link; a warning names other settings"},
    {"sensor/force_torque/frame sensor/force_torque/measure_direction", kC, false, ""},
    {"sensor/force_torque/force sensor/force_torque/torque", kR, true, ""},
    {"sensor/contact", kC, false, "contacts of the whole link"},
    {"sensor/contact/collision", kC, false, "the whole link"},
    {"sensor/contact/topic", kH, false, "names of other programs"},
    {"ray", kR, false, "distances; also for lidar"},
    {"ray/scan", kR, false, ""},
    {"ray/scan/horizontal ray/scan/vertical", kR, false, ""},
    {"ray/scan/horizontal/samples ray/scan/horizontal/min_angle ray/scan/horizontal/max_angle ray/scan/vertical/samples ray/scan/vertical/min_angle ray/scan/vertical/max_angle", kR, false, ""},
    {"ray/scan/horizontal/resolution ray/scan/vertical/resolution", kH, false, "one reading per sample"},
    {"ray/range", kR, false, ""},
    {"ray/range/max ray/range/resolution", kR, false, ""},
    {"ray/range/min", kL, false, "rays start at the sensor"},
    {"noise", kR, false, "errors of a sensor"},
    {"noise/type noise/mean noise/stddev noise/bias_mean noise/precision", kR, false, ""},
    {"noise/bias_stddev noise/dynamic_bias_stddev noise/dynamic_bias_correlation_time", kL, false, "biases that are drawn at the start or drift"},
    {"sensor/camera sensor/logical_camera sensor/gps sensor/navsat sensor/altimeter sensor/air_pressure sensor/magnetometer sensor/rfid sensor/rfidtag sensor/sonar sensor/transceiver", kL, true, kNoSensor},

    {"plugin", kL, true, "a program of Gazebo; cardan's controllers take its place"},
    {"light", kA, true, kDrawn},
    {"actor", kL, true, "a figure that moves along a path"},
};
// clang-format on

constexpr std::string_view kAnchors[] = {
    "sdf",  "world",    "include",   "model",  "frame",    "link",    "joint",    "axis",
    "pose", "inertial", "collision", "visual", "geometry", "surface", "material", "sensor",
    "ray",  "noise",    "physics",   "light",  "plugin",   "actor"};

std::string_view plain_name(std::string_view name) {
  if (name == "axis2") return "axis";
  if (name == "lidar") return "ray";
  return name;
}

bool is_anchor(std::string_view name) {
  return std::find(std::begin(kAnchors), std::end(kAnchors), name) != std::end(kAnchors);
}

const std::map<std::string, const ElementRule*, std::less<>>& rules_by_name() {
  static const auto rules = [] {
    std::map<std::string, const ElementRule*, std::less<>> all;
    for (const ElementRule& rule : kRules) {
      std::string_view rest = rule.names;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        all.emplace(rest.substr(0, end), &rule);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return all;
  }();
  return rules;
}

}  // namespace

const std::vector<ElementRule>& element_rules() { return kRules; }

const ElementRule* element_rule(const std::vector<std::string>& path) {
  if (path.empty()) return nullptr;
  // A physics of a joint and a pose of an axis are no anchors of their own.
  const auto anchors = [&](std::size_t i) {
    const std::string_view name = plain_name(path[i]);
    return is_anchor(name) && !(name == "physics" && i > 0 && path[i - 1] == "joint");
  };
  std::size_t from = path.size() - 1;
  if (!anchors(from))
    while (from > 0 && !anchors(from)) --from;
  std::string name;
  for (std::size_t i = from; i < path.size(); ++i) {
    if (i > from) name += "/";
    name += plain_name(path[i]);
  }
  const auto& rules = rules_by_name();
  if (const auto found = rules.find(name); found != rules.end()) return found->second;
  while (name.find('/') != name.npos) {
    name.erase(name.rfind('/'));
    const auto found = rules.find(name);
    if (found != rules.end() && found->second->whole) return found->second;
  }
  return nullptr;
}

}  // namespace cardan::sdformat
