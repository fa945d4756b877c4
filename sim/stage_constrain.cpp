#include <cmath>

#include "cardan/sim/contact_surface_internal.h"
#include "cardan/sim/stages_internal.h"

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

void add_contacts(World::Impl& world) {
  const CollisionResult& found = *world.detected;
  const auto objects = static_cast<std::uint64_t>(world.collision.num_objects());
  static const ContactConstraint kBlank;  // a copy takes half as long as zeros and then defaults
  world.contact_a.clear();
  world.contact_b.clear();
  const bool stage = is_runge_kutta_stage(world);
  for (const Contact& contact : found.contacts) {
    const int handle_a = world.collision.handle(contact.a);
    const int handle_b = world.collision.handle(contact.b);
    const Model::Impl& model_a = world.models[world.shape_model[handle_a]]->impl();
    const Model::Impl& model_b = world.models[world.shape_model[handle_b]]->impl();
    const ShapeInstance& shape_a = model_a.shapes[world.shape_index[handle_a]];
    const ShapeInstance& shape_b = model_b.shapes[world.shape_index[handle_b]];
    const BodyRef a = body_ref(model_a, shape_a), b = body_ref(model_b, shape_b);
    if (a.tree < 0 && b.tree < 0) continue;
    ContactConstraint& row = world.constraints.contacts.emplace_back(kBlank);
    row.a = a;
    row.b = b;
    row.point = touching_point(contact, row.a, row.b);
    row.normal = contact.normal;
    row.phi = contact.phi;
    lay_surfaces(world, {model_a, shape_a}, {model_b, shape_b}, row);
    row.key =
        ((static_cast<std::uint64_t>(contact.a) * objects + static_cast<std::uint64_t>(contact.b))
         << 32) |
        contact.feature;
    if (stage && !keep_touching(world, row)) {
      world.constraints.contacts.pop_back();
      continue;
    }
    world.contact_a.push_back(handle_a);
    world.contact_b.push_back(handle_b);
  }
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

void add_joint_rows(World::Impl& world, Model::Impl& model) {
  if (model.has_bare_joints) return;
  if (!model.laws.has_rows() && !is_runge_kutta_stage(world) && !is_near_limit(world, model))
    return;
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

// Both ends sleep together.
bool asleep(const World::Impl& world, const Loop& loop) {
  const int tree = std::max(loop.a.body.tree, loop.b.body.tree);
  return tree >= 0 && world.trees[tree]->asleep;
}

void add_loops(World::Impl& world) {
  aim_loop_ends(world);
  for (const Loop& loop : world.loops) {
    if (!usable(world, loop.a.body) || !usable(world, loop.b.body) || asleep(world, loop)) continue;
    world.constraints.loops.push_back(make_loop_constraint(loop, world.tree_views));
    // A soft loop follows its own error; an exact one is not to leave the curve at all.
    if (loop.compliance.soft()) continue;
    // Half of it where a step moves q by its last velocity; all of it where rows are accelerations.
    const double share = is_runge_kutta_stage(world) ? 2 : 1;
    add_loop_curvature(world.tree_views, share * world.spec.step, world.constraints.loops.back());
  }
}

void view_trees(World::Impl& world) {
  world.tree_views.clear();
  world.z_of_tree.clear();
  for (Model::Impl* model : world.trees) {
    world.tree_views.push_back({model->kernel_skeleton.get(), model->data.get(),
                                model->state.q.data(), model->state.v.data(), model->z0.data()});
    world.z_of_tree.push_back(model->z.data());
  }
}

}  // namespace

void make_constraints(World::Impl& world) {
  world.constraints.clear();
  view_trees(world);
  add_contacts(world);
  if (world.rules.level == RowLevel::kAcceleration) add_contact_rates(world);
  add_loops(world);
  for (Model::Impl* model : world.trees) {
    if (model->usable && !model->asleep) add_joint_rows(world, *model);
  }
}

void make_islands(World::Impl& world) {
  world.islands.find(static_cast<int>(world.trees.size()), world.constraints);
  const std::size_t contacts = world.constraints.contacts.size();
  world.answers.resize(contacts);
  if (world.islands.num_contacts() < contacts) world.answers.assign(contacts, {});
  while (static_cast<int>(world.works.size()) < world.islands.size()) {
    world.works.push_back(std::make_unique<IslandWork>());
    world.works.back()->formulation = make_formulation(world.pairing);
    world.unsolved.reserve(world.works.capacity());
  }
}

}  // namespace cardan
