#include <algorithm>
#include <cmath>

#include "cardan/mass_matrix.h"
#include "constraint/rows/base_rows.h"
#include "constraint/rows/contact_rate.h"
#include "sim/step/stages.h"

// Additional stages of formulations at acceleration level (docs/theory/acceleration.md).
namespace cardan {

namespace {

// A contact that closes faster than this collides: an impulse stops it before forces are computed.
// At lower speeds, the contact force of the step removes the speed [m/s].
constexpr double kCollisionSpeed = 1e-3;
// In Runge–Kutta steps, a contact has a force if its gap is below this [m].
constexpr double kTouching = 1e-6;

Vector3 point_velocity(const WorldModel& world, const StepData& step, const BodyRef& body,
                       const Vector3& p_W) {
  if (body.tree < 0 || body.body < 0) return Vector3::Zero();
  return tree_work(world, step, body.tree).data->velocity_at(body.body, p_W).linear;
}

double normal_velocity(const WorldModel& world, const StepData& step,
                       const ContactConstraint& contact) {
  const Vector3 u = point_velocity(world, step, contact.b, contact.point) -
                    point_velocity(world, step, contact.a, contact.point) +
                    contact.surface_velocity;
  return contact.normal.dot(u);
}

// A row that is pressed against a spring has the force of the spring and no impulse. The spring is
// the law of the row, or the relaxation of a violated row.
bool is_elastic(const WorldModel& world, const Compliance& own, double gap) {
  const StabilizationKind kind = world.spec.contact.rules.stabilization.kind;
  return (own.soft() && exerts_force(own, world.spec.step)) ||
         (kind == StabilizationKind::kRelaxation && gap <= 0);
}

bool is_elastic(const WorldModel& world, const ContactConstraint& contact) {
  // A contact that bounces is stopped by an impulse while it is still open.
  const bool bounces = contact.surface.restitution > 0 && contact.phi > 0;
  const Compliance own = contact_law(contact.surface, world.spec.step);
  return !bounces && is_elastic(world, own, contact.phi);
}

bool is_elastic(const WorldModel& world, const LimitConstraint& limit) {
  return is_elastic(world, limit.compliance, limit.gap);
}

bool collides(const WorldModel& world, const WorldState&, const StepData& step,
              const ContactConstraint& contact) {
  const double u_n = normal_velocity(world, step, contact);
  return u_n < -kCollisionSpeed && contact.phi + world.spec.step * u_n <= 0;
}

bool collides(const WorldModel& world, const WorldState& state, const StepData&,
              const LimitConstraint& limit) {
  const double rate = limit.sign * tree_state(world, state, limit.tree).v()[limit.dof];
  return rate < -kCollisionSpeed && limit.gap + world.spec.step * rate <= 0;
}

MemoryKey key_of(const ContactConstraint& contact) { return {contact.key, contact.key_high}; }

bool had_force_before(const WorldState& state, const MemoryKey& key) {
  const ConstraintMemory::Entry* entry = find_memory(state.memory.contacts, key);
  if (entry == nullptr) return false;
  return Eigen::Map<const Vector3>(entry->lambda).dot(Eigen::Map<const Vector3>(entry->normal)) > 0;
}

ContactFeature feature_of(const StepData& step, int handle, const Vector3& outward,
                          const Vector3& p_W) {
  return contact_feature(step.collision.spec(handle).shape, step.collision.pose(handle), outward,
                         p_W);
}

// Drops these contacts and all data that belong to them.
void drop_elastic_contacts(const WorldModel& world, StepData& step) {
  std::vector<ContactConstraint>& contacts = step.rows.constraints.contacts;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (is_elastic(world, contacts[i])) continue;
    if (kept != i) move_contact(step, i, kept);
    ++kept;
  }
  resize_contacts(step, kept);
}

// Adds L⁻¹ D^(−1/2) Yᵀ λ to the velocities of the trees that collided.
void apply_impulses(const WorldModel& world, WorldState& state, StepData& step) {
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable || model.work.vectors.z().isZero(0)) continue;
    unwhiten(*model.setup.kernel_skeleton, *model.work.data, model.work.vectors.z().data());
    if (!model.work.vectors.z().allFinite()) continue;
    model.state.v() += model.work.vectors.z();
    model.work.invalidate_kinematics();
    model.state.set_undisturbed(0);
  }
}

// Stores the impulses by contact for the readout, and the counts for the report.
void keep_outcome(StepData& step) {
  CollisionOutcome& outcome = step.collision_outcome;
  outcome.islands += step.islands.size();
  for (std::size_t i = 0; i < step.islands.solutions.size(); ++i) {
    const ContactAnswer& answer = step.islands.solutions[i];
    if (answer.island < 0) continue;
    outcome.impulses.emplace_back(key_of(step.rows.constraints.contacts[i]), answer.impulse);
  }
  std::sort(outcome.impulses.begin(), outcome.impulses.end(),
            [](const auto& x, const auto& y) { return precedes(x.first, y.first); });
  outcome.counts = step.report;
}

}  // namespace

void add_contact_rates(StepData& step) {
  for (std::size_t i = 0; i < step.rows.constraints.contacts.size(); ++i) {
    const ContactConstraint& contact = step.rows.constraints.contacts[i];
    const Vector3 to_surface = 0.5 * contact.phi * contact.normal;
    const ContactGeometry geometry{
        feature_of(step, step.rows.sources[i].a, contact.normal, contact.point - to_surface),
        feature_of(step, step.rows.sources[i].b, -contact.normal, contact.point + to_surface)};
    step.rows.constraints.contact_rates.push_back(
        contact_rate(contact, geometry, step.views.trees));
  }
}

// A contact that exerted a force at the end of the last step is kept, even if integration errors
// have moved it off its constraint; if it separates, its force will be zero. Later stages violate
// their constraints by O(h²), so they keep the contacts that touched at the start.
bool keep_touching(const WorldModel& world, WorldState& state, StepData& step,
                   const ContactConstraint& contact) {
  std::vector<MemoryKey>& touching = step.touching;  // contacts are in ascending order of keys
  if (step.runge_kutta_stage > 0) {
    return std::binary_search(touching.begin(), touching.end(), key_of(contact),
                              [](const auto& x, const auto& y) { return precedes(x, y); });
  }
  const bool touches =
      contact.phi <= kTouching && normal_velocity(world, step, contact) <= kCollisionSpeed;
  if (!touches && !had_force_before(state, key_of(contact))) return false;
  touching.push_back(key_of(contact));
  return true;
}

bool keep_touching(double gap) { return gap <= kTouching; }

bool make_collisions(const WorldModel& world, WorldState& state, StepData& step) {
  step.collision_outcome.clear();
  step.rows.rules = rules_of(world);
  step.rows.rules.level = RowLevel::kCollision;
  if (world.spec.integrator == Integrator::kRungeKutta4) {
    // A contact that bounces has no force in this step, so the body gains the speed g h towards the
    // contact. A slower rebound is not a bounce, and the body would sink in small hops.
    const double fall = 2 * world.spec.gravity.norm() * world.spec.step;
    step.rows.rules.restitution_threshold = std::max(step.rows.rules.restitution_threshold, fall);
  }
  make_constraints(world, state, step);
  drop_elastic_contacts(world, step);
  std::erase_if(step.rows.constraints.limits,
                [&](const LimitConstraint& limit) { return is_elastic(world, limit); });
  const auto any = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&](const auto& constraint) {
      return collides(world, state, step, constraint);
    });
  };
  if (!any(step.rows.constraints.contacts) && !any(step.rows.constraints.limits)) return false;
  // Collisions involve only impulses; forces of springs, motors and joint friction do not act in
  // them.
  step.rows.constraints.frictions.clear();
  step.rows.constraints.motors.clear();
  std::erase_if(step.rows.constraints.loops,
                [](const LoopConstraint& loop) { return loop.compliance.soft(); });
  for (int t = 0; t < world.num_trees(); ++t) {
    ModelScratch& work = tree_work(world, step, t);
    work.vectors.z0().setZero();
    work.vectors.z().setZero();
  }
  return true;
}

void solve_collisions(const WorldModel& world, WorldState& state, StepData& step) {
  solve_islands(world, state, step);
  name_island_troubles(world, step);
  keep_outcome(step);
  apply_impulses(world, state, step);
}

Vector3 collision_impulse(const StepData& step, const ContactConstraint& contact) {
  const auto& impulses = step.collision_outcome.impulses;
  const auto it =
      std::lower_bound(impulses.begin(), impulses.end(), contact,
                       [](const auto& entry, const auto& k) { return precedes(entry.first, k); });
  const bool found = it != impulses.end() && is_same_key(it->first, contact);
  return found ? it->second : Vector3::Zero().eval();
}

}  // namespace cardan
