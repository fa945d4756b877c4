#include "constraint/island.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "constraint/rows/row_sides.h"

namespace cardan {

namespace {

/// A tree on which rows between two bodies act; -1 if both bodies are immovable.
int tree_of(const BodyRef& a, const BodyRef& b) {
  if (movable(a)) return a.tree;
  return movable(b) ? b.tree : -1;
}

int tree_of(const ContactConstraint& contact) { return tree_of(contact.a, contact.b); }
int tree_of(const LoopConstraint& loop) { return tree_of(loop.a, loop.b); }

template <class JointRow>
int tree_of(const JointRow& row) {
  return row.tree;
}

/// Root of a set, with path halving [Tarjan 1975].
int find_root(std::vector<int>& parent, int i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

/// Joins two sets under the lower root. Every root is then the lowest tree of its island, and the
/// order is deterministic.
void unite(std::vector<int>& parent, int i, int j) {
  i = find_root(parent, i);
  j = find_root(parent, j);
  if (i > j) std::swap(i, j);
  parent[j] = i;
}

/// Stable counting sort of items by island, without items of island -1. offsets: islands + 1
/// entries afterwards.
void group(const std::vector<int>& island_of, int islands, std::vector<int>& items,
           std::vector<int>& offsets) {
  const int n = static_cast<int>(island_of.size());
  offsets.assign(islands + 2, 0);
  for (const int island : island_of) {
    if (island >= 0) ++offsets[island + 2];
  }
  for (int k = 2; k < islands + 2; ++k) offsets[k] += offsets[k - 1];
  items.resize(offsets[islands + 1]);
  for (int i = 0; i < n; ++i) {
    if (island_of[i] >= 0) items[offsets[island_of[i] + 1]++] = i;
  }
}

/// The indices 0 … n − 1.
std::span<const int> list_all(std::size_t n, std::vector<int>& items) {
  items.resize(n);
  for (std::size_t i = 0; i < n; ++i) items[i] = static_cast<int>(i);
  return items;
}

/// Indices of the rows that act on a tree.
template <class Row>
std::span<const int> list_movable(const std::vector<Row>& rows, std::vector<int>& items) {
  items.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (tree_of(rows[i]) >= 0) items.push_back(static_cast<int>(i));
  }
  return items;
}

/// Reserves room for the usual number of contacts, so that a new maximum rarely allocates.
void reserve_usual(int num_trees, std::vector<int>& items) {
  constexpr std::size_t kUsualContacts = 16;  // per tree
  items.reserve(kUsualContacts * static_cast<std::size_t>(num_trees));
}

}  // namespace

void IslandSet::clear() {
  islands_.clear();
  contacts_.clear();
  std::fill(island_of_tree_.begin(), island_of_tree_.end(), -1);
}

void IslandSet::find(int num_trees, const ConstraintSet& constraints) {
  if (num_trees == 1) {  // all constraints form one island
    const Island island{list_all(1, trees_),
                        list_movable(constraints.contacts, contacts_),
                        list_all(constraints.limits.size(), limits_),
                        list_all(constraints.frictions.size(), frictions_),
                        list_all(constraints.motors.size(), motors_),
                        list_movable(constraints.loops, loops_)};
    const std::size_t rows = island.contacts.size() + island.limits.size() +
                             island.frictions.size() + island.motors.size() + island.loops.size();
    islands_.assign(rows > 0 ? 1 : 0, island);
    island_of_tree_.assign(1, rows > 0 ? 0 : -1);
    return;
  }
  // Contacts and loops between two movable bodies join the sets of their trees. Trees with a
  // constraint of their own are marked.
  constexpr int kNone = -1, kConstrained = -2;
  reserve_usual(num_trees, parent_);  // also holds one entry per contact later
  reserve_usual(num_trees, contacts_);
  parent_.resize(num_trees);
  for (int i = 0; i < num_trees; ++i) parent_[i] = i;
  island_of_tree_.assign(num_trees, kNone);
  const auto mark = [&](const auto& rows) {
    for (const auto& row : rows) {
      const int tree = tree_of(row);
      if (tree >= 0) island_of_tree_[tree] = kConstrained;
    }
  };
  const auto join = [&](const auto& rows) {
    for (const auto& row : rows) {
      assert(row.a.tree < num_trees && row.b.tree < num_trees);
      const bool a = movable(row.a), b = movable(row.b);
      if (a || b) island_of_tree_[a ? row.a.tree : row.b.tree] = kConstrained;
      if (a && b) unite(parent_, row.a.tree, row.b.tree);
    }
  };
  join(constraints.contacts);
  join(constraints.loops);
  mark(constraints.limits);
  mark(constraints.frictions);
  mark(constraints.motors);

  // Sets with at least one constraint become islands, ordered by their lowest tree, the root.
  for (int i = 0; i < num_trees; ++i) {
    if (island_of_tree_[i] == kConstrained) island_of_tree_[find_root(parent_, i)] = kConstrained;
  }
  int islands = 0;
  for (int i = 0; i < num_trees; ++i) {
    const int root = find_root(parent_, i);
    if (root != i) {
      island_of_tree_[i] = island_of_tree_[root];
    } else if (island_of_tree_[i] == kConstrained) {
      island_of_tree_[i] = islands++;
    }
  }

  islands_.resize(islands);
  const auto distribute = [&](const std::vector<int>& island_of, std::vector<int>& items,
                              std::span<const int> Island::*member) {
    group(island_of, islands, items, offsets_);
    for (int k = 0; k < islands; ++k) {
      const int begin = offsets_[k];
      islands_[k].*
          member = {items.data() + begin, static_cast<std::size_t>(offsets_[k + 1] - begin)};
    }
  };
  std::vector<int>& island_of_row = parent_;  // reused
  const auto distribute_rows = [&](const auto& rows, std::vector<int>& items,
                                   std::span<const int> Island::*member) {
    if (rows.empty()) {
      items.clear();
      for (Island& island : islands_) island.*member = {};
      return;
    }
    island_of_row.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const int tree = tree_of(rows[i]);
      island_of_row[i] = tree < 0 ? kNone : island_of_tree_[tree];
    }
    distribute(island_of_row, items, member);
  };
  distribute(island_of_tree_, trees_, &Island::trees);
  distribute_rows(constraints.contacts, contacts_, &Island::contacts);
  distribute_rows(constraints.limits, limits_, &Island::limits);
  distribute_rows(constraints.frictions, frictions_, &Island::frictions);
  distribute_rows(constraints.motors, motors_, &Island::motors);
  distribute_rows(constraints.loops, loops_, &Island::loops);
}

}  // namespace cardan
