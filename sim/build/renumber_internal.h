#pragma once

#include <vector>

#include "cardan/sim/world_internal.h"

/// Keeps the memory of the last step valid when ranks of shapes or numbers of trees or loops
/// change.
namespace cardan {

constexpr int kGone = -1;

/// New numbers by old number; kGone: entries with this number are dropped. An empty list changes
/// nothing.
struct NewNumbers {
  std::vector<int> ranks;  ///< new ranks of shapes
  int ranks_after = 0;     ///< number of shapes afterwards
  std::vector<int> trees, loops;
};

/// Renumbers the keys of a memory, whose lists stay sorted if the new numbers ascend.
void renumber(const NewNumbers& numbers, ConstraintMemory& memory);

/// New numbers of 0, …, count − 1 after `gone` is removed, whose entry is kGone.
std::vector<int> numbers_without(int count, int gone);

/// Forgets the impulses of all contacts of a model.
void forget_contacts_of(World::Impl& world, const ModelSetup& model);

/// Throws Error between begin_step and finish_step. what: "set_gravity"
void require_between_steps(const World::Impl& world, const char* what);

/// Throws Error for a world of a Batch, whose worlds have the same models and loops.
void refuse_in_batch(const World::Impl& world, const std::string& what);

/// Wakes all models and counts the motion of every tree as disturbed. For changes that affect every
/// model.
void disturb_all(World::Impl& world);

}  // namespace cardan
