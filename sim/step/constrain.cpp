#include <algorithm>
#include <cmath>

#include "cardan/sim/step/contact_surface_internal.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// A position limit enters when it could be reached in two steps, or is nearer than this [rad, m].
constexpr double kLimitMargin = 1e-2;

std::uint64_t joint_key(int tree, int dof, int side) {
  return (static_cast<std::uint64_t>(tree) << 32) | (static_cast<std::uint64_t>(dof) << 1) |
         static_cast<std::uint64_t>(side);
}

BodyRef body_ref(const Model::Impl& model, const ShapeInstance& shape) {
  // A model that could not be factorised in this step is held still: immovable for the others.
  if (shape.body < 0 || model.tree < 0 || !model.usable || is_scripted(model, shape)) return {};
  return {model.tree, shape.body};
}

// Where an open contact will touch: the surface point of the one that moves, so that the arm of
// friction is the body's own and not half the gap longer. Between two that move the midpoint keeps
// their common angular momentum.
Vector3 touching_point(const Contact& contact, const BodyRef& a, const BodyRef& b) {
  if (contact.phi <= 0 || (a.tree >= 0 && b.tree >= 0)) return contact.point;
  return contact.point + (a.tree >= 0 ? -0.5 : 0.5) * contact.phi * contact.normal;
}

// The collisions before a step are about what closes, its stages about what touches.
bool is_runge_kutta_stage(const World::Impl& world) {
  return world.spec.integrator == Integrator::kRungeKutta4 &&
         world.rules.level == RowLevel::kAcceleration;
}

// The place of a contact between two things that nothing can move.
constexpr int kDropped = -1;

// Contact i of the detection, at its place.
void write_contact(World::Impl& world, int i) {
  static const ContactConstraint kBlank;  // a copy takes half as long as zeros and then defaults
  const Contact& contact = world.detected->contacts[i];
  const int handle_a = world.collision.handle(contact.a);
  const int handle_b = world.collision.handle(contact.b);
  const Model::Impl& model_a = world.models[world.shape_model[handle_a]]->impl();
  const Model::Impl& model_b = world.models[world.shape_model[handle_b]]->impl();
  const ShapeInstance& shape_a = model_a.shapes[world.shape_index[handle_a]];
  const ShapeInstance& shape_b = model_b.shapes[world.shape_index[handle_b]];
  const BodyRef a = body_ref(model_a, shape_a), b = body_ref(model_b, shape_b);
  world.contact_a[i] = a.tree < 0 && b.tree < 0 ? kDropped : handle_a;
  if (world.contact_a[i] == kDropped) return;
  world.contact_b[i] = handle_b;
  world.contact_phi[i] = contact.phi;
  ContactConstraint& row = world.constraints.contacts[i];
  row = kBlank;
  row.a = a;
  row.b = b;
  row.point = touching_point(contact, row.a, row.b);
  row.normal = contact.normal;
  row.phi = contact.phi;
  lay_surfaces(world, {model_a, shape_a}, {model_b, shape_b}, row);
  const MemoryKey key =
      contact_key(contact.a, contact.b, world.collision.num_objects(), contact.feature);
  row.key = key.key;
  row.key_high = key.key_high;
}

// Leaves out what was dropped, and in a stage of Runge-Kutta what does not touch.
void keep_contacts(World::Impl& world) {
  std::vector<ContactConstraint>& contacts = world.constraints.contacts;
  const bool stage = is_runge_kutta_stage(world);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (world.contact_a[i] == kDropped || (stage && !keep_touching(world, contacts[i]))) continue;
    if (kept != i) move_contact(world, i, kept);
    ++kept;
  }
  resize_contacts(world, kept);
}

// Contacts that a step takes: it bounds memory and time where thousands of bodies lie in one
// another. The last pairs are left out. Piles have some 16 contacts a body.
int most_contacts(const World::Impl& world) {
  constexpr std::size_t kPerTree = 48, kBesides = 8192;
  return static_cast<int>(kBesides + kPerTree * world.trees.size());
}

void report_left_out(const World::Impl& world, int found, int kept, StepReport& report) {
  report.contacts_left_out = found - kept;
  if (found == kept) return;
  report.messages.push_back(std::to_string(found - kept) + " of " + std::to_string(found) +
                            " contacts of " + std::to_string(world.trees.size()) +
                            " models that can move were left out: too many lie in one another");
}

// In the order of the detection, whoever writes them.
void add_contacts(World::Impl& world) {
  const int found = static_cast<int>(world.detected->contacts.size());
  const int count = std::min(found, most_contacts(world));
  report_left_out(world, found, count, world.report);
  resize_contacts(world, static_cast<std::size_t>(count));
  world.pool.for_each_in_blocks(count, kContactsPerBlock,
                                [&](int i, int) { write_contact(world, i); });
  keep_contacts(world);
}

// Whether a limit of the model can enter.
bool is_near_limit(const World::Impl& world, Model::Impl& model) {
  JointLaws& laws = model.laws;
  const Eigen::ArrayXd& q = laws.positions(model.state.q);
  const auto gap = (q - laws.lower).min(laws.upper - q);
  const auto reach = 2 * world.spec.step * model.state.v.array().abs() + kLimitMargin;
  return (gap - reach).minCoeff() < 0;
}

void add_limits(World::Impl& world, const Model::Impl& model, int i, int q_index) {
  const DofProperties& dof = model.kernel_skeleton->dof[i];
  const double reach = 2 * world.spec.step * std::abs(model.state.v[i]) + kLimitMargin;
  const double above = model.state.q[q_index] - dof.lower;
  const double below = dof.upper - model.state.q[q_index];
  const bool stage = is_runge_kutta_stage(world);
  if (!stage && above >= reach && below >= reach) return;
  const auto enters = [&](double gap) { return stage ? keep_touching(gap) : gap < reach; };
  if (enters(above)) {
    world.constraints.limits.push_back(
        {model.tree, i, +1.0, above, joint_key(model.tree, i, 0), model.limits[i]});
  }
  if (enters(below)) {
    world.constraints.limits.push_back(
        {model.tree, i, -1.0, below, joint_key(model.tree, i, 1), model.limits[i]});
  }
}

void add_motor(World::Impl& world, const Model::Impl& model, int i, int q_index) {
  const PdLaw& pd = model.laws[i];
  if (!pd.active || !pd.as_row) return;
  world.constraints.motors.push_back({model.tree, i, pd.max_effort, pd.kp, pd.kd,
                                      model.state.q[q_index] - pd.target, pd.velocity,
                                      joint_key(model.tree, i, 0)});
}

// Whether joints of the model may have rows in this step.
bool may_have_joint_rows(const World::Impl& world, Model::Impl& model) {
  if (!model.usable || model.asleep || model.has_bare_joints) return false;
  return model.laws.has_rows() || world.spec.integrator == Integrator::kRungeKutta4 ||
         is_near_limit(world, model);
}

void add_joint_rows(World::Impl& world, const Model::Impl& model) {
  const Skeleton& skeleton = *model.kernel_skeleton;
  const int nv = skeleton.nv();
  for (int i = 0; i < nv; ++i) {
    if (skeleton.dof[i].friction > 0) {
      world.constraints.frictions.push_back(
          {model.tree, i, skeleton.dof[i].friction, joint_key(model.tree, i, 0)});
    }
    const int q_index = skeleton.single_q_index(i);
    if (q_index < 0) continue;
    add_limits(world, model, i, q_index);
    add_motor(world, model, i, q_index);
  }
}

bool usable(const World::Impl& world, const BodyRef& body) {
  return body.tree < 0 || world.trees[body.tree]->usable;
}

void add_loops(World::Impl& world) {
  aim_loop_ends(world);
  for (const Loop& loop : world.loops) {
    if (!usable(world, loop.a.body) || !usable(world, loop.b.body) || is_asleep(world, loop))
      continue;
    world.constraints.loops.push_back(make_loop_constraint(loop, world.tree_views));
    // A soft loop follows its own error; an exact one is not to leave the curve at all.
    if (loop.compliance.soft()) continue;
    // Half of it where a step moves q by its last velocity; all of it where rows are accelerations.
    const double share = is_runge_kutta_stage(world) ? 2 : 1;
    add_loop_curvature(world.tree_views, share * world.spec.step, world.constraints.loops.back());
  }
}

}  // namespace

void move_contact(World::Impl& world, std::size_t from, std::size_t to) {
  world.constraints.contacts[to] = world.constraints.contacts[from];
  world.contact_a[to] = world.contact_a[from];
  world.contact_b[to] = world.contact_b[from];
  world.contact_phi[to] = world.contact_phi[from];
}

void resize_contacts(World::Impl& world, std::size_t count) {
  world.constraints.contacts.resize(count);
  world.contact_a.resize(count);
  world.contact_b.resize(count);
  world.contact_phi.resize(count);
}

void make_room_for_views(World::Impl& world) {
  world.tree_views.resize(world.trees.size());
  world.z_of_tree.resize(world.trees.size());
  world.joint_rows.resize(world.trees.size());
}

void view_tree(World::Impl& world, int tree) {
  Model::Impl& model = *world.trees[tree];
  world.tree_views[tree] = {model.kernel_skeleton.get(), model.data.get(), model.state.q.data(),
                            model.state.v.data(),        model.z0.data(),  model.mass};
  world.z_of_tree[tree] = model.z.data();
  // Written where it changes alone: the entries of many trees share a cache line.
  const char rows = may_have_joint_rows(world, model) ? 1 : 0;
  if (world.joint_rows[tree] != rows) world.joint_rows[tree] = rows;
}

void make_constraints(World::Impl& world) {
  world.constraints.clear_but_contacts();
  add_contacts(world);
  if (world.rules.level == RowLevel::kAcceleration) add_contact_rates(world);
  add_loops(world);
  for (std::size_t t = 0; t < world.trees.size(); ++t) {
    if (world.joint_rows[t] != 0) add_joint_rows(world, *world.trees[t]);
  }
}

void make_islands(World::Impl& world) {
  world.islands.find(static_cast<int>(world.trees.size()), world.constraints);
  const std::size_t contacts = world.constraints.contacts.size();
  world.solutions.resize(contacts);
  if (world.islands.num_contacts() < contacts) world.solutions.assign(contacts, {});
  while (static_cast<int>(world.works.size()) < world.islands.size()) {
    world.works.push_back(std::make_unique<IslandWork>());
    world.works.back()->formulation = make_formulation(world.pairing);
    world.unsolved.reserve(world.works.capacity());
  }
}

}  // namespace cardan
