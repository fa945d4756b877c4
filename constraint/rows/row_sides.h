#pragma once

#include <span>
#include <vector>

#include "constraint/rows/base_problem.h"

/// Rows between two bodies, which have one side per body.
namespace cardan {

/// True if the body is part of a tree and not its fixed base.
inline bool movable(const BodyRef& body) { return body.tree >= 0 && body.body >= 0; }

inline constexpr int kLanes = 4;  ///< number of rows whitened together; unused lanes are zero

/// A row is zero except for rounding if |Y_i|² is at most this fraction of its bound.
inline constexpr double kZeroRow = 1e-24;

/// The whitened rows of one side on the path of its body.
struct Side {
  bool movable = false;
  int column = 0;                    ///< first column of its tree
  std::span<const int> path;         ///< DoFs in ascending order
  std::vector<double>* y = nullptr;  ///< kLanes numbers per DoF
  double size = 0;  ///< Σ (|S_lin|² + |S_ang|² |r|²) / D, a bound of this side's |Y_i|²

  int count() const { return movable ? static_cast<int>(path.size()) : 0; }
  int column_at(int e) const { return column + path[e]; }
};

/// Adds the two sides on the union of their paths and writes the sum to scratch.columns (ascending)
/// and scratch.lanes. Whitening is linear, so the paths of two bodies of one tree are whitened
/// separately. Destroys the contents of the sides.
void merge_sides(const Side& a, const Side& b, BaseProblem::Scratch& scratch);

}  // namespace cardan
