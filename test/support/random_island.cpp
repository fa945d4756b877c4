#include "test/support/random_island.h"

#include <cmath>
#include <cstdlib>

namespace cardan::test {
namespace {

int whole(Random& random, int from, int to) {
  return std::uniform_int_distribution<int>(from, to)(random);
}
bool chance(Random& random, double probability) { return uniform(random, 0, 1) < probability; }

/// A free body, or a robot of a few joints.
void add_tree(Random& random, Robots& robots) {
  if (random() % 2) {
    robots.add(random, make_free_body("body", compact_inertia(random)));
  } else {
    robots.add(random,
               random_skeleton(random, 1 + static_cast<int>(random() % 6), random() % 2 != 0));
  }
}

/// A body of 1 to 10⁴ kg with the size of a body of 1 kg.
SpatialInertia heavy_inertia(Random& random) {
  SpatialInertia inertia = compact_inertia(random);
  const double factor = log_uniform(random, 1, 1e4) / inertia.mass;
  inertia.mass *= factor;
  inertia.inertia *= factor;
  return inertia;
}

/// Kind of the materials and gaps of one island.
struct Manner {
  double compliance = 1e-4;
  double bounce = 0;  ///< share of contacts with restitution
  double gaps = 0;    ///< share of contacts with a gap or a penetration
  double moments = 0, directions = 0;
};

Manner random_manner(Random& random, const HardIslands& kinds) {
  Manner manner;
  if (kinds.rigid && chance(random, 0.3)) manner.compliance = 0;
  if (kinds.closing && chance(random, 0.3)) manner.bounce = uniform(random, 0, 1);
  if (kinds.closing && chance(random, 0.3)) manner.gaps = uniform(random, 0, 1);
  if (kinds.moments && chance(random, 0.2)) manner.moments = uniform(random, 0, 1);
  if (chance(random, 0.3)) manner.directions = uniform(random, 0, 1);
  return manner;
}

ContactConstraint hard_contact(Random& random, const Robots& robots, const Manner& manner) {
  ContactConstraint contact = touching_contact(random, robots);
  ContactSurface& surface = contact.surface;
  surface.compliance = manner.compliance;
  if (chance(random, 0.1)) surface.mu_static = surface.mu_kinetic = 0;
  if (chance(random, manner.bounce)) surface.restitution = uniform(random, 0, 1);
  if (chance(random, manner.gaps)) contact.phi = uniform(random, -1e-4, 1e-3);
  if (chance(random, manner.moments)) surface.mu_torsion = uniform(random, 0.01, 0.1);
  if (chance(random, manner.moments)) surface.mu_rolling = uniform(random, 0.01, 0.1);
  if (chance(random, manner.directions)) surface.mu_ratio = uniform(random, 0.3, 3);
  return contact;
}

/// A closed loop: a ball joint between two bodies, or between a body and the world.
LoopConstraint ball_joint(Random& random, const Robots& robots) {
  const ContactConstraint ends = random_contact(random, robots);
  LoopConstraint loop;
  loop.a = ends.a;
  loop.b = ends.b;
  loop.rows = 3;
  loop.point_a = loop.point_b = ends.point;
  for (int i = 0; i < 3; ++i) {
    loop.angular[i].setZero();
    loop.linear[i] = Vector3::Unit(i);
  }
  loop.key = random();
  return loop;
}

void add_joint_rows(Random& random, RandomIsland& made) {
  for (int t = 0; t < static_cast<int>(made.robots.trees.size()); ++t) {
    const Skeleton& skeleton = *made.robots.trees[t].skeleton;
    const int first = skeleton.floating_base() ? 6 : 0;
    if (skeleton.nv() <= first) continue;
    if (chance(random, 0.4)) {
      made.constraints.limits.push_back({t, whole(random, first, skeleton.nv() - 1),
                                         chance(random, 0.5) ? 1.0 : -1.0, 0.0, random()});
    }
    if (chance(random, 0.3)) {
      made.constraints.frictions.push_back(
          {t, whole(random, first, skeleton.nv() - 1), uniform(random, 0, 20), random()});
    }
  }
  if (chance(random, 0.2)) made.constraints.loops.push_back(ball_joint(random, made.robots));
}

}  // namespace

int islands_to_make(int by_default) {
  const char* text = std::getenv("CARDAN_RANDOM_ISLANDS");
  return text == nullptr ? by_default : std::atoi(text);
}

SpatialInertia compact_inertia(Random& random) {
  SpatialInertia inertia = random_inertia(random);
  inertia.com.setZero();
  return inertia;
}

ContactConstraint touching_contact(Random& random, const Robots& robots) {
  ContactConstraint contact = random_contact(random, robots);
  contact.phi = 0;
  contact.surface_velocity.setZero();
  contact.surface_spin.setZero();
  contact.surface.mu_torsion = contact.surface.mu_rolling = 0;
  contact.surface.mu_ratio = 1;
  contact.surface.compliance = 1e-4;  // close to rigid, whatever the bodies are
  contact.surface.mu_static = contact.surface.mu_kinetic = uniform(random, 0, 2);
  return contact;
}

RandomIsland random_island(Random& random) {
  RandomIsland made;
  const int trees = 1 + static_cast<int>(random() % 3);
  for (int t = 0; t < trees; ++t) add_tree(random, made.robots);
  const int contacts = 1 + static_cast<int>(random() % 6);
  for (int i = 0; i < contacts; ++i) {
    made.constraints.contacts.push_back(touching_contact(random, made.robots));
    if (random() % 5 == 0) {
      made.constraints.contacts.push_back(made.constraints.contacts.back());
      made.constraints.contacts.back().key = random();
    }
  }
  for (int t = 0; t < trees; ++t) {
    const int nv = made.robots.trees[t].skeleton->nv();
    if (made.robots.trees[t].skeleton->floating_base() || random() % 2) continue;
    made.constraints.limits.push_back(
        {t, static_cast<int>(random() % nv), random() % 2 ? 1.0 : -1.0, 0.0, random()});
  }
  made.islands.find(trees, made.constraints);
  return made;
}

RandomIsland random_hard_island(Random& random, const HardIslands& kinds) {
  RandomIsland made;
  const int contacts = static_cast<int>(log_uniform(random, 1, kinds.max_contacts + 1));
  const int trees = whole(random, 1, std::min(6, 1 + contacts / 2));
  for (int t = 0; t < trees; ++t) {
    if (chance(random, 0.4)) {
      made.robots.add(random, make_free_body("body", heavy_inertia(random)));
    } else {
      add_tree(random, made.robots);
    }
  }
  const Manner manner = random_manner(random, kinds);
  while (static_cast<int>(made.constraints.contacts.size()) < contacts) {
    made.constraints.contacts.push_back(hard_contact(random, made.robots, manner));
    if (chance(random, 0.15)) {
      made.constraints.contacts.push_back(made.constraints.contacts.back());
      made.constraints.contacts.back().key = random();
    }
  }
  add_joint_rows(random, made);
  made.islands.find(trees, made.constraints);
  return made;
}

MatrixX dense_J(const RandomIsland& made, const DenseIsland& dense, const BaseProblem& base) {
  MatrixX J(base.m(), dense.v.size());
  for (const BaseBlock& block : base.blocks) {
    if (block.kind == BaseBlockKind::kContact) {
      J.middleRows(block.row, 3) =
          dense.contact_rows(made.robots, made.constraints.contacts[block.constraint]);
    } else {
      const LimitConstraint& limit = made.constraints.limits[block.constraint];
      J.row(block.row) = dense.joint_row(limit.tree, limit.dof, limit.sign);
    }
  }
  return J;
}

IslandBench::IslandBench(const FormulationSpec& formulation, const std::string& solver,
                         double tolerance) {
  PairingSpec contact;
  contact.formulation = formulation;
  contact.solver.id = solver;
  contact.solver.tolerance = tolerance;
  pairing_ = make_pairing(contact, registry_, {});
  chains_.push_back(make_chain(pairing_));
  work_.formulation = make_formulation(pairing_);
}

const IslandWork& IslandBench::solve(const RandomIsland& made, const Island& island,
                                     const ConstraintRules& rules) {
  assemble_base_problem(island, made.constraints, made.robots.trees, {}, rules, made.robots.h,
                        work_.base);
  if (pairing_.info.mass_form) compute_mass_form(made.robots.trees, work_.base);
  work_.base.tolerance = pairing_.chain.front().tolerance;
  prepare_island(work_);
  reserve_for(work_, chains_);
  solve_island(pairing_, chains_.front(), work_);
  return work_;
}

}  // namespace cardan::test
