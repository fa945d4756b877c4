#include <algorithm>
#include <cmath>
#include <cstdio>

#include "collision/collision_scene_impl.h"
#include "sim/data/block_names.h"
#include "sim/step/contact_surface.h"
#include "sim/step/motor_drive.h"
#include "sim/step/stages.h"

namespace cardan {

// Maximum number of contacts in a step. It bounds memory and time if thousands of bodies overlap.
// The last pairs are omitted. Piles have about 16 contacts per body.
std::size_t most_contacts(const WorldModel& world) {
  constexpr std::size_t kPerTree = 48, kBesides = 8192;
  return kBesides + kPerTree * world.trees.size();
}

namespace {

// A position limit gets a row if the joint could reach it in two steps, with its velocity before or
// after the forces of the step, if it is nearer than this [rad, m], or if a row drives the joint.
constexpr double kLimitMargin = 1e-2;

std::uint64_t joint_key(int tree, int dof, int side) {
  return (static_cast<std::uint64_t>(tree) << 32) | (static_cast<std::uint64_t>(dof) << 1) |
         static_cast<std::uint64_t>(side);
}

TouchingShape touching_shape(const WorldModel& world, const StepData& step, int handle) {
  const int number = world.shape_model[handle];
  const ModelSetup& model = world.model(number);
  return {model, step.model(number), model.shapes[world.shape_index[handle]]};
}

BodyRef body_ref(const TouchingShape& side) {
  // A model that could not be factorised in this step does not move; for all other models it is
  // immovable.
  if (side.shape.body < 0 || side.model.tree < 0 || !side.work.usable) return {};
  if (is_scripted(side.model, side.shape)) return {};
  return {side.model.tree, side.shape.body};
}

// Point at which an open contact will touch: the surface point of the body that moves, so that the
// lever arm of friction is not lengthened by half the gap. Between two moving bodies, the midpoint
// conserves their total angular momentum.
Vector3 touching_point(const Contact& contact, const BodyRef& a, const BodyRef& b) {
  if (contact.phi <= 0 || (a.tree >= 0 && b.tree >= 0)) return contact.point;
  return contact.point + (a.tree >= 0 ? -0.5 : 0.5) * contact.phi * contact.normal;
}

// Collisions before a step involve contacts that close; the stages of the step involve contacts
// that touch. In the stages, the rows must be smooth in q, so their point is the midpoint on both
// sides of φ = 0.
bool is_runge_kutta_stage(const WorldModel& world, const StepData& step) {
  return world.spec.integrator == Integrator::kRungeKutta4 &&
         step.rows.rules.level == RowLevel::kAcceleration;
}

// Index of a contact between two immovable shapes.
constexpr int kDropped = -1;

// Writes contact i of the detection at its index.
void write_contact(const WorldModel& world, StepData& step, int i) {
  static const ContactConstraint
      kBlank;  // copying takes half as long as setting zeros and then defaults
  const Contact& contact = step.detected->contacts[i];
  const int handle_a = step.collision.handle(contact.a);
  const int handle_b = step.collision.handle(contact.b);
  const TouchingShape side_a = touching_shape(world, step, handle_a);
  const TouchingShape side_b = touching_shape(world, step, handle_b);
  const BodyRef a = body_ref(side_a), b = body_ref(side_b);
  ContactSource& source = step.rows.sources[i];
  source = {handle_a, handle_b, contact.phi};
  if (a.tree < 0 && b.tree < 0) {
    source.a = kDropped;
    return;
  }
  ContactConstraint& row = step.rows.constraints.contacts[i];
  row = kBlank;
  row.a = a;
  row.b = b;
  if (const Closing* closing = step.closing.find(i)) {
    row.point = contact.point;
    row.offset_a = closing->offset_a;
    row.offset_b = closing->offset_b;
    source.phi = closing->phi;
  } else {
    row.point =
        is_runge_kutta_stage(world, step) ? contact.point : touching_point(contact, row.a, row.b);
  }
  row.normal = contact.normal;
  row.phi = contact.phi;
  lay_surfaces(world, side_a, side_b, row);
  const MemoryKey key =
      contact_key(contact.a, contact.b, step.collision.num_objects(), contact.feature);
  row.key = key.key;
  row.key_high = key.key_high;
}

// Removes the dropped contacts and, in a Runge–Kutta stage, the contacts that do not touch.
void keep_contacts(const WorldModel& world, WorldState& state, StepData& step) {
  std::vector<ContactConstraint>& contacts = step.rows.constraints.contacts;
  const bool stage = is_runge_kutta_stage(world, step);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (step.rows.sources[i].a == kDropped ||
        (stage && !keep_touching(world, state, step, contacts[i])))
      continue;
    if (kept != i) move_contact(step, i, kept);
    ++kept;
  }
  resize_contacts(step, kept);
}

void report_left_out(const WorldModel& world, std::size_t kept, StepData& step) {
  const CollisionScene::Impl& detection = step.collision.impl();
  const std::size_t found = step.detected->contacts.size() + detection.only_counted;
  StepReport& report = step.report;
  // Pairs that were not tested have at least one contact.
  const std::size_t left_out = found - kept + (detection.pairs_left_out ? 1 : 0);
  report.contacts_left_out = static_cast<std::int64_t>(left_out);
  if (left_out == 0) return;
  std::string text = detection.pairs_left_out ? "more than " : "";
  text += std::to_string(found - kept) + " of " + std::to_string(found) + " contacts of " +
          std::to_string(world.trees.size()) + " models that can move were left out";
  if (detection.pairs_left_out)
    text += ", and only " + std::to_string(detection.candidates.size()) +
            " pairs of bodies were tested";
  report.messages.push_back(text + ": too many of the models overlap");
}

// Workers write the contacts in parallel, each at its index in the order of the detection.
void add_contacts(const WorldModel& world, WorldState& state, StepData& step) {
  const int count =
      static_cast<int>(std::min(step.detected->contacts.size(), most_contacts(world)));
  report_left_out(world, static_cast<std::size_t>(count), step);
  resize_contacts(step, static_cast<std::size_t>(count));
  step.workers.pool.for_each_in_blocks(count, kContactsPerBlock,
                                       [&](int i, int) { write_contact(world, step, i); });
  keep_contacts(world, state, step);
}

// Returns whether a limit of the model can get a row.
bool is_near_limit(const WorldModel& world, const ModelRef& model) {
  const JointProperties& joints = model.setup.joints;
  StepVectors::Array q = model.work.vectors.joint_q();
  joints.positions(model.state.q(), q);
  const auto gap = (q - joints.lower).min(joints.upper - q);
  const auto v = model.state.v().array();
  const auto v_free = v + model.work.vectors.free_velocity_change().array();
  const auto reach = 2 * world.spec.step * v.abs().max(v_free.abs()) + kLimitMargin;
  return (gap - reach).minCoeff() < 0;
}

// Returns whether a law or motor of the DoF is a row. Its effort is not part of the free motion.
bool is_driven_by_row(const ConstModelRef& model, int i) {
  if (model.state.laws().has_rows()) {
    const PdLaw pd = model.state.laws()[i];
    if (pd.active && pd.as_row) return true;
  }
  if (!model.work.has_motor_rows) return false;
  for (std::size_t k = 0; k < model.setup.motors.size(); ++k)
    if (model.setup.motors[k].dof == i && model.work.motors[k].as_rows) return true;
  return false;
}

void add_limits(const WorldModel& world, StepData& step, const ConstModelRef& model, int i,
                int q_index) {
  const DofProperties& dof = model.setup.kernel_skeleton->dof[i];
  const double v = model.state.v()[i];
  const double v_free = v + model.work.vectors.free_velocity_change()[i];
  const double reach =
      is_driven_by_row(model, i)
          ? kInfinity
          : 2 * world.spec.step * std::max(std::abs(v), std::abs(v_free)) + kLimitMargin;
  const double above = model.state.q()[q_index] - dof.lower;
  const double below = dof.upper - model.state.q()[q_index];
  const bool stage = is_runge_kutta_stage(world, step);
  if (!stage && above >= reach && below >= reach) return;
  const auto enters = [&](double gap) { return stage ? keep_touching(gap) : gap < reach; };
  if (enters(above)) {
    step.rows.constraints.limits.push_back({model.setup.tree, i, +1.0, above,
                                            joint_key(model.setup.tree, i, 0),
                                            model.setup.limits[i]});
  }
  if (enters(below)) {
    step.rows.constraints.limits.push_back({model.setup.tree, i, -1.0, below,
                                            joint_key(model.setup.tree, i, 1),
                                            model.setup.limits[i]});
  }
}

// Turns a law that holds at the given times into the law of a row, which holds at v⁺:
// −k (error + h (v⁺ − v_ref)) − d (v⁺ − v_ref). v: velocity before the step.
void take_times(const LawTimes& times, const SpringTimes& spring, double v, MotorConstraint& law) {
  const double stiffness = law.kp * spring.later, damping = law.kd * times.share;
  if (!(stiffness + damping > 0)) return;
  const double before = law.kp * (spring.lead - spring.later) + law.kd * (1 - times.share);
  law.velocity_ref += (law.velocity_ref - v) * before / (stiffness + damping);
  if (stiffness > 0) law.position_error *= times.step / spring.later;
  law.kp = stiffness / times.step;
  law.kd = damping;
}

void add_motor(StepData& step, const ConstModelRef& model, int i, int q_index,
               const LawTimes& times) {
  const PdLaw pd = model.state.laws()[i];
  if (!pd.active || !pd.as_row) return;
  // The sum of the law and the user effort must lie within the limit. The free motion already
  // contains the effort `applied`.
  const double limit = model.setup.joints.effort_limit[i], tau = model.state.tau()[i];
  const double applied = std::clamp(tau, -limit, limit);
  const double target = pd.target + times.reference * pd.velocity;
  step.rows.constraints.motors.push_back({model.setup.tree, i, pd.max_effort, pd.kp, pd.kd,
                                          model.state.q()[q_index] - target, pd.velocity,
                                          joint_key(model.setup.tree, i, 0), -limit - applied,
                                          limit - applied, tau - applied});
  take_times(times, times.pd(pd.kp, model.setup.joints.mobility[i]), model.state.v()[i],
             step.rows.constraints.motors.back());
}

// Returns whether joints of the model may have rows in this step.
bool may_have_joint_rows(const WorldModel& world, const ModelRef& model) {
  if (!model.work.usable || model.state.asleep() || model.setup.has_bare_joints) return false;
  return model.state.laws().has_rows() || model.work.has_motor_rows ||
         world.spec.integrator == Integrator::kRungeKutta4 || is_near_limit(world, model);
}

void add_joint_rows(const WorldModel& world, StepData& step, const ConstModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const int nv = skeleton.nv();
  const std::size_t first_friction = step.rows.constraints.frictions.size();
  const LawTimes times = law_times(world.spec);
  for (int i = 0; i < nv; ++i) {
    if (skeleton.dof[i].friction > 0) {
      step.rows.constraints.frictions.push_back(
          {model.setup.tree, i, skeleton.dof[i].friction, joint_key(model.setup.tree, i, 0)});
    }
    const int q_index = skeleton.single_q_index(i);
    if (q_index < 0) continue;
    add_limits(world, step, model, i, q_index);
    add_motor(step, model, i, q_index, times);
  }
  if (model.setup.motors.empty()) return;
  const std::size_t first_motor = step.rows.constraints.motors.size();
  add_motor_rows(step, model, first_friction);
  for (std::size_t k = first_motor; k < step.rows.constraints.motors.size(); ++k) {
    MotorConstraint& curve = step.rows.constraints.motors[k];
    take_times(times, {}, model.state.v()[curve.dof], curve);
  }
}

bool usable(const WorldModel& world, const StepData& step, const BodyRef& body) {
  return body.tree < 0 || tree_work(world, step, body.tree).usable;
}

// If a loop is closed at both ends of a step, the velocity of its rows is reversed in the middle of
// the step.
void reverse_velocity(const std::vector<Tree>& trees, LoopConstraint& loop) {
  for (int i = 0; i < loop.rows; ++i) loop.bias[i] = loop_row_velocity(loop, trees, i);
}

void add_loops(const WorldModel& world, const WorldState& state, StepData& step) {
  aim_loop_ends(world, step);
  for (const Loop& loop : step.loops.loops) {
    if (!usable(world, step, loop.a.body) || !usable(world, step, loop.b.body) ||
        is_asleep(world, state, loop))
      continue;
    step.rows.constraints.loops.push_back(make_loop_constraint(loop, step.views.trees));
    // A soft loop corrects its own error, whereas an exact loop must follow its curve.
    if (loop.compliance.soft()) continue;
    LoopConstraint& rows = step.rows.constraints.loops.back();
    if (step.rows.rules.at_middle && !rows.rope) {
      reverse_velocity(step.views.trees, rows);
      continue;
    }
    // Half of the curvature term is used if a step moves q by its final velocity, and all of it if
    // the rows are accelerations.
    const double share = is_runge_kutta_stage(world, step) ? 2 : 1;
    add_loop_curvature(step.views.trees, share * world.spec.step, rows);
  }
}

}  // namespace

void move_contact(StepData& step, std::size_t from, std::size_t to) {
  step.rows.constraints.contacts[to] = step.rows.constraints.contacts[from];
  step.rows.sources[to] = step.rows.sources[from];
}

void resize_contacts(StepData& step, std::size_t count) {
  step.rows.constraints.contacts.resize(count);
  step.rows.sources.resize(count);
}

void make_room_for_views(const WorldModel& world, StepData& step) {
  step.views.trees.resize(world.trees.size());
  step.views.z.resize(world.trees.size());
  step.views.joint_rows.resize(world.trees.size());
}

void view_tree(const WorldModel& world, StepData& step, const ModelRef& model) {
  const int tree = model.setup.tree;
  step.views.trees[tree] = {model.setup.kernel_skeleton.get(),
                            &*model.work.data,
                            model.state.q().data(),
                            model.state.v().data(),
                            model.work.vectors.z0().data(),
                            model.setup.mass,
                            model.state.undisturbed() == 0};
  step.views.z[tree] = model.work.vectors.z().data();
  // Written only if it changes, because the entries of many trees share a cache line.
  const char rows = may_have_joint_rows(world, model) ? 1 : 0;
  if (step.views.joint_rows[tree] != rows) step.views.joint_rows[tree] = rows;
}

ConstraintRules rules_of(const WorldModel& world) {
  ConstraintRules rules = world.spec.contact.rules;
  if (std::isnan(rules.slip_threshold)) rules.slip_threshold = world.pairing.info.slip_threshold;
  rules.gravity = world.spec.gravity.norm();
  return rules;
}

void make_constraints(const WorldModel& world, WorldState& state, StepData& step) {
  step.rows.constraints.clear_but_contacts();
  add_contacts(world, state, step);
  if (step.rows.rules.level == RowLevel::kAcceleration) add_contact_rates(step);
  add_loops(world, state, step);
  for (std::size_t t = 0; t < world.trees.size(); ++t) {
    if (step.views.joint_rows[t] != 0) add_joint_rows(world, step, tree_ref(world, state, step, t));
  }
}

// Only a position that was set from outside can lie far beyond a rigid limit.
void report_violated_limits(const WorldModel& world, StepData& step) {
  const std::vector<LimitConstraint>& limits = step.rows.constraints.limits;
  BaseBlock worst;
  worst.kind = BaseBlockKind::kLimit;
  step.report.limit_error = 0;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (limits[i].compliance.soft() || !(-limits[i].gap > step.report.limit_error)) continue;
    step.report.limit_error = -limits[i].gap;
    worst.constraint = static_cast<int>(i);
  }
  if (!(step.report.limit_error > kLimitMargin)) return;
  char distance[64];
  std::snprintf(distance, sizeof distance, "%.3g (m or rad)", step.report.limit_error);
  step.report.messages.push_back("a joint is beyond its position limit: " +
                                 block_name(world, step, worst) + ", by " + distance);
}

void make_islands(const WorldModel& world, StepData& step) {
  step.islands.set.find(static_cast<int>(world.trees.size()), step.rows.constraints);
  const std::size_t contacts = step.rows.constraints.contacts.size();
  step.islands.solutions.resize(contacts);
  if (step.islands.set.num_contacts() < contacts) step.islands.solutions.assign(contacts, {});
  while (static_cast<int>(step.islands.works.size()) < step.islands.size()) {
    step.islands.works.push_back(std::make_unique<IslandWork>());
    step.islands.works.back()->formulation = make_formulation(world.pairing);
    step.islands.unsolved.reserve(step.islands.works.capacity());
  }
}

}  // namespace cardan
