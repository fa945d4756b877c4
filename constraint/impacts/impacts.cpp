#include "cardan/constraint/impacts/impacts.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

constexpr int kMaxPasses = 50;
// Most passes that may end far from a solution: each can use up the solver's iterations.
constexpr int kMaxUnsolved = 4;
// Contacts with a smaller gap touch: impacts act across them at the same time [m].
constexpr double kTouching = 1e-7;
// A row that is left out separates at this multiple of the fastest row's velocity.
constexpr double kFar = 1e3;

bool closes_within_step(const BaseProblem& base, const BaseBlock& block, double incoming,
                        double reached) {
  return incoming < -base.restitution_threshold &&
         block.phi + base.dt * std::min(incoming, reached) <= 0;
}

/// True if a contact with e > 0 does not touch: it is open or separates.
bool is_apart(const BaseProblem& base, const BaseBlock& block, double incoming) {
  return block.can_bounce && (block.phi > kTouching || incoming > base.restitution_threshold);
}

/// The passes of one island. Its first blocks are the contacts.
class Passes {
 public:
  Passes(BaseProblem& base, RestitutionLaw law, PhaseSolve solve, ImpactWork& work)
      : base_(base), law_(law), solve_(solve), work_(work) {
    work_.b_start = base_.b;
    work_.b_free_start = base_.b_free;
    work_.known.assign(base_.m(), 0.0);
    work_.contacts.resize(base_.num_contacts);
    double fastest = base_.restitution_threshold;
    for (const double b : base_.b) fastest = std::max(fastest, std::abs(b));
    far_ = kFar * fastest;
    for (int k = 0; k < base_.num_contacts; ++k) record(base_.blocks[k], work_.contacts[k]);
  }

  /// `first`: outcome of the first solve, whose answer is λ_C and work.t0.
  ImpactOutcome run(const RestitutionOutcome& first, std::vector<double>& lambda_C) {
    work_.first.assign(lambda_C.begin(), lambda_C.end());
    ImpactOutcome outcome{0, 1, 0, true, first.cut_by_budget};
    const bool answered = run_passes(outcome, lambda_C);
    restore();
    if (answered && !gains(outcome.passes, lambda_C)) {
      work_.t0 = work_.known;
      for (int i = 0; i < base_.m(); ++i) work_.t0[i] += work_.law.t0[i];
      return outcome;
    }
    lambda_C.assign(work_.first.begin(), work_.first.end());
    keep_b_of_first(first.scale);
    return {first.residual, first.scale, outcome.passes, false, outcome.cut_by_budget};
  }

 private:
  /// False if a pass has no finite answer.
  bool run_passes(ImpactOutcome& outcome, std::vector<double>& lambda_C) {
    bool last = false, cut = false;
    int unsolved = 0;
    for (;;) {
      ++outcome.passes;
      start(last);
      const RestitutionOutcome pass =
          solve_with_restitution(base_, law_, solve_, work_.law, lambda_C);
      outcome.residual = std::max(outcome.residual, pass.residual);
      outcome.scale = std::min(outcome.scale, pass.scale);
      outcome.cut_by_budget |= pass.cut_by_budget;
      if (!std::isfinite(pass.residual)) return false;
      unsolved += !(pass.residual <= kNearSolution);
      allowed_ += std::max(impulse_work(base_, lambda_C.data(), work_.law.z), 0.0);
      for (int i = 0; i < base_.m(); ++i) lambda_C[i] += work_.known[i];
      update_velocities(lambda_C);
      const bool more = closes();
      outcome.finished = !more && !cut;
      if (last || (!more && !violates())) {
        keep_b(pass.scale);
        return true;
      }
      take_as_known(lambda_C);
      cut = more && (outcome.passes + 1 >= kMaxPasses || unsolved >= kMaxUnsolved);
      if (more && !cut && pass.budget_spent) cut = outcome.cut_by_budget = true;
      last = !more || cut;
    }
  }

  /// True if the passes together gain more energy than each did on its own. Each pass is guarded,
  /// but the next one starts without the impulses that do not carry over.
  bool gains(int passes, const std::vector<double>& lambda_C) const {
    const double room = passes * energy_room(base_, lambda_C.data());
    return impulse_work(base_, lambda_C.data(), work_.law.z) > allowed_ + room;
  }

  const BaseBlock& block(int k) const { return base_.blocks[k]; }

  void record(const BaseBlock& block, ImpactWork::Contact& contact) const {
    contact.restitution_coefficient = block.restitution_coefficient;
    contact.rebound_velocity = block.rebound_velocity;
    contact.closing = block.closing;
    contact.incoming = block.closing;
    contact.reached = base_.b_free[block.row];
    contact.bias = block.restitution_coefficient > 0 ? std::max(block.phi, 0.0) / base_.dt
                                                     : base_.b[block.row] - base_.b_free[block.row];
  }

  void restore() {
    base_.b = work_.b_start;
    base_.b_free = work_.b_free_start;
    for (int k = 0; k < base_.num_contacts; ++k) {
      const ImpactWork::Contact& contact = work_.contacts[k];
      BaseBlock& block = base_.blocks[k];
      block.restitution_coefficient = contact.restitution_coefficient;
      block.rebound_velocity = contact.rebound_velocity;
      block.closing = contact.closing;
    }
  }

  /// Writes b and b_free of a pass, given the impulses of the earlier passes. `last`: the pass
  /// constrains all contacts and none bounces.
  void start(bool last) {
    base_.b_free = work_.b_free_start;
    add_product(work_.known, base_.b_free);
    for (int i = 0; i < base_.m(); ++i) {
      const double bias = work_.b_start[i] - work_.b_free_start[i];
      base_.b[i] = base_.b_free[i] + bias + base_.S[i] * work_.known[i];
    }
    for (int k = 0; k < base_.num_contacts; ++k) start_contact(base_.blocks[k], k, last);
  }

  void start_contact(BaseBlock& block, int k, bool last) {
    ImpactWork::Contact& contact = work_.contacts[k];
    const int i = block.row;
    const bool bounces = !last && bounces_now(k);
    contact.left_out = !last && !bounces && is_apart(base_, block, contact.incoming);
    block.closing = contact.incoming;
    block.restitution_coefficient = block.rebound_velocity = 0;
    if (bounces) {
      block.restitution_coefficient = block.surface.restitution;
      if (law_ == RestitutionLaw::kNewton) {
        block.rebound_velocity =
            newton_bias({block.restitution_coefficient, contact.incoming, base_.b_free[i]},
                        base_.S[i] / (base_.A_diag[i] - base_.S[i]));
      }
      base_.b[i] = base_.b_free[i] + block.rebound_velocity;
    } else if (contact.left_out) {
      base_.b[i] = base_.b_free[i] + far_;
    } else {
      base_.b[i] = base_.b_free[i] + contact.bias + base_.S[i] * work_.known[i];
    }
  }

  bool bounces_now(int k) const {
    const ImpactWork::Contact& contact = work_.contacts[k];
    return block(k).can_bounce &&
           closes_within_step(base_, block(k), contact.incoming, contact.reached);
  }
  bool closes() const {
    for (int k = 0; k < base_.num_contacts; ++k)
      if (bounces_now(k)) return true;
    return false;
  }
  /// True if a contact that was left out closes, too slowly to bounce.
  bool violates() const {
    for (int k = 0; k < base_.num_contacts; ++k) {
      const ImpactWork::Contact& contact = work_.contacts[k];
      if (contact.left_out && contact.reached + contact.bias < -base_.tolerance) return true;
    }
    return false;
  }

  /// Computes J v of the contacts after these impulses. `incoming` excludes the forces of the step,
  /// as in the bounce of a first impact.
  void update_velocities(const std::vector<double>& lambda_C) {
    const cardan_rows Y = base_.Y.view();
    std::vector<double>& z = work_.law.z;
    z.assign(std::max(Y.cols, 1), 0.0);
    add_transposed(Y, lambda_C.data(), z.data());
    for (int k = 0; k < base_.num_contacts; ++k) {
      ImpactWork::Contact& contact = work_.contacts[k];
      const int i = block(k).row;
      const double moved = sparse_dot(Y, i, z.data());
      contact.reached = work_.b_free_start[i] + moved;
      contact.incoming = contact.closing + moved;
    }
  }

  void take_as_known(const std::vector<double>& lambda_C) {
    for (const BaseBlock& block : base_.blocks) {
      if (!keeps_impulse(block.kind)) continue;
      for (int i = block.row; i < block.row + block.dim; ++i) work_.known[i] = lambda_C[i];
    }
  }

  /// x += Y Yᵀ λ.
  void add_product(const std::vector<double>& lambda, std::vector<double>& x) const {
    const cardan_rows Y = base_.Y.view();
    std::vector<double>& z = work_.law.z;
    z.assign(std::max(Y.cols, 1), 0.0);
    add_transposed(Y, lambda.data(), z.data());
    for (int i = 0; i < base_.m(); ++i) x[i] += sparse_dot(Y, i, z.data());
  }

  /// Writes the b that all impulses of the answer solve together: the rows of the last pass without
  /// the effect of the known impulses. Rows that were left out get their gap back.
  void keep_b(double scale) {
    work_.b = work_.b_start;
    for (int k = 0; k < base_.num_contacts; ++k) {
      const int i = block(k).row;
      const bool bounced = block(k).restitution_coefficient > 0;
      work_.b[i] = work_.b_free_start[i] +
                   (bounced ? scale * block(k).rebound_velocity - base_.S[i] * work_.known[i]
                            : work_.contacts[k].bias);
    }
  }

  void keep_b_of_first(double scale) {
    work_.b = base_.b;
    for (const BaseBlock& block : base_.blocks) {
      if (block.restitution_coefficient > 0)
        work_.b[block.row] += (scale - 1) * block.rebound_velocity;
    }
  }

  BaseProblem& base_;
  RestitutionLaw law_;
  PhaseSolve solve_;
  ImpactWork& work_;
  double far_ = 0;      // [m/s]
  double allowed_ = 0;  // sum of the energies that the single passes gain [J]
};

/// Reserves memory for the passes in the first step. The first throw may come much later, and that
/// step must not allocate.
void reserve(const BaseProblem& base, ImpactWork& work) {
  const auto contacts = base.blocks.begin();
  if (std::none_of(contacts, contacts + base.num_contacts,
                   [](const BaseBlock& block) { return block.can_bounce; })) {
    return;
  }
  RestitutionWork& law = work.law;
  for (auto* rows : {&work.t0, &work.b, &work.first, &work.known, &work.b_start, &work.b_free_start,
                     &law.t0, &law.lambda_first, &law.known, &law.trial, &law.b, &law.b_free}) {
    rows->reserve(base.m());
  }
  work.contacts.reserve(base.num_contacts);
  law.rebound_velocity.reserve(base.blocks.size());
  law.z.reserve(std::max(base.Y.cols, 1));
}

}  // namespace

bool stops_a_throw(const BaseProblem& base, const double* lambda_C, std::vector<double>& z) {
  if (base.level == RowLevel::kAcceleration) return false;
  bool ready = false;
  for (int k = 0; k < base.num_contacts; ++k) {
    const BaseBlock& block = base.blocks[k];
    const int i = block.row;
    if (!block.can_bounce || block.restitution_coefficient > 0 || !(lambda_C[i] > 0) ||
        !is_apart(base, block, block.closing))
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
  reserve(base, work);
  const RestitutionOutcome first = solve_with_restitution(base, law, solve, work.law, lambda_C);
  work.t0 = work.law.t0;
  if (!std::isfinite(first.residual) || !stops_a_throw(base, lambda_C.data(), work.law.z)) {
    return {first.residual, first.scale, 1, true, first.cut_by_budget};
  }
  return Passes(base, law, solve, work).run(first, lambda_C);
}

}  // namespace cardan
