#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/dynamics/mjcf/mjcf_description.h"
#include "cardan/scene/scene.h"

/// MJCF files among other models.
namespace cardan::mjcf {

/// Bits for the classes of filters of a file. The first is that of usual models; the others are not
/// in `taken`. Throws Error if there are too few.
std::vector<std::uint32_t> free_class_bits(std::size_t count, std::uint32_t taken,
                                           const std::string& file);

/// A prefix of names of materials, which no material of the table has.
std::string free_surface_prefix(const MaterialTable& table, const std::string& wanted);

/// Notes which rules of the file have no effect, because the world has its own.
void note_scene_rules(const MjcfDescription& model, const WorldSpec& world, Scene& part);

}  // namespace cardan::mjcf
