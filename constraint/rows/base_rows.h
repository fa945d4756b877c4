#pragma once

#include "constraint/memory_key.h"
#include "constraint/rows/base_problem.h"

/// Functions that make up assemble_base_problem.
namespace cardan {

/// S and bias of a row that keeps a gap open.
struct GapLaw {
  double S = 0;
  double bias = 0;  ///< bias of the row [m/s, rad/s]
};

/// Inputs for the computation of rows.
struct RowInputs {
  const ConstraintSet& constraints;
  const std::vector<Tree>& trees;
  const ConstraintMemory& memory;
  const ConstraintRules& rules;
  double h = 0;  ///< step [s]
  double most_compliance =
      std::numeric_limits<double>::infinity();  ///< upper bound of the default S_nn

  /// Returns the law that keeps a gap [m, rad] ≥ 0 for a row with |Y_i|² = Y_ii. The bias is φ/h if
  /// the gap is open. If it is violated, the row's own law or that of the stabilisation applies.
  GapLaw gap_law(double gap, const Compliance& own, double Y_ii) const;
};

/// Variant of assemble_base_problem whose inputs are in one struct.
void assemble_base_problem(const RowInputs& inputs, const Island& island, BaseProblem& base);

/// Data for the rows of one island during assembly.
struct BaseAssembly : RowInputs {
  BaseProblem& base;

  /// Returns the first column of a tree of the island.
  int column_of(int tree) const;

  /// Returns Y z0 of the last row, the contribution of the free motion to J v.
  double free_velocity_of_last_row() const;
};

/// Returns the bias erp (φ + slop)/h of a violated gap φ ≤ 0, bounded by max_speed [m/s, rad/s].
double push_out_bias(const Stabilization& stabilization, double gap, double h);

/// Copies the data of the step and the rules into the base.
void write_rules(const RowInputs& inputs, BaseProblem& base);

/// Removes all rows and sets the number of columns.
void clear_base_rows(int columns, BaseProblem& base);

/// Resizes the base for a number of contacts with three rows each, without clearing it. The values
/// of the last step are overwritten later, so the call costs nothing if an island keeps its size.
void size_contact_rows(std::size_t contacts, BaseProblem& base);

/// Finds the entry of a key in a sorted list. Returns null if there is none. Checks the index
/// `likely` first.
const ConstraintMemory::Entry* find_memory(const std::vector<ConstraintMemory::Entry>& entries,
                                           const MemoryKey& key, std::size_t likely = 0);

/// Returns the memory key of one row of a loop.
inline std::uint64_t loop_row_key(std::uint64_t loop, int row) {
  return 8 * loop + static_cast<std::uint64_t>(row);
}

/// Returns the law of the contact's own spring and damper over a step of h [s]. The law is rigid if
/// the contact has no spring.
Compliance contact_law(const ContactSurface& surface, double h);

/// Adds the three rows of a contact, unless nothing can move along its normal.
void add_contact_rows(const BaseAssembly& assembly, int contact);

/// Adds the three rows of a contact whose movable bodies are isotropic. Returns false, without
/// writing, for other contacts.
bool add_isotropic_rows(const BaseAssembly& assembly, int contact);

/// Writes the base problem of an island of one isotropic body with one contact on a fixed body. The
/// problem equals that of the general assembly. Returns false, without writing, for other islands
/// and if the contact has no rows.
bool assemble_isotropic_contact(const BaseAssembly& assembly, const Island& island);

/// Adds the torsion and rolling rows of the contact of a block, if its surface has such friction.
void add_spin_rows(const BaseAssembly& assembly, int block);

void add_limit_row(const BaseAssembly& assembly, int limit);
void add_joint_friction_row(const BaseAssembly& assembly, int friction);
/// Adds the row of a motor. Adds nothing for a motor without gains.
void add_motor_row(const BaseAssembly& assembly, int motor);
/// Adds the rows of all loops of the island, except for redundant rows.
void add_loop_rows(const BaseAssembly& assembly, std::span<const int> loops);

/// The numbers of one base row, without its row of Y.
struct BaseRow {
  double b_free = 0, bias = 0;  ///< b = b_free + bias [m/s, rad/s]
  double S = 0;
  double A_ii = 0;  ///< |Y_i|² + S
  double lambda_prev = 0, u_prev = 0;
};
inline void push_base_row(BaseProblem& base, const BaseRow& row, double prox_step) {
  base.b_free.push_back(row.b_free);
  base.b.push_back(row.b_free + row.bias);
  base.S.push_back(row.S);
  base.A_diag.push_back(row.A_ii);
  base.prox_step.push_back(prox_step);
  base.lambda_prev.push_back(row.lambda_prev);
  base.u_prev.push_back(row.u_prev);
}

}  // namespace cardan
