#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cardan/problem.h"
#include "constraint/constraint_set.h"
#include "constraint/island.h"
#include "constraint/rows/mass_form.h"
#include "constraint/rows/row_basis.h"

namespace cardan {

/// Kinds of constraints in the base problem.
enum class BaseBlockKind : unsigned char {
  kContact,
  kTorsion,
  kRolling,
  kLimit,
  kJointFriction,
  kMotor,
  kLoop,
  kRope
};

/// Returns the kind of solver block for rows that do not belong to a contact: CARDAN_NONNEGATIVE,
/// CARDAN_BOX or CARDAN_FREE. All formulations use these kinds.
CARDAN_API int joint_block_kind(BaseBlockKind kind);

/// Rows of one constraint in the base problem. A contact has three rows n, t1, t2. Torsion has one
/// row, rolling has two rows (or one, if only one of them can move something), and a loop has one
/// to six rows. All other constraints have one row.
struct BaseBlock {
  BaseBlockKind kind = BaseBlockKind::kContact;
  int row = 0, dim = 0;
  int constraint = -1;  ///< index in the ConstraintSet's vector of its kind
  int contact = -1;     ///< for torsion and rolling: index of the block of the contact
  /// For contacts, μ in the current step (static or kinetic), capped at kMaxFriction. For torsion
  /// and rolling, the coefficient [m].
  double mu = 0;
  bool slides = false;    ///< for contacts: the slip in the last step was faster than the threshold
  double lo = 0, hi = 0;  ///< impulse bounds of friction and motor rows [N s, N m s]
  double phi = 0;  ///< gap of a contact, limit or rope, minus the sagitta of its motion [m, rad]
  /// For contacts and ropes, the change of J v from the middle of the step to its end [m/s], which
  /// b of the first row contains (ConstraintRules::at_middle).
  double rest_of_step = 0;
  ContactSurface surface;  ///< for contacts: combined materials of the pair
  /// For contacts, Newton's term e u_n⁻ in b_n, which is not positive; 0 if the contact does not
  /// bounce [m/s].
  double rebound_velocity = 0;
  /// For contacts, J v of the normal row before the step [m/s]; −∞ if it is not known.
  double closing = -std::numeric_limits<double>::infinity();
  double restitution_coefficient =
      0;                    ///< for contacts: e if the contact bounces in this step, otherwise 0
  double slip[2] = {0, 0};  ///< for contacts: J v of rows t1 and t2 before the step [m/s]
  std::uint64_t key = 0;
  bool elastic = false;  ///< the block has its own force law, so stabilisation does not apply to it
  bool can_bounce = false;  ///< for contacts: e > 0 and no compressed spring holds the contact
  /// Bit i is set if the block has row i of the constraint (for torsion and rolling, row i of n,
  /// t1, t2). Redundant rows of loops are left out.
  unsigned present_rows = 0;
};

/// Largest friction coefficient. A larger μ would make the cone ill-conditioned, so it is capped
/// and counted in BaseProblem::capped_friction.
inline constexpr double kMaxFriction = 1e3;

/// One island in contact space, independent of the formulation (problem-form section 1): u_C = A_C
/// λ_C + b_C, A_C = Y_C Y_Cᵀ + S_C, b_C = J v + bias + Y_C z0. The order of the blocks is:
/// contacts, their torsion and rolling, limits, frictions, motors, loops.
struct BaseProblem {
  std::vector<BaseBlock> blocks;
  SparseRows Y;           ///< columns are the DoFs of the island's trees, tree after tree
  std::vector<double> S;  ///< (m) diagonal compliance
  std::vector<double> b;  ///< (m) bias with gap, stabilisation and restitution terms
  /// (m) J v + Y z0 + surface velocity, without bias. Used for model errors and physics measures.
  std::vector<double> b_free;
  std::vector<double> A_diag;     ///< (m) |Y_i|² + S_i
  std::vector<double> prox_step;  ///< (m) step r of the natural map (problem-form section 2)
  /// (m) impulses of the last step in the current frame, 0 for new rows.
  std::vector<double> lambda_prev;
  /// (m) velocities of the last step in the current frame, 0 for new rows.
  std::vector<double> u_prev;
  std::vector<char> has_memory;  ///< (blocks) true if the last step had this block
  std::vector<double>
      z0;  ///< (Y.cols) whitened free impulses of the trees; empty if there are none
  /// (Y.cols) parent of each column in its tree, −1 at roots.
  std::vector<std::int32_t> column_parent;
  std::vector<int> tree, tree_column;  ///< the island's trees and the first column of each
  MassForm mass_form;                  ///< filled by compute_mass_form if the formulation needs it
  int num_contacts = 0;                ///< number of contacts; their blocks come first
  int capped_friction = 0;             ///< number of contacts whose μ was capped
  /// Number of loop rows that are redundant or along which no body can move.
  int redundant_rows = 0;
  int dropped_rows = 0;  ///< number of contacts and joint rows that are zero except for rounding
  double dt = 0;
  /// Time of the rows as a fraction of the step: 0, or 1/2 with ConstraintRules::at_middle.
  double time_of_rows = 0;
  RowLevel level = RowLevel::kVelocity;
  double slip_threshold = 1e-3;         ///< see ConstraintRules [m/s]
  double restitution_threshold = 0.01;  ///< see ConstraintRules [m/s]
  double tolerance = 1e-8;
  std::uint64_t id = 0;

  int m() const { return static_cast<int>(b.size()); }

  /// Scratch memory of the assembly. It keeps its capacity.
  struct Scratch {
    /// Packed rows of the two sides, with four lanes per entry.
    std::vector<double> path_a, path_b;
    /// Columns of a body moved by mimic joints, six numbers per entry.
    std::vector<double> motion_columns;
    std::vector<std::int32_t> columns;  ///< columns of the merged rows
    std::vector<double> lanes;          ///< values of the merged rows, four lanes per column
    std::vector<double> dense;          ///< (Y.cols) one row, zero between uses
    RowBasis independent;               ///< basis of the rows of loops in Y
  };
  Scratch scratch;
};

/// Impulses and velocities of the last step. Every list is sorted by (key_high, key).
struct ConstraintMemory {
  /// One block of the last step.
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t key_high = 0;  ///< ContactConstraint::key_high; 0 for other constraints
    double lambda[3] = {
        0, 0, 0};  ///< impulse on B in W [N s] for contacts; only lambda[0] for other constraints
    double u[3] = {
        0, 0, 0};  ///< relative velocity in W [m/s] for contacts; only u[0] for other constraints
    double normal[3] = {0, 0, 0};  ///< normal of a contact in W
    double slip = 0;               ///< |u_t| of a contact that slid [m/s], else 0
  };
  std::vector<Entry> contacts, limits, frictions, motors;
  std::vector<Entry> torsions, rollings;  ///< moment and spin in W, keyed by contact
  std::vector<Entry> loops;  ///< one entry per row, with key = 8 · (key of the loop) + row

  void clear();
  /// Clears all lists except the contacts, which are overwritten in place because there are many of
  /// them.
  void clear_but_contacts();
  /// Adds the entries of another memory. sort_memory() must be called afterwards.
  void append(const ConstraintMemory& other);
};

/// Fills `base` from an island. h: step [s]. `memory` may be empty. Leaves out contacts whose
/// normal row is zero because nothing can move along the normal. Does not change base.id or
/// base.tolerance. For bias, compliance and μ, see docs/theory/problem-form.md.
CARDAN_API void assemble_base_problem(const Island& island, const ConstraintSet& constraints,
                                      const std::vector<Tree>& trees,
                                      const ConstraintMemory& memory, const ConstraintRules& rules,
                                      double h, BaseProblem& base);

/// Returns J v⁺ of a row [m/s, rad/s], i.e. u without bias and compliance.
double plain_velocity(const BaseProblem& base, const double* lambda_C, const double* u_C, int row);

/// Adds Yᵀ λ_C tree by tree. z[tree]: whitened velocity change of the tree (nv). z_island: Yᵀ λ_C
/// as computed by compute_base_velocity (Y.cols).
CARDAN_API void add_impulses(const BaseProblem& base, const double* z_island,
                             const std::vector<double*>& z);

/// Appends the entries of an island to the memory of the next step, from λ_C and u_C. The rows of
/// contacts are left out because ContactAnswer holds them. Keys need not be sorted.
CARDAN_API void remember_other_rows(const BaseProblem& base, const ConstraintSet& constraints,
                                    const double* lambda_C, const double* u_C,
                                    ConstraintMemory& out);

/// Sorts every list by (key_high, key). Must be called once after all islands.
CARDAN_API void sort_memory(ConstraintMemory& memory);

}  // namespace cardan
