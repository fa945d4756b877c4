#pragma once

#include <string>
#include <vector>

#include "apps/sweep/plan.h"
#include "apps/sweep/row_index.h"

namespace cardan::app {

/// Files of a merge; "": not written.
struct MergeFiles {
  std::string csv, hdf5, provenance;
};

/// Writes the rows in the order of the cells. CSV and HDF5 contain only data that the cells
/// determine, so they do not depend on the process or the time at which a row was computed. Memory
/// does not grow with the number of rows. Throws Error.
void merge_rows(const Plan& plan, const RowIndex& rows, const MergeFiles& files);

/// One line each for cells with two different results, and for rows from several processors or
/// programs; empty if there are none.
std::vector<std::string> merge_remarks(const Plan& plan, const RowIndex& rows);

}  // namespace cardan::app
