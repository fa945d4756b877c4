#pragma once

#include <span>
#include <vector>

#include "constraint/constraint_set.h"

namespace cardan {

/// Trees and constraints that are coupled in the current step, as indices into the list of trees
/// and into the ConstraintSet.
struct Island {
  std::span<const int> trees;  ///< trees in ascending order
  std::span<const int> contacts, limits, frictions, motors, loops;
};

/// The islands, found by union-find over the trees. Immovable bodies do not connect islands.
/// Islands are sorted by their lowest tree; a tree without constraints is in no island. Storage is
/// reused between steps.
class CARDAN_API IslandSet {
 public:
  /// Groups the trees that constraints connect. Allocates only while the lists grow.
  void find(int num_trees, const ConstraintSet& constraints);
  /// Removes all islands.
  void clear();
  int size() const { return static_cast<int>(islands_.size()); }
  const Island& operator[](int i) const { return islands_[i]; }
  /// Returns the index of the island that contains a tree, or −1 if there is none.
  int island_of(int tree) const { return island_of_tree_[tree]; }
  /// Number of contacts in all islands. A contact between two immovable bodies is in no island.
  std::size_t num_contacts() const { return contacts_.size(); }

 private:
  std::vector<int> parent_, island_of_tree_;
  std::vector<int> trees_, contacts_, limits_, frictions_, motors_, loops_;
  std::vector<int> offsets_;
  std::vector<Island> islands_;
};

}  // namespace cardan
