#pragma once

#include <map>
#include <string>

#include "cardan/world.h"
#include "sim/record/row_tables.h"

namespace cardan {

/// The contacts of a recording. The contacts of row i follow those of row i − 1. The table
/// /contacts contains the number of contacts in each row.
class ContactTables {
 public:
  explicit ContactTables(Hdf5Writer& writer);

  void add_row(std::span<const ContactInfo> contacts);
  void flush();

 private:
  double number_of(std::string_view model, std::string_view link);

  Hdf5Writer* writer_;
  WaitingTable<double> sides_, states_, points_, normals_, forces_, gaps_;
  std::map<std::string, std::size_t> numbers_;  ///< numbers by MODEL or MODEL/LINK
};

}  // namespace cardan
