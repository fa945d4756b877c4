#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cardan/constraint/constraint_set.h"
#include "cardan/constraint/island.h"
#include "cardan/constraint/mass_form.h"
#include "cardan/constraint/problem.h"
#include "cardan/constraint/row_basis.h"

namespace cardan {

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

/// CARDAN_NONNEGATIVE, CARDAN_BOX or CARDAN_FREE: the block of what is no contact and no part of
/// one, the same in all formulations.
CARDAN_API int joint_block_kind(BaseBlockKind kind);

/// One constraint's rows in the base problem. Contacts: three rows n, t1, t2; torsion one, rolling
/// two (one where the other can move nothing); loops one to six; the others one row.
struct BaseBlock {
  BaseBlockKind kind = BaseBlockKind::kContact;
  int row = 0, dim = 0;
  int constraint = -1;  ///< index in the ConstraintSet's vector of its kind
  int contact = -1;     ///< torsion, rolling: the block of their contact
  /// Contacts: of this step (static or kinetic), capped at kMaxFriction. Torsion, rolling: [m].
  double mu = 0;
  bool slides = false;     ///< contacts: in the last step faster than the slip threshold
  double lo = 0, hi = 0;   ///< impulse bounds of friction and motor rows [N s, N m s]
  double phi = 0;          ///< gap of contacts, limits and ropes [m, rad]
  ContactSurface surface;  ///< contacts: the pair's
  double restitution =
      0;  ///< contacts: e u_n⁻ as it stands in b_n, 0 if the contact does not bounce [m/s]
  /// Contacts: J v of the normal row before the step [m/s]; −∞: not known.
  double closing = -std::numeric_limits<double>::infinity();
  double bounce = 0;        ///< contacts: e of one that bounces in this step, else 0
  double slip[2] = {0, 0};  ///< contacts: J v of rows t1, t2 before the step [m/s]
  std::uint64_t key = 0;
  bool elastic = false;     ///< its own law of force holds it: no stabilisation pushes it
  bool can_bounce = false;  ///< contacts: e > 0, and no spring that is pressed holds it
  /// Bit i is set when row i of the constraint stands here; torsion, rolling: of n, t1, t2; loops:
  /// rows that follow from others do not.
  unsigned present_rows = 0;
};

/// μ above this is ill-conditioned in a cone: the host caps it and says so.
inline constexpr double kMaxFriction = 1e3;

/// One island in contact space, the same whatever the formulation (problem-form section 1):
/// u_C = A_C λ_C + b_C, A_C = Y_C Y_Cᵀ + S_C, b_C = J v + bias + Y_C z0. Contacts first, then their
/// torsion and rolling, limits, frictions, motors, loops.
struct BaseProblem {
  std::vector<BaseBlock> blocks;
  SparseRows Y;           ///< columns: freedoms of the island's trees, tree after tree
  std::vector<double> S;  ///< (m) diagonal compliance
  std::vector<double> b;  ///< (m) with gap, stabilisation and restitution terms
  std::vector<double>
      b_free;  ///< (m) J v + Y z0 + surface velocity alone, for model errors and physics measures
  std::vector<double> A_diag;  ///< (m) |Y_i|² + S_i
  std::vector<double> step;    ///< (m) r of problem-form section 2
  std::vector<double>
      lambda_prev;               ///< (m) last step's impulses mapped into this frame, 0 where new
  std::vector<double> u_prev;    ///< (m) last step's velocities
  std::vector<char> has_memory;  ///< (blocks)
  std::vector<double> z0;        ///< (Y.cols) whitened free impulses of the trees; empty: none
  std::vector<std::int32_t> column_parent;
  std::vector<int> tree, tree_column;  ///< the island's trees and the first column of each
  MassForm mass_form;                  ///< of compute_mass_form, where a formulation asks for it
  int num_contacts = 0;
  int capped_friction = 0;  ///< contacts whose μ was capped
  int redundant_rows = 0;   ///< of loops, that follow from others or that nothing can move
  int dropped_rows = 0;     ///< contacts and joint rows that nothing can move but for rounding
  double dt = 0;
  RowLevel level = RowLevel::kVelocity;
  double slip_threshold = 1e-3;         ///< [m/s]
  double restitution_threshold = 0.01;  ///< [m/s]
  double tolerance = 1e-8;
  std::uint64_t id = 0;

  int m() const { return static_cast<int>(b.size()); }

  /// Storage of the assembly that keeps its capacity.
  struct Scratch {
    std::vector<double> path_a, path_b;  ///< packed rows of the two sides, four lanes an entry
    std::vector<double> motion_columns;  ///< six an entry: of a body that followers move
    std::vector<std::int32_t> columns;   ///< of the merged rows
    std::vector<double> lanes;           ///< their values, four lanes a column
    std::vector<double> dense;           ///< (Y.cols) one row, zero between uses
    RowBasis independent;                ///< the rows of loops that stand in Y
  };
  Scratch scratch;
};

/// Memory of the last step, for a contact or other constraint, sorted by (key_high, key).
struct ConstraintMemory {
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t key_high = 0;    ///< as ContactConstraint::key_high; others: 0
    double lambda[3] = {0, 0, 0};  ///< contacts: impulse on B in W [N s]; others: lambda[0]
    double u[3] = {0, 0, 0};       ///< contacts: relative velocity in W [m/s]; others: u[0]
    double normal[3] = {0, 0, 0};  ///< contacts
  };
  std::vector<Entry> contacts, limits, frictions, motors;
  std::vector<Entry> torsions, rollings;  ///< by the key of the contact, moment and spin in W
  std::vector<Entry> loops;               ///< one per row: key = 8 · that of the loop + row

  void clear();
  /// The contacts keep their places: they are many, and written anew one by one.
  void clear_but_contacts();
  /// Adds the entries of another; sort_memory() is to follow.
  void append(const ConstraintMemory& other);
};

/// Fills base from an island. h: step [s]. memory may be empty. Contacts whose normal row is zero
/// (nothing can move along it) are left out. Does not touch base.id and base.tolerance. Bias,
/// compliance and μ: docs/theory/problem-form.md.
CARDAN_API void assemble_base_problem(const Island& island, const ConstraintSet& constraints,
                                      const std::vector<Tree>& trees,
                                      const ConstraintMemory& memory, const ConstraintRules& rules,
                                      double h, BaseProblem& base);

/// J v⁺ of a row [m/s, rad/s], without the bias and the compliance that u holds as well.
double plain_velocity(const BaseProblem& base, const double* lambda_C, const double* u_C, int row);

/// z0 += Yᵀ λ_C, tree by tree: z[tree] points to the whitened velocity change of each tree (nv).
/// z_island: Yᵀ λ_C as compute_base_velocity leaves it (Y.cols).
CARDAN_API void add_impulses(const BaseProblem& base, const double* z_island,
                             const std::vector<double*>& z);

/// Entries of this island for the next step's memory, from λ_C and u_C, of all rows but those that
/// ContactAnswer has (keys need not be sorted here).
CARDAN_API void remember_other_rows(const BaseProblem& base, const ConstraintSet& constraints,
                                    const double* lambda_C, const double* u_C,
                                    ConstraintMemory& out);

/// Sorts every list by (key_high, key); call once after all islands.
CARDAN_API void sort_memory(ConstraintMemory& memory);

}  // namespace cardan
