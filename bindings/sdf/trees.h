#pragma once

#include "bindings/sdf/read.h"

/// The joints of a model as trees and loops.
namespace cardan::sdformat {

inline constexpr const char* kWorld = "world";

/// Trees of the links of a model that moves.
///
/// Each link has at most one joint above it in a tree: the first of the file. Every further one,
/// and one that would close a circle, is a loop. A loop with freedoms moves a copy of the child,
/// which has an equal share of its inertia and is welded to it: masses and the freedoms of the
/// joint with their limits stay as they are.
class Trees {
 public:
  using Index = std::size_t;
  static constexpr Index kNone = static_cast<Index>(-1);
  static constexpr Index kFixed = static_cast<Index>(-2);  ///< root of all that the world holds

  /// model: has a link, and outlives the trees. A joint between unknown links is an error of the
  /// context.
  Trees(Context& context, const FlatModel& model);

  const FlatModel& model() const { return model_; }
  Index index(const std::string& link) const;
  /// The joint above a link, or null.
  const Joint* above(Index link) const { return parent_[link]; }
  /// Number of parts of the inertia of a link: one, and one for each copy.
  double shares(Index link) const { return shares_[link]; }
  /// The link at the top of its tree, or kFixed.
  Index root(Index link) const { return root_[link]; }
  /// The root of the tree that has the copy of the child of a loop.
  Index root_of_copy(const Joint& loop) const;
  const std::vector<const Joint*>& loops() const { return loops_; }
  /// The roots with the names of their models. The tree of the canonical link is the first and has
  /// the name of the model; others have the name of their root besides.
  const std::vector<std::pair<std::string, Index>>& names() const { return names_; }
  const std::string& name(Index root) const { return name_.at(root); }
  /// True if a link is fixed to the world by fixed joints alone.
  bool is_welded_to_world(Index link) const;
  /// Pose of a link, or of the world, in the frame of the model.
  RigidTransform pose(const std::string& link) const;

 private:
  void choose_parents(Context& context);
  Index top(Index link) const;
  void name_trees();
  void name_tree(Index root, Index first);

  const FlatModel& model_;
  std::vector<const Joint*> parent_;  ///< per link
  std::vector<double> shares_;        ///< per link
  std::vector<Index> root_;           ///< per link
  std::vector<const Joint*> loops_;
  std::map<Index, std::string> name_;
  std::vector<std::pair<std::string, Index>> names_;
};

/// True for a loop with freedoms, which moves a copy of its child.
bool has_copy(const Joint& loop);
std::string copy_name(const Joint& loop);

/// Adds the loops and gearboxes of a model whose trees are in the scene already, with these ends.
void add_loops(Context& context, const Trees& trees, const Ends& ends);

}  // namespace cardan::sdformat
