#pragma once

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/memory_key_internal.h"

/// The parts that assemble_base_problem is made of.
namespace cardan {

/// S and bias of a row that keeps a gap open.
struct GapLaw {
  double S = 0;
  double bias = 0;  ///< [m/s, rad/s]
};

/// Inputs that rows are made from.
struct RowInputs {
  const ConstraintSet& constraints;
  const std::vector<Tree>& trees;
  const ConstraintMemory& memory;
  const ConstraintRules& rules;
  double h = 0;                                                      ///< [s]
  double most_compliance = std::numeric_limits<double>::infinity();  ///< S_nn of the default

  /// The law that keeps a gap [m, rad] ≥ 0, for a row with |Y_i|² = Y_ii: speculative φ/h
  /// when open; when violated the row's own law, or that of the stabilisation.
  GapLaw gap_law(double gap, const Compliance& own, double Y_ii) const;
};

/// Data that every row of one island needs while it is assembled.
struct BaseAssembly : RowInputs {
  BaseProblem& base;

  /// First column of a tree of the island.
  int column_of(int tree) const;

  /// Y z0 of the row pushed last: what the free motion adds to J v.
  double free_velocity_of_last_row() const;
};

/// erp (φ + slop)/h, bounded by max_speed, of a violated gap φ ≤ 0 [m/s, rad/s].
double push_out_bias(const Stabilization& stabilization, double gap, double h);

/// Writes the data of the step and its rules that the base keeps.
void write_rules(const RowInputs& inputs, BaseProblem& base);

/// No rows, and columns as given.
void clear_base_rows(int columns, BaseProblem& base);

/// As many contacts with three rows each, whatever stands there: what the last step left is
/// written over, which costs nothing where an island keeps its size.
void size_contact_rows(std::size_t contacts, BaseProblem& base);

/// The memory of a key in a sorted list, null if there is none; looked for first at `likely`.
const ConstraintMemory::Entry* find_memory(const std::vector<ConstraintMemory::Entry>& entries,
                                           const MemoryKey& key, std::size_t likely = 0);

/// Key of one row of a loop in the memory.
inline std::uint64_t loop_row_key(std::uint64_t loop, int row) {
  return 8 * loop + static_cast<std::uint64_t>(row);
}

/// The contact's own spring and damper over a step of h [s], rigid where it has none.
Compliance contact_law(const ContactSurface& surface, double h);

/// Three rows of a contact, unless nothing can move along its normal.
void add_contact_rows(const BaseAssembly& assembly, int contact);

/// Three rows of a contact between isotropic bodies, or of one with a fixed body. False, and
/// nothing is written: the contact is another.
bool add_isotropic_rows(const BaseAssembly& assembly, int contact);

/// The base problem of an isotropic body with one contact on a fixed body, as the general parts
/// write it. False, and nothing is written: the island is another, or its contact has no rows.
bool assemble_isotropic_contact(const BaseAssembly& assembly, const Island& island);

/// Torsion and rolling of the contact of a block; nothing where the surface has none.
void add_spin_rows(const BaseAssembly& assembly, int block);

void add_limit_row(const BaseAssembly& assembly, int limit);
void add_joint_friction_row(const BaseAssembly& assembly, int friction);
/// Nothing for a motor without gains.
void add_motor_row(const BaseAssembly& assembly, int motor);
/// The rows of all loops of the island but those that follow from the rows before.
void add_loop_rows(const BaseAssembly& assembly, std::span<const int> loops);

/// S_nn by which a contact gives way by kMostDefaultDepth under the weight of all of the island:
/// the default compliance is no larger, whatever the ratio of the masses [1/kg].
double most_default_compliance(const RowInputs& inputs, const Island& island);

/// Numbers of one base row beside Y.
struct BaseRow {
  double b_free = 0, bias = 0;  ///< b = b_free + bias [m/s, rad/s]
  double S = 0;
  double A_ii = 0;  ///< |Y_i|² + S
  double lambda_prev = 0, u_prev = 0;
};
inline void push_base_row(BaseProblem& base, const BaseRow& row, double step) {
  base.b_free.push_back(row.b_free);
  base.b.push_back(row.b_free + row.bias);
  base.S.push_back(row.S);
  base.A_diag.push_back(row.A_ii);
  base.step.push_back(step);
  base.lambda_prev.push_back(row.lambda_prev);
  base.u_prev.push_back(row.u_prev);
}

}  // namespace cardan
