#pragma once

#include <vector>

#include "sim/data/world_impl.h"

/// Functions that keep the memory of the last step valid when the ranks of shapes or the numbers of
/// trees or loops change.
namespace cardan {

constexpr int kGone = -1;

/// Lists of new numbers, indexed by old number. Entries whose new number is kGone are dropped. An
/// empty list changes nothing.
struct NewNumbers {
  std::vector<int> ranks;  ///< new ranks of shapes
  int ranks_after = 0;     ///< number of shapes afterwards
  std::vector<int> trees, loops;
};

/// Renumbers the keys of a memory. Its lists stay sorted if the new numbers are ascending.
void renumber(const NewNumbers& numbers, ConstraintMemory& memory);

/// Returns the new numbers of 0, …, count − 1 after the number `gone` is removed. The entry of
/// `gone` is kGone.
std::vector<int> numbers_without(int count, int gone);

/// Forgets the impulses of all contacts of a model.
void forget_contacts_of(World::Impl& world, const ModelSetup& model);

/// Throws Error between begin_step and finish_step. what: name of the call, e.g. "set_gravity".
void require_between_steps(const World::Impl& world, const char* what);

/// Throws Error for a world of a Batch, because all worlds of a batch have the same models and
/// loops.
void refuse_in_batch(const World::Impl& world, const std::string& what);

}  // namespace cardan
