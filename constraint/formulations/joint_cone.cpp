#include "constraint/formulations/joint_cone.h"

namespace cardan {

void JointCones::collect(const BaseProblem& base) {
  rows_.clear();
  start_.assign(1, 0);
  // Torsion and rolling blocks follow after all contacts, in the order of the contacts.
  std::size_t spin = base.num_contacts;
  for (int contact = 0; contact < base.num_contacts; ++contact) {
    const BaseBlock& source = base.blocks[contact];
    for (int k = 0; k < source.dim; ++k) rows_.push_back({source.row + k, 1});
    for (; spin < base.blocks.size() && base.blocks[spin].contact == contact; ++spin) {
      const BaseBlock& block = base.blocks[spin];
      if (!(source.mu > 0)) continue;
      for (int k = 0; k < block.dim; ++k) rows_.push_back({block.row + k, block.mu / source.mu});
    }
    start_.push_back(static_cast<int>(rows_.size()));
  }
}

double cone_prox_step(const BaseProblem& base, std::span<const ConeRow> rows) {
  double sum = 0;
  for (const ConeRow& row : rows) sum += row.scale * row.scale * base.A_diag[row.base_row];
  return static_cast<double>(rows.size()) / sum;
}

}  // namespace cardan
