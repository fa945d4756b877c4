#pragma once

#include <string>
#include <vector>

#include "cardan/world.h"
#include "cardan/world_spec.h"
#include "test/support/random_tree.h"

/// Seeded random scenes without a drive, and the momentum and energy of their bodies.
namespace cardan::test {

/// Number of scenes: CARDAN_PASSIVE_SCENES, or the default of the test.
int scenes_to_make(int by_default);

/// Joints of a random tree.
struct TreeJoints {
  int links = 4;
  bool limits = false;    ///< from −0.05 to 0.08 rad or m
  bool friction = false;  ///< half of the joints have dry friction
  bool damping = false;   ///< half of the joints have damping
  double stiffness = 0;   ///< largest stiffness of a spring [N m/rad, N/m]
  bool shapes = true;     ///< a sphere on each link
};

/// A tree of hinges and sliders that moves at random.
Model& add_tree(World& world, Random& random, const std::string& name, const TreeJoints& joints,
                const RigidTransform& pose, BaseKind base = BaseKind::kFloating);

/// Trees with limits, dry friction, damping and self-collision, and bodies on loops and without,
/// some of which overlap. All of them fly and turn; nothing outside acts on them.
World flying_group(std::uint64_t seed, double h, Integrator integrator);

/// Kinds of scenes under gravity. Contacts have a compliance of 1e-4; the default of free bodies,
/// 1e-2, returns some of an impact.
enum class PassiveKind {
  kBalls,    ///< spheres on a plane and in flight
  kBodies,   ///< bodies of all shapes on a plane, a box or a heightfield
  kTrees,    ///< trees with limits, friction and damping that fall on a plane
  kSprings,  ///< trees and balls on springs, without contacts, friction or damping
  kLoops,    ///< bodies on points, rods, welds and ropes, without contacts, friction or damping
  kCount
};
const char* passive_kind_name(PassiveKind kind);

struct PassiveScene {
  World world;
  Integrator integrator = Integrator::kSemiImplicitEuler;
  std::vector<LoopSpec> springs;  ///< soft points on "world"

  /// Energy at the synchronised state [J]: with the default integrator, v belongs to the time half
  /// a step before q.
  double energy() const;
  /// (h²/8) Σ m g²: by this, the energy of bodies in flight at synchronised states lies below that
  /// at the times of q [J]. Bodies that land lose the difference.
  double at_rest() const;
};

/// A scene of a kind. The step does not affect the scene.
PassiveScene passive_scene(PassiveKind kind, std::uint64_t seed, double h, Integrator integrator);

/// Momentum of all bodies in motion about their common centre of mass.
struct GroupMomentum {
  Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
  double linear_scale = 0, angular_scale = 0;  ///< Σ m |v| and Σ |r × m v| + |I ω| of the bodies
};
GroupMomentum group_momentum(const World& world);

}  // namespace cardan::test
