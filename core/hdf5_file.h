#pragma once

#include <hdf5.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// HDF5 files of doubles, integers and names. Handles are closed on every exit path. A file is
/// written under a temporary name in its own folder and renamed when complete, so no reader sees a
/// partial file. All functions throw an Error that names the file.
namespace cardan {

/// Silences the error stack of the HDF5 library during its lifetime, because cardan reports errors
/// as one line.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// An HDF5 identifier together with the function that closes it.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Handle() { reset(); }
  Hdf5Handle(Hdf5Handle&& other) noexcept;
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept;

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }
  /// Closes the identifier. Returns false if the library reports a failure, for example because the
  /// disk is full.
  bool reset();

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// A growing, chunked table (rows, width) of doubles or of integers.
class Hdf5Series {
 public:
  Hdf5Series() = default;

  /// Appends rows. values.size() must be a multiple of the width.
  void append(std::span<const double> values);
  void append(std::span<const std::uint64_t> values);
  std::size_t width() const { return static_cast<std::size_t>(width_); }

 private:
  friend class Hdf5Writer;
  void append(hid_t type, std::size_t size, const void* values);
  std::shared_ptr<Hdf5Handle> dataset_;  ///< reopened by Hdf5Writer::flush()
  hsize_t width_ = 1, rows_ = 0;
  std::string file_;
};

/// Writes an HDF5 file. Paths are /group/…/name; missing groups are created.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(std::string file);
  ~Hdf5Writer();  ///< removes the temporary file unless commit() was called
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void write(const std::string& path, std::span<const double> values);
  void write(const std::string& path, std::span<const std::uint64_t> values);
  void write(const std::string& path, std::span<const std::int32_t> values);
  void write(const std::string& path, const std::vector<std::string>& names);
  void write(const std::string& path, const std::string& text);
  /// Writes one fixed-length string, which C programs can read.
  void write_fixed(const std::string& path, const std::string& text);
  /// Writes strings of one fixed length, padded with zeros.
  void write_fixed(const std::string& path, const std::vector<std::string>& texts);
  /// Creates an empty table whose rows have `width` values each.
  Hdf5Series make_series(const std::string& path, int width);
  Hdf5Series make_integer_series(const std::string& path, int width);
  /// Adds a text attribute to a dataset, e.g. the units of its columns.
  void annotate(const std::string& path, const std::string& name, const std::string& text);

  /// From now on, the structure of the file on disk changes only in flush(). If the process is
  /// killed, its temporary file can be read as of the last flush.
  void keep_structure_between_flushes();
  /// Writes everything to the file. If the kept structure takes more than 4 MiB of memory, it is
  /// released, so that the memory does not grow with the number of rows.
  void flush();

  /// Closes the file and renames it to its final name. All series of the file must be closed
  /// before.
  void commit();

 private:
  Hdf5Handle make_dataset(const std::string& path, hid_t type, hid_t space, hid_t properties);
  Hdf5Series make_series(const std::string& path, hid_t type, int width);
  void write_line(const std::string& path, hid_t type, std::size_t size, const void* data);
  void release_structure();
  [[noreturn]] void fail(const std::string& what) const;

  /// A series and the path of its table.
  struct OpenSeries {
    std::weak_ptr<Hdf5Handle> dataset;
    std::string path;
  };

  QuietHdf5 quiet_;
  std::string file_, temporary_;
  Hdf5Handle id_;
  std::vector<OpenSeries> series_;
  bool keeps_structure_ = false;
  bool committed_ = false;
};

/// Reads untrusted files within limits. A table is read only if its bytes are stored in the file
/// (with filters: at most 1100 bytes per stored byte) and if it takes at most 1 GiB of memory. Only
/// hard links are followed, so no other file is opened. Variable-length strings are rejected
/// because the library copies them from a damaged heap without a check.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(std::string file);
  /// Reads a file in memory. `image` must outlive the reader; `name` identifies it in errors.
  Hdf5Reader(std::string_view image, std::string name);

  /// True if the path exists. Throws Error if a link on the path is not a hard link.
  bool has(const std::string& path) const;
  std::vector<double> doubles(const std::string& path) const;
  std::vector<std::uint64_t> integers(const std::string& path) const;
  /// Reads signed integers. The file may store integers of any size, signed or unsigned.
  std::vector<std::int64_t> whole_numbers(const std::string& path) const;
  /// Reads `rows` consecutive rows of a table, starting at row `first`. The range must lie within
  /// the table. The table may be larger than memory.
  std::vector<double> rows(const std::string& path, std::int64_t first, std::int64_t rows) const;
  std::vector<double> row(const std::string& path, std::int64_t row) const;
  std::int64_t num_rows(const std::string& path) const;
  std::int64_t width(const std::string& path) const;  ///< width of a table
  /// Reads fixed-length strings.
  std::vector<std::string> names(const std::string& path) const;
  /// Reads one fixed-length string.
  std::string text(const std::string& path) const;
  bool has_fixed_text(const std::string& path) const;
  /// Returns the text that annotate() added, or "" if there is none.
  std::string annotation(const std::string& path, const std::string& name) const;
  [[noreturn]] void fail(const std::string& what) const;
  const std::string& name() const { return file_; }

 private:
  Hdf5Handle open(const std::string& path) const;
  void require_default_driver(std::istream& bytes) const;
  void require_hard_link(const std::string& path) const;
  /// Throws if `count` values of `width` bytes each take too much memory.
  void require_memory(hsize_t count, hsize_t width, const std::string& path) const;
  /// Throws if the file stores fewer bytes than the table needs.
  void require_stored(const Hdf5Handle& dataset, const std::string& path) const;
  hsize_t count_of(const Hdf5Handle& dataset, const std::string& path) const;
  /// Opens a dataset of numbers. If `whole` is true, only integers are accepted.
  Hdf5Handle open_numbers(const std::string& path, bool whole) const;
  /// Returns the number of values in the table. Throws if the table cannot be read as a whole.
  std::size_t size_of(const Hdf5Handle& dataset, const std::string& path) const;
  std::vector<std::string> fixed_texts(const Hdf5Handle& dataset, const std::string& path) const;

  QuietHdf5 quiet_;
  std::string file_;
  hsize_t file_bytes_ = 0;
  Hdf5Handle access_;  ///< access properties of links and datasets
  Hdf5Handle id_;
};

}  // namespace cardan
