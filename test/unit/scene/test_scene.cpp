#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "test/support/option_text.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

Scene load(const std::string& text) {
  test::TemporaryDirectory folder;
  folder.write("robot.urdf", "<robot/>");
  folder.write("part.stl", "");
  std::filesystem::create_directory(folder.file("meshes"));
  return load_scene(folder.write("scene.yaml", text));
}

const char* const kGround = "models: [{name: ground, plane: {}, static: true}]\n";

TEST(Scene, EveryPartOfTheFormatIsRead) {
  const Scene scene = load(R"(
cardan: 1
name: stand
tags: [smoke, demo]
time: {step: 0.002, duration: 3, integrator: semi_implicit_euler, pd_laws: implicit_euler}
gravity: [0, 0, -3.7]
contact:
  formulation: {polyhedral: {directions: 6, form: anitescu_potra}}
  solver: {id: lemke, tolerance: 1e-9, max_iterations: 200, fallback: [pgs, {id: conic, tolerance: 1e-6}],
           polish: true, pivot: lexicographic, omega: 1.5}
  stabilization: {kind: baumgarte, erp: 0.2, slop: 1e-4, max_speed: 2}
  continuous: true
models:
  - {name: ground, plane: {normal: [0, 0, 1], offset: 0}, static: true}
  - name: robot
    urdf: robot.urdf
    packages: {parts: meshes}
    base: fixed
    project_inertias: true
    strict: true
    pose: {xyz: [0, 0, 0.55], rpy: [0, 0, 0.5]}
    q: {knee: 0.1}
    v: {knee: -2}
    control:
      pd: {kp: 80, kd: 2, target: initial}
      joints: {knee: {kp: 10, kd: 1, target: 0.3, velocity: 0.5, effort: 40}}
forces: [{on: robot/foot, from: 0.5, until: 0.6, force: [10, 0, 0], moment: [0, 1, 0], at: [0, 0, 2]}]
loops: []
record: {every: 0.01}
expect:
  - {quantity: robot.base.height, at: 2.0, equals: 0.52, within: 0.005}
)");
  EXPECT_EQ(scene.name, "stand");
  EXPECT_EQ(scene.tags, (std::vector<std::string>{"smoke", "demo"}));
  EXPECT_EQ(scene.time.step, 0.002);
  EXPECT_EQ(scene.world.step, 0.002);
  EXPECT_EQ(scene.world.pd_laws, PdDiscretization::kImplicitEuler);
  EXPECT_EQ(scene.time.duration, 3);
  EXPECT_EQ(scene.world.gravity, Vector3(0, 0, -3.7));
  EXPECT_EQ(scene.record_every, 0.01);

  const ContactSpec& contact = scene.world.contact;
  EXPECT_TRUE(contact.continuous);
  EXPECT_EQ(contact.formulation->id, "polyhedral");
  EXPECT_EQ(test::option_text(contact.formulation->options, "directions"), "6");
  EXPECT_EQ(test::option_text(contact.formulation->options, "form"), "anitescu_potra");
  EXPECT_EQ(contact.solver.id, "lemke");
  EXPECT_EQ(contact.solver.tolerance, 1e-9);
  EXPECT_EQ(contact.solver.max_iterations, 200);
  ASSERT_EQ(contact.solver.options.size(), 3u);
  EXPECT_EQ(contact.solver.options[0].number, 1);
  EXPECT_EQ(contact.solver.options[0].word, "");
  EXPECT_EQ(contact.solver.options[1].word, "lexicographic");
  EXPECT_EQ(contact.solver.options[2].number, 1.5);
  ASSERT_EQ(contact.solver.fallback.size(), 2u);
  EXPECT_EQ(contact.solver.fallback[0].id, "pgs");
  EXPECT_EQ(contact.solver.fallback[1].tolerance, 1e-6);
  EXPECT_EQ(contact.rules.stabilization.erp, 0.2);
  EXPECT_EQ(contact.rules.stabilization.slop, 1e-4);
  EXPECT_EQ(contact.rules.stabilization.max_speed, 2);

  ASSERT_EQ(scene.models.size(), 2u);
  const ModelSpec& robot = scene.models[1];
  EXPECT_TRUE(robot.urdf.ends_with("/robot.urdf"));
  EXPECT_TRUE(robot.packages.at("parts").ends_with("/meshes"));
  EXPECT_EQ(robot.base, BaseKind::kFixed);
  EXPECT_TRUE(robot.project_inertias);
  EXPECT_TRUE(robot.strict);
  EXPECT_EQ(robot.posture, "");
  EXPECT_EQ(robot.pose.p, Vector3(0, 0, 0.55));
  EXPECT_NEAR(roll_pitch_yaw(robot.pose.R).z(), 0.5, 1e-15);
  EXPECT_EQ(robot.q.at("knee"), 0.1);
  EXPECT_EQ(robot.v.at("knee"), -2);
  EXPECT_EQ(robot.pd->kp, 80);
  EXPECT_FALSE(robot.pd->target.has_value());
  EXPECT_EQ(robot.pd_joints.at("knee").target, 0.3);
  EXPECT_EQ(robot.pd_joints.at("knee").effort, 40);

  ASSERT_EQ(scene.forces.size(), 1u);
  EXPECT_EQ(scene.forces[0].on, "robot/foot");
  EXPECT_EQ(scene.forces[0].until, 0.6);
  EXPECT_EQ(scene.forces[0].at, Vector3(0, 0, 2));
  ASSERT_EQ(scene.expect.size(), 1u);
  EXPECT_EQ(scene.expect[0].quantity, "robot.base.height");
}

TEST(Scene, LoopsAndScriptsAreRead) {
  const Scene scene = load(R"(
cardan: 1
models:
  - {name: a, box: {size: [1, 1, 1]}}
  - {name: lift, box: {size: [1, 1, 1]}, kinematic: {path: [{time: 0}, {time: 2, xyz: [0, 0, 1]}], smooth: true, repeat: true}}
  - {name: belt, capsule: {radius: 1, length: 2, axis: x}, kinematic: {velocity: {linear: [1, 0, 0]}}}
  - {name: turned, capsule: {radius: 1, length: 2, axis: x}, kinematic: {path: [{time: 0, xyz: [1, 2, 3]}]}}
loops:
  - {weld: [a, world], pose: {xyz: [1, 2, 3]}}
  - {weld: [a, lift], pose: initial}
  - {point: [a, lift/top], at: [1, 0, 0]}
  - {distance: [a, lift], length: 0.5, at: [[1, 0, 0], [0, 1, 0]]}
  - {gear: [a/x, lift/y], ratio: -3, offset: initial}
)");
  ASSERT_EQ(scene.loops.size(), 5u);
  EXPECT_EQ(scene.lines.loops, (std::vector<int>{9, 10, 11, 12, 13}));
  EXPECT_EQ(scene.loops[0].b, "world");
  EXPECT_EQ(scene.loops[0].pose->p, Vector3(1, 2, 3));
  EXPECT_FALSE(scene.loops[1].pose.has_value());
  EXPECT_EQ(scene.loops[2].at_a, Vector3(1, 0, 0));
  EXPECT_FALSE(scene.loops[2].at_b.has_value());
  EXPECT_EQ(scene.loops[3].at_b, Vector3(0, 1, 0));
  EXPECT_EQ(scene.loops[3].length, 0.5);
  EXPECT_EQ(scene.loops[4].kind, LoopKind::kGear);
  EXPECT_EQ(scene.loops[4].ratio, -3);
  EXPECT_FALSE(scene.loops[4].offset.has_value());

  const KinematicSpec& lift = *scene.models[1].kinematic;
  ASSERT_EQ(lift.path.size(), 2u);
  EXPECT_EQ(lift.path[1].time, 2);
  EXPECT_EQ(lift.path[1].pose.p, Vector3(0, 0, 1));
  EXPECT_TRUE(lift.smooth);
  EXPECT_TRUE(lift.repeat);
  EXPECT_EQ(scene.models[2].kinematic->velocity.linear, Vector3(1, 0, 0));
  // Knots are poses of the model frame for any axis of the shape.
  const ModelSpec& turned = scene.models[3];
  EXPECT_LE(((turned.pose * turned.kinematic->path[0].pose).p - Vector3(1, 2, 3)).norm(), 1e-14);
}

TEST(Scene, LawsOfComplianceAreRead) {
  const Scene scene = load(R"(cardan: 1
contact: {stabilization: {kind: relaxation, time_constant: 0.01, damping_ratio: 0.7, slop: 1e-4}}
models:
  - {name: a, sphere: {radius: 1}}
  - name: arm
    urdf: robot.urdf
    limits: {stiffness: 1e4, damping: 10, joints: {elbow: {cfm: 1e-4, erp: 0.3}}}
loops:
  - {rope: [a, world], length: 0.5, at: [[1, 0, 0], [0, 1, 0]]}
  - {point: [a, arm/tip], stiffness: 500}
  - {weld: [a, arm/tip], cfm: 1e-3, erp: 0.2}
)");
  const auto expect_law = [](const Compliance& law, ComplianceKind kind, double x, double y) {
    EXPECT_EQ(law.kind, kind);
    EXPECT_EQ(law.first, x);
    EXPECT_EQ(law.second, y);
  };
  const Stabilization& stabilization = scene.world.contact.rules.stabilization;
  EXPECT_EQ(stabilization.kind, StabilizationKind::kRelaxation);
  EXPECT_EQ(stabilization.slop, 1e-4);
  expect_law(stabilization.relaxation, ComplianceKind::kTimeConstant, 0.01, 0.7);
  expect_law(scene.models[1].limits, ComplianceKind::kSpring, 1e4, 10);
  expect_law(scene.models[1].limits_joints.at("elbow"), ComplianceKind::kRaw, 1e-4, 0.3);
  EXPECT_EQ(scene.loops[0].kind, LoopKind::kRope);
  EXPECT_EQ(scene.loops[0].length, 0.5);
  EXPECT_EQ(scene.loops[0].at_b, Vector3(0, 1, 0));
  EXPECT_FALSE(scene.loops[0].compliance.soft());
  expect_law(scene.loops[1].compliance, ComplianceKind::kSpring, 500, 0);
  expect_law(scene.loops[2].compliance, ComplianceKind::kRaw, 1e-3, 0.2);
}

TEST(Scene, MissingKeysHaveTheDocumentedDefaults) {
  const Scene scene = load(std::string("cardan: 1\n") + kGround);
  EXPECT_EQ(scene.name, "scene");
  EXPECT_EQ(scene.time.step, 1e-3);
  EXPECT_EQ(scene.world.gravity, Vector3(0, 0, -9.81));
  EXPECT_FALSE(scene.world.contact.formulation.has_value());
  EXPECT_EQ(scene.world.contact.solver.id, "");
  EXPECT_EQ(scene.record_every, 0);
  const MaterialSpec material = scene.world.materials.named.at("default");
  EXPECT_EQ(material.mu_static, 0.8);
  EXPECT_TRUE(std::isnan(material.compliance));
  EXPECT_EQ(material.restitution, 0);
}

TEST(Scene, EveryGeometryIsRead) {
  const Scene scene = load(R"(
cardan: 1
models:
  - {name: a, box: {size: [1, 2, 3]}, mass: 4}
  - {name: b, sphere: {radius: 0.5}, density: 700}
  - {name: c, capsule: {radius: 0.1, length: 0.4}}
  - {name: d, cylinder: {radius: 0.2, length: 0.6}}
  - {name: e, ellipsoid: {radii: [1, 2, 3]}}
  - {name: f, cone: {radius: 0.3, length: 0.9}}
  - {name: g, hollow_sphere: {radius: 9}, static: true}
  - {name: h, half_space: {}, static: true}
  - {name: i, mesh: {file: part.stl, scale: 0.001, convex: false}}
)");
  const auto record = [&](int i) { return *scene.models[i].geometry; };
  EXPECT_EQ(record(0).kind, GeometryKind::kBox);
  EXPECT_EQ(record(0).size, Vector3(1, 2, 3));
  EXPECT_EQ(scene.models[0].mass, 4);
  EXPECT_EQ(record(1).kind, GeometryKind::kSphere);
  EXPECT_EQ(record(1).size.x(), 0.5);
  EXPECT_EQ(scene.models[1].density, 700);
  EXPECT_EQ(record(2).kind, GeometryKind::kCapsule);
  EXPECT_EQ(record(2).size.y(), 0.4);
  EXPECT_EQ(record(3).kind, GeometryKind::kCylinder);
  EXPECT_EQ(record(4).kind, GeometryKind::kEllipsoid);
  EXPECT_EQ(record(5).kind, GeometryKind::kCone);
  EXPECT_EQ(record(5).size.y(), 0.9);
  EXPECT_EQ(record(6).kind, GeometryKind::kHollowSphere);
  EXPECT_EQ(record(7).kind, GeometryKind::kPlane);
  EXPECT_EQ(record(8).kind, GeometryKind::kMesh);
  EXPECT_EQ(record(8).mesh_scale, Vector3::Constant(0.001));
  EXPECT_FALSE(record(8).convex);
}

// The frame of a plane has z along the normal and its origin on the plane; the pose of the model
// moves it.
TEST(Scene, PlaneAndAxisRotateTheShapeFrame) {
  const Scene scene = load(R"(
cardan: 1
models:
  - {name: slope, plane: {normal: [0, 3, 4], offset: 2}, static: true}
  - {name: down, plane: {normal: [0, 0, -1], offset: 1}, static: true, pose: {xyz: [0, 0, 5]}}
  - {name: roller, cylinder: {radius: 0.1, length: 1, axis: x}, pose: {rpy: [0, 0, 0.3]}}
  - {name: tilted, capsule: {radius: 0.1, length: 1, axis: [1, 1, 0]}}
)");
  const auto z = [&](int i) -> Vector3 { return scene.models[i].pose.R.col(2); };
  EXPECT_TRUE(z(0).isApprox(Vector3(0, 0.6, 0.8), 1e-15));
  EXPECT_TRUE(scene.models[0].pose.p.isApprox(Vector3(0, 1.2, 1.6), 1e-15));
  EXPECT_TRUE(z(1).isApprox(Vector3(0, 0, -1), 1e-15));
  EXPECT_TRUE(scene.models[1].pose.p.isApprox(Vector3(0, 0, 4), 1e-15));
  EXPECT_TRUE(z(2).isApprox(Vector3(std::cos(0.3), std::sin(0.3), 0), 1e-14));
  EXPECT_TRUE(z(3).isApprox(Vector3(1, 1, 0).normalized(), 1e-14));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(scene.models[i].pose.R.determinant(), 1, 1e-14);
}

TEST(Scene, MissingMaterialKeysComeFromTheDefaultMaterial) {
  const Scene scene = load(std::string(R"(
cardan: 1
materials:
  rubber: {mu: {static: 1.1, kinetic: 0.9}}
  spring: {static: 0.5, kinetic: 0.4, stiffness: 1e5, damping: 100}
  default: {mu: 0.3, restitution: 0.25, compliance: 0}
  pairs:
    rule: min
    table: [{between: [rubber, default], mu: 1.0}, {between: [spring, rubber], restitution: 0.5}]
)") + kGround);
  const MaterialTable& table = scene.world.materials;
  EXPECT_EQ(table.named.at("rubber").mu_static, 1.1);
  EXPECT_EQ(table.named.at("rubber").mu_kinetic, 0.9);
  EXPECT_EQ(table.named.at("rubber").restitution, 0.25);
  EXPECT_EQ(table.named.at("rubber").compliance, 0);
  EXPECT_EQ(table.named.at("spring").mu_kinetic, 0.4);
  EXPECT_EQ(table.named.at("spring").stiffness, 1e5);
  EXPECT_EQ(table.rule, PairRule::kMin);
  ASSERT_EQ(table.pairs.size(), 2u);
  EXPECT_EQ(table.pairs[0].material.mu_static, 1.0);
  EXPECT_EQ(table.pairs[0].material.restitution, 0.25);
  EXPECT_EQ(table.pairs[1].material.mu_static, 0.5);  // the smaller of 0.5 and 1.1
  EXPECT_EQ(table.pairs[1].material.restitution, 0.5);
  EXPECT_EQ(table.pairs[1].material.stiffness, 1e5);
}

TEST(Scene, GridMakesNamedCopies) {
  const auto scene = [](const std::string& more) {
    return load(
        "cardan: 1\nmodels:\n  - {name: ball, sphere: {radius: 0.1}, mass: 2, pose: {xyz: "
        "[1, 0, 0.5]}, grid: {count: [2, 1, 3], spacing: [0.5, 9, 0.25]" +
        more + "}}\n");
  };
  const std::vector<ModelSpec> models = scene("").models;
  ASSERT_EQ(models.size(), 6u);
  EXPECT_EQ(models[0].name, "ball_0_0_0");
  EXPECT_EQ(models[5].name, "ball_1_0_2");
  EXPECT_EQ(models[0].pose.p, Vector3(1, 0, 0.5));
  EXPECT_EQ(models[5].pose.p, Vector3(1.5, 0, 1.0));
  EXPECT_EQ(models[5].mass, 2);
  // The numbers are the same on every machine: the first of splitmix64 with seed 1 is 0x910a2dec…
  const std::vector<ModelSpec> shifted = scene(", jitter: 0.01").models;
  EXPECT_NEAR(shifted[0].pose.p.x(), 1 + 0.01 * (0x910a2dec89025cc1 * 0x1p-64), 1e-17);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Vector3 shift = shifted[i].pose.p - models[i].pose.p;
    EXPECT_GE(shift.minCoeff(), 0);
    EXPECT_LE(shift.maxCoeff(), 0.01);
  }
  EXPECT_EQ(scene(", jitter: 0.01, seed: 1").models[5].pose.p, shifted[5].pose.p);
  EXPECT_NE(scene(", jitter: 0.01, seed: 2").models[5].pose.p, shifted[5].pose.p);
}

TEST(Scene, GridCopiesAreSpaced) {
  const auto models = [](const std::string& grid) {
    return load("cardan: 1\nmodels: [{name: ball, sphere: {radius: 0.1}, mass: 2, grid: {" + grid +
                "}}]\n")
        .models.size();
  };
  EXPECT_EQ(models("count: [3, 1, 1], spacing: [1, 0, 0]"), 3u);
  EXPECT_EQ(models("count: [3, 1, 1], spacing: [0, 0, 0], jitter: 0.1"), 3u);
  EXPECT_THROW(models("count: [3, 2, 1], spacing: [1, 0, 0]"), Error);
}

TEST(Scene, MissingNeedsAreListed) {
  test::TemporaryDirectory folder;
  folder.write("robots/r.urdf", "");
  const auto scene = [&](const char* needs) {
    return folder.write("s.yaml", std::string("cardan: 1\nneeds: [robots, ") + needs +
                                      "]\nmodels: [{name: ball, sphere: {radius: 1}}]\n");
  };
  EXPECT_TRUE(missing_needs(scene("robots/r.urdf")).empty());
  EXPECT_NO_THROW(load_scene(scene("robots/r.urdf")));
  const std::string file = scene("none/at/all");
  EXPECT_EQ(missing_needs(file), std::vector<std::string>{folder.file("none/at/all")});
  EXPECT_THROW(load_scene(file), Error);
}

// Overrides of a scene with the materials default, steel, wood and spare.
std::string error_of_override(const std::string& path, const std::string& value) {
  const char* const text = R"(
cardan: 1
materials:
  default: {mu: 0.5}
  steel: {mu: 0.2}
  wood: {mu: 0.4}
  spare: {mu: 0.1}
  pairs: {table: [{between: [steel, wood], mu: 0.3}, {between: [steel, spare], mu: 0.6}]}
models:
  - {name: floor, plane: {}, static: true, material: steel}
  - {name: toy, compound: [{box: {size: [1, 1, 1]}, material: wood}, {sphere: {radius: 1}}], material: steel}
)";
  try {
    load_scene_text(text, "", {{path, value}});
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Scene, AnOverrideOfAMaterialThatNoModelUsesIsRefused) {
  for (const char* path :
       {"materials.steel.mu", "materials.wood.mu", "materials.pairs.table.0.mu",
        "materials.default.restitution"})  // a value that the others take from it
    EXPECT_EQ(error_of_override(path, "0.7"), "") << path;
  EXPECT_EQ(error_of_override("materials.pairs.rule", "min"), "");
  EXPECT_EQ(error_of_override("materials.wood", "{mu: 0.1, restitution: 0.2}"), "");
  const std::pair<const char*, const char*> refused[] = {
      {"materials.steal.mu", "did you mean 'steel'?"},
      {"materials.spare.mu", "'spare'"},
      {"materials.pairs.table.1.mu", "'spare'"},
      {"materials.default.mu", "'default'"},  // every material in use has its own
  };
  for (const auto& [path, part] : refused) {
    const std::string text = error_of_override(path, "0.7");
    EXPECT_NE(text.find(std::string(path) + "=0.7"), std::string::npos) << text;
    EXPECT_NE(text.find("no model uses the material"), std::string::npos) << text;
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  const std::string text =
      error_of_override("materials", "{default: {}, steel: {}, wood: {}, stone: {}}");
  EXPECT_NE(text.find("no model uses the material 'stone'"), std::string::npos) << text;
}

TEST(Scene, EveryShippedSceneParses) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::string(CARDAN_SOURCE_DIR) + "/data/scenes")) {
    if (entry.path().extension() != ".yaml") continue;
    if (!missing_needs(entry.path().string()).empty()) continue;
    ++count;
    EXPECT_NO_THROW(load_scene(entry.path().string())) << entry.path();
  }
  EXPECT_GE(count, 7);
}

}  // namespace
}  // namespace cardan
