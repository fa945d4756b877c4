#include "sim/record/contact_tables.h"

#include "cardan/model_spec.h"
#include "sim/record/recording_paths.h"

namespace cardan {

ContactTables::ContactTables(Hdf5Writer& writer) : writer_(&writer) {
  const auto open = [&](const char* name, int width, const char* unit) {
    const std::string path = contact_path(name);
    WaitingTable<double> table{writer.make_series(path, width), {}};
    writer.annotate(path, "units", repeated_unit(unit, width));
    return table;
  };
  sides_ = open("sides", 2, "1");
  states_ = open("state", 1, "1");
  points_ = open("point", 3, "m");
  normals_ = open("normal", 3, "1");
  forces_ = open("force", 3, "N");
  gaps_ = open("phi", 1, "m");
}

double ContactTables::number_of(std::string_view model, std::string_view link) {
  std::string name(model);
  if (!link.empty()) name.append("/").append(link);
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return static_cast<double>(found->second);
  const std::size_t number = numbers_.size();
  writer_->write_fixed(contact_name_path(number), name);
  numbers_.emplace(std::move(name), number);
  return static_cast<double>(number);
}

void ContactTables::add_row(std::span<const ContactInfo> contacts) {
  for (const ContactInfo& contact : contacts) {
    sides_.add(number_of(contact.model_a, contact.link_a));
    sides_.add(number_of(contact.model_b, contact.link_b));
    states_.add(static_cast<double>(contact.state));
    points_.add({contact.point.data(), 3});
    normals_.add({contact.normal.data(), 3});
    forces_.add({contact.force.data(), 3});
    gaps_.add(contact.phi);
  }
}

void ContactTables::flush() {
  for (auto* table : {&sides_, &states_, &points_, &normals_, &forces_, &gaps_}) table->flush();
}

}  // namespace cardan
