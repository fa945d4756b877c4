#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/mjcf_description.h"
#include "cardan/scene.h"

/// Functions for MJCF files that are added to a world with other models.
namespace cardan::mjcf {

/// Returns bits for the filter classes of a file. The first bit is that of ordinary models; the
/// others are not in `taken`. Throws Error if there are too few bits.
std::vector<std::uint32_t> free_class_bits(std::size_t count, std::uint32_t taken,
                                           const std::string& file);

/// Returns a prefix of material names that no material in the table has.
std::string free_surface_prefix(const MaterialTable& table, const std::string& wanted);

/// Adds notes about rules of the file that have no effect because the world has its own rules.
void note_scene_rules(const MjcfDescription& model, const WorldSpec& world, Scene& part);

}  // namespace cardan::mjcf
