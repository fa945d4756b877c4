#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/data/world_impl.h"

namespace cardan {

/// A model, or one of its links, found by name.
struct ShapeOwner {
  int model = -1;         ///< index into WorldModel::models
  bool is_whole = false;  ///< true if the owner is the model with all its links
  std::string_view link;

  bool holds(int model_index, const ShapeInstance& shape) const {
    return model_index == model && (is_whole || shape.link == link);
  }
};

/// Looks up MODEL or MODEL/LINK. Names chosen by a program may contain a '/'. Throws an Error
/// "unknown …" that contains `where` and the nearest known name.
ShapeOwner require_owner(const World::Impl& world, std::string_view name, const std::string& where);

}  // namespace cardan
