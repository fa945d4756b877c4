#pragma once

#include <string>

#include "sim/data/world_impl.h"

/// Helper functions that are shared by the functions that add, close and remove loops.
namespace cardan {

/// Returns the name of the model of a loop end.
inline std::string model_of(const std::string& end) { return end.substr(0, end.find('/')); }

/// True for a loop that ties a base to its script. Such a loop excludes no contacts.
inline bool is_tie(const LoopRecord& record) { return record.id == LoopId{}; }

/// Excludes the contacts between the two bodies of a weld or point loop while the loop exists,
/// because their shapes touch by construction.
void exclude_contacts(World::Impl& world, const LoopRecord& record);
void include_contacts(World::Impl& world, const LoopRecord& record);

}  // namespace cardan
