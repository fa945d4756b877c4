#include "constraint/impacts/impacts.h"

#include <algorithm>
#include <cmath>

#include "constraint/push_out.h"
#include "core/resize_with_room.h"

namespace cardan {

namespace {

constexpr int kMaxStages = 50;
// Most stages that may end far from a solution: each can use up the solver's iterations.
constexpr int kMaxUnsolved = 4;
// Impacts after this number of stages act at the time of the last one.
constexpr int kMaxTimes = 8;
// Impacts whose times differ by less than this fraction of the step act together.
constexpr double kSameTime = 1e-3;
// Contacts with a smaller gap touch: impacts act across them at the same time [m].
constexpr double kTouching = 1e-7;
// A row that is left out separates at this multiple of the fastest row's velocity.
constexpr double kFar = 1e3;

/// True if a contact with e > 0 does not touch: it is open or separates.
bool is_apart(const BaseProblem& base, const BaseBlock& block, double gap, double incoming) {
  return block.can_bounce && (gap > kTouching || incoming > base.restitution_threshold);
}

/// The stages of one island. Its first blocks are the contacts.
class Stages {
 public:
  Stages(BaseProblem& base, RestitutionLaw law, PhaseSolve solve, ImpactWork& work)
      : base_(base), law_(law), solve_(solve), work_(work), time_(base.time_of_rows) {
    work_.b_start = base_.b;
    work_.b_free_start = base_.b_free;
    work_.known.assign(base_.m(), 0.0);
    work_.forces.assign(base_.m(), 0.0);
    work_.z.assign(columns(), 0.0);
    work_.shift.assign(columns(), 0.0);
    work_.lo.clear();
    work_.hi.clear();
    for (const BaseBlock& block : base_.blocks) {
      work_.lo.push_back(block.lo);
      work_.hi.push_back(block.hi);
    }
    work_.contacts.resize(base_.num_contacts);
    double fastest = base_.restitution_threshold;
    for (const double b : base_.b) fastest = std::max(fastest, std::abs(b));
    far_ = kFar * fastest;
    for (int k = 0; k < base_.num_contacts; ++k) record(base_.blocks[k], work_.contacts[k]);
  }

  /// False if a stage has no finite answer.
  bool run(ImpactOutcome& outcome, std::vector<double>& lambda_C) {
    const bool answered = run_stages(outcome, lambda_C);
    restore();
    if (answered) finish_shift();
    return answered;
  }

 private:
  std::size_t columns() const { return static_cast<std::size_t>(std::max(base_.Y.cols, 1)); }
  const BaseBlock& block(int k) const { return base_.blocks[k]; }

  void record(const BaseBlock& block, ImpactWork::Contact& contact) const {
    contact.restitution_coefficient = block.restitution_coefficient;
    contact.rebound_velocity = block.rebound_velocity;
    contact.closing = block.closing;
    contact.gap = block.phi;
    contact.reached = base_.b_free[block.row];
    contact.struck = contact.bounces = false;
    contact.waits = block.restitution_coefficient > 0;
    contact.bias = block.restitution_coefficient > 0 ? std::max(block.phi, 0.0) / base_.dt
                                                     : base_.b[block.row] - base_.b_free[block.row];
  }

  void restore() {
    base_.b = work_.b_start;
    base_.b_free = work_.b_free_start;
    for (std::size_t k = 0; k < base_.blocks.size(); ++k) {
      base_.blocks[k].lo = work_.lo[k];
      base_.blocks[k].hi = work_.hi[k];
    }
    for (int k = 0; k < base_.num_contacts; ++k) {
      const ImpactWork::Contact& contact = work_.contacts[k];
      BaseBlock& block = base_.blocks[k];
      block.restitution_coefficient = contact.restitution_coefficient;
      block.rebound_velocity = contact.rebound_velocity;
      block.closing = contact.closing;
    }
  }

  /// Stage 0 has no impacts. Each further stage has those of one time. A last stage constrains the
  /// contacts that were left out, if one closes too slowly to bounce or the stages end early.
  bool run_stages(ImpactOutcome& outcome, std::vector<double>& lambda_C) {
    outcome = {0, 1, 0, true, false};
    bool last = false, cut = false;
    int unsolved = 0;
    for (int stage = 0;; ++stage) {
      start(last);
      const RestitutionOutcome answer = answer_stage(lambda_C);
      outcome.residual = std::max(outcome.residual, answer.residual);
      outcome.scale = std::min(outcome.scale, answer.scale);
      outcome.cut_by_budget |= answer.cut_by_budget;
      if (!std::isfinite(answer.residual)) return false;
      unsolved += !(answer.residual <= kNearSolution);
      if (stage > 0) add_work(lambda_C);
      keep_known(lambda_C);
      update_velocities(lambda_C);
      if (stage == 0) measure_forces(lambda_C);
      const bool more = find_impacts(stage);
      outcome.passes = std::max(stage, 1);
      outcome.finished = !more && !cut;
      if (last || (!more && !violates())) {
        keep_b(answer.scale);
        return true;
      }
      work_.known = lambda_C;
      cut = more && (stage + 1 >= kMaxStages || unsolved >= kMaxUnsolved);
      if (more && !cut && answer.budget_spent) cut = outcome.cut_by_budget = true;
      last = !more || cut;
      if (!last) advance_to_impacts();
    }
  }

  /// Adds the work of the impulses of a stage with impacts.
  void add_work(const std::vector<double>& lambda_C) {
    const cardan_rows Y = base_.Y.view();
    for (const BaseBlock& block : base_.blocks) {
      if (block.kind == BaseBlockKind::kMotor) continue;  // as in impulse_work
      for (int i = block.row; i < block.row + block.dim; ++i) {
        work_.lag_work += lambda_C[i] * (ahead() * work_.forces[i]);
        if (!base_.z0.empty() && lambda_C[i] != 0)
          work_.pull_work += lambda_C[i] * sparse_dot(Y, i, base_.z0.data());
      }
    }
  }

  /// Adds the known impulses to those of a stage. They are known to the cones of the last stage,
  /// but not to bounds, which hold for the whole step.
  void keep_known(std::vector<double>& lambda_C) {
    work_.t0 = work_.law.t0;
    for (const BaseBlock& block : base_.blocks) {
      for (int i = block.row; i < block.row + block.dim; ++i) {
        if (!is_bounded(block)) work_.t0[i] += work_.known[i];
        lambda_C[i] += work_.known[i];
      }
    }
  }

  RestitutionOutcome answer_stage(std::vector<double>& lambda_C) {
    const auto left_out = [](const ImpactWork::Contact& contact) { return contact.left_out; };
    if (static_cast<int>(base_.blocks.size()) > base_.num_contacts ||
        !std::all_of(work_.contacts.begin(), work_.contacts.end(), left_out))
      return solve_with_restitution(base_, law_, solve_, work_.law, lambda_C);
    std::fill(lambda_C.begin(), lambda_C.end(), 0.0);
    work_.law.t0.assign(base_.m(), 0.0);
    return {};
  }

  /// J v at a time, given that after the step. The velocities after the step are those of half a
  /// step after the rows.
  double velocity_at(double time, int row, double reached) const {
    return reached - (base_.time_of_rows + 0.5 - time) * work_.forces[row];
  }
  double ahead() const { return base_.time_of_rows + 0.5 - time_; }

  /// Writes b and b_free of a stage, given the impulses of the earlier ones. b_free holds at the
  /// time of the stage, for the work of its impulses. `last`: the stage constrains all contacts and
  /// none bounces.
  void start(bool last) {
    const cardan_rows Y = base_.Y.view();
    for (int i = 0; i < base_.m(); ++i) {
      const double moved = sparse_dot(Y, i, work_.z.data());
      const double bias = work_.b_start[i] - work_.b_free_start[i];
      const double free = work_.b_free_start[i] + moved;
      base_.b_free[i] = velocity_at(time_, i, free);
      base_.b[i] = free + bias + base_.S[i] * work_.known[i];
    }
    for (std::size_t k = 0; k < base_.blocks.size(); ++k) {
      BaseBlock& block = base_.blocks[k];
      if (!is_bounded(block)) continue;
      block.lo = work_.lo[k] - work_.known[block.row];
      block.hi = work_.hi[k] - work_.known[block.row];
    }
    for (int k = 0; k < base_.num_contacts; ++k) start_contact(base_.blocks[k], k, last);
  }

  static bool is_bounded(const BaseBlock& block) {
    return block.kind == BaseBlockKind::kJointFriction || block.kind == BaseBlockKind::kMotor;
  }

  void start_contact(BaseBlock& block, int k, bool last) {
    ImpactWork::Contact& contact = work_.contacts[k];
    const int i = block.row;
    const double incoming = base_.b_free[i];
    const bool bounces = !last && contact.bounces;
    contact.struck = contact.struck || bounces;
    contact.left_out = !last && !bounces && (contact.waits || may_be_struck(block, contact));
    block.closing = incoming;
    block.restitution_coefficient = block.rebound_velocity = 0;
    if (bounces) {
      block.restitution_coefficient = block.surface.restitution;
      if (law_ == RestitutionLaw::kNewton) {
        block.rebound_velocity = newton_bias({block.restitution_coefficient, incoming, incoming},
                                             base_.S[i] / (base_.A_diag[i] - base_.S[i]));
      }
      base_.b[i] = incoming + block.rebound_velocity;
      for (int row = i + 1; row <= i + 2; ++row) base_.b[row] = base_.b_free[row];
    } else if (contact.left_out) {
      base_.b[i] = contact.reached + far_;
    } else {
      base_.b[i] = contact.reached + rest_bias(k) + base_.S[i] * work_.known[i];
      if (!contact.struck) return;
      for (int row = i + 1; row <= i + 2; ++row)
        base_.b[row] -= work_.b_start[row] - work_.b_free_start[row];
    }
  }

  /// True if a contact that does not touch could be struck in a later stage. Before the first
  /// impact, this needs a speed of its own: a body that hangs over a gap or lies on it keeps its
  /// row.
  bool may_be_struck(const BaseBlock& block, const ImpactWork::Contact& contact) const {
    if (!is_apart(base_, block, contact.gap, base_.b_free[block.row])) return false;
    return struck_ || contact.closing < -base_.restitution_threshold;
  }

  /// Bias of a contact that does not bounce. An open gap may close in the rest of the step.
  double rest_bias(int k) const {
    const ImpactWork::Contact& contact = work_.contacts[k];
    const double rest_of_step = block(k).rest_of_step;
    if (time_ == base_.time_of_rows || !(contact.bias > rest_of_step) || block(k).elastic)
      return contact.bias;
    return std::max(contact.gap, 0.0) / (base_.dt * std::max(rest(), kSameTime)) + rest_of_step;
  }

  /// Time in which open gaps may close.
  double rest() const { return 1 + base_.time_of_rows - time_; }

  /// Computes J v of the contacts and z after these impulses.
  void update_velocities(const std::vector<double>& lambda_C) {
    const cardan_rows Y = base_.Y.view();
    work_.z.assign(columns(), 0.0);
    add_transposed(Y, lambda_C.data(), work_.z.data());
    for (int k = 0; k < base_.num_contacts; ++k) {
      const int i = block(k).row;
      work_.contacts[k].reached = work_.b_free_start[i] + sparse_dot(Y, i, work_.z.data());
    }
  }

  /// J v changes by forces, Y (z0 + z): without the impulses that stop a closing row.
  void measure_forces(const std::vector<double>& lambda_C) {
    if (base_.z0.empty() || base_.level != RowLevel::kVelocity) return;
    const cardan_rows Y = base_.Y.view();
    std::vector<double>&z = work_.law.z, &carried = work_.law.trial;
    carried = lambda_C;
    for (const BaseBlock& block : base_.blocks) {
      const double share = carried_share(block);
      for (int i = block.row; i < block.row + block.dim; ++i) carried[i] *= share;
    }
    z.assign(columns(), 0.0);
    add_transposed(Y, carried.data(), z.data());
    for (std::size_t c = 0; c < base_.z0.size(); ++c) z[c] += base_.z0[c];
    for (int i = 0; i < base_.m(); ++i) work_.forces[i] = sparse_dot(Y, i, z.data());
  }

  /// Share of the impulses of a block that balances forces; the rest stops its bodies.
  double carried_share(const BaseBlock& block) const {
    if (!keeps_gap(block.kind)) return 1;
    const double free = work_.b_free_start[block.row];
    const double before = free - sparse_dot(base_.Y.view(), block.row, base_.z0.data());
    if (!(before < 0)) return 1;
    return free < before ? 1 - before / free : 0;
  }

  /// Marks the next impacts. Returns false if there is none in the rest of the step.
  bool find_impacts(int stage) {
    const double earliest = stage == 0 ? 0 : time_;
    next_ = 2;
    for (int k = 0; k < base_.num_contacts; ++k) {
      ImpactWork::Contact& contact = work_.contacts[k];
      const double time = std::max(time_of(contact), earliest);
      contact.bounces = can_be_struck(k, time) && time <= 1;
      contact.waits = false;
      if (contact.bounces) next_ = std::min(next_, time);
    }
    if (next_ > 1) return false;
    if (stage >= kMaxTimes || base_.level != RowLevel::kVelocity) {
      next_ = time_;
      return true;
    }
    for (ImpactWork::Contact& contact : work_.contacts)
      contact.bounces = contact.bounces && time_of(contact) <= next_ + kSameTime;
    return true;
  }

  bool can_be_struck(int k, double time) const {
    const double reached = work_.contacts[k].reached;
    const int row = block(k).row;
    // A body at rest closes only by the forces of the step.
    const double without_forces = reached - work_.forces[row];
    return block(k).can_bounce && reached < 0 &&
           std::max(velocity_at(time, row, reached), without_forces) < -base_.restitution_threshold;
  }

  /// Time at which a contact closes.
  double time_of(const ImpactWork::Contact& contact) const {
    return time_ - contact.gap / (base_.dt * contact.reached);
  }

  void advance_to_impacts() {
    const double share = next_ - time_;
    for (ImpactWork::Contact& contact : work_.contacts)
      contact.gap += share * base_.dt * contact.reached;
    for (std::size_t c = 0; c < work_.z.size(); ++c) work_.shift[c] += share * work_.z[c];
    moved_ = moved_ || share != 0;
    struck_ = true;
    time_ = next_;
  }

  void finish_shift() {
    if (!moved_) return work_.shift.clear();
    const double share = time_ - base_.time_of_rows;
    for (std::size_t c = 0; c < work_.z.size(); ++c) work_.shift[c] -= share * work_.z[c];
  }

  /// True if a contact without a bound closes too slowly to bounce: one that was left out, or that
  /// the forces close again after its bounce.
  bool violates() const {
    for (int k = 0; k < base_.num_contacts; ++k) {
      const ImpactWork::Contact& contact = work_.contacts[k];
      const bool bounced = block(k).restitution_coefficient > 0;
      if (!contact.left_out && !bounced) continue;
      if (!bounced && can_be_struck(k, std::max(time_of(contact), time_))) continue;
      const double over = rest() * contact.reached + contact.gap / base_.dt;
      if (contact.reached < -base_.tolerance && over < -base_.tolerance) return true;
    }
    return false;
  }

  /// Writes the b that all impulses of the answer solve together: the rows of the last stage
  /// without the effect of the known impulses. Rows that were left out get their gap back.
  void keep_b(double scale) {
    work_.b = work_.b_start;
    for (int k = 0; k < base_.num_contacts; ++k) {
      const int i = block(k).row;
      const bool bounced = block(k).restitution_coefficient > 0;
      work_.b[i] = work_.b_free_start[i];
      for (int row = i + 1; row <= i + 2; ++row) {
        if (work_.contacts[k].struck) work_.b[row] = work_.b_free_start[row];
        if (bounced) work_.b[row] = velocity_at(time_, row, work_.b[row]);
      }
      if (bounced) {
        work_.b[i] = velocity_at(time_, i, work_.b[i]) + scale * block(k).rebound_velocity -
                     base_.S[i] * work_.known[i];
      } else {
        const ImpactWork::Contact& contact = work_.contacts[k];
        work_.b[i] += contact.left_out ? std::max(contact.bias, -contact.reached) : rest_bias(k);
      }
    }
  }

  BaseProblem& base_;
  RestitutionLaw law_;
  PhaseSolve solve_;
  ImpactWork& work_;
  double time_;                          // of the stage, as a fraction of the step
  double next_ = 2;                      // time of the next impacts
  double far_ = 0;                       // [m/s]
  bool struck_ = false, moved_ = false;  // an impact acted; one acted at a time of its own
};

/// Reserves memory for the stages in the first step. The first impact may come much later, and that
/// step must not allocate.
void reserve(const BaseProblem& base, ImpactWork& work) {
  if (base.num_contacts == 0) return;
  RestitutionWork& law = work.law;
  for (auto* rows :
       {&work.t0, &work.b, &work.known, &work.forces, &work.b_start, &work.b_free_start, &law.t0,
        &law.lambda_first, &law.known, &law.trial, &law.b, &law.b_free}) {
    reserve_with_room(static_cast<std::size_t>(base.m()), *rows);
  }
  for (auto* columns : {&work.z, &work.shift, &law.z})
    reserve_with_room(static_cast<std::size_t>(std::max(base.Y.cols, 1)), *columns);
  for (auto* bounds : {&work.lo, &work.hi}) reserve_with_room(base.blocks.size(), *bounds);
  reserve_with_room(base.blocks.size(), law.rebound_velocity);
  reserve_with_room(static_cast<std::size_t>(base.num_contacts), work.contacts);
}

}  // namespace

bool stops_a_throw(const BaseProblem& base, const double* lambda_C, std::vector<double>& z) {
  if (base.level == RowLevel::kAcceleration) return false;
  bool ready = false;
  for (int k = 0; k < base.num_contacts; ++k) {
    const BaseBlock& block = base.blocks[k];
    const int i = block.row;
    if (!block.can_bounce || block.restitution_coefficient > 0 || !(lambda_C[i] > 0) ||
        !is_apart(base, block, block.phi, block.closing))
      continue;
    const cardan_rows Y = base.Y.view();
    if (!ready) {
      z.assign(std::max(Y.cols, 1), 0.0);
      add_transposed(Y, lambda_C, z.data());
      ready = true;
    }
    const double own = (base.A_diag[i] - base.S[i]) * lambda_C[i];
    if (block.closing + sparse_dot(Y, i, z.data()) - own < -base.restitution_threshold) return true;
  }
  return false;
}

ImpactOutcome solve_impacts(BaseProblem& base, RestitutionLaw law, PhaseSolve solve,
                            ImpactWork& work, std::vector<double>& lambda_C) {
  work.b.clear();
  work.shift.clear();
  work.lag_work = work.pull_work = 0;
  reserve(base, work);
  const auto solve_together = [&]() -> ImpactOutcome {
    const RestitutionOutcome all = solve_with_restitution(base, law, solve, work.law, lambda_C);
    work.t0 = work.law.t0;
    return {all.residual, all.scale, 1, true, all.cut_by_budget};
  };
  if (base.level == RowLevel::kAcceleration) return solve_together();
  if (!bounces(base)) {
    const ImpactOutcome outcome = solve_together();
    if (!std::isfinite(outcome.residual) || !stops_a_throw(base, lambda_C.data(), work.law.z))
      return outcome;
  }
  ImpactOutcome outcome;
  if (Stages(base, law, solve, work).run(outcome, lambda_C)) return outcome;
  work.b.clear();
  work.shift.clear();
  work.lag_work = work.pull_work = 0;
  const bool cut = outcome.cut_by_budget;
  outcome = solve_together();
  outcome.finished = false;
  outcome.cut_by_budget |= cut;
  return outcome;
}

}  // namespace cardan
