#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

// A scene that is rejected, the line of the defect (counted from `cardan: 1`, 0 = no line) and the
// required text of the message.
struct BadScene {
  const char* name;
  const char* text;
  int line;
  std::vector<std::string> parts;
};

class SceneErrors : public testing::TestWithParam<BadScene> {};

const char* const kTail = "models: [{name: ground, plane: {}, static: true}]\n";

TEST_P(SceneErrors, ErrorNamesFileLineKeyAndTheExpectedValue) {
  test::TemporaryDirectory folder;
  std::string text = std::string("cardan: 1\n") + GetParam().text;
  if (text.find("models:") == std::string::npos) text += kTail;
  const std::string file = folder.write("bad.yaml", text);
  try {
    load_scene(file);
    FAIL() << "the scene was accepted";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(message.starts_with(file + ":" + std::to_string(GetParam().line) + ": "))
        << message;
    for (const std::string& part : GetParam().parts) {
      EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SceneErrors,
    testing::Values(
        BadScene{"UnknownKey",
                 "gravty: [0, 0, 0]\n",
                 2,
                 {"unknown key 'gravty' in the scene", "did you mean 'gravity'?"}},
        BadScene{"AngleInDegrees",
                 "models:\n  - {name: c, sphere: {radius: 1}, pose: {rpy: [0, 0, 30]}}\n",
                 3,
                 {"model 'c'.pose.rpy", "full turn", "rad"}},
        BadScene{"UnknownKeyInTime",
                 "time:\n  step: 0.001\n  stepp: 1\n",
                 4,
                 {"unknown key 'stepp' in time", "did you mean 'step'?"}},
        BadScene{
            "UnknownCollisionGroup",
            "models:\n  - {name: c, sphere: {radius: 1}, collision: {group: feet}}\n"
            "  - {name: d, sphere: {radius: 1}, collision: {mask: [fet]}}\n",
            4,
            {"model 'd'.collision.mask[0]: unknown collision group 'fet'", "did you mean 'feet'?"}},
        BadScene{"GridTooLarge",
                 "models:\n  - {name: c, sphere: {radius: 1}, grid: {count: [1000, 1000, 1000], "
                 "spacing: [1, 1, 1]}}\n",
                 3,
                 {"grid.count: more than 100000 models"}},
        BadScene{"GridOfTwoNumbers",
                 "models:\n  - {name: c, sphere: {radius: 1}, grid: {count: [2, 2], spacing: [1, "
                 "1, 1]}}\n",
                 3,
                 {"grid.count: expected three whole numbers"}},
        BadScene{"NeedsWhatIsNotThere",
                 "needs: [no/such/robot]\n",
                 2,
                 {"needs[0]: '", "no/such/robot' is missing"}},
        BadScene{"CollisionBits",
                 "models:\n  - {name: c, sphere: {radius: 1}, collision: {mask: 4294967296}}\n",
                 3,
                 {"collision.mask: expected bits from 0 to 4294967295"}},
        BadScene{"LinksOfABody",
                 "models:\n  - {name: c, sphere: {radius: 1}, collision: {links: {}}}\n",
                 3,
                 {"unknown key 'links' in model 'c'.collision"}},
        BadScene{"IgnoredPairOfThree",
                 "models: [{name: crate, sphere: {radius: 1}}]\nignore: [[crate, crate, crate]]\n",
                 3,
                 {"ignore[0]: expected two models or links"}},
        BadScene{"IgnoredModelUnknown",
                 "models: [{name: crate, sphere: {radius: 1}}]\nignore: [[crate, crat]]\n",
                 3,
                 {"unknown model 'crat'", "did you mean 'crate'?"}},
        BadScene{"UnknownKeyOfAModel",
                 "models:\n  - {name: c, box: {size: [1, 1, 1]}, mas: 2}\n",
                 3,
                 {"unknown key 'mas' in model 'c'", "did you mean 'mass'?"}},
        BadScene{"Unit",
                 "time:\n  step: 1 ms\n",
                 3,
                 {"time.step: expected a number in s, got '1 ms'", "write only the number"}},
        BadScene{"WordForANumber", "time: {step: fast}\n", 2, {"time.step", "got 'fast'"}},
        BadScene{"NotANumber", "gravity: [0, 0, .nan]\n", 2, {"gravity[2]", "must be finite"}},
        BadScene{
            "NotANumberInWords", "gravity: [0, nan, 0]\n", 2, {"gravity[1]", "must be finite"}},
        BadScene{"Infinity", "time: {duration: .inf}\n", 2, {"time.duration", "must be finite"}},
        BadScene{"TooLarge", "time: {duration: 1e999}\n", 2, {"beyond the range"}},
        BadScene{"ZeroStep", "time: {step: 0}\n", 2, {"time.step: must be above zero"}},
        BadScene{"NegativeStep", "time: {step: -0.001}\n", 2, {"time.step: must be above zero"}},
        BadScene{"NegativeMass",
                 "models:\n  - name: c\n    box: {size: [1, 1, 1]}\n    mass: -1\n",
                 5,
                 {"model 'c'.mass: must be above zero, got '-1'", "kg"}},
        BadScene{"UnknownIntegrator", "time: {integrator: euler}\n", 2, {"expected one of"}},
        BadScene{"UnknownPdLaws", "time: {pd_laws: euler}\n", 2, {"newmark, implicit_euler"}},
        BadScene{"WrongType", "gravity: down\n", 2, {"expected a list of three numbers", "'down'"}},
        BadScene{"TwoNumbers", "gravity: [0, 1]\n", 2, {"three numbers", "a list of 2"}},
        BadScene{"KeyTwice", "name: a\nname: b\n", 3, {"'name' is given twice in the scene"}},
        BadScene{"LoopUnknownModel",
                 "models: [{name: crate, sphere: {radius: 1}}]\nloops: [{weld: [crat, world]}]\n",
                 3,
                 {"unknown model 'crat'", "did you mean 'crate'?"}},
        BadScene{"LoopUnknownKind",
                 "loops:\n  - {wield: [ground, world]}\n",
                 3,
                 {"unknown key 'wield'", "did you mean 'weld'?"}},
        BadScene{"LoopWithoutKind", "loops:\n  - {at: [0, 0, 0]}\n", 3, {"expected one of weld"}},
        BadScene{"LoopOfTwoKinds",
                 "loops: [{weld: [ground, world], gear: [ground, world]}]\n",
                 2,
                 {"cannot be combined with 'weld'"}},
        BadScene{"LoopKeyOfAnotherKind",
                 "loops: [{weld: [ground, world], length: 1}]\n",
                 2,
                 {"unknown key 'length'", "known are weld, name, pose"}},
        BadScene{"LoopOneEnd", "loops: [{weld: [ground]}]\n", 2, {"expected two ends"}},
        BadScene{"LoopNotANumber",
                 "loops: [{gear: [ground/a, ground/b], ratio: .nan}]\n",
                 2,
                 {"ratio", "must be finite"}},
        BadScene{"LoopZeroRatio",
                 "loops: [{gear: [ground/a, ground/b], ratio: 0}]\n",
                 2,
                 {"ratio: must not be zero"}},
        BadScene{"LoopNegativeLength",
                 "loops: [{distance: [ground, world], length: -1}]\n",
                 2,
                 {"length: must be above zero"}},
        BadScene{"LoopDistanceOfOnePoint",
                 "loops: [{distance: [ground, world], at: [0, 0, 0]}]\n",
                 2,
                 {"a distance needs two points"}},
        BadScene{"LoopsInAMap", "loops: {weld: [ground, world]}\n", 2, {"expected a list"}},
        BadScene{"KinematicEmpty",
                 "models:\n  - {name: c, box: {size: [1, 1, 1]}, kinematic: {}}\n",
                 3,
                 {"key 'path' is missing"}},
        BadScene{"KinematicBackInTime",
                 "models:\n  - {name: c, box: {size: [1, 1, 1]}, kinematic: {path: [{time: 1}, "
                 "{time: 1}]}}\n",
                 3,
                 {"times of a path must ascend"}},
        BadScene{"KinematicKnot",
                 "models:\n  - {name: c, box: {size: [1, 1, 1]}, kinematic: {path: [{tim: 1}]}}\n",
                 3,
                 {"unknown key 'tim'", "did you mean 'time'?"}},
        BadScene{
            "KinematicAndStatic",
            "models:\n  - {name: g, plane: {}, static: true, kinematic: {path: [{time: 0}]}}\n",
            3,
            {"cannot be combined with 'static'"}},
        BadScene{"KinematicMass",
                 "models:\n  - {name: c, sphere: {radius: 1}, mass: 1, kinematic: {path: [{time: "
                 "0}]}}\n",
                 3,
                 {"a kinematic model takes no 'mass'"}},
        BadScene{"PartWithoutForm",
                 "models:\n  - {name: c, compound: [{mass: 1}]}\n",
                 3,
                 {"model 'c'", "the part has no geometry", "box"}},
        BadScene{"PartThatCannotMove",
                 "models:\n  - {name: c, compound: [{plane: {}}]}\n",
                 3,
                 {"a plane cannot move"}},
        BadScene{"MassesOfPartAndModel",
                 "models:\n  - {name: c, mass: 1, compound: [{sphere: {radius: 1}, mass: 1}]}\n",
                 3,
                 {"both the model and one of its parts have a mass"}},
        BadScene{"UnknownKeyOfAPart",
                 "models:\n  - {name: c, compound: [{sphere: {radius: 1}, densty: 1}]}\n",
                 3,
                 {"unknown key 'densty'", "did you mean 'density'?"}},
        BadScene{"NoPart", "models:\n  - {name: c, compound: []}\n", 3, {"has no parts"}},
        BadScene{"Tangential",
                 "materials: {default: {tangential: {damping: 1}}}\n",
                 2,
                 {"tangential", "'stiffness' is missing"}},
        BadScene{"TwoCoefficients",
                 "materials: {default: {mu: [1, 0.5]}}\n",
                 2,
                 {"'direction' is missing"}},
        BadScene{"NoFrictionAcross",
                 "materials: {default: {mu: [1, 0], direction: [1, 0, 0]}}\n",
                 2,
                 {"a thousandth of the other", "small coefficient"}},
        BadScene{"Direction",
                 "materials: {default: {mu: [1, 2], direction: [0, 0, 0]}}\n",
                 2,
                 {"must not be the zero vector"}},
        BadScene{"PairOfTwoCoefficients",
                 "materials: {pairs: {table: [{between: [default, default], mu: [1, 2]}]}}\n",
                 2,
                 {"direction of a surface"}},
        BadScene{"RelaxationWithoutALaw",
                 "contact: {stabilization: {kind: relaxation}}\n",
                 2,
                 {"the relaxation has no law", "time_constant"}},
        BadScene{"RelaxationHasNoErpAlone",
                 "contact: {stabilization: {kind: relaxation, erp: 0.2}}\n",
                 2,
                 {"key 'cfm' is missing"}},
        BadScene{"RelaxationHasNoPushOutSpeed",
                 "contact: {stabilization: {kind: relaxation, max_speed: 1}}\n",
                 2,
                 {"max_speed"}},
        BadScene{"TwoLawsOfARelaxation",
                 "contact: {stabilization: {kind: relaxation, stiffness: 1, erp: 0.2, cfm: 1}}\n",
                 2,
                 {"cannot be combined with 'stiffness' and 'damping'", "write one law"}},
        BadScene{"HalfALaw",
                 "models: [{name: a, sphere: {radius: 1}}]\nloops: [{weld: [a, world], "
                 "time_constant: 0.1}]\n",
                 3,
                 {"key 'damping_ratio' is missing"}},
        BadScene{"NoSpringAtAll",
                 "models: [{name: a, sphere: {radius: 1}}]\nloops: [{rope: [a, world], "
                 "stiffness: 0}]\n",
                 3,
                 {"both zero"}},
        BadScene{"RopeHasNoPose",
                 "models: [{name: a, sphere: {radius: 1}}]\nloops: [{rope: [a, world], pose: "
                 "initial}]\n",
                 3,
                 {"unknown key 'pose'"}},
        BadScene{"Sleep", "contact: {sleep: {speed: 0}}\n", 2, {"contact.sleep.speed"}},
        BadScene{"Erp", "contact: {stabilization: {erp: 1.5}}\n", 2, {"must not exceed 1"}},
        BadScene{"TwoFormulations",
                 "contact: {formulation: {cone: {}, box: {}}}\n",
                 2,
                 {"expected one formulation"}},
        BadScene{"OptionWithoutSolver",
                 "contact: {solver: {omega: 1}}\n",
                 2,
                 {"'omega' needs the id of its solver"}},
        BadScene{"Tolerance", "contact: {solver: {tolerance: 0}}\n", 2, {"must be above zero"}},
        BadScene{"Accuracy", "contact: {solver: {accuracy: -1}}\n", 2, {"must be above zero"}},
        BadScene{"AccuracyNaN", "contact: {solver: {accuracy: .nan}}\n", 2, {"accuracy"}},
        BadScene{"Iterations", "contact: {solver: {max_iterations: 1.5}}\n", 2, {"whole number"}},
        BadScene{"Friction", "materials: {default: {mu: -0.1}}\n", 2, {"must not be negative"}},
        BadScene{"Kinetic",
                 "materials: {default: {mu: {static: 0.5, kinetic: 0.6}}}\n",
                 2,
                 {"exceeds the static coefficient"}},
        BadScene{"TwoLaws",
                 "materials: {default: {compliance: 0, stiffness: 1e5}}\n",
                 2,
                 {"use one of the two laws"}},
        BadScene{"Restitution", "materials: {default: {restitution: 1.5}}\n", 2, {"above 1"}},
        BadScene{"UnknownMaterial",
                 "materials: {rubber: {mu: 1}}\nmodels:\n"
                 "  - {name: c, box: {size: [1, 1, 1]}, material: ruber}\n",
                 4,
                 {"unknown material 'ruber'", "did you mean 'rubber'?"}},
        BadScene{"MaterialPair",
                 "materials: {pairs: {table: [{between: [default, ice], mu: 1}]}}\n",
                 2,
                 {"unknown material 'ice'"}},
        BadScene{"MissingUrdf",
                 "models:\n  - name: r\n    urdf: nowhere.urdf\n",
                 4,
                 {"nowhere.urdf' not found"}},
        BadScene{"NoForm",
                 "models:\n  - {name: c}\n",
                 3,
                 {"has no geometry and no robot file", "expected one of urdf"}},
        BadScene{"TwoForms",
                 "models:\n  - {name: c, box: {size: [1, 1, 1]}, sphere: {radius: 1}}\n",
                 3,
                 {"model 'c'.sphere: cannot be combined with 'box'"}},
        BadScene{"ZeroRadius",
                 "models:\n  - {name: c, sphere: {radius: 0}}\n",
                 3,
                 {"must be above zero"}},
        BadScene{"MovingPlane",
                 "models:\n  - {name: g, plane: {}}\n",
                 3,
                 {"a plane cannot move", "add static: true"}},
        BadScene{"StaticWithVelocity",
                 "models:\n  - {name: g, plane: {}, static: true, velocity: {linear: [1, 0, 0]}}\n",
                 3,
                 {"a static model does not move"}},
        BadScene{"MassAndDensity",
                 "models:\n  - {name: c, sphere: {radius: 1}, mass: 1, density: 1}\n",
                 3,
                 {"keep one of the two"}},
        BadScene{"ZeroNormal",
                 "models:\n  - {name: g, plane: {normal: [0, 0, 0]}, static: true}\n",
                 3,
                 {"cannot be zero"}},
        BadScene{
            "TwoOfOneName",
            "models:\n  - {name: c, sphere: {radius: 1}}\n  - {name: c, sphere: {radius: 1}}\n",
            4,
            {"there is already a model named 'c'"}},
        BadScene{"SlashInAName", "models:\n  - {name: a/b, sphere: {radius: 1}}\n", 3, {"a '/'"}},
        BadScene{"NoModels", "models: []\n", 2, {"no model"}},
        BadScene{"ForceOnNothing",
                 "models: [{name: crate, sphere: {radius: 1}}]\n"
                 "forces: [{on: crat, force: [1, 0, 0]}]\n",
                 3,
                 {"unknown model 'crat'", "did you mean 'crate'?"}},
        BadScene{"ForceBackInTime",
                 "models: [{name: crate, sphere: {radius: 1}}]\n"
                 "forces: [{on: crate, from: 2, until: 1, force: [1, 0, 0]}]\n",
                 3,
                 {"expected from < until"}},
        BadScene{"Record", "record: {every: 0}\n", 2, {"record.every: must be above zero"}},
        BadScene{"Expect", "expect: {quantity: a}\n", 2, {"expect: expected a list"}},
        BadScene{"ExpectInACircle",
                 "expect: [{quantity: x, equals: &list [*list], within: 1}]\n",
                 2,
                 {"expect[0].equals[0]: expected a number, got a list"}},
        BadScene{"ModelsInACircle", "models: &list [*list]\n", 2, {"expected a map"}},
        BadScene{"Syntax", "name: [a, b\ntime: {}\n", 3, {"not valid YAML"}}),
    [](const testing::TestParamInfo<BadScene>& bad) { return std::string(bad.param.name); });

std::string message_of(const std::string& file) {
  try {
    load_scene(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

// At each of these tokens, yaml-cpp reads empty documents in an endless loop, because it does not
// consume the token.
TEST(SceneFiles, TokenOutsideADocumentIsRejected) {
  const test::TemporaryDirectory folder;
  EXPECT_NE(message_of(folder.write("comma.yaml", ", a: 1}\n")).find("the scene is empty"),
            std::string::npos);
  EXPECT_NE(message_of(folder.write("later.yaml", "cardan: 1\n...\n, a: 1\n"))
                .find("text after the end of the first YAML document"),
            std::string::npos);
}

TEST(SceneFiles, OtherFilesAreRejected) {
  test::TemporaryDirectory folder;
  EXPECT_NE(message_of(folder.file("none.yaml")).find("none.yaml: cannot read the scene"),
            std::string::npos);
  EXPECT_NE(message_of(folder.path()).find("cannot read the scene"), std::string::npos);
  EXPECT_NE(message_of(folder.write("empty.yaml", "")).find("the scene is empty"),
            std::string::npos);
  EXPECT_NE(message_of(folder.write("list.yaml", "[1, 2]")).find("expected a map"),
            std::string::npos);
  EXPECT_NE(message_of(folder.write("two.yaml", "cardan: 1\n---\ncardan: 1\n"))
                .find("text after the end of the first YAML document"),
            std::string::npos);
  EXPECT_NE(message_of(folder.write("version.yaml", "cardan: 2\n"))
                .find("version.yaml:1: cardan: format"),
            std::string::npos);
  EXPECT_NE(message_of(folder.write("none.yaml", "name: a\n")).find("key 'cardan' is missing"),
            std::string::npos);
  EXPECT_NE(message_of(folder.write("short.yaml", "cardan: 1\n")).find("key 'models' is missing"),
            std::string::npos);
}

}  // namespace
}  // namespace cardan
