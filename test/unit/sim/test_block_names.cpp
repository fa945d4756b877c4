#include "cardan/scene.h"
#include "sim/data/block_names.h"
#include "sim/data/world_impl.h"
#include "test/support/worlds.h"

namespace cardan::test {
namespace {

/// "NAME | ROW | ROW …" of every block of island 0.
std::vector<std::string> all_names(const World& world) {
  const World::Impl& impl = world.impl();
  std::vector<std::string> lines;
  for (const BaseBlock& block : impl.step.islands.works[0]->base.blocks) {
    std::string line = block_name(impl.model, impl.step, block);
    for (int i = 0; i < block.dim; ++i) line.append(" | ").append(row_name(block, i));
    lines.push_back(line);
  }
  return lines;
}

TEST(BlockNames, ContactsOfAPairAreNumberedAndTheUpperBodyComesFirst) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.materials.named["default"].mu_torsion = 0.01;
  World world(spec);
  world.add_ground();
  world.add(body("ball", sphere(0.1), 1, RigidTransform(Vector3(2, 0, 0.099))));
  world.add(body("crate", box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.499))));
  world.step();
  EXPECT_EQ(all_names(world),
            (std::vector<std::string>{"ball on ground | normal | tangent 1 | tangent 2",
                                      "ball on ground, torsion | "}));
  const World::Impl& impl = world.impl();
  const BaseProblem& crate = impl.step.islands.works[1]->base;
  EXPECT_EQ(block_name(impl.model, impl.step, crate.blocks[2]), "crate on ground, contact 3");
  EXPECT_EQ(block_name(impl.model, impl.step, crate.blocks[5]),
            "crate on ground, contact 2, torsion");
}

TEST(BlockNames, NameOfAStackedContactPutsTheUpperBodyFirst) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  world.add(body("a", sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.299))));
  world.add(body("b", sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.0995))));
  world.step();
  const std::vector<std::string> names = all_names(world);
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].substr(0, 6), "a on b");
  EXPECT_EQ(names[1].substr(0, 11), "b on ground");
}

TEST(BlockNames, JointAndLoopRowsHaveTheirNames) {
  Scene scene = load_scene(CARDAN_SOURCE_DIR "/data/scenes/fourbar.yaml");
  World world = make_world(scene);
  world.step();
  const std::vector<std::string> names = all_names(world);
  // The other rows are redundant because the linkage is planar.
  EXPECT_EQ(names,
            (std::vector<std::string>{"weld 'world' - 'linkage/foot' | row 2 | row 4 | row 6"}));
}

// The problem of every formulation names the origin of each block.
TEST(BlockNames, ProblemsOfEveryFormulationAreNamed) {
  for (const std::string& id : formulation_ids()) {
    WorldSpec spec = world_spec(1e-3, {}, id);
    World world(spec);
    world.add_ground();
    world.add_urdf(CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf",
                   RigidTransform(Vector3(0, 0, 0.3499)));
    for (int i = 0; i < 3; ++i) world.step();
    const World::Impl& impl = world.impl();
    ASSERT_EQ(impl.step.islands.size(), 1) << id;
    const IslandWork& work = *impl.step.islands.works[0];
    const std::vector<std::string> names =
        problem_block_names(impl.model, impl.step, work.base, work.problem);
    ASSERT_EQ(names.size(), work.problem.blocks.size()) << id;
    for (std::size_t k = 0; k < names.size(); ++k) {
      EXPECT_EQ(names[k].rfind("quadruped", 0) == 0 || names[k] == "velocities", true)
          << id << " " << names[k];
    }
  }
}

}  // namespace
}  // namespace cardan::test
