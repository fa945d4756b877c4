#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "test/support/dense_algebra.h"
#include "test/support/temporary_directory.h"

// The inertia of a body from a scene, against torque = I · angular acceleration.
namespace cardan {
namespace {

using test::TemporaryDirectory;

World make(const TemporaryDirectory& folder, const std::string& form, const std::string& inertia) {
  return make_world(load_scene(folder.write(
      "s.yaml",
      "cardan: 1\ntime: {step: 0.001, duration: 1}\ngravity: [0, 0, 0]\nmodels:\n  - {name: m, " +
          form + ", mass: 2, pose: {rpy: [0, 0, 0.7]}, inertia: " + inertia + "}\n")));
}

Matrix3 given() {
  Matrix3 inertia;
  inertia << 2, 0.1, -0.2,  //
      0.1, 3, 0.3,          //
      -0.2, 0.3, 4;
  return inertia;
}

constexpr const char* kGiven = "{ixx: 2, iyy: 3, izz: 4, ixy: 0.1, ixz: -0.2, iyz: 0.3}";

// An `axis` turns the body's own frame, and not the axes that the inertia is given in.
TEST(SceneInertia, InertiaIsGivenInTheAxesOfThePose) {
  const TemporaryDirectory folder;
  for (const char* form : {"box: {size: [1, 2, 3]}", "cylinder: {radius: 0.1, length: 1, axis: x}",
                           "compound: [{box: {size: [1, 1, 1]}, pose: {xyz: [-1, 0, 0]}}, {box: "
                           "{size: [1, 1, 1]}, pose: {xyz: [1, 0, 0]}}]"}) {
    World world = make(folder, form, kGiven);
    Model& model = *world.find("m");
    const Vector3 moment(1, -2, 3);
    model.apply_wrench("", Vector3::Zero(), moment);
    world.step();
    const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3::UnitZ()).toRotationMatrix();
    const Vector3 expected =
        1e-3 * test::algebra::solve_symmetric(R * given() * R.transpose(), moment);
    EXPECT_LT((model.base_velocity().angular - expected).norm(), 1e-9) << form;
    EXPECT_NEAR(model.skeleton()->total_mass(), 2, 1e-12);
  }
}

TEST(SceneInertia, ImpossibleInertiaIsRejectedWithItsLine) {
  const TemporaryDirectory folder;
  for (const char* inertia :
       {"{ixx: 1, iyy: 1, izz: 5}", "{ixx: 1, iyy: 1, izz: 1, ixy: 2}", "{ixx: 0, iyy: 1, izz: 1}",
        "{ixx: 1, iyy: 1}", "{ixx: 1, iyy: 1, izz: 1, iyx: 0}", "[1, 1, 1]", "1"}) {
    try {
      make(folder, "box: {size: [1, 1, 1]}", inertia);
      ADD_FAILURE() << inertia;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("s.yaml:5"), std::string::npos) << error.what();
    }
  }
}

TEST(SceneInertia, InertiaWithoutMassIsRejected) {
  const TemporaryDirectory folder;
  const std::string file = folder.write(
      "s.yaml",
      "cardan: 1\nmodels: [{name: m, sphere: {radius: 1}, inertia: {ixx: 1, iyy: 1, izz: 1}}]\n");
  EXPECT_THROW(load_scene(file), Error);
}

}  // namespace
}  // namespace cardan
