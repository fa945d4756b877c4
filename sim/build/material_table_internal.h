#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/sim/spec.h"

namespace cardan {

/// Returns the traits that contacts of a material may add to the problems, for any other material
/// in the pair.
SurfaceTraits operator|(const SurfaceTraits& a, const SurfaceTraits& b);
SurfaceTraits traits_of(const MaterialSpec& material);
SurfaceTraits traits_of(const MaterialTable& table);

/// All surfaces of a world and their combinations, computed once at setup.
class MaterialCombiner {
 public:
  explicit MaterialCombiner(const MaterialTable& table);

  /// Adds a named material, overridden by the surface data of a shape (URDF), and returns its
  /// index. Throws Error for an unknown name.
  int add(const std::string& name, const MaterialRecord& own, bool own_wins);

  /// Returns the name of a material. Throws Error if the name is unknown.
  const std::string& known_name(const std::string& name) const;

  const MaterialSpec& material(int i) const { return entries_[i].material; }

  /// Returns a copy with new values for a named material. Indices keep their meaning.
  MaterialCombiner with(const std::string& name, const MaterialSpec& material) const;

  /// Returns a copy with more materials and pairs. Indices keep their meaning. Throws Error for a
  /// pair of unknown materials.
  MaterialCombiner with(const MaterialTable& more) const;

  /// Returns the surface for a pair of material indices. The order of the two does not matter.
  const ContactSurface& pair(int i, int j) const { return surfaces_[i * stride_ + j]; }

  /// True if the surface of any material moves relative to its body, as on a conveyor belt.
  bool has_belts() const { return has_belts_; }

 private:
  struct Entry {
    std::string name;
    MaterialSpec material;
    std::optional<MaterialRecord>
        own;  ///< surface data of a shape, if they override the named material
  };
  int count() const { return static_cast<int>(entries_.size()); }
  ContactSurface combine(const Entry& a, const Entry& b) const;
  void combine_all();
  /// Combines material k with itself and with the materials before it.
  void combine_new(int k);

  MaterialTable table_;
  std::vector<Entry> entries_;
  int stride_ = 0;                        ///< number of columns of the table
  std::vector<ContactSurface> surfaces_;  ///< of the pair (i, j) at i * stride_ + j
  bool has_belts_ = false;
};

}  // namespace cardan
