#pragma once

#include <deque>
#include <string>
#include <vector>

#include "cardan/world.h"
#include "sim/record/row_tables.h"

namespace cardan {

/// The tables of the moving models of a recording: joints, q, v, efforts and base pose of each
/// model. Models may be added and removed; the rows in which a model is absent are NaN.
class ModelTables {
 public:
  /// Creates the tables of the current models and lists their names.
  ModelTables(RowTables& rows, const World& world);

  /// Adapts the tables to the models that were added and removed since the last call.
  void follow(const World& world);
  void add_row();
  void flush();

 private:
  struct Columns {
    const Model* model = nullptr;
    std::string path;
    RowTables::Table *q = nullptr, *v = nullptr, *effort = nullptr, *position = nullptr,
                     *quaternion = nullptr;
    bool present = true;
    WaitingTable<std::uint64_t>* presence =
        nullptr;  ///< table of presence; null if the model is present in every row
  };

  Columns& open(const Model& model, const std::string& key);
  void add(const Model& model);
  void mark(Columns& columns, bool present);

  RowTables* rows_;
  UniqueKeys keys_;
  std::vector<Columns> models_;
  std::deque<WaitingTable<std::uint64_t>> presences_;  // a deque, so that addresses stay valid
  int known_ = 0;  // number of models of the world, including removed and static ones
  std::size_t added_ = 0;
};

}  // namespace cardan
