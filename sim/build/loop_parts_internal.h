#pragma once

#include <string>

#include "cardan/sim/world_internal.h"

/// Parts that are shared by the functions that add, close and remove loops.
namespace cardan {

/// Name of the model of an end.
inline std::string model_of(const std::string& end) { return end.substr(0, end.find('/')); }

/// True for a loop that ties a base to its script. It excludes no contacts.
inline bool is_tie(const LoopRecord& record) { return record.id == LoopId{}; }

/// A length or an angle with three digits, for messages.
std::string rounded_text(double x);

/// The shapes of the two bodies of a weld or point loop touch by construction: their contacts are
/// excluded while the loop exists.
void exclude_contacts(World::Impl& world, const LoopRecord& record);
void include_contacts(World::Impl& world, const LoopRecord& record);

}  // namespace cardan
