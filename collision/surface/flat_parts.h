#pragma once

#include <cstdint>
#include <vector>

#include "cardan/spatial.h"

namespace cardan {

/// Disjoint sets of triangles. Each set is named by its smallest triangle.
class TriangleSets {
 public:
  explicit TriangleSets(std::size_t count);

  std::uint32_t name_of(std::uint32_t t);
  void join(std::uint32_t s, std::uint32_t t);
  /// The names of all triangles.
  std::vector<std::uint32_t> names();

 private:
  std::vector<std::uint32_t> parent_;
};

/// The flat parts of a surface: connected triangles whose three edges are all flat. A convex shape
/// touches such a triangle only with its own corners, because all edges there lie between others.
class FlatParts {
 public:
  static constexpr int kNone = -1;

  FlatParts() = default;
  /// `sets` joins triangles over flat edges; inside[t] is 1 if all edges of triangle t are flat.
  /// Sets of a few triangles are left out, because testing these is cheaper.
  FlatParts(TriangleSets sets, const std::vector<char>& inside);

  int count() const { return static_cast<int>(first_.size()); }
  /// The part of a triangle, or kNone.
  int of(std::size_t t) const { return part_[t]; }
  /// The first triangle of a part.
  std::size_t first(int part) const { return first_[static_cast<std::size_t>(part)]; }

 private:
  std::vector<int> part_;
  std::vector<std::size_t> first_;
};

}  // namespace cardan
