#pragma once

#include <string>
#include <vector>

#include "cardan/sensor.h"
#include "cardan/world.h"
#include "sim/record/row_tables.h"

namespace cardan {

/// The tables of the sensors of a recording: the time and the quantities of each sensor. Sensors
/// may be added and removed; rows without a reading are NaN.
class SensorTables {
 public:
  /// Creates the tables of the current sensors.
  SensorTables(RowTables& rows, const World& world);

  /// Adapts the tables to the sensors that were added and removed since the last call.
  void follow(const World& world);
  void add_row();

 private:
  struct Columns {
    const Sensor* sensor = nullptr;
    std::string path;
    RowTables::Table* time = nullptr;
    std::vector<RowTables::Table*> quantities;
    bool present = true;
  };

  void open(const Sensor& sensor);

  RowTables* rows_;
  UniqueKeys keys_;
  std::vector<Columns> sensors_;
  std::size_t known_ = 0;  ///< number of sensors of the world that were seen
};

}  // namespace cardan
