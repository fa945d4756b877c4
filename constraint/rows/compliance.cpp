#include "constraint/rows/compliance.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

struct Spring {
  double stiffness = 0, damping = 0;
};

// m r̈ + b ṙ + k r = 0 decays as exp(−t/T) with the natural frequency ω = 1/(T ζ).
Spring spring_of(const Compliance& law, double mass) {
  if (law.kind != ComplianceKind::kTimeConstant) return {law.first, law.second};
  const double T = law.first, zeta = law.second;
  return {mass / (T * T * zeta * zeta), 2 * mass / T};
}

RowCompliance law_of(const Spring& spring, double h, double delta, double damper_share) {
  const double gamma = implicit_share(delta);
  const double k = h * h * spring.stiffness, b = h * spring.damping;
  const double effective_mass = gamma * k + damper_share * b;
  if (!(effective_mass > 0)) return {};
  const double S = 1 / effective_mass;
  return {S, S * h * spring.stiffness, S * ((gamma - delta) * k - (1 - damper_share) * b)};
}

// δ of a spring whose row moves alone.
double damping_of(const Spring& spring, double Y_ii, double h) {
  return numerical_damping(h * std::sqrt(spring.stiffness * Y_ii));
}

// β of a damper whose row moves alone: a damper that a step does not resolve is implicit.
double share_of(const Spring& spring, double Y_ii, double h, double least) {
  return least + (1 - least) * numerical_damping(h * spring.damping * Y_ii);
}

// A quantity that depends on u = J v⁺, with its derivative.
struct Dependent {
  double value = 0, slope = 0;
};

// Mean of min(x, 0) on the way from one end to the other.
Dependent mean_violation(const Dependent& from, const Dependent& to) {
  const Dependent &low = from.value < to.value ? from : to,
                  &high = from.value < to.value ? to : from;
  if (low.value >= 0) return {};
  if (high.value <= 0) return {0.5 * (low.value + high.value), 0.5 * (low.slope + high.slope)};
  const double share = low.value / (low.value - high.value);  // of the way below 0
  return {0.5 * share * low.value,
          share * (1 - 0.5 * share) * low.slope + 0.5 * share * share * high.slope};
}

// A spring and a damper that act only while the gap is negative.
class OneSidedSpring {
 public:
  OneSidedSpring(const Spring& spring, const GapMotion& motion, double h, double damper_share)
      : spring_(spring),
        motion_(motion),
        h_(h),
        share_(share_of(spring, motion.Y_ii, h, damper_share)),
        delta_(damping_of(spring, motion.Y_ii, h)) {}

  GapLaw row() const {
    // The law of a spring that acts on the whole way.
    const RowCompliance whole = law_of(spring_, h_, delta_, share_);
    double u = motion_.free;
    Dependent lambda = impulse(u);
    if (!(lambda.value > 0)) return {whole.S, -std::min(u, touching_speed(whole))};
    // λ is convex and falls with u, so Newton's method approaches the root from below.
    constexpr int kMostSteps = 40;
    for (int i = 0; i < kMostSteps; ++i) {
      const double excess = motion_.free + motion_.Y_ii * lambda.value - u;
      const double next = u + excess / (1 - motion_.Y_ii * lambda.slope);
      if (!(next > u)) break;
      u = next;
      lambda = impulse(u);
    }
    constexpr double kMostYield = 100;
    const double S = std::min(-1 / lambda.slope, kMostYield * whole.S);
    return {S, -u - S * lambda.value};
  }

 private:
  Dependent impulse(double u) const {
    const double keep = 1 - delta_, reach = 0.5 * (1 + delta_ * delta_) * h_;
    const Dependent from{motion_.gap - 0.5 * keep * keep * h_ * motion_.before + delta_ * h_ * u,
                         delta_ * h_};
    const Dependent to{motion_.gap + reach * u, reach};
    const Dependent x = mean_violation(from, to);
    const double start = motion_.gap - (1 - share_) * h_ * motion_.before;
    const double end = motion_.gap + share_ * h_ * u;
    const double moved = std::min(end, 0.0) - std::min(start, 0.0);
    const double k = h_ * spring_.stiffness, b = spring_.damping;
    return {-k * x.value - b * moved, -k * x.slope - (end < 0 ? b * share_ * h_ : 0)};
  }

  // Speed at which a row that would stay open begins to act.
  double touching_speed(const RowCompliance& whole) const {
    if (motion_.gap <= 0) return whole.lag * motion_.before - whole.rate * motion_.gap;
    const double keep = 1 - delta_;
    double u = -2 * motion_.gap / ((1 + delta_ * delta_) * h_);
    if (delta_ > 0)
      u = std::max(u, (0.5 * keep * keep * h_ * motion_.before - motion_.gap) / (delta_ * h_));
    if (spring_.damping > 0) u = std::max(u, -motion_.gap / (share_ * h_));
    return u;
  }

  Spring spring_;
  GapMotion motion_;
  double h_, share_, delta_;
};

// CFM multiplies forces, S multiplies impulses.
RowCompliance raw_law(const Compliance& law, double h) { return {law.first / h, law.second / h}; }

}  // namespace

double numerical_damping(double turn) {
  constexpr double kNone = 0.5, kFull = 2;
  return std::clamp((turn - kNone) / (kFull - kNone), 0.0, 1.0);
}

RowCompliance discretize(const Compliance& law, double Y_ii, double h) {
  if (!law.soft()) return {};
  if (law.kind == ComplianceKind::kRaw) return raw_law(law, h);
  return law_of(spring_of(law, 1 / Y_ii), h, 1, 1);
}

RowCompliance discretize_lasting(const Compliance& law, double Y_ii, double h,
                                 double damper_share) {
  if (!law.soft()) return {};
  if (law.kind == ComplianceKind::kRaw) return raw_law(law, h);
  const Spring spring = spring_of(law, 1 / Y_ii);
  return law_of(spring, h, damping_of(spring, Y_ii, h), share_of(spring, Y_ii, h, damper_share));
}

GapLaw discretize_one_sided(const Compliance& law, const GapMotion& motion, double h,
                            double damper_share) {
  if (law.kind == ComplianceKind::kRaw) {
    const RowCompliance raw = raw_law(law, h);
    return {raw.S, motion.gap > 0 ? motion.gap / h : raw.rate * motion.gap};
  }
  return OneSidedSpring(spring_of(law, 1 / motion.Y_ii), motion, h, damper_share).row();
}

std::string why_unusable(const Compliance& law) {
  const double x = law.first, y = law.second;
  if (!std::isfinite(x) || !std::isfinite(y)) return "a number is not finite";
  switch (law.kind) {
    case ComplianceKind::kRigid:
      return "";
    case ComplianceKind::kSpring:
      if (x < 0 || y < 0) return "stiffness and damping must not be below zero";
      return x + y > 0 ? "" : "stiffness and damping are both zero: the spring exerts no force";
    case ComplianceKind::kTimeConstant:
      return x > 0 && y > 0 ? "" : "time constant and damping ratio must be above zero";
    case ComplianceKind::kRaw:
      if (!(x > 0)) return "cfm must be above zero; leave the compliance out for a rigid row";
      return y >= 0 && y <= 1 ? "" : "erp must be between 0 and 1";
  }
  return "";
}

bool exerts_force(const Compliance& law, double h) {
  return law.kind != ComplianceKind::kSpring || h * h * law.first + h * law.second > 0;
}

}  // namespace cardan
