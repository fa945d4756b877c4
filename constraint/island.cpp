#include "cardan/constraint/island.h"

#include <cassert>
#include <utility>

#include "cardan/constraint/row_sides_internal.h"

namespace cardan {

namespace {

/// A tree that rows between two bodies act on, -1 if both are immovable.
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

/// The lower root wins, so that every root is the lowest tree of its island and the order is
/// deterministic.
void unite(std::vector<int>& parent, int i, int j) {
  i = find_root(parent, i);
  j = find_root(parent, j);
  if (i > j) std::swap(i, j);
  parent[j] = i;
}

/// Stable counting sort of items 0..n-1 by island; items of island -1 are left out.
/// offsets: islands + 1 entries afterwards.
template <class IslandOf>
void group(int n, int islands, IslandOf island_of, std::vector<int>& items,
           std::vector<int>& offsets) {
  offsets.assign(islands + 2, 0);
  for (int i = 0; i < n; ++i) {
    if (island_of(i) >= 0) ++offsets[island_of(i) + 2];
  }
  for (int k = 2; k < islands + 2; ++k) offsets[k] += offsets[k - 1];
  items.resize(offsets[islands + 1]);
  for (int i = 0; i < n; ++i) {
    if (island_of(i) >= 0) items[offsets[island_of(i) + 1]++] = i;
  }
}

}  // namespace

void IslandSet::find(int num_trees, const ConstraintSet& constraints) {
  // Sets of trees: contacts and loops between two movable bodies join theirs.
  parent_.resize(num_trees);
  for (int i = 0; i < num_trees; ++i) parent_[i] = i;
  const auto join = [&](const auto& rows) {
    for (const auto& row : rows) {
      assert(row.a.tree < num_trees && row.b.tree < num_trees);
      if (movable(row.a) && movable(row.b)) unite(parent_, row.a.tree, row.b.tree);
    }
  };
  join(constraints.contacts);
  join(constraints.loops);

  // Sets with at least one constraint become islands, numbered by their lowest tree.
  constexpr int kNone = -1, kConstrained = -2;
  island_of_tree_.assign(num_trees, kNone);
  const auto mark = [&](const auto& rows) {
    for (const auto& row : rows) {
      const int tree = tree_of(row);
      if (tree >= 0) island_of_tree_[find_root(parent_, tree)] = kConstrained;
    }
  };
  mark(constraints.contacts);
  mark(constraints.limits);
  mark(constraints.frictions);
  mark(constraints.motors);
  mark(constraints.loops);
  int islands = 0;
  for (int i = 0; i < num_trees; ++i) {
    const int root = find_root(parent_, i);
    if (root == i && island_of_tree_[i] == kConstrained) island_of_tree_[i] = islands++;
    if (root != i) island_of_tree_[i] = island_of_tree_[root];
  }

  islands_.resize(islands);
  const auto island_of_tree = [&](int tree) { return island_of_tree_[tree]; };
  const auto distribute = [&](int n, auto island_of, std::vector<int>& items,
                              std::span<const int> Island::*member) {
    if (n == 0) {
      for (Island& island : islands_) island.*member = {};
      return;
    }
    group(n, islands, island_of, items, offsets_);
    for (int k = 0; k < islands; ++k) {
      const int begin = offsets_[k];
      islands_[k].*
          member = {items.data() + begin, static_cast<std::size_t>(offsets_[k + 1] - begin)};
    }
  };
  const auto distribute_rows = [&](const auto& rows, std::vector<int>& items,
                                   std::span<const int> Island::*member) {
    const auto island_of = [&](int i) {
      const int tree = tree_of(rows[i]);
      return tree < 0 ? kNone : island_of_tree_[tree];
    };
    distribute(static_cast<int>(rows.size()), island_of, items, member);
  };
  distribute(num_trees, island_of_tree, trees_, &Island::trees);
  distribute_rows(constraints.contacts, contacts_, &Island::contacts);
  distribute_rows(constraints.limits, limits_, &Island::limits);
  distribute_rows(constraints.frictions, frictions_, &Island::frictions);
  distribute_rows(constraints.motors, motors_, &Island::motors);
  distribute_rows(constraints.loops, loops_, &Island::loops);
}

}  // namespace cardan
