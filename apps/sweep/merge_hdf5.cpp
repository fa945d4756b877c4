#include "apps/sweep/merge_hdf5.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "apps/sweep/exact_text.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

constexpr std::size_t kRowsAtOnce = 8192;
constexpr std::size_t kHashWidth = 16;

}  // namespace

Hdf5Table::Hdf5Table(std::string file, const Plan& plan, std::size_t rows)
    : file_(std::move(file)),
      temporary_(file_ + ".partial-" + std::to_string(::getpid())),
      plan_(plan) {
  ::H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // our own errors are one line
  id_ = ::H5Fcreate(temporary_.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
  if (id_ < 0) fail("cannot create the file");
  cell_ = new_column(id_, "cell", H5T_NATIVE_UINT64, rows);
  status_ = new_text_column(id_, "status", 9, rows);
  state_hash_ = new_text_column(id_, "state_hash", kHashWidth, rows);
  const hid_t parameters = new_group("parameters"), metrics = new_group("metrics");
  for (std::size_t i = 0; i < plan.columns().size(); ++i) {
    const std::string& name = plan.columns()[i];
    std::size_t width = 1;
    bool numeric = true;
    for (const std::string& value : plan.listed_values(i)) {
      width = std::max(width, value.size());
      numeric = numeric && number_of(value);
    }
    numeric_.push_back(numeric);
    parameters_.push_back(numeric ? new_column(parameters, name, H5T_NATIVE_DOUBLE, rows)
                                  : new_text_column(parameters, name, width, rows));
  }
  for (const MetricSpec& metric : plan.study().metrics)
    metrics_.push_back(new_column(metrics, metric.name, H5T_NATIVE_DOUBLE, rows));
  ::H5Gclose(parameters);
  ::H5Gclose(metrics);
}

Hdf5Table::~Hdf5Table() {
  close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void Hdf5Table::fail(const std::string& what) const {
  throw Error(what, file_, "check the folder and its free space");
}

hid_t Hdf5Table::new_group(const std::string& name) const {
  const hid_t properties = ::H5Pcreate(H5P_GROUP_CREATE);
  ::H5Pset_obj_track_times(properties, false);
  const hid_t group = ::H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, properties, H5P_DEFAULT);
  ::H5Pclose(properties);
  if (group < 0) fail("cannot write the file");
  return group;
}

Hdf5Table::Column Hdf5Table::new_column(hid_t place, const std::string& name, hid_t type,
                                        std::size_t rows) const {
  std::string plain = name;
  std::replace(plain.begin(), plain.end(), '/', '|');
  const hsize_t size = rows;
  const hid_t space = ::H5Screate_simple(1, &size, nullptr);
  const hid_t properties = ::H5Pcreate(H5P_DATASET_CREATE);
  ::H5Pset_obj_track_times(properties, false);
  Column column;
  column.type = ::H5Tcopy(type);
  column.width = ::H5Tget_size(type);
  column.dataset =
      ::H5Dcreate2(place, plain.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ::H5Pclose(properties);
  ::H5Sclose(space);
  if (column.dataset < 0) fail("cannot write the column '" + name + "'");
  return column;
}

Hdf5Table::Column Hdf5Table::new_text_column(hid_t place, const std::string& name,
                                             std::size_t width, std::size_t rows) const {
  const hid_t type = ::H5Tcopy(H5T_C_S1);
  ::H5Tset_size(type, width);
  ::H5Tset_strpad(type, H5T_STR_NULLPAD);
  ::H5Tset_cset(type, H5T_CSET_UTF8);
  Column column = new_column(place, name, type, rows);
  ::H5Tclose(type);
  return column;
}

void Hdf5Table::put(Column& column, const void* value) const {
  const auto* bytes = static_cast<const char*>(value);
  column.waiting.insert(column.waiting.end(), bytes, bytes + column.width);
}

void Hdf5Table::put_text(Column& column, const std::string& text) const {
  std::string padded = text;
  padded.resize(column.width, '\0');
  put(column, padded.data());
}

void Hdf5Table::flush(Column& column, std::size_t end) {
  const hsize_t count = column.waiting.size() / column.width, start = end - count;
  if (count == 0) return;
  const hid_t file_space = ::H5Dget_space(column.dataset);
  ::H5Sselect_hyperslab(file_space, H5S_SELECT_SET, &start, nullptr, &count, nullptr);
  const hid_t memory_space = ::H5Screate_simple(1, &count, nullptr);
  const herr_t failed = ::H5Dwrite(column.dataset, column.type, memory_space, file_space,
                                   H5P_DEFAULT, column.waiting.data());
  ::H5Sclose(memory_space);
  ::H5Sclose(file_space);
  if (failed < 0) fail("cannot write the file");
  column.waiting.clear();
}

void Hdf5Table::flush_all() {
  for (Column* column : {&cell_, &status_, &state_hash_}) flush(*column, added_);
  for (Column& column : parameters_) flush(column, added_);
  for (Column& column : metrics_) flush(column, added_);
}

void Hdf5Table::add(std::size_t cell, const CellRow& row, const RowOrigin&) {
  const std::uint64_t number = cell;
  put(cell_, &number);
  put_text(status_, cell_status_name(row.status));
  put_text(state_hash_, row.state_hash);
  const std::vector<std::string> values = plan_.values(cell);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!numeric_[i]) {
      put_text(parameters_[i], values[i]);
      continue;
    }
    const double value = number_of(values[i]).value();
    put(parameters_[i], &value);
  }
  for (std::size_t i = 0; i < metrics_.size(); ++i) put(metrics_[i], &row.metrics[i]);
  if (row.status != CellStatus::kFinished) {
    message_cells_.push_back(cell);
    messages_.push_back(row.message);
  }
  if (++added_ % kRowsAtOnce == 0) flush_all();
}

void Hdf5Table::write_messages() {
  const hid_t group = new_group("messages");
  std::size_t width = 1;
  for (const std::string& text : messages_) width = std::max(width, text.size());
  Column cells = new_column(group, "cell", H5T_NATIVE_UINT64, messages_.size());
  Column texts = new_text_column(group, "text", width, messages_.size());
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    put(cells, &message_cells_[i]);
    put_text(texts, messages_[i]);
  }
  flush(cells, messages_.size());
  flush(texts, messages_.size());
  for (const Column& column : {cells, texts}) {
    ::H5Dclose(column.dataset);
    ::H5Tclose(column.type);
  }
  ::H5Gclose(group);
}

void Hdf5Table::close() {
  std::vector<Column*> columns{&cell_, &status_, &state_hash_};
  for (Column& column : parameters_) columns.push_back(&column);
  for (Column& column : metrics_) columns.push_back(&column);
  for (Column* column : columns) {
    if (column->dataset >= 0) ::H5Dclose(column->dataset);
    if (column->type >= 0) ::H5Tclose(column->type);
    column->dataset = column->type = H5I_INVALID_HID;
  }
  if (id_ >= 0) ::H5Fclose(id_);
  id_ = H5I_INVALID_HID;
}

void Hdf5Table::commit() {
  flush_all();
  write_messages();
  const bool flushed = ::H5Fflush(id_, H5F_SCOPE_GLOBAL) >= 0;
  close();
  if (!flushed || std::rename(temporary_.c_str(), file_.c_str()) != 0)
    fail("cannot write the file");
  temporary_.clear();
}

}  // namespace cardan::app
