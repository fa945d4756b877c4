#pragma once

#include <span>
#include <vector>

#include "cardan/constraint/base_problem.h"

/// Parts of rows that act between two bodies.
namespace cardan {

inline bool movable(const BodyRef& body) { return body.tree >= 0 && body.body >= 0; }

inline constexpr int kLanes = 4;  ///< rows whitened together; those that are not used are zero

/// Squared relative size of a row that is zero but for rounding.
inline constexpr double kZeroRow = 1e-24;

/// The whitened rows of one side on the path of its body.
struct Side {
  bool movable = false;
  int column = 0;                    ///< of its tree
  std::span<const int> path;         ///< freedoms, ascending
  std::vector<double>* y = nullptr;  ///< kLanes a freedom
  double size = 0;  ///< Σ (|S_lin|² + |S_ang|² |r|²) / D: what a row of this side could be

  int count() const { return movable ? static_cast<int>(path.size()) : 0; }
  int column_at(int e) const { return column + path[e]; }
};

/// The two sides added on the union of their paths, columns ascending: scratch.columns and
/// scratch.lanes. Whitening is linear, so the paths of two bodies of one tree may be whitened
/// apart. The contents of the sides are lost.
void merge_sides(const Side& a, const Side& b, BaseProblem::Scratch& scratch);

}  // namespace cardan
