#pragma once

#include <string>
#include <vector>

#include "sweep/plan.h"
#include "sweep/row_index.h"

namespace cardan::app {

/// Files of a merge; "": not written.
struct MergeFiles {
  std::string csv, hdf5, provenance;
};

/// Writes the rows in the order of the cells. CSV and HDF5 contain only what the cells determine,
/// so they do not depend on which process computed a row, or when. Memory does not grow with the
/// number of rows. Throws Error.
void merge_rows(const Plan& plan, const RowIndex& rows, const MergeFiles& files);

/// Cells with two different results, rows of several processors or programs: one line each, none if
/// all is well.
std::vector<std::string> merge_remarks(const Plan& plan, const RowIndex& rows);

}  // namespace cardan::app
