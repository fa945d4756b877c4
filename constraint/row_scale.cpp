#include "constraint/row_scale.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "cardan/error.h"
#include "cardan/spatial.h"
#include "core/number_text.h"

namespace cardan {

namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// Room for what the host adds to A after it has chosen a step: up to A_ii itself (`epsilon`).
constexpr double kRoom = 2;
/// A contact of a file may lack tangents that the host's mean over n, t1 and t2 contains: the mean
/// is at least a third of the rows that are present, but has no upper bound. A smaller step only
/// makes the residual larger, because ‖λ − P(λ − r û)‖/r does not increase with r.
constexpr double kMissingRows = 3, kLeastShare = 1e-9;
/// A row with a smaller share of the largest |Y_j|² of its contact is zero except for rounding.
constexpr double kZeroShare = 1e-12;
/// w r = 1 and the equality within a block hold up to rounding.
constexpr double kRounding = 1e-9;
constexpr int kMostVelocities = 2000;

/// Steps that the host may give a row, and the one that set_row_scales gives.
struct Steps {
  double least = 1, most = 1, usual = 1;
};

/// The range for a mean diagonal between `low` and `high`. A zero row has the step 1.
Steps steps_for(double low, double high) {
  if (!(low > 0)) low = high;
  if (!(high > 0)) return {};
  return {1 / (kRoom * high), kRoom / low, 1 / high};
}

bool is_friction(int kind) { return kind >= CARDAN_BOX_MU; }
bool has_common_step(int kind) {
  return kind == CARDAN_CONE || kind == CARDAN_CONE_CONVEX || kind == CARDAN_BALL_MU;
}

/// Sums over the velocity rows of one contact, or of one constraint of another kind.
struct Contact {
  int first = -1;         ///< its first velocity row
  double first_A_ii = 0;  ///< diagonal of that row
  double tangents = 0;    ///< Σ |Y_i|² of the other rows
  int count = 0;          ///< number of other rows
  double largest = 0;     ///< largest A_ii of its velocity rows
  /// Range of the steps of its rows that are not FREE.
  double least = kNoBound, most = 0;
};

/// Scales of the rows that follow from a problem.
class RowRules {
 public:
  explicit RowRules(const Problem& problem) : problem_(problem), own_unit_(has_own_unit(problem)) {
    const auto m = static_cast<std::size_t>(problem.m());
    whitened_.assign(m, 0.0);
    compliance_.assign(m, 0.0);
    moves_.assign(m, 0);
    coupling_.assign(m, 0.0);
    steps_.resize(m);
    contact_of_row_.resize(m);
    kind_.resize(m);
    number_contacts();
    read_diagonals();
    if (own_unit_) {
      find_own_steps();
      return;
    }
    find_slacks();
    sum_contacts();
    find_steps();
  }

  bool is_velocity_of_tree(int row) const { return row < num_velocities_; }
  bool is_slack(int row) const { return coupling_[row] > 0; }
  double inertia(int row) const { return compliance_[row]; }
  double coupling(int row) const { return coupling_[row]; }
  const Steps& steps(int row) const { return steps_[row]; }
  const Contact& contact(int row) const { return contacts_[contact_of_row_[row]]; }

 private:
  /// The rows of a contact have one group, or, ordered by components, one key.
  void number_contacts() {
    std::map<std::pair<bool, std::uint64_t>, int> numbers;
    for (const cardan_block& block : problem_.blocks) {
      const bool by_key = (problem_.properties & CARDAN_GROUPED) == 0 && block.key != 0 &&
                          block.kind == CARDAN_NONNEGATIVE;
      const std::uint64_t name = by_key ? block.key : static_cast<std::uint64_t>(block.group);
      const int number =
          numbers.try_emplace({by_key, name}, static_cast<int>(numbers.size())).first->second;
      for (int i = block.row; i < block.row + block.dim; ++i) {
        contact_of_row_[i] = number;
        kind_[i] = block.kind;
      }
    }
    contacts_.resize(numbers.size());
  }

  template <typename F>
  void for_entries(const SparseRows& rows, int row, F f) const {
    for (std::int32_t k = rows.start[row]; k < rows.start[row + 1]; ++k)
      f(rows.index[k], rows.value[k]);
  }

  void read_diagonals() {
    for (int i = 0; i < problem_.m(); ++i) {
      for_entries(problem_.Y, i, [&](int, double y) { whitened_[i] += y * y; });
      for_entries(problem_.S, i, [&](int j, double s) { compliance_[i] += j == i ? s : 0; });
    }
    if (problem_.Y.cols == 0 && !own_unit_ && !eliminate_velocities()) {
      whitened_.swap(compliance_);  // S is the whole matrix
    }
    for (int i = 0; i < problem_.m(); ++i) moves_[i] = whitened_[i] != 0;
  }

  /// The mixed form: A = [M −Jᵀ; J S_C], so that J M⁻¹ Jᵀ is in place of Y Yᵀ.
  bool eliminate_velocities() {
    if ((problem_.properties & CARDAN_FACTORED) != 0 || problem_.blocks.empty()) return false;
    const cardan_block& block = problem_.blocks.front();
    if (block.kind != CARDAN_FREE || block.dim > kMostVelocities) return false;
    const int n = block.dim, m = problem_.m();
    std::vector<Eigen::Triplet<double>> M, columns;
    for (int i = 0; i < n; ++i) {
      for_entries(problem_.S, i, [&](int j, double s) {
        if (j < n) M.emplace_back(i, j, s);
        if (j >= n) columns.emplace_back(i, j, s);
      });
    }
    Eigen::SparseMatrix<double> inertia(n, n), minus_Jt(n, m);
    inertia.setFromTriplets(M.begin(), M.end());
    minus_Jt.setFromTriplets(columns.begin(), columns.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(inertia);
    if (factor.info() != Eigen::Success || !(factor.vectorD().minCoeff() > 0)) return false;
    for (int i = n; i < m; ++i) {
      if (minus_Jt.col(i).nonZeros() == 0) continue;
      const VectorX x = factor.solve(VectorX(minus_Jt.col(i)));
      for_entries(problem_.S, i, [&](int j, double s) { whitened_[i] -= j < n ? s * x[j] : 0; });
    }
    num_velocities_ = n;
    return true;
  }

  void find_own_steps() {
    for (int i = 0; i < problem_.m(); ++i) {
      double largest = 0;
      for_entries(problem_.S, i, [&](int, double s) { largest = std::max(largest, std::abs(s)); });
      steps_[i] = steps_for(largest, largest);
    }
  }

  /// A slack row has no Y and no A_ii. It has an entry in the column of a row that moves something,
  /// and other rows have entries in its column.
  void find_slacks() {
    if (problem_.Y.cols == 0 && num_velocities_ == 0) return;
    const int m = problem_.m();
    std::vector<char> slack(static_cast<std::size_t>(m), 0);
    for (int i = num_velocities_; i < m; ++i) {
      if (moves_[i] || compliance_[i] != 0) continue;
      if (kind_[i] != CARDAN_NONNEGATIVE && kind_[i] != CARDAN_FREE) continue;
      for_entries(problem_.S, i,
                  [&](int j, double) { slack[i] |= moves_[j] || compliance_[j] != 0; });
    }
    for (int i = 0; i < m; ++i) {
      if (slack[i]) continue;
      for_entries(problem_.S, i, [&](int j, double s) {
        if (slack[j]) coupling_[j] = std::max(coupling_[j], std::abs(s));
      });
    }
  }

  bool is_velocity_row(int row) const { return !is_velocity_of_tree(row) && !is_slack(row); }

  void sum_contacts() {
    for (int i = 0; i < problem_.m(); ++i) {
      if (!is_velocity_row(i)) continue;
      Contact& contact = contacts_[contact_of_row_[i]];
      contact.largest = std::max(contact.largest, whitened_[i] + compliance_[i]);
      if (contact.first < 0) {
        contact.first = i;
        contact.first_A_ii = whitened_[i] + compliance_[i];
      } else {
        contact.tangents += whitened_[i];
        ++contact.count;
      }
    }
  }

  /// The mean over the rows of a CONE, CONE_CONVEX or BALL_MU. Compliance of the tangents of a
  /// CONE_CONVEX is added after the step has been chosen.
  Steps round_steps(const cardan_block& block) const {
    double without = 0, with = 0;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      with += whitened_[i] + compliance_[i];
      without += whitened_[i] + (i == block.row ? compliance_[i] : 0);
    }
    const bool convex = block.kind == CARDAN_CONE_CONVEX;
    return steps_for((convex ? without : with) / block.dim, with / block.dim);
  }

  /// |Y_i|², or the largest A_jj of the contact if the row is zero except for rounding.
  double reference_of(int row) const {
    const double largest = contact(row).largest;
    return whitened_[row] > kZeroShare * largest ? whitened_[row] : largest;
  }

  /// In a FREE row e = w r |u| = |u| for every step.
  Steps free_steps(int row) const {
    const Contact& group = contact(row);
    const double own = whitened_[row] + compliance_[row];
    double largest = 0;
    for_entries(problem_.S, row, [&](int, double s) { largest = std::max(largest, std::abs(s)); });
    const double high = std::max({own, group.largest, largest});
    if (!(high > 0)) return {};
    const bool lacks_rows = kind_[group.first] == CARDAN_NONNEGATIVE && group.count <= 1;
    const double least = lacks_rows ? kLeastShare / high : 1 / (kRoom * high);
    const double most = kMissingRows * kRoom / reference_of(row);
    return {least, most, std::clamp(1 / std::max(own, largest), least, most)};
  }

  /// Mean diagonal of A_C over n, t1 and t2; the tangents are spanned by the other rows.
  static double mean_of(const Contact& contact) {
    if (contact.count == 0) return contact.first_A_ii;
    return (contact.first_A_ii + 2 * contact.tangents / contact.count) / 3;
  }

  Steps scalar_steps(int row) const {
    const Contact& own = contact(row);
    const double A_ii = whitened_[row] + compliance_[row];
    const bool has_normal = kind_[own.first] == CARDAN_NONNEGATIVE;
    if (kind_[own.first] == CARDAN_BOX) return steps_for(A_ii, A_ii);
    // A file may lack rows of the contact, and rows of torsion and of a lowering, which have steps
    // of their own, may stand in its group. Every mean over n, t1 and t2 is at least a third of
    // |Y_i|².
    const double present = has_normal ? own.first_A_ii + own.tangents : A_ii;
    const double mean = has_normal ? mean_of(own) : A_ii;
    if (!(present > 0) || !(mean > 0)) return {};
    const double most = kMissingRows * kRoom / reference_of(row);
    const double least =
        has_normal && own.count > 1 ? 1 / (kRoom * own.largest) : kLeastShare / present;
    return {least, most, std::clamp(1 / mean, least, most)};
  }

  void find_steps() {
    for (const cardan_block& block : problem_.blocks) {
      for (int i = block.row; i < block.row + block.dim; ++i) {
        if (!is_velocity_row(i)) continue;
        if (has_common_step(block.kind)) {
          steps_[i] = i == block.row ? round_steps(block) : steps_[block.row];
        } else {
          steps_[i] = block.kind == CARDAN_FREE ? free_steps(i) : scalar_steps(i);
        }
        if (block.kind == CARDAN_FREE) continue;
        Contact& contact = contacts_[contact_of_row_[i]];
        contact.least = std::min(contact.least, steps_[i].least);
        contact.most = std::max(contact.most, steps_[i].most);
      }
    }
  }

  const Problem& problem_;
  bool own_unit_;
  int num_velocities_ = 0;                     ///< leading rows of the mixed form
  std::vector<double> whitened_, compliance_;  ///< (m) |Y_i|² and S_ii
  std::vector<double> coupling_;               ///< (m) largest entry in the column of a slack, or 0
  std::vector<char> moves_;                    ///< (m) true if |Y_i|² is not zero
  std::vector<Steps> steps_;
  std::vector<int> contact_of_row_, kind_;
  std::vector<Contact> contacts_;
};

/// Bounds of step and weight of one row.
struct Bounds {
  double least_step, most_step, least_weight, most_weight;
};

Bounds bounds_of(const RowRules& rules, const Problem& problem, int row) {
  const double r = problem.prox_step[row], w = problem.weight[row];
  if (rules.is_velocity_of_tree(row)) {
    const RowScale scale = inertia_row(rules.inertia(row));
    return {scale.prox_step / kRoom, kRoom * scale.prox_step, 1, 1};
  }
  if (rules.is_slack(row)) {
    const Contact& contact = rules.contact(row);
    const double coupling = rules.coupling(row);
    return {slack_row(contact.most, w).prox_step, slack_row(contact.least, w).prox_step,
            coupling / kRoom, kRoom * coupling};
  }
  const Steps& steps = rules.steps(row);
  return {steps.least, steps.most, velocity_row(r).weight, velocity_row(r).weight};
}

bool within(double x, double least, double most) {
  return x >= least * (1 - kRounding) && x <= most * (1 + kRounding);
}

std::string range_text(double least, double most) {
  if (most <= least * (1 + kRounding)) return number_text(least, 2);
  return "from " + number_text(least, 2) + " to " + number_text(most, 2);
}

}  // namespace

bool has_own_unit(const Problem& problem) {
  const auto is_contact = [](const cardan_block& block) { return is_friction(block.kind); };
  return problem.Y.cols == 0 && (problem.properties & CARDAN_FACTORED) != 0 &&
         std::none_of(problem.blocks.begin(), problem.blocks.end(), is_contact);
}

void set_row_scales(Problem& problem) {
  const RowRules rules(problem);
  const auto m = static_cast<std::size_t>(problem.m());
  problem.prox_step.resize(m);
  problem.weight.resize(m);
  for (int i = 0; i < problem.m(); ++i) {
    RowScale scale;
    if (rules.is_velocity_of_tree(i)) {
      scale = inertia_row(rules.inertia(i));
    } else if (rules.is_slack(i)) {
      const int first = rules.contact(i).first;
      scale = slack_row(first < 0 ? 1 : rules.steps(first).usual, rules.coupling(i));
    } else {
      scale = velocity_row(rules.steps(i).usual);
    }
    problem.prox_step[i] = scale.prox_step;
    problem.weight[i] = scale.weight;
  }
}

void check_row_scales(const Problem& problem, const std::string& where) {
  const RowRules rules(problem);
  const auto refuse = [&](int row, const std::string& expected) {
    throw Error("step " + number_text(problem.prox_step[row], 2) + " and weight " +
                    number_text(problem.weight[row], 2) + " of row " + std::to_string(row) +
                    " are not those of the engine",
                where, "expected " + expected);
  };
  for (int i = 0; i < problem.m(); ++i) {
    const Bounds bounds = bounds_of(rules, problem, i);
    if (within(problem.prox_step[i], bounds.least_step, bounds.most_step) &&
        within(problem.weight[i], bounds.least_weight, bounds.most_weight))
      continue;
    const bool velocity = !rules.is_slack(i) && !rules.is_velocity_of_tree(i);
    refuse(i, "a step " + range_text(bounds.least_step, bounds.most_step) + " and a weight " +
                  (velocity ? "of 1/step" : range_text(bounds.least_weight, bounds.most_weight)));
  }
  for (const cardan_block& block : problem.blocks) {
    if (!has_common_step(block.kind)) continue;
    const double first = problem.prox_step[block.row];
    for (int i = block.row + 1; i < block.row + block.dim; ++i) {
      if (within(problem.prox_step[i], first, first)) continue;
      refuse(i, "the step " + number_text(first, 2) + " of the first row of its block");
    }
  }
}

}  // namespace cardan
