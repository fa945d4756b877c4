#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "cardan/world.h"
#include "constraint/loop.h"
#include "test/support/temporary_directory.h"

// Mistakes in programs: each call throws an Error of one line that names the place, and the remedy
// where there is one. The world is unchanged and steps on.
namespace cardan {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const char* const kPendulum = R"(<robot name="pendulum"><link name="world"/>
<link name="rod"><inertial><origin xyz="0 0 -1"/><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="swing" type="revolute"><parent link="world"/><child link="rod"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="10"/></joint></robot>)";

GeometryRecord shape(GeometryKind kind, const Vector3& size) {
  GeometryRecord geometry;
  geometry.kind = kind;
  geometry.size = size;
  return geometry;
}

ModelSpec body(GeometryKind kind, const Vector3& size) {
  ModelSpec spec;
  spec.name = "thing";
  spec.geometry = shape(kind, size);
  return spec;
}

ModelSpec robot(const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  spec.urdf_text = kPendulum;
  return spec;
}

ModelSpec changed(ModelSpec spec, const std::function<void(ModelSpec&)>& change) {
  change(spec);
  return spec;
}

struct Mistake {
  const char* name;
  std::function<void(World&)> call;
  std::vector<std::string> says;
};

std::vector<Mistake> mistakes() {
  using Kind = GeometryKind;
  const auto add = [](const ModelSpec& spec) { return [spec](World& world) { world.add(spec); }; };
  const auto adds = [&](const ModelSpec& spec, const std::function<void(ModelSpec&)>& change) {
    return add(changed(spec, change));
  };
  const ModelSpec ball = body(Kind::kSphere, {0.1, 0, 0});
  const auto part = [](const Vector3& size) {
    ModelSpec spec;
    spec.name = "thing";
    spec.compound.resize(2);
    spec.compound[0].geometry = shape(GeometryKind::kBox, {1, 1, 1});
    spec.compound[1].geometry = shape(GeometryKind::kBox, size);
    return spec;
  };
  return {
      {"BoxOfSize0",
       add(body(Kind::kBox, {0, 0, 0})),
       {"model 'thing'", "the box of a moving body has no volume", "> 0"}},
      {"FlatBox",
       add(body(Kind::kBox, {1, 1, 0})),
       {"model 'thing'", "the box of a moving body has no volume", "> 0"}},
      {"NegativeBox", add(body(Kind::kBox, {1, 1, -1})), {"thing", "box", "> 0"}},
      {"TwiceNegativeBox", add(body(Kind::kBox, {1, -1, -1})), {"thing", "box", "> 0"}},
      {"SphereOfRadius0",
       add(body(Kind::kSphere, {0, 0, 0})),
       {"model 'thing'", "the sphere of a moving body has no volume", "> 0"}},
      {"CylinderOfLength0",
       add(body(Kind::kCylinder, {1, 0, 0})),
       {"thing", "the cylinder of a moving body has no volume", "> 0"}},
      {"CapsuleOfRadius0",
       add(body(Kind::kCapsule, {0, 1, 0})),
       {"thing", "the capsule of a moving body has no volume", "> 0"}},
      {"FlatEllipsoid",
       add(body(Kind::kEllipsoid, {1, 0, 1})),
       {"thing", "the ellipsoid of a moving body has no volume", "> 0"}},
      {"ConeOfHeight0",
       add(body(Kind::kCone, {1, 0, 0})),
       {"thing", "the cone of a moving body has no volume", "> 0"}},
      {"BoxOfSizeNan", add(body(Kind::kBox, {1, kNan, 1})), {"thing", "box", "> 0"}},
      {"FlatPart", add(part({1, 0, 1})), {"thing", "box", "> 0"}},
      {"Density0",
       adds(ball, [](ModelSpec& s) { s.density = 0; }),
       {"model 'thing'", "density", "[kg/m³]"}},
      {"MassNan",
       adds(ball, [](ModelSpec& s) { s.mass = kNan; }),
       {"model 'thing'", "mass", "[kg]"}},
      {"JointValue",
       adds(robot("new"), [](ModelSpec& s) { s.q["swin"] = 1; }),
       {"model 'new': no moving joint \"swin\"", "\"swing\""}},
      {"JointLaw",
       adds(robot("new"), [](ModelSpec& s) { s.pd_joints["swingg"] = PdSpec(); }),
       {"model 'new': no moving joint \"swingg\"", "\"swing\""}},
      {"Posture",
       adds(robot("new"), [](ModelSpec& s) { s.posture = "home"; }),
       {"model 'new'", "'home'"}},
      {"VelocityOfAFixedBase",
       adds(robot("new"), [](ModelSpec& s) { s.velocity.linear.x() = 1; }),
       {"model 'new'", "fixed base", "base: floating"}},
      {"SameName", add(robot("arm")), {"'arm'", "own name"}},
      {"Latin1",
       adds(robot("new"),
            [](ModelSpec& s) { s.urdf_text = "<robot>\n<link name=\"\xe9\"/></robot>"; }),
       {"<text>:2", "(0xE9) is not UTF-8", "ISO-8859-1"}},
      {"Joint",
       [](World& w) { w.find("arm")->joint("swimg"); },
       {"model 'arm': no moving joint \"swimg\"", "\"swing\""}},
      {"JointPosition",
       [](World& w) { w.find("arm")->set_joint_position("swimg", 1); },
       {"model 'arm'", "\"swing\""}},
      {"Link",
       [](World& w) { w.find("arm")->pose("rood"); },
       {"model 'arm': no link \"rood\"", "\"rod\""}},
      {"LinkOfAWrench",
       [](World& w) { w.find("arm")->apply_wrench("rood", Vector3::UnitX()); },
       {"model 'arm'", "\"rod\""}},
      {"LinkOfAPayload",
       [](World& w) { w.find("arm")->add_payload("rood", 1); },
       {"model 'arm'", "\"rod\""}},
      {"NegativePayload", [](World& w) { w.find("arm")->add_payload("rod", -1); }, {"arm", "-1"}},
      {"SizeOfQ", [](World& w) { w.find("arm")->set_q(VectorX::Zero(3)); }, {"arm", "3", "1"}},
      {"EffortNan",  // the step checks it
       [](World&) {
         World other;
         other.add(robot("arm"));
         other.find("arm")->set_effort("swing", kNan);
         for (const std::string& message : other.step().messages) throw Error(message);
       },
       {"arm", "swing", "finite"}},
      {"NegativeGain", [](World& w) { w.find("arm")->set_pd("swing", -1, 0, 0); }, {"arm", "kp"}},
      {"TargetWithoutLaw",
       [](World& w) { w.find("arm")->set_pd_target("swing", 1); },
       {"arm", "swing", "PD"}},
      {"RemovedName", [](World& w) { w.remove("amr"); }, {"'amr'", "'arm'"}},
      {"IgnoredName", [](World& w) { w.ignore_collision("arm", "bal"); }, {"'bal'", "'ball'"}},
      {"LoopEnd",
       [](World& w) {
         LoopSpec loop;
         loop.a = "arm/rood";
         loop.b = "ball";
         w.add_loop(loop);
       },
       {"rood", "rod"}},
      {"Gravity",
       [](World& w) {
         w.set_gravity({0, 0, kNan});
       },
       {"gravity", "finite"}},
      {"Friction",
       [](World& w) {
         MaterialSpec material;
         material.mu_static = material.mu_kinetic = -1;
         w.set_material("default", material);
       },
       {"material 'default'", "mu"}},
      {"Solver",
       [](World& w) {
         SolverSpec solver;
         solver.id = "conci";
         w.set_solver(solver);
       },
       {"conci", "'conic'"}},
      {"MissingState", [](World& w) { w.restore_state("none.h5"); }, {"none.h5", "exist"}},
      {"StateOfASmallerWorld",
       [](World& w) { w.set_state(World().state()); },
       {"another world", "the state lacks '"}},
      {"XmlAsScene",
       [](World&) { load_scene_text("<robot name=\"r\"/>"); },
       {"this is XML", "FILE.urdf"}},
      {"TabInAScene",
       [](World&) { load_scene_text("cardan: 1\nmodels:\n\t- {name: a}\n"); },
       {":3: ", "a tab indents a line"}},
  };
}

TEST(MistakesInPrograms, EachIsRefusedWithPlaceAndRemedy) {
  World world;
  world.add(robot("arm"));
  ModelSpec ball = body(GeometryKind::kSphere, {0.1, 0, 0});
  ball.name = "ball";
  world.add(ball);
  for (const Mistake& mistake : mistakes()) {
    SCOPED_TRACE(mistake.name);
    std::string message;
    try {
      mistake.call(world);
      ADD_FAILURE() << "accepted";
      continue;
    } catch (const Error& error) {
      message = error.what();
    }
    EXPECT_EQ(message.find('\n'), message.npos) << message;
    EXPECT_EQ(message.find("pendulum"), message.npos) << message;  // the model has another name
    for (const std::string& part : mistake.says)
      EXPECT_NE(message.find(part), message.npos) << message << "\nlacks: " << part;
    EXPECT_EQ(world.models().size(), 2u);
  }
  world.step();
}

}  // namespace
}  // namespace cardan
