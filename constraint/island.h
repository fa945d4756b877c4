#pragma once

#include <span>
#include <vector>

#include "cardan/constraint/constraint_set.h"

namespace cardan {

/// Trees and constraints coupled in this step: indices into the trees and into the ConstraintSet.
struct Island {
  std::span<const int> trees;  ///< ascending
  std::span<const int> contacts, limits, frictions, motors, loops;
};

/// Union-find over trees; immovable bodies do not join. Islands come sorted by their lowest tree; a
/// tree without any constraint is in none. Storage is reused from step to step.
class CARDAN_API IslandSet {
 public:
  void find(int num_trees, const ConstraintSet& constraints);
  /// No islands, until the next find().
  void clear();
  int size() const { return static_cast<int>(islands_.size()); }
  const Island& operator[](int i) const { return islands_[i]; }
  /// −1: none.
  int island_of(int tree) const { return island_of_tree_[tree]; }
  /// Number over all islands: a contact of two things that nothing can move is in none.
  std::size_t num_contacts() const { return contacts_.size(); }

 private:
  std::vector<int> parent_, island_of_tree_;
  std::vector<int> trees_, contacts_, limits_, frictions_, motors_, loops_;
  std::vector<int> offsets_;
  std::vector<Island> islands_;
};

}  // namespace cardan
