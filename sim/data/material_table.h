#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cardan/geometry.h"
#include "cardan/world_spec.h"
#include "constraint/formulation.h"

namespace cardan {

/// Returns the traits that contacts of a material may add to the problems, for any other material
/// in the pair.
SurfaceTraits operator|(const SurfaceTraits& a, const SurfaceTraits& b);
SurfaceTraits traits_of(const MaterialSpec& material);
SurfaceTraits traits_of(const MaterialTable& table);

/// All surfaces of a world and their combinations. The combinations of up to kMostCombined surfaces
/// are computed once at setup; those of more surfaces, whose table would grow with the square of
/// their number, at each request.
class MaterialCombiner {
 public:
  explicit MaterialCombiner(const MaterialTable& table);

  /// Adds a named material, overridden by the surface data of a shape (URDF), and returns its
  /// index. Throws Error for an unknown name.
  int add(const std::string& name, const MaterialRecord& own, bool own_wins);

  /// Adds materials and pairs with names that are not yet in use. The rule of `more` has no effect.
  /// Throws Error for a pair of unknown materials.
  void add(const MaterialTable& more);

  /// Returns the name of a material. Throws Error if the name is unknown.
  const std::string& known_name(const std::string& name) const;

  /// True if the table gives the surface of this pair of names, in either order.
  bool gives(const std::string& first, const std::string& second) const;

  const MaterialSpec& material(int i) const { return entries_[i].material; }

  /// Sets new values of a named material. Indices keep their meaning.
  void set(const std::string& name, const MaterialSpec& material);

  /// Writes the surface for a pair of material indices. The order of the two does not matter.
  void pair(int i, int j, ContactSurface& surface) const {
    if (!surfaces_.empty()) {
      surface = surfaces_[i * stride_ + j];
    } else {
      surface = combine(entries_[i], entries_[j]);
    }
  }

  /// True if the surface of any material moves relative to its body, as on a conveyor belt.
  bool has_belts() const { return belts_ > 0; }

 private:
  static constexpr int kMostCombined = 256;
  struct Named {
    int number = 0;
    MaterialSpec material;
    std::vector<int> entries;  ///< entries with this name
  };
  struct Entry {
    int name = 0;  ///< Named::number
    MaterialSpec material;
    std::optional<MaterialRecord>
        own;  ///< surface data of a shape, if they override the named material
  };
  using OwnBits = std::array<std::uint64_t, 7>;  ///< of the values of a MaterialRecord

  static OwnBits bits_of(const MaterialRecord& own);
  int count() const { return static_cast<int>(entries_.size()); }
  std::array<int, 2> pair_key(const std::string& first, const std::string& second) const;
  ContactSurface combine(const Entry& a, const Entry& b) const;
  void combine_all();
  /// Combines material k with itself and with the first `others` materials.
  void combine_with(int k, int others);

  PairRule rule_;
  std::map<std::string, Named> named_;
  std::map<std::array<int, 2>, ContactSurface> given_;  ///< by the numbers of two names, ascending
  std::vector<Entry> entries_;
  std::map<std::pair<int, OwnBits>, int> index_;  ///< entries by name and own surface data
  int stride_ = 0;                                ///< number of columns of the table
  std::vector<ContactSurface> surfaces_;  ///< of the pair (i, j) at i * stride_ + j, or empty
  int belts_ = 0;                         ///< number of entries with a surface velocity
};

}  // namespace cardan
