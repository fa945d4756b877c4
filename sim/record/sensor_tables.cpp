#include "sim/record/sensor_tables.h"

#include "sim/data/world_impl.h"
#include "sim/record/recording_paths.h"

namespace cardan {

SensorTables::SensorTables(RowTables& rows, const World& world) : rows_(&rows) { follow(world); }

void SensorTables::open(const Sensor& sensor) {
  const std::string key = keys_.key_for(sensor.name()), path = sensor_group(key);
  Hdf5Writer& writer = rows_->writer();
  Columns columns{&sensor, path, &rows_->add(path + "/time", 1, "s"), {}};
  std::vector<std::string> names;
  for (const SensorQuantity& quantity : sensor.quantities()) {
    const std::string table = path + "/" + quantity.name;
    const std::string unit = quantity.unit.empty() ? "1" : quantity.unit;
    columns.quantities.push_back(
        &rows_->add(table, quantity.size, repeated_unit(unit, quantity.size)));
    writer.annotate(table, "components", joined_columns(quantity.components));
    names.push_back(quantity.name);
  }
  writer.write_fixed(path + "/kind", std::string(sensor.kind()));
  writer.write_fixed(path + "/quantities", names);
  writer.write_fixed(sensor_path(sensors_.size()), key);
  sensors_.push_back(std::move(columns));
}

void SensorTables::follow(const World& world) {
  for (Columns& columns : sensors_)
    columns.present = columns.present && !columns.sensor->is_removed();
  const auto& all = world.impl().sensor_faces;  // also those that were removed
  for (; known_ < all.size(); ++known_)
    if (!all[known_]->is_removed()) open(*all[known_]);
}

void SensorTables::add_row() {
  for (Columns& columns : sensors_) {
    if (!columns.present) {
      RowTables::add_absent(*columns.time, 1);
      for (RowTables::Table* table : columns.quantities) RowTables::add_absent(*table, 1);
      continue;
    }
    columns.time->add(columns.sensor->time());
    const std::span<const double> values = columns.sensor->values();
    const std::vector<SensorQuantity>& quantities = columns.sensor->quantities();
    for (std::size_t i = 0; i < quantities.size(); ++i)
      columns.quantities[i]->add(values.subspan(static_cast<std::size_t>(quantities[i].first),
                                                static_cast<std::size_t>(quantities[i].size)));
  }
}

}  // namespace cardan
