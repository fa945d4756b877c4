#pragma once

#include <iosfwd>
#include <string>

#include "cardan/sim/record/recording.h"

namespace cardan {

/// Writes all rows of a recording as one table of comma-separated values: the step, then the
/// columns of the world, then the columns of each model as MODEL/COLUMN and those of each sensor as
/// SENSOR/COLUMN. The header gives the unit of each column, e.g. "time [s]". Numbers have the
/// fewest digits that give the same double, and absent numbers are "nan".
CARDAN_API void write_csv(const Recording& recording, std::ostream& out);

/// Writes world.csv, contacts.csv, changes.csv, one model_NAME.csv per model and one
/// sensor_NAME.csv per sensor to a folder, which is created. Each file is written completely or not
/// at all. Throws Error for a folder that is not writable.
CARDAN_API void write_csv_folder(const Recording& recording, const std::string& folder);

}  // namespace cardan
