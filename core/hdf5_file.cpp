#include "core/hdf5_file.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/file_kind.h"
#include "core/hdf5_superblock.h"
#include "core/read_file.h"

namespace cardan {

namespace {

// Variable-length UTF-8 string.
Hdf5Handle string_type() {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

Hdf5Handle line_space(std::size_t n) {
  const hsize_t size[1] = {n};
  return {H5Screate_simple(1, size, nullptr), H5Sclose};
}

// Creates missing groups on the path of a dataset.
Hdf5Handle with_parents() {
  Hdf5Handle properties(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(properties.get(), 1);
  return properties;
}

constexpr hsize_t kMostBytes = hsize_t{1} << 30;  // limit for one table in memory

herr_t refuse_external_link(const char*, const char*, const char*, const char*, unsigned*, hid_t,
                            void*) {
  return -1;
}

// Link access for every call that takes a path: forbids the library to open other files.
Hdf5Handle own_links_alone() {
  Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_elink_cb(access.get(), refuse_external_link, nullptr);
  return access;
}

// Maximum number of bytes that one stored byte can expand to. zlib reaches 1032.
hsize_t compression_limit(hid_t properties) { return H5Pget_nfilters(properties) > 0 ? 1100 : 1; }

// 0 if the table is not chunked.
hsize_t chunk_values(hid_t properties) {
  if (H5Pget_layout(properties) != H5D_CHUNKED) return 0;
  hsize_t sizes[H5S_MAX_RANK] = {}, values = 1;
  const int rank = H5Pget_chunk(properties, H5S_MAX_RANK, sizes);
  for (int i = 0; i < rank; ++i) {
    values *= std::clamp<hsize_t>(sizes[i], 1, kMostBytes / values + 1);  // never overflows
  }
  return values;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Hdf5Handle::Hdf5Handle(Hdf5Handle&& other) noexcept : id_(other.id_), close_(other.close_) {
  other.id_ = -1;
}

Hdf5Handle& Hdf5Handle::operator=(Hdf5Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

bool Hdf5Handle::reset() {
  const bool closed = id_ < 0 || close_(id_) >= 0;
  id_ = -1;
  return closed;
}

void Hdf5Series::append(std::span<const double> values) {
  append(H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5Series::append(std::span<const std::uint64_t> values) {
  append(H5T_NATIVE_UINT64, values.size(), values.data());
}

void Hdf5Series::append(hid_t type, std::size_t values_size, const void* values) {
  const hsize_t added = values_size / width_;
  if (added == 0) return;
  const hsize_t size[2] = {rows_ + added, width_}, start[2] = {rows_, 0},
                count[2] = {added, width_};
  bool good = H5Dset_extent(dataset_->get(), size) >= 0;
  const Hdf5Handle file_space(H5Dget_space(dataset_->get()), H5Sclose);
  const Hdf5Handle memory_space(H5Screate_simple(2, count, nullptr), H5Sclose);
  good = good &&
         H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start, nullptr, count, nullptr) >= 0;
  good = good && H5Dwrite(dataset_->get(), type, memory_space.get(), file_space.get(), H5P_DEFAULT,
                          values) >= 0;
  if (!good) throw Error("cannot append to the file", file_, "is the disk full?");
  rows_ += added;
}

Hdf5Writer::Hdf5Writer(std::string file)
    : file_(std::move(file)), temporary_(temporary_name(file_)) {
  id_ = Hdf5Handle(H5Fcreate(temporary_.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  if (!id_.valid()) {
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);  // on a full disk, the file may have been created
    throw Error("cannot create the file", file_,
                "check that the folder exists and is writable, and that the disk is not full");
  }
}

Hdf5Writer::~Hdf5Writer() {
  id_.reset();
  std::error_code ignored;
  if (!committed_) std::filesystem::remove(temporary_, ignored);
}

void Hdf5Writer::fail(const std::string& what) const {
  throw Error(what, file_, "is the disk full?");
}

Hdf5Handle Hdf5Writer::make_dataset(const std::string& path, hid_t type, hid_t space,
                                    hid_t properties) {
  const Hdf5Handle parents = with_parents();
  Hdf5Handle dataset(
      H5Dcreate2(id_.get(), path.c_str(), type, space, parents.get(), properties, H5P_DEFAULT),
      H5Dclose);
  if (!dataset.valid()) fail("cannot write " + path);
  return dataset;
}

void Hdf5Writer::write_line(const std::string& path, hid_t type, std::size_t size,
                            const void* data) {
  const Hdf5Handle space = line_space(size);
  const Hdf5Handle dataset = make_dataset(path, type, space.get(), H5P_DEFAULT);
  if (size == 0) return;
  if (H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
    fail("cannot write " + path);
  }
}

void Hdf5Writer::write(const std::string& path, std::span<const double> values) {
  write_line(path, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5Writer::write(const std::string& path, std::span<const std::uint64_t> values) {
  write_line(path, H5T_NATIVE_UINT64, values.size(), values.data());
}

void Hdf5Writer::write(const std::string& path, std::span<const std::int32_t> values) {
  write_line(path, H5T_NATIVE_INT32, values.size(), values.data());
}

void Hdf5Writer::write_fixed(const std::string& path, const std::string& text) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
  H5Tset_size(type.get(), text.size() + 1);
  const Hdf5Handle dataset = make_dataset(path, type.get(), space.get(), H5P_DEFAULT);
  if (H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0) {
    fail("cannot write " + path);
  }
}

void Hdf5Writer::write_fixed(const std::string& path, const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size() + 1);
  std::string bytes;
  for (const std::string& text : texts) bytes.append(text).append(length - text.size(), '\0');
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), length);
  write_line(path, type.get(), texts.size(), bytes.data());
}

void Hdf5Writer::write(const std::string& path, const std::vector<std::string>& names) {
  const Hdf5Handle type = string_type(), space = line_space(names.size());
  const Hdf5Handle dataset = make_dataset(path, type.get(), space.get(), H5P_DEFAULT);
  std::vector<const char*> pointers;
  pointers.reserve(names.size());
  for (const std::string& name : names) pointers.push_back(name.c_str());
  if (names.empty()) return;
  if (H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0) {
    fail("cannot write " + path);
  }
}

void Hdf5Writer::write(const std::string& path, const std::string& text) {
  write(path, std::vector<std::string>{text});
}

Hdf5Series Hdf5Writer::make_series(const std::string& path, int width) {
  return make_series(path, H5T_NATIVE_DOUBLE, width);
}

Hdf5Series Hdf5Writer::make_integer_series(const std::string& path, int width) {
  return make_series(path, H5T_NATIVE_UINT64, width);
}

Hdf5Series Hdf5Writer::make_series(const std::string& path, hid_t type, int width) {
  constexpr hsize_t kChunkRows = 256;
  const hsize_t columns = static_cast<hsize_t>(std::max(width, 1));
  const hsize_t size[2] = {0, columns}, limit[2] = {H5S_UNLIMITED, columns};
  const hsize_t chunk[2] = {kChunkRows, columns};
  const Hdf5Handle space(H5Screate_simple(2, size, limit), H5Sclose);
  const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(properties.get(), 2, chunk);
  Hdf5Series series;
  series.dataset_ =
      std::make_shared<Hdf5Handle>(make_dataset(path, type, space.get(), properties.get()));
  series_.push_back({series.dataset_, path});
  series.width_ = columns;
  series.file_ = file_;
  return series;
}

void Hdf5Writer::annotate(const std::string& path, const std::string& name,
                          const std::string& text) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
  H5Tset_size(type.get(), text.size() + 1);
  const Hdf5Handle attribute(H5Acreate_by_name(id_.get(), path.c_str(), name.c_str(), type.get(),
                                               space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
  if (!attribute.valid() || H5Awrite(attribute.get(), type.get(), text.c_str()) < 0)
    fail("cannot write " + path);
}

void Hdf5Writer::keep_structure_between_flushes() {
  H5AC_cache_config_t config = {};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Fget_mdc_config(id_.get(), &config) < 0) return;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  config.evictions_enabled = false;
  H5Fset_mdc_config(id_.get(), &config);  // if it fails, less can be recovered after a kill
  keeps_structure_ = true;
}

void Hdf5Writer::flush() {
  if (H5Fflush(id_.get(), H5F_SCOPE_GLOBAL) < 0) fail("cannot write the file");
  constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  std::size_t most = 0, least = 0, present = 0;
  int entries = 0;
  const bool known = H5Fget_mdc_size(id_.get(), &most, &least, &present, &entries) >= 0;
  if (keeps_structure_ && known && present > kMostBytes) release_structure();
}

// Closes the file after a flush, which changes nothing on disk, and opens it again.
void Hdf5Writer::release_structure() {
  std::erase_if(series_, [](const OpenSeries& series) { return series.dataset.expired(); });
  for (const OpenSeries& series : series_) series.dataset.lock()->reset();
  const bool closed = id_.reset();
  id_ = Hdf5Handle(H5Fopen(temporary_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
  if (!closed || !id_.valid()) fail("cannot write the file");
  keep_structure_between_flushes();
  for (const OpenSeries& series : series_) {
    Hdf5Handle dataset(H5Dopen2(id_.get(), series.path.c_str(), H5P_DEFAULT), H5Dclose);
    if (!dataset.valid()) fail("cannot write " + series.path);
    *series.dataset.lock() = std::move(dataset);
  }
}

void Hdf5Writer::commit() {
  const bool flushed = H5Fflush(id_.get(), H5F_SCOPE_GLOBAL) >= 0;
  if (!id_.reset() || !flushed) fail("cannot finish the file");
  rename_into_place(temporary_, file_);
  committed_ = true;
}

Hdf5Reader::Hdf5Reader(std::string file) : file_(std::move(file)), access_(own_links_alone()) {
  if (!is_file(file_)) {
    throw Error("file not found", file_, "expected an HDF5 file");
  }
  if (const std::string why = why_not_a_file(file_); !why.empty())
    throw Error(why, file_, "expected an HDF5 file");
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(file_, unknown);
  if (!unknown) file_bytes_ = size;
  std::ifstream bytes(file_, std::ios::binary);
  require_default_driver(bytes);
  id_ = Hdf5Handle(H5Fopen(file_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!id_.valid()) fail("not a readable HDF5 file");
}

Hdf5Reader::Hdf5Reader(std::string_view image, std::string name)
    : file_(std::move(name)), file_bytes_(image.size()), access_(own_links_alone()) {
  std::istringstream bytes{std::string(image)};
  require_default_driver(bytes);
  constexpr std::size_t kGrowth = std::size_t{1} << 16;
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The library copies the image. It confuses two images of the same name, and it rejects the name
  // of an existing file. No file can have this name.
  static std::atomic<std::uint64_t> count{0};
  std::string unique = "/dev/null/image-";
  unique.append(std::to_string(count++));
  if (H5Pset_fapl_core(access.get(), kGrowth, 0) >= 0 &&
      H5Pset_file_image(access.get(), const_cast<char*>(image.data()), image.size()) >= 0) {
    id_ = Hdf5Handle(H5Fopen(unique.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  }
  if (!id_.valid()) fail("not a readable HDF5 file");
}

void Hdf5Reader::require_default_driver(std::istream& bytes) const {
  if (names_driver_block(bytes, file_bytes_)) fail("the HDF5 file uses an unsupported driver");
}

void Hdf5Reader::fail(const std::string& what) const {
  throw Error(what, file_, "the file is damaged, truncated or was written by another program");
}

bool Hdf5Reader::has(const std::string& path) const {
  // Check every link of the path before the library follows it.
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (H5Lexists(id_.get(), part.c_str(), access_.get()) <= 0) return false;
    require_hard_link(part);
    if (end == std::string::npos) return true;
  }
}

// An external or soft link in an untrusted file could make the library open any other file: a pipe,
// a device, a secret.
void Hdf5Reader::require_hard_link(const std::string& path) const {
  H5L_info_t link = {};
  if (H5Lget_info(id_.get(), path.c_str(), &link, access_.get()) < 0)
    fail("'" + path + "' cannot be read");
  if (link.type == H5L_TYPE_HARD) return;
  fail("'" + path + (link.type == H5L_TYPE_SOFT ? "' is a soft link" : "' leads to another file"));
}

Hdf5Handle Hdf5Reader::open(const std::string& path) const {
  if (!has(path)) fail("'" + path + "' is missing");
  Hdf5Handle dataset(H5Dopen2(id_.get(), path.c_str(), access_.get()), H5Dclose);
  if (!dataset.valid()) fail("'" + path + "' cannot be read");
  const Hdf5Handle properties(H5Dget_create_plist(dataset.get()), H5Pclose);
  const bool outside =
      H5Pget_external_count(properties.get()) > 0 || H5Pget_layout(properties.get()) == H5D_VIRTUAL;
  if (outside) fail("the data of '" + path + "' is stored in another file");
  return dataset;
}

void Hdf5Reader::require_memory(hsize_t count, hsize_t width, const std::string& path) const {
  if (count <= kMostBytes / std::max<hsize_t>(width, 1)) return;
  fail("'" + path + "' needs " + std::to_string(count) + " times " + std::to_string(width) +
       " bytes of memory; the limit is " + std::to_string(kMostBytes));
}

// The library does not check sizes, which may be damaged or forged. Data that is not compressed
// must therefore be stored completely.
void Hdf5Reader::require_stored(const Hdf5Handle& dataset, const std::string& path) const {
  const Hdf5Handle properties(H5Dget_create_plist(dataset.get()), H5Pclose);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const hsize_t width = std::max<hsize_t>(H5Tget_size(type.get()), 1);
  require_memory(chunk_values(properties.get()), width, path);
  const hsize_t stored = H5Dget_storage_size(dataset.get()), count = count_of(dataset, path);
  const hsize_t most = std::min(stored, file_bytes_) * compression_limit(properties.get());
  const bool chunked = H5Pget_layout(properties.get()) == H5D_CHUNKED;
  if (count <= most / width && (chunked || stored == count * width)) return;
  fail("'" + path + "' has " + std::to_string(count) + " values of " + std::to_string(width) +
       " bytes, but only " + std::to_string(stored) + " bytes are stored");
}

hsize_t Hdf5Reader::count_of(const Hdf5Handle& dataset, const std::string& path) const {
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (count < 0) fail("'" + path + "' has an impossible size");
  return static_cast<hsize_t>(count);
}

std::size_t Hdf5Reader::size_of(const Hdf5Handle& dataset, const std::string& path) const {
  const hsize_t count = count_of(dataset, path);
  require_memory(count, sizeof(double), path);
  require_stored(dataset, path);
  return count;
}

Hdf5Handle Hdf5Reader::open_numbers(const std::string& path, bool whole) const {
  Hdf5Handle dataset = open(path);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_INTEGER && (whole || kind != H5T_FLOAT)) {
    fail("'" + path + "' does not contain " + (whole ? "integers" : "numbers"));
  }
  constexpr std::size_t kWidest = 16;  // wider types need large conversion buffers
  if (const std::size_t width = H5Tget_size(type.get()); width > kWidest)
    fail("'" + path + "' has numbers of " + std::to_string(width) + " bytes");
  return dataset;
}

std::vector<double> Hdf5Reader::doubles(const std::string& path) const {
  const Hdf5Handle dataset = open_numbers(path, false);
  std::vector<double> values(size_of(dataset, path));
  if (!values.empty() &&
      H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    fail("'" + path + "' cannot be read");
  }
  return values;
}

std::vector<std::int64_t> Hdf5Reader::whole_numbers(const std::string& path) const {
  const Hdf5Handle dataset = open_numbers(path, true);
  std::vector<std::int64_t> values(size_of(dataset, path));
  if (!values.empty() &&
      H5Dread(dataset.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    fail("'" + path + "' cannot be read");
  }
  return values;
}

std::vector<std::uint64_t> Hdf5Reader::integers(const std::string& path) const {
  const Hdf5Handle dataset = open_numbers(path, true);
  std::vector<std::uint64_t> values(size_of(dataset, path));
  if (!values.empty() &&
      H5Dread(dataset.get(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    fail("'" + path + "' cannot be read");
  }
  return values;
}

std::int64_t Hdf5Reader::num_rows(const std::string& path) const {
  const Hdf5Handle dataset = open_numbers(path, false);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space.get()) != 2 ||
      H5Sget_simple_extent_dims(space.get(), size, nullptr) < 0) {
    fail("'" + path + "' is not a table");
  }
  return static_cast<std::int64_t>(size[0]);
}

std::int64_t Hdf5Reader::width(const std::string& path) const {
  const Hdf5Handle dataset = open_numbers(path, false);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space.get()) != 2 ||
      H5Sget_simple_extent_dims(space.get(), size, nullptr) < 0 || size[1] > kMostBytes) {
    fail("'" + path + "' is not a table");
  }
  return static_cast<std::int64_t>(size[1]);
}

std::vector<double> Hdf5Reader::row(const std::string& path, std::int64_t row) const {
  return rows(path, row, 1);
}

std::vector<double> Hdf5Reader::rows(const std::string& path, std::int64_t first,
                                     std::int64_t rows) const {
  const Hdf5Handle dataset = open_numbers(path, false);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space.get()) != 2 ||
      H5Sget_simple_extent_dims(space.get(), size, nullptr) < 0 || first < 0 || rows < 1 ||
      static_cast<hsize_t>(first) >= size[0] ||
      static_cast<hsize_t>(rows) > size[0] - static_cast<hsize_t>(first)) {
    fail("'" + path + "' has no row " + std::to_string(first + rows - 1));
  }
  const hsize_t start[2] = {static_cast<hsize_t>(first), 0},
                count[2] = {static_cast<hsize_t>(rows), size[1]};
  require_memory(count[0], sizeof(double), path);
  require_memory(count[1], count[0] * sizeof(double), path);
  require_stored(dataset, path);
  const Hdf5Handle these_rows(H5Screate_simple(2, count, nullptr), H5Sclose);
  std::vector<double> values(count[0] * count[1]);
  if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, count, nullptr) < 0 ||
      H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, these_rows.get(), space.get(), H5P_DEFAULT,
              values.data()) < 0) {
    fail("'" + path + "' cannot be read");
  }
  return values;
}

bool Hdf5Reader::has_fixed_text(const std::string& path) const {
  if (!has(path)) return false;
  const Hdf5Handle dataset = open(path);
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  return H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) == 0;
}

std::string Hdf5Reader::annotation(const std::string& path, const std::string& name) const {
  const Hdf5Handle dataset = open(path);
  if (H5Aexists(dataset.get(), name.c_str()) <= 0) return "";
  const Hdf5Handle attribute(H5Aopen(dataset.get(), name.c_str(), H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute.get()), H5Sclose);
  constexpr std::size_t kLongest = 65536;
  const std::size_t length = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
      H5Sget_simple_extent_npoints(space.get()) != 1 || length > kLongest) {
    fail("'" + name + "' of '" + path + "' is not a short text");
  }
  std::string text(length, '\0');
  if (H5Aread(attribute.get(), type.get(), text.data()) < 0)
    fail("'" + name + "' of '" + path + "' cannot be read");
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::vector<std::string> Hdf5Reader::fixed_texts(const Hdf5Handle& dataset,
                                                 const std::string& path) const {
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const std::size_t length = H5Tget_size(type.get()), count = size_of(dataset, path);
  require_memory(count, length + sizeof(std::string), path);
  std::string bytes(count * length, '\0');
  if (count > 0 &&
      H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) {
    fail("'" + path + "' cannot be read");
  }
  std::vector<std::string> texts(count);
  for (std::size_t k = 0; k < count; ++k) {
    texts[k] = bytes.substr(k * length, length);
    texts[k].resize(std::min(texts[k].find('\0'), texts[k].size()));
  }
  return texts;
}

std::vector<std::string> Hdf5Reader::names(const std::string& path) const {
  if (const Hdf5Handle dataset = open(path); has_fixed_text(path))
    return fixed_texts(dataset, path);
  fail("'" + path + "' does not contain fixed-length strings");
}

std::string Hdf5Reader::text(const std::string& path) const {
  const std::vector<std::string> values = names(path);
  if (values.size() != 1) fail("'" + path + "' is not a single string");
  return values[0];
}

}  // namespace cardan
