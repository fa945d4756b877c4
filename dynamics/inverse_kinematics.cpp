#include "cardan/inverse_kinematics.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/error.h"
#include "cardan/kinematics.h"
#include "cardan/skeleton.h"

namespace cardan {

namespace {

constexpr double kLeastDamping = 1e-12;  // of the largest diagonal entry of JᵀJ
constexpr double kMostDamping = 1e12;    // relative to |e|²; beyond it no step reduces the cost
constexpr double kSlow = 1e-9;           // a smaller relative reduction of the cost is slow
constexpr double kExact = 1e-4;          // scales the tolerances where distances are compared
constexpr double kShortest = 1e-4;       // smallest fraction of a step to the preferred posture
constexpr int kSlowSteps = 5;            // consecutive slow steps that end an attempt

struct IkGoal {
  int frame = -1;
  const IkTarget* target = nullptr;
};

// IkErrors and their Jacobian at one posture. Rows are scaled by the square roots of the weights.
struct IkErrors {
  VectorX e;  // goal minus value
  MatrixX J;  // (rows × nv); columns of locked DoFs are zero
  std::vector<IkResidual> residuals;

  double cost() const { return e.squaredNorm(); }
};

class IkSearch {
 public:
  IkSearch(const Skeleton& skeleton, const std::vector<IkTarget>& targets, const IkOptions& options,
           const RigidTransform& X_W0);

  IkResult run();

 private:
  using Mask = std::vector<char>;

  void evaluate(const VectorX& q, IkErrors& errors);
  // True if every error is at most `part` times its tolerance.
  bool reached(const IkErrors& errors, double part = 1) const;
  // Moves q to a posture that reaches the targets, or to a local minimum of the cost.
  bool descend(VectorX& q, IkErrors& errors, int& iterations, double part = 1);
  // The Δ within the limits that minimises |e − J Δ|² + damping |Δ|².
  VectorX bounded_step(const VectorX& q, const IkErrors& errors, double damping) const;
  // Keeps the targets reached and moves q to a local minimum of the distance to the
  // preferred posture.
  void approach_posture(VectorX& q, IkErrors& errors, int& iterations);
  // d without the part that moves a target or leaves the limits.
  VectorX null_space_step(const VectorX& q, const IkErrors& errors, const VectorX& d) const;
  VectorX moved(const VectorX& q, const VectorX& step) const;
  VectorX random_start(int attempt) const;
  double posture_distance(const VectorX& q) const;

  // Distances of DoF i from its lower and upper limit.
  double room_below(const VectorX& q, int i) const;
  double room_above(const VectorX& q, int i) const;

  const Skeleton& skeleton_;
  const IkOptions& options_;
  std::vector<IkGoal> goals_;
  Data data_;
  VectorX start_;
  Mask movable_;  // (nv) 0: locked
  int rows_ = 0;
};

void require_configuration(const Skeleton& skeleton, const VectorX& q, const char* what) {
  if (q.size() != skeleton.nq()) {
    throw Error(std::string(what) + " has " + std::to_string(q.size()) + " entries", "solve_ik",
                "expected " + std::to_string(skeleton.nq()));
  }
  if (!q.allFinite()) throw Error(std::string(what) + " contains a non-finite number", "solve_ik");
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const BodyJoint joint = skeleton.body_joint[i];
    if (joint != BodyJoint::kSpherical && joint != BodyJoint::kFloating) continue;
    const int at = skeleton.q_start[i] + (joint == BodyJoint::kFloating ? 3 : 0);
    if (std::abs(q.segment<4>(at).norm() - 1) > 1e-6)
      throw Error(std::string(what) + " has a quaternion that is not of unit length", "solve_ik");
  }
}

bool is_rotation_matrix(const Matrix3& R) {
  return R.allFinite() && (R * R.transpose() - Matrix3::Identity()).norm() < 1e-6 &&
         R.determinant() > 0;
}

void check(const IkTarget& target) {
  const std::string where = "solve_ik: target '" + target.frame + "'";
  if (!target.position && !target.orientation)
    throw Error("the target has neither a position nor an orientation", where, "give one of them");
  if (!target.point.allFinite() || (target.position && !target.position->allFinite()))
    throw Error("a point or position is not finite", where);
  if (target.orientation && !is_rotation_matrix(*target.orientation))
    throw Error("the orientation is not a rotation matrix", where);
  for (const double weight : {target.position_weight, target.orientation_weight}) {
    if (!(weight > 0) || !std::isfinite(weight))
      throw Error("a weight is not a positive number", where);
  }
}

void check(const IkOptions& options) {
  for (const double tolerance :
       {options.position_tolerance, options.orientation_tolerance, options.posture_tolerance}) {
    if (!(tolerance > 0) || !std::isfinite(tolerance))
      throw Error("a tolerance is not a positive number", "solve_ik");
  }
  if (options.max_iterations < 1 || options.attempts < 1)
    throw Error("max_iterations and attempts must be at least 1", "solve_ik");
}

IkSearch::IkSearch(const Skeleton& skeleton, const std::vector<IkTarget>& targets,
                   const IkOptions& options, const RigidTransform& X_W0)
    : skeleton_(skeleton), options_(options), data_(skeleton) {
  check(options);
  if (skeleton.nv() == 0) throw Error("the robot has no joint that moves", "solve_ik");
  if (targets.empty()) throw Error("no target is given", "solve_ik", "name a frame and its goal");
  for (const IkTarget& target : targets) {
    check(target);
    goals_.push_back({skeleton.require_frame(target.frame), &target});
    rows_ += (target.position ? 3 : 0) + (target.orientation ? 3 : 0);
  }
  if (!skeleton.floating_base()) data_.X_W0 = X_W0;
  movable_.assign(static_cast<std::size_t>(skeleton.nv()), 1);
  for (const std::string& name : options.locked_joints) {
    const JointInfo& joint = skeleton.joints[skeleton.require_joint(name)];
    if (joint.follower >= 0)
      throw Error("joint '" + name + "' follows another joint", "solve_ik", "lock its leader");
    std::fill_n(movable_.begin() + joint.v_start, joint.nv, 0);
  }
  start_ = options.start.value_or(skeleton.neutral_configuration());
  require_configuration(skeleton, start_, "the start");
  if (options.posture) require_configuration(skeleton, *options.posture, "the preferred posture");
  start_ = moved(start_, VectorX::Zero(skeleton.nv()));
}

double IkSearch::room_below(const VectorX& q, int i) const {
  const int own = skeleton_.single_q_index(i);
  return own < 0 ? kInfinity : q[own] - skeleton_.dof[i].lower;
}

double IkSearch::room_above(const VectorX& q, int i) const {
  const int own = skeleton_.single_q_index(i);
  return own < 0 ? kInfinity : skeleton_.dof[i].upper - q[own];
}

// q ⊕ step, with every movable coordinate within its limits.
VectorX IkSearch::moved(const VectorX& q, const VectorX& step) const {
  VectorX next(q.size());
  integrate(skeleton_, q.data(), step.data(), 1, next.data());
  for (int i = 0; i < skeleton_.nv(); ++i) {
    const int own = skeleton_.single_q_index(i);
    if (own < 0 || !movable_[i]) continue;
    next[own] = std::min(std::max(next[own], skeleton_.dof[i].lower), skeleton_.dof[i].upper);
    // A step to a limit ends exactly on it, without rounding.
    for (const double limit : {skeleton_.dof[i].lower, skeleton_.dof[i].upper})
      if (std::abs(next[own] - limit) < 1e-15 * (1 + std::abs(limit))) next[own] = limit;
  }
  return next;
}

void IkSearch::evaluate(const VectorX& q, IkErrors& errors) {
  forward_kinematics(skeleton_, data_, q.data());
  errors.e.resize(rows_);
  errors.J.resize(rows_, skeleton_.nv());
  errors.residuals.assign(goals_.size(), {});
  Matrix6X J(6, skeleton_.nv());
  int row = 0;
  for (std::size_t k = 0; k < goals_.size(); ++k) {
    const IkTarget& target = *goals_[k].target;
    const RigidTransform X_WF = frame_pose(skeleton_, data_, goals_[k].frame);
    const Vector3 p_W = X_WF * target.point;
    body_jacobian(skeleton_, data_, skeleton_.frames[goals_[k].frame].body, p_W, J);
    if (target.position) {
      const double scale = std::sqrt(target.position_weight);
      const Vector3 error = *target.position - p_W;
      errors.residuals[k].position = error.norm();
      errors.e.segment<3>(row) = scale * error;
      errors.J.middleRows<3>(row) = scale * J.bottomRows<3>();
      row += 3;
    }
    if (target.orientation) {
      const double scale = std::sqrt(target.orientation_weight);
      const Vector3 error = quaternion_log(Quaternion(*target.orientation * X_WF.R.transpose()));
      errors.residuals[k].orientation = error.norm();
      errors.e.segment<3>(row) = scale * error;
      errors.J.middleRows<3>(row) = scale * J.topRows<3>();
      row += 3;
    }
  }
  for (int i = 0; i < skeleton_.nv(); ++i)
    if (!movable_[i]) errors.J.col(i).setZero();
}

bool IkSearch::reached(const IkErrors& errors, double part) const {
  return std::all_of(errors.residuals.begin(), errors.residuals.end(),
                     [&](const IkResidual& residual) {
                       return residual.position <= part * options_.position_tolerance &&
                              residual.orientation <= part * options_.orientation_tolerance;
                     });
}

// Active-set method: violated limits become equalities, and the one whose multiplier has the wrong
// sign and is the largest is released.
VectorX IkSearch::bounded_step(const VectorX& q, const IkErrors& errors, double damping) const {
  const int nv = skeleton_.nv();
  MatrixX H = errors.J.transpose() * errors.J;
  H.diagonal().array() += damping;
  const VectorX g = errors.J.transpose() * errors.e;
  VectorX step = VectorX::Zero(nv);
  Mask fixed(static_cast<std::size_t>(nv), 0);
  for (int round = 0; round < 2 * nv + 2; ++round) {
    std::vector<int> free;
    for (int i = 0; i < nv; ++i)
      if (movable_[i] && !fixed[i]) free.push_back(i);
    VectorX held = step;
    for (const int i : free) held[i] = 0;
    const VectorX rest = g - H * held;
    const MatrixX H_free = H(free, free);
    const VectorX solved = H_free.ldlt().solve(VectorX(rest(free)));
    bool violated = false;
    for (std::size_t k = 0; k < free.size(); ++k) {
      const int i = free[k];
      const double low = -room_below(q, i), high = room_above(q, i);
      step[i] = std::min(std::max(solved[static_cast<Eigen::Index>(k)], low), high);
      if (step[i] == solved[static_cast<Eigen::Index>(k)]) continue;
      fixed[i] = 1;
      violated = true;
    }
    if (violated) continue;
    // Gradient of the model with respect to a DoF that is held at a limit.
    const VectorX slope = H * step - g;
    int worst = -1;
    double most = 0;
    for (int i = 0; i < nv; ++i) {
      if (!fixed[i]) continue;
      const double inward = step[i] >= room_above(q, i) ? slope[i] : -slope[i];
      if (inward > most) {
        most = inward;
        worst = i;
      }
    }
    if (worst < 0) break;
    fixed[worst] = 0;
  }
  return step;
}

bool IkSearch::descend(VectorX& q, IkErrors& errors, int& iterations, double part) {
  double factor = 1e-2;  // damping divided by |e|²
  int slow = 0;
  IkErrors tried;
  for (int k = 0; k < options_.max_iterations; ++k) {
    if (reached(errors, part)) return true;
    ++iterations;
    const double size = errors.J.colwise().squaredNorm().maxCoeff();
    const double damping = std::max(factor * errors.cost(), kLeastDamping * size + 1e-300);
    const VectorX step = bounded_step(q, errors, damping);
    const VectorX next = moved(q, step);
    evaluate(next, tried);
    const double before = errors.cost(), after = tried.cost();
    const double predicted = before - (errors.e - errors.J * step).squaredNorm();
    if (before - after > 1e-4 * predicted && after < before) {
      slow = before - after > kSlow * before ? 0 : slow + 1;
      q = next;
      std::swap(errors, tried);
      factor = std::max(factor / 4, 1e-6);
      if (slow == kSlowSteps) break;
    } else {
      factor *= 8;
      if (factor > kMostDamping || !(step.norm() > 1e-14)) break;
    }
  }
  return reached(errors);
}

VectorX IkSearch::null_space_step(const VectorX& q, const IkErrors& errors,
                                  const VectorX& d) const {
  const int nv = skeleton_.nv();
  Mask held(static_cast<std::size_t>(nv), 0);
  VectorX step = VectorX::Zero(nv);
  for (int round = 0; round <= nv; ++round) {
    std::vector<int> free;
    for (int i = 0; i < nv; ++i)
      if (movable_[i] && !held[i]) free.push_back(i);
    step.setZero();
    if (free.empty()) return step;
    const MatrixX J_free = errors.J(Eigen::all, free);
    VectorX wish = d(free);
    Eigen::CompleteOrthogonalDecomposition<MatrixX> decomposition;
    decomposition.setThreshold(1e-9);
    decomposition.compute(J_free);
    wish -= decomposition.solve(J_free * wish);
    bool blocked = false;
    for (std::size_t k = 0; k < free.size(); ++k) {
      const int i = free[k];
      step[i] = wish[static_cast<Eigen::Index>(k)];
      constexpr double kAtLimit = 1e-9;
      if ((step[i] < 0 && room_below(q, i) <= kAtLimit) ||
          (step[i] > 0 && room_above(q, i) <= kAtLimit)) {
        held[i] = 1;
        blocked = true;
      }
    }
    if (!blocked) break;
  }
  return step;
}

double IkSearch::posture_distance(const VectorX& q) const {
  return options_.posture ? distance(skeleton_, q.data(), options_.posture->data()) : 0;
}

void IkSearch::approach_posture(VectorX& q, IkErrors& errors, int& iterations) {
  if (!options_.posture) return;
  VectorX d(skeleton_.nv());
  descend(q, errors, iterations, kExact);
  double length = 0.5;
  for (int k = 0; k < options_.max_iterations; ++k) {
    difference(skeleton_, q.data(), options_.posture->data(), d.data());
    const VectorX step = null_space_step(q, errors, d);
    if (step.norm() <= options_.posture_tolerance) return;
    const double before = posture_distance(q);
    bool nearer = false;
    // Accepts at least a third of the decrease that the gradient predicts [Armijo 1966].
    for (length *= 2; length > kShortest && !nearer; length /= nearer ? 1 : 2) {
      VectorX next = moved(q, length * step);
      IkErrors tried;
      evaluate(next, tried);
      descend(next, tried, iterations, kExact);
      const double after = posture_distance(next);
      nearer = reached(tried) &&
               (before - after) * (before + after) > 2.0 / 3 * length * step.squaredNorm();
      if (!nearer) continue;
      q = next;
      std::swap(errors, tried);
    }
    if (!nearer) return;
  }
}

// Draws joints with one coordinate at random; all others are as in the start.
VectorX IkSearch::random_start(int attempt) const {
  VectorX random(skeleton_.nq()), q = start_;
  random_configuration(skeleton_, options_.seed + static_cast<std::uint64_t>(attempt),
                       random.data());
  for (int i = 0; i < skeleton_.nv(); ++i) {
    const int own = skeleton_.single_q_index(i);
    if (own >= 0 && movable_[i]) q[own] = random[own];
  }
  return q;
}

std::string shown(double value, const char* unit) {
  char text[48];
  std::snprintf(text, sizeof text, "%.3g %s", value, unit);
  return text;
}

// "'hand' is 0.12 m and 0.3 rad off; at a limit: joint_2".
std::string describe(const IkResult& result, const std::vector<IkGoal>& goals,
                     const IkOptions& options) {
  if (result.converged) {
    return "reached " + std::to_string(goals.size()) + (goals.size() > 1 ? " targets" : " target") +
           " in " + std::to_string(result.iterations) + " iterations";
  }
  std::string text = "not reached in " + std::to_string(result.attempts) + " attempts of at most " +
                     std::to_string(options.max_iterations) + " iterations";
  const char* separator = ": ";
  for (std::size_t k = 0; k < goals.size(); ++k) {
    const IkResidual& residual = result.residuals[k];
    const bool far = residual.position > options.position_tolerance;
    const bool turned = residual.orientation > options.orientation_tolerance;
    if (!far && !turned) continue;
    text.append(separator).append("'").append(goals[k].target->frame).append("' is ");
    if (far) text += shown(residual.position, "m");
    if (far && turned) text += " and ";
    if (turned) text += shown(residual.orientation, "rad");
    text += " off";
    separator = ", ";
  }
  separator = "; at a limit: ";
  for (const std::string& name : result.at_limit) {
    text.append(separator).append(name);
    separator = ", ";
  }
  return text;
}

IkResult IkSearch::run() {
  IkResult result;
  VectorX best;
  IkErrors best_errors;
  while (result.attempts < options_.attempts && !result.converged) {
    VectorX q = result.attempts == 0 ? start_ : random_start(result.attempts);
    ++result.attempts;
    IkErrors errors;
    evaluate(q, errors);
    result.converged = descend(q, errors, result.iterations);
    if (best.size() > 0 && !result.converged && errors.cost() >= best_errors.cost()) continue;
    best = q;
    best_errors = errors;
  }
  if (result.converged) approach_posture(best, best_errors, result.iterations);
  result.q = best;
  result.residuals = best_errors.residuals;
  for (const IkResidual& residual : result.residuals) {
    result.position_error = std::max(result.position_error, residual.position);
    result.orientation_error = std::max(result.orientation_error, residual.orientation);
  }
  result.posture_distance = posture_distance(best);
  for (int i = 0; i < skeleton_.nv(); ++i) {
    if (movable_[i] && std::min(room_below(best, i), room_above(best, i)) <= 0)
      result.at_limit.push_back(skeleton_.dof_name(i));
  }
  result.message = describe(result, goals_, options_);
  return result;
}

}  // namespace

IkResult solve_ik(const Skeleton& skeleton, const std::vector<IkTarget>& targets,
                  const IkOptions& options, const RigidTransform& X_W0) {
  return IkSearch(skeleton, targets, options, X_W0).run();
}

}  // namespace cardan
