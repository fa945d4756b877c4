#pragma once

#include <string>
#include <vector>

#include "cardan/core/hdf5_file_internal.h"
#include "cardan/sim/record/recording.h"

namespace cardan {

/// The tables of rows of a recording, with the names and units of their columns. models: groups of
/// the moving models.
std::vector<RecordedTable> list_tables(const Hdf5Reader& reader,
                                       const std::vector<std::string>& models);

/// Groups of the sensors of a recording.
std::vector<std::string> sensor_groups(const Hdf5Reader& reader);

}  // namespace cardan
