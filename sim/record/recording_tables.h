#pragma once

#include <string>
#include <vector>

#include "cardan/recording.h"
#include "core/hdf5_file.h"

namespace cardan {

/// Lists the tables of rows of a recording, with the names and units of their columns. models:
/// groups of the moving models.
std::vector<RecordedTable> list_tables(const Hdf5Reader& reader,
                                       const std::vector<std::string>& models);

/// Reads consecutive contacts. Throws Error if the tables of contacts disagree.
std::vector<RecordedContact> read_contacts_of(const Hdf5Reader& reader, std::int64_t first,
                                              std::int64_t count);
/// Returns the number of the first contact of each row (rows + 1 numbers). The list is empty for
/// recordings without contacts. Throws Error if a table of contacts ends too early.
std::vector<std::int64_t> contact_starts(const Hdf5Reader& reader, std::int64_t rows);

/// Returns the groups of the sensors of a recording.
std::vector<std::string> sensor_groups(const Hdf5Reader& reader);

}  // namespace cardan
