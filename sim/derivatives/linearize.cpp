#include "cardan/linearize.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cardan/error.h"
#include "cardan/skeleton.h"
#include "constraint/loop.h"
#include "constraint/push_out.h"
#include "constraint/rows/base_rows.h"
#include "core/number_text.h"
#include "sim/data/state_snapshot_impl.h"
#include "sim/derivatives/linearize_parameter.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

constexpr const char* kLinearizer = "Linearizer";

/// Kinds of constraints and efforts that have modes in a step.
enum class ModeList : unsigned char {
  kContacts,
  kLimits,
  kJointFriction,
  kLaws,  ///< rows of PD laws and motors
  kLoops,
  kEfforts,  ///< efforts of the user
  kMotors,
  kGaps,      ///< rows that keep a gap: how its violation is corrected
  kPushOuts,  ///< rows that the position problem lifts, and its shortening
};

struct ConstraintMode {
  ModeList list{};
  std::uint32_t key_high = 0;
  std::uint64_t key = 0;
  int mode = 0;
  bool operator==(const ConstraintMode&) const = default;
};

/// Velocity of a contact or rope before the impulses of a step.
struct Approach {
  MemoryKey key;
  Vector3 velocity = Vector3::Zero();  ///< B's point relative to A's, in W [m/s]; a rope: in x
  Vector3 normal = Vector3::Zero();
};

/// How the velocity row of a gap corrects its violation.
enum class GapCorrection : int {
  kOpen,      ///< nothing to correct
  kRemoves,   ///< a share of the violation in this step
  kBounded,   ///< at max_speed
  kPosition,  ///< left to the position problem
  kBounces,   ///< none, because the contact bounces
};

GapCorrection correction_of(const ConstraintRules& rules, const BaseProblem& base,
                            const BaseBlock& block) {
  const Stabilization& stabilization = rules.stabilization;
  if (block.restitution_coefficient > 0) return GapCorrection::kBounces;
  const bool straight = stabilization.kind == StabilizationKind::kBaumgarte && !block.elastic;
  // A whole violation is removed by φ/h, as a gap is closed.
  if (straight && stabilization.erp == 1 && stabilization.slop == 0 && block.phi > 0)
    return GapCorrection::kRemoves;
  if (block.phi > 0) return GapCorrection::kOpen;
  if (!straight) return GapCorrection::kRemoves;
  const double speed = -push_out_bias(stabilization, block.phi, base.dt);
  const double bias = base.b[block.row] - base.b_free[block.row] - block.rest_of_step;
  if (speed > 0 && bias > -0.5 * speed) return GapCorrection::kPosition;
  return speed < stabilization.max_speed ? GapCorrection::kRemoves : GapCorrection::kBounded;
}

/// One input: the effort or the PD target of a degree of freedom.
struct DofInput {
  int model = -1;  ///< index among the moving models
  int dof = -1;
};

void require_positive(double x, const char* name) {
  if (x > 0 && std::isfinite(x)) return;
  throw Error(std::string(name) + " is " + number_text(x), kLinearizer,
              "expected a positive number");
}

// −1, 0, 1: negative, zero within the tolerance, positive.
int sign_of(double x, double tolerance) {
  if (x > tolerance) return 1;
  return x < -tolerance ? -1 : 0;
}

}  // namespace

bool Linearization::smooth() const {
  return std::all_of(differences.begin(), differences.end(),
                     [](DifferenceKind kind) { return kind == DifferenceKind::kCentral; });
}

struct Linearizer::Impl {
  Impl(const World& original, LinearizeOptions options_in);

  void tighten_tolerance();
  void find_inputs();
  /// Keeps the state from which all differences start.
  void start_from(const StateSnapshot& state);
  void displace(int row, double d);
  void change_input(int column, double d);
  void read(VectorX& q, VectorX& v) const;
  void read_modes(std::vector<ConstraintMode>& modes) const;
  void read_bounded_efforts(std::vector<ConstraintMode>& modes) const;
  void read_corrections(std::vector<ConstraintMode>& modes) const;
  /// True if the step uses the changes of contact velocities since the last step.
  bool has_changes() const;
  /// Reads the velocities of contacts and ropes before the impulses. The state is then undefined.
  void read_approach(std::vector<Approach>& into);
  /// Moves the velocities in memory as those of the state have moved.
  void hold_changes();
  /// Takes the step from the start, without a difference.
  void take_nominal_step(Linearization& out);
  /// Takes a step and reads x⁺ relative to that of the nominal step.
  void take_step(VectorX& change, std::vector<ConstraintMode>& modes, Linearization& out);
  /// Takes the step from the start after apply(d).
  template <class Apply>
  void take_displaced_step(const Apply& apply, double d, bool moves_state, VectorX& change,
                           std::vector<ConstraintMode>& modes, Linearization& out);
  /// Writes column `number` of [A B C]. apply(d) changes one entry of x, u or p by d.
  template <class Apply>
  DifferenceKind differentiate(const Apply& apply, double d, bool moves_state,
                               Eigen::Ref<VectorX> column, Linearization& out);

  World world;  ///< a clone
  LinearizeOptions options;
  std::vector<Model::Impl*> moving;
  std::vector<int> q_start, v_start;  ///< starts of each moving model
  int nq = 0, nv = 0;
  std::vector<DofInput> inputs;
  std::vector<LinearizeParameter> parameters;
  std::vector<std::string> x_names, u_names;
  StateSnapshot start;
  VectorX q_next, v_next;           ///< after the nominal step
  VectorX q_now, v_now, direction;  ///< scratch
  VectorX plus, minus;              ///< (2 nv) x⁺ of the two sides
  std::vector<ConstraintMode> modes, modes_plus, modes_minus;
  std::vector<Approach> approach, approach_now;  ///< of the start and of the displaced start
};

Linearizer::Impl::Impl(const World& original, LinearizeOptions options_in)
    : world(original.clone(1)), options(std::move(options_in)) {
  require_positive(options.position_step, "position_step");
  require_positive(options.velocity_step, "velocity_step");
  require_positive(options.effort_step, "effort_step");
  require_positive(options.target_step, "target_step");
  require_positive(options.parameter_step, "parameter_step");
  require_positive(options.relative_step, "relative_step");
  if (!(options.relative_step < 1)) {
    throw Error("relative_step is " + number_text(options.relative_step), kLinearizer,
                "expected a number below 1, so that masses stay positive");
  }
  require_positive(options.tolerance, "tolerance");
  World::Impl& impl = world.impl();
  for (const std::string& parameter : options.parameters)
    parameters.emplace_back(impl, parameter, options);
  impl.model.spec.contact.sleep.reset();
  tighten_tolerance();
  for (int i = 0; i < world.num_models(); ++i) {
    if (world.model(i).is_removed()) continue;
    Model::Impl& model = world.model(i).impl();
    const Skeleton* skeleton = model.setup().skeleton.get();
    if (skeleton == nullptr) continue;
    moving.push_back(&model);
    q_start.push_back(nq);
    v_start.push_back(nv);
    nq += skeleton->nq();
    nv += skeleton->nv();
    for (int dof = 0; dof < skeleton->nv(); ++dof)
      x_names.push_back(model.setup().name + "/" + std::string(skeleton->dof_name(dof)));
  }
  for (VectorX* x : {&q_next, &q_now}) x->setZero(nq);
  for (VectorX* x : {&v_next, &v_now, &direction}) x->setZero(nv);
  for (VectorX* x : {&plus, &minus}) x->setZero(2 * nv);
  find_inputs();
}

// The error of the solver, divided by the difference, is an error of the matrices.
void Linearizer::Impl::tighten_tolerance() {
  World::Impl& impl = world.impl();
  impl.model.pairing.accuracy = 0;
  for (Pairing::Link& link : impl.model.pairing.chain)
    link.tolerance = std::min(link.tolerance, options.tolerance);
}

void Linearizer::Impl::find_inputs() {
  for (std::size_t i = 0; i < moving.size(); ++i) {
    const ModelSetup& setup = moving[i]->setup();
    for (int dof = 0; dof < setup.skeleton->nv(); ++dof) {
      const bool scripted =
          std::any_of(setup.target_paths.begin(), setup.target_paths.end(),
                      [&](const ScriptedTarget& target) { return target.dof == dof; });
      const bool has_target =
          moving[i]->state().laws()[static_cast<std::size_t>(dof)].active && !scripted;
      if (options.inputs == LinearizeInputs::kPdTargets && !has_target) continue;
      inputs.push_back({static_cast<int>(i), dof});
      u_names.push_back(
          x_names[static_cast<std::size_t>(v_start[i]) + static_cast<std::size_t>(dof)]);
    }
  }
}

void Linearizer::Impl::start_from(const StateSnapshot& state) {
  world.set_state(state);
  World::Impl& impl = world.impl();
  wake_all(impl.model, impl.state, impl.step);
  for (const Model::Impl* model : moving) model->state().still_time() = 0;
  world.state(start);
  approach.clear();
  if (has_changes()) read_approach(approach);
  world.set_state(start);
}

bool Linearizer::Impl::has_changes() const {
  const World::Impl& impl = world.impl();
  return !impl.model.pairing.info.acceleration_level &&
         !(impl.state.memory.contacts.empty() && impl.state.memory.loops.empty());
}

void Linearizer::Impl::read_approach(std::vector<Approach>& into) {
  World::Impl& impl = world.impl();
  StepData& step = impl.step;
  into.clear();
  step.rows.rules = rules_of(impl.model);
  step.rows.rules.at_middle = impl.model.spec.integrator == Integrator::kMidpoint;
  if (step.rows.rules.at_middle) move_to_middle(impl.model, impl.state, step);
  compute_free_motion(impl.model, impl.state, step);
  detect_contacts(impl.model, step);
  make_constraints(impl.model, impl.state, step);
  const auto velocity_at = [&](const BodyRef& body, const Vector3& p) {
    if (body.tree < 0) return Vector3(Vector3::Zero());
    return step.views.trees[static_cast<std::size_t>(body.tree)]
        .data->velocity_at(body.body, p)
        .linear;
  };
  for (const ContactConstraint& contact : step.rows.constraints.contacts) {
    into.push_back({{contact.key, contact.key_high},
                    velocity_at(contact.b, contact.point + contact.offset_b) -
                        velocity_at(contact.a, contact.point + contact.offset_a) +
                        contact.surface_velocity,
                    contact.normal});
  }
  for (const LoopConstraint& loop : step.rows.constraints.loops) {
    if (!loop.rope) continue;
    const double velocity = loop_row_velocity(loop, step.views.trees, 0);
    into.push_back({{loop_row_key(loop.key, 0)}, {velocity, 0, 0}});
  }
}

void Linearizer::Impl::hold_changes() {
  ConstraintMemory& memory = world.impl().state.memory;
  for (std::size_t i = 0; i < approach_now.size(); ++i) {
    const Approach& now = approach_now[i];
    const bool rope = now.normal.isZero(0);
    const auto same = [&](const Approach& other) {
      return other.key.key == now.key.key && other.key.key_high == now.key.key_high &&
             other.normal.isZero(0) == rope;
    };
    auto before = approach.begin() + static_cast<std::ptrdiff_t>(std::min(i, approach.size()));
    if (before == approach.end() || !same(*before))
      before = std::find_if(approach.begin(), approach.end(), same);
    std::vector<ConstraintMemory::Entry>& entries = rope ? memory.loops : memory.contacts;
    const ConstraintMemory::Entry* found = find_memory(entries, now.key, i);
    if (before == approach.end() || found == nullptr) continue;
    ConstraintMemory::Entry& entry = entries[static_cast<std::size_t>(found - entries.data())];
    Eigen::Map<Vector3>(entry.u) += now.velocity - before->velocity;
    if (rope) continue;
    Eigen::Map<Vector3> normal(entry.normal);
    normal = (normal + now.normal - before->normal).normalized();
  }
}

void Linearizer::Impl::displace(int row, double d) {
  const bool position = row < nv;
  const int dof = position ? row : row - nv;
  const auto after = std::upper_bound(v_start.begin(), v_start.end(), dof);
  const auto i = static_cast<std::size_t>(after - v_start.begin() - 1);
  const ModelRef model = moving[i]->ref();
  const int own = dof - v_start[i];
  if (!position) {
    model.state.v()[own] += d;
    model.state.v_moved()[own] += d;
    model.state.v_moved_before()[own] += d;
    return;
  }
  const Skeleton& skeleton = *model.setup.skeleton;
  direction.head(skeleton.nv()).setZero();
  direction[own] = 1;
  const Eigen::Map<VectorX> q(model.state.q().data(), model.state.q().size());
  q_now.head(q.size()) = q;
  integrate(skeleton, q_now.data(), direction.data(), d, model.state.q().data());
}

void Linearizer::Impl::change_input(int column, double d) {
  const DofInput& input = inputs[static_cast<std::size_t>(column)];
  const ModelState state = moving[static_cast<std::size_t>(input.model)]->state();
  if (options.inputs == LinearizeInputs::kEfforts) {
    state.tau()[input.dof] += d;
    return;
  }
  PdLaw law = state.laws()[static_cast<std::size_t>(input.dof)];
  law.target += d;
  state.laws().set(static_cast<std::size_t>(input.dof), law);
}

void Linearizer::Impl::read(VectorX& q, VectorX& v) const {
  for (std::size_t i = 0; i < moving.size(); ++i) {
    const ConstModelState state = moving[i]->state();
    q.segment(q_start[i], state.q().size()) = state.q();
    v.segment(v_start[i], state.v().size()) = state.v();
  }
}

void Linearizer::Impl::read_modes(std::vector<ConstraintMode>& into) const {
  const World::Impl& impl = world.impl();
  into.clear();
  const std::vector<ContactInfo>& contacts = read_contacts(impl.model, impl.state, impl.step);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactConstraint& row = impl.step.rows.constraints.contacts[i];
    if (contacts[i].state != ContactState::kOpen)
      into.push_back(
          {ModeList::kContacts, row.key_high, row.key, static_cast<int>(contacts[i].state)});
  }
  const ConstraintMemory& memory = impl.state.memory;
  for (const ConstraintMemory::Entry& entry : memory.limits)
    if (entry.lambda[0] > 0) into.push_back({ModeList::kLimits, 0, entry.key, 1});
  const double slip = 10 * impl.model.pairing.chain.front().tolerance;
  for (const ConstraintMemory::Entry& entry : memory.frictions)
    into.push_back({ModeList::kJointFriction, 0, entry.key, sign_of(entry.u[0], slip)});
  read_bounded_efforts(into);
  for (const ConstraintMemory::Entry& entry : memory.loops)
    into.push_back({ModeList::kLoops, 0, entry.key, entry.lambda[0] != 0 ? 1 : 0});
  read_corrections(into);
}

// Lists how the loaded rows correct their gaps, and which of them the push-out lifts.
void Linearizer::Impl::read_corrections(std::vector<ConstraintMode>& into) const {
  const StepData& step = world.impl().step;
  const bool pushes = step.report.pushed_islands > 0;
  for (int i = 0; i < step.islands.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    // An island that is answered directly has one contact, which is not left to the push-out.
    if (step.islands.flags[at].answered_directly) continue;
    const IslandWork& work = *step.islands.works[at];
    for (const BaseBlock& block : work.base.blocks) {
      if (!keeps_gap(block.kind) || !(work.lambda_C[static_cast<std::size_t>(block.row)] > 0))
        continue;
      into.push_back({ModeList::kGaps, static_cast<std::uint32_t>(block.kind), block.key,
                      static_cast<int>(correction_of(step.rows.rules, work.base, block))});
    }
    if (!pushes || step.push_out.needed[at] == 0) continue;
    const IslandWork& push = *step.push_out.works[at];
    const double least = world.impl().model.pairing.chain.front().tolerance;
    for (const BaseBlock& block : push.base.blocks) {
      const auto row = static_cast<std::size_t>(block.row);
      if (block.kind == BaseBlockKind::kLimit && push.lambda_C[row] * push.base.A_diag[row] > least)
        into.push_back({ModeList::kPushOuts, static_cast<std::uint32_t>(i), block.key, 1});
    }
    if (push.report.energy_share < 1)
      into.push_back({ModeList::kPushOuts, static_cast<std::uint32_t>(i), 0, -1});
  }
}

// Lists the efforts at a bound: of PD laws, of motors, and of the user.
void Linearizer::Impl::read_bounded_efforts(std::vector<ConstraintMode>& into) const {
  const StepData& step = world.impl().step;
  for (int i = 0; i < step.islands.size(); ++i) {
    if (!step.islands.flags[static_cast<std::size_t>(i)].has_other_rows) continue;
    const IslandWork& work = *step.islands.works[static_cast<std::size_t>(i)];
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kMotor) continue;
      constexpr double kNear = 1e-9;  // fraction of the range
      const double impulse = work.lambda_C[static_cast<std::size_t>(block.row)],
                   near = kNear * (block.hi - block.lo);
      const int side = static_cast<int>(impulse >= block.hi - near) -
                       static_cast<int>(impulse <= block.lo + near);
      if (side != 0) into.push_back({ModeList::kLaws, 0, block.key, side});
    }
  }
  for (std::size_t i = 0; i < moving.size(); ++i) {
    const ModelSetup& setup = moving[i]->setup();
    const ConstModelState state = std::as_const(*moving[i]).state();
    const auto add = [&](ModeList list, int dof, double effort, double bound) {
      if (std::abs(effort) >= bound)
        into.push_back({list, static_cast<std::uint32_t>(i), static_cast<std::uint64_t>(dof),
                        effort > 0 ? 1 : -1});
    };
    if (setup.joints.has_effort_limits)
      for (int dof = 0; dof < setup.skeleton->nv(); ++dof)
        add(ModeList::kEfforts, dof, state.tau()[dof], setup.joints.effort_limit[dof]);
    for (const MotorSetup& motor : setup.motors)
      add(ModeList::kMotors, motor.dof, state.drives()[motor.first + MotorSetup::kEffort],
          motor.max_effort);
  }
}

void Linearizer::Impl::take_nominal_step(Linearization& out) {
  const StepReport& report = world.step();
  out.worst_residual = report.worst_residual;
  read(q_next, v_next);
  read_modes(modes);
  const auto count = [&](ModeList list) {
    return static_cast<int>(std::count_if(modes.begin(), modes.end(),
                                          [&](const auto& mode) { return mode.list == list; }));
  };
  out.active_contacts = count(ModeList::kContacts);
  out.sliding_contacts =
      static_cast<int>(std::count_if(modes.begin(), modes.end(), [](const ConstraintMode& mode) {
        return mode.list == ModeList::kContacts &&
               mode.mode == static_cast<int>(ContactState::kSlide);
      }));
  out.active_limits = count(ModeList::kLimits);
  out.q_next = q_next;
  out.v_next = v_next;
}

void Linearizer::Impl::take_step(VectorX& change, std::vector<ConstraintMode>& side,
                                 Linearization& out) {
  const StepReport& report = world.step();
  out.worst_residual = std::max(out.worst_residual, report.worst_residual);
  read(q_now, v_now);
  read_modes(side);
  for (std::size_t i = 0; i < moving.size(); ++i)
    difference(*moving[i]->setup().skeleton, q_next.data() + q_start[i], q_now.data() + q_start[i],
               change.data() + v_start[i]);
  change.tail(nv) = v_now - v_next;
}

template <class Apply>
void Linearizer::Impl::take_displaced_step(const Apply& apply, double d, bool moves_state,
                                           VectorX& change, std::vector<ConstraintMode>& side,
                                           Linearization& out) {
  world.set_state(start);
  apply(d);
  if (moves_state && !approach.empty()) {
    read_approach(approach_now);
    world.set_state(start);
    apply(d);
    hold_changes();
  }
  take_step(change, side, out);
}

template <class Apply>
DifferenceKind Linearizer::Impl::differentiate(const Apply& apply, double d, bool moves_state,
                                               Eigen::Ref<VectorX> column, Linearization& out) {
  take_displaced_step(apply, d, moves_state, plus, modes_plus, out);
  take_displaced_step(apply, -d, moves_state, minus, modes_minus, out);
  const bool keeps_plus = modes_plus == modes, keeps_minus = modes_minus == modes;
  if (keeps_plus != keeps_minus) {
    // A one-sided difference to the nominal step, on the side with the same modes.
    column = keeps_plus ? plus : minus;
    column *= (keeps_plus ? 1 : -1) / d;
    return keeps_plus ? DifferenceKind::kForward : DifferenceKind::kBackward;
  }
  column = (plus - minus) / (2 * d);
  return keeps_plus ? DifferenceKind::kCentral : DifferenceKind::kAcrossModes;
}

Linearizer::Linearizer(const World& world, LinearizeOptions options)
    : impl_(std::make_unique<Impl>(world, std::move(options))) {}
Linearizer::~Linearizer() = default;
Linearizer::Linearizer(Linearizer&&) noexcept = default;
Linearizer& Linearizer::operator=(Linearizer&&) noexcept = default;

void Linearizer::linearize(const StateSnapshot& state, Linearization& out) {
  Impl& impl = alive(impl_, "the linearizer");
  impl.start_from(state);
  const int nv = impl.nv, nu = static_cast<int>(impl.inputs.size()),
            np = static_cast<int>(impl.parameters.size());
  out.nv = nv;
  out.A.resize(2 * nv, 2 * nv);
  out.B.resize(2 * nv, nu);
  out.C.resize(2 * nv, np);
  out.x = impl.x_names;
  out.u = impl.u_names;
  out.q.resize(impl.nq);
  out.v.resize(nv);
  impl.read(out.q, out.v);
  impl.take_nominal_step(out);
  out.differences.clear();
  const LinearizeOptions& options = impl.options;
  for (int k = 0; k < 2 * nv; ++k) {
    const double d = k < nv ? options.position_step : options.velocity_step;
    out.differences.push_back(
        impl.differentiate([&](double x) { impl.displace(k, x); }, d, true, out.A.col(k), out));
  }
  const double d_u =
      options.inputs == LinearizeInputs::kEfforts ? options.effort_step : options.target_step;
  for (int k = 0; k < nu; ++k)
    out.differences.push_back(impl.differentiate([&](double x) { impl.change_input(k, x); }, d_u,
                                                 false, out.B.col(k), out));
  out.p = options.parameters;
  out.p_value.resize(np);
  out.p_step.resize(np);
  World::Impl& world = impl.world.impl();
  for (int k = 0; k < np; ++k) {
    const LinearizeParameter& parameter = impl.parameters[static_cast<std::size_t>(k)];
    impl.world.set_state(impl.start);
    out.p_value[k] = parameter.value(world);
    out.p_step[k] = parameter.step(out.p_value[k]);
    out.differences.push_back(impl.differentiate([&](double x) { parameter.displace(world, x); },
                                                 out.p_step[k], false, out.C.col(k), out));
    parameter.restore(world);
  }
}

Linearization World::linearize() const { return linearize(LinearizeOptions{}); }

Linearization World::linearize(const LinearizeOptions& options) const {
  Linearization result;
  Linearizer(*this, options).linearize(state(), result);
  return result;
}

}  // namespace cardan
