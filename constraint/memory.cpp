#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "constraint/contact_answer.h"
#include "constraint/rows/base_rows.h"

namespace cardan {

const ConstraintMemory::Entry* find_memory(const std::vector<ConstraintMemory::Entry>& entries,
                                           const MemoryKey& key, std::size_t likely) {
  const auto is = [&](const ConstraintMemory::Entry& entry) { return is_same_key(entry, key); };
  // Duplicate keys give the first entry, as the search does: contacts of a swept sphere with one
  // surface share their key.
  const bool stands_there =
      likely < entries.size() && is(entries[likely]) && (likely == 0 || !is(entries[likely - 1]));
  if (stands_there) return &entries[likely];
  const auto it =
      std::lower_bound(entries.begin(), entries.end(), key,
                       [](const auto& entry, const auto& k) { return precedes(entry, k); });
  return it != entries.end() && is(*it) ? &*it : nullptr;
}

double plain_velocity(const BaseProblem& base, const double* lambda_C, const double* u_C, int row) {
  return u_C[row] - base.S[row] * lambda_C[row] - (base.b[row] - base.b_free[row]);
}

ContactAnswer contact_answer(const BaseProblem& base, const BaseBlock& block,
                             const ContactConstraint& contact, const double* lambda_C,
                             const double* u_C) {
  Vector3 u;
  for (int k = 0; k < 3; ++k) u[k] = plain_velocity(base, lambda_C, u_C, block.row + k);
  ContactAnswer answer = answer_of_rows(contact, lambda_C + block.row, u_C + block.row, u,
                                        base.A_diag[block.row], block.mu);
  if (base.level == RowLevel::kAcceleration) {  // u is h times an acceleration
    answer.slip[0] = u[1];
    answer.slip[1] = u[2];
  }
  return answer;
}

ConstraintMemory::Entry memory_of(const ContactConstraint& contact, const ContactAnswer& answer) {
  ConstraintMemory::Entry entry;
  entry.key = contact.key;
  entry.key_high = contact.key_high;
  Eigen::Map<Vector3>(entry.lambda) = answer.impulse;
  Eigen::Map<Vector3>(entry.u) = answer.velocity;
  Eigen::Map<Vector3>(entry.normal) = contact.normal;
  entry.slip = std::sqrt(answer.slip[0] * answer.slip[0] + answer.slip[1] * answer.slip[1]);
  return entry;
}

namespace {

/// Entry of a torsion or rolling block: moment and spin.
ConstraintMemory::Entry spin_entry(const BaseProblem& base, const BaseBlock& block,
                                   const ContactConstraint& contact, const double* lambda_C,
                                   const double* u_C) {
  ConstraintMemory::Entry entry;
  entry.key = contact.key;
  entry.key_high = contact.key_high;
  Eigen::Map<Vector3> lambda(entry.lambda), u(entry.u);
  int row = block.row;
  for (int k = 0; k < 3; ++k) {
    if ((block.present_rows >> k & 1u) == 0) continue;
    lambda += lambda_C[row] * contact.axis(k);
    u += plain_velocity(base, lambda_C, u_C, row) * contact.axis(k);
    ++row;
  }
  Eigen::Map<Vector3>(entry.normal) = contact.normal;
  return entry;
}

std::vector<ConstraintMemory::Entry>& joint_list(BaseBlockKind kind, ConstraintMemory& memory) {
  switch (kind) {
    case BaseBlockKind::kLimit:
      return memory.limits;
    case BaseBlockKind::kJointFriction:
      return memory.frictions;
    case BaseBlockKind::kLoop:
    case BaseBlockKind::kRope:
      return memory.loops;
    case BaseBlockKind::kTorsion:
      return memory.torsions;
    case BaseBlockKind::kRolling:
      return memory.rollings;
    default:
      return memory.motors;
  }
}

}  // namespace

void remember_other_rows(const BaseProblem& base, const ConstraintSet& constraints,
                         const double* lambda_C, const double* u_C, ConstraintMemory& out) {
  const std::span<const BaseBlock> blocks(base.blocks);
  for (const BaseBlock& block : blocks.subspan(base.num_contacts)) {
    if (block.contact >= 0) {
      const ContactConstraint& contact = constraints.contacts[block.constraint];
      joint_list(block.kind, out).push_back(spin_entry(base, block, contact, lambda_C, u_C));
      continue;
    }
    unsigned left = block.present_rows;
    for (int row = block.row; row < block.row + block.dim; ++row) {
      ConstraintMemory::Entry entry;
      entry.key = block.key;
      if (block.present_rows != 0) {
        entry.key = loop_row_key(block.key, std::countr_zero(left));
        left &= left - 1;
      }
      entry.lambda[0] = lambda_C[row];
      entry.u[0] = plain_velocity(base, lambda_C, u_C, row);
      joint_list(block.kind, out).push_back(entry);
    }
  }
}

namespace {

using EntryList = std::vector<ConstraintMemory::Entry> ConstraintMemory::*;
constexpr EntryList kLists[] = {&ConstraintMemory::contacts,  &ConstraintMemory::torsions,
                                &ConstraintMemory::rollings,  &ConstraintMemory::limits,
                                &ConstraintMemory::frictions, &ConstraintMemory::motors,
                                &ConstraintMemory::loops};

}  // namespace

void ConstraintMemory::clear() {
  contacts.clear();
  clear_but_contacts();
}

void ConstraintMemory::clear_but_contacts() {
  for (const EntryList list : kLists) {
    if (list != &ConstraintMemory::contacts) (this->*list).clear();
  }
}

void ConstraintMemory::append(const ConstraintMemory& other) {
  for (const EntryList list : kLists) {
    (this->*list).insert((this->*list).end(), (other.*list).begin(), (other.*list).end());
  }
}

void sort_memory(ConstraintMemory& memory) {
  // Keys are unique, so that std::sort gives the order of a stable sort without allocating.
  const auto before = [](const ConstraintMemory::Entry& x, const ConstraintMemory::Entry& y) {
    return precedes(x, y);
  };
  for (const EntryList list : kLists) {
    std::vector<ConstraintMemory::Entry>& entries = memory.*list;
    if (!std::is_sorted(entries.begin(), entries.end(), before)) {
      std::sort(entries.begin(), entries.end(), before);
    }
  }
}

}  // namespace cardan
