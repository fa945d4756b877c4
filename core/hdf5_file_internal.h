#pragma once

#include <hdf5.h>

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// HDF5 files of doubles, integers and names, closed on every way out. A file is written under a
/// temporary name in its own folder and renamed when it is whole, so that nobody ever sees a part
/// of one. All throw Error that names the file.
namespace cardan {

/// Silences the library's own error stack while alive: our errors are one line.
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

/// An identifier of the library with the call that gives it back.
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
  /// Closes; false if the library reports a failure (a full disk shows here).
  bool reset();

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// A table of rows that grows: (rows, width), chunked; of doubles or of whole numbers.
class Hdf5Series {
 public:
  Hdf5Series() = default;

  /// Appends rows; values.size() is a multiple of the width.
  void append(std::span<const double> values);
  void append(std::span<const std::uint64_t> values);

 private:
  friend class Hdf5Writer;
  void append(hid_t type, std::size_t size, const void* values);
  Hdf5Handle dataset_;
  hsize_t width_ = 1, rows_ = 0;
  std::string file_;
};

/// A file in the making. Paths are /group/…/name; groups are made as they are needed.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(std::string file);
  ~Hdf5Writer();  ///< removes the temporary unless commit() was called
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void write(const std::string& path, std::span<const double> values);
  void write(const std::string& path, std::span<const std::uint64_t> values);
  void write(const std::string& path, std::span<const std::int32_t> values);
  void write(const std::string& path, const std::vector<std::string>& names);
  void write(const std::string& path, const std::string& text);
  /// One text of fixed length, as the C programs of the field read it.
  void write_fixed(const std::string& path, const std::string& text);
  /// Texts of one length, filled up with zeros.
  void write_fixed(const std::string& path, const std::vector<std::string>& texts);
  /// rows × width row by row.
  Hdf5Series make_series(const std::string& path, int width);
  Hdf5Series make_integer_series(const std::string& path, int width);

  /// Closes and gives the file its name. Series of it must be closed before.
  void commit();

 private:
  Hdf5Handle make_dataset(const std::string& path, hid_t type, hid_t space, hid_t properties);
  Hdf5Series make_series(const std::string& path, hid_t type, int width);
  void write_line(const std::string& path, hid_t type, std::size_t size, const void* data);
  [[noreturn]] void fail(const std::string& what) const;

  QuietHdf5 quiet_;
  std::string file_, temporary_;
  Hdf5Handle id_;
  bool committed_ = false;
};

/// Reads files of strangers within bounds. A table is read if its bytes are stored (with filters,
/// at most 1100 of them for each stored byte) and if it takes at most 1 GiB of memory. All links
/// are hard ones: no other file is opened. Texts of variable length are refused: the library copies
/// them from a damaged heap without a check.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(std::string file);
  /// A file in memory, which must outlive the reader; `name` stands for it in errors.
  Hdf5Reader(std::string_view image, std::string name);

  /// Throws Error where a link on the way is not a hard one.
  bool has(const std::string& path) const;
  std::vector<double> doubles(const std::string& path) const;
  std::vector<std::uint64_t> integers(const std::string& path) const;
  /// Signed whole numbers; the file's may be of any size and sign.
  std::vector<std::int64_t> whole_numbers(const std::string& path) const;
  /// Rows of a table, one after the other, and how many it has; the rows are within it. The table
  /// may be larger than memory.
  std::vector<double> rows(const std::string& path, std::int64_t first, std::int64_t rows) const;
  std::vector<double> row(const std::string& path, std::int64_t row) const;
  std::int64_t num_rows(const std::string& path) const;
  /// Texts of fixed length.
  std::vector<std::string> names(const std::string& path) const;
  /// One text of fixed length.
  std::string text(const std::string& path) const;
  bool has_fixed_text(const std::string& path) const;
  [[noreturn]] void fail(const std::string& what) const;
  const std::string& name() const { return file_; }

 private:
  Hdf5Handle open(const std::string& path) const;
  void require_default_driver(std::istream& bytes) const;
  void require_hard_link(const std::string& path) const;
  /// Fails where so many values of so many bytes each take too much memory.
  void require_memory(hsize_t count, hsize_t width, const std::string& path) const;
  /// Fails where less is stored than the size of the table needs.
  void require_stored(const Hdf5Handle& dataset, const std::string& path) const;
  hsize_t count_of(const Hdf5Handle& dataset, const std::string& path) const;
  /// Opens a dataset of numbers; `whole`: integers alone.
  Hdf5Handle open_numbers(const std::string& path, bool whole) const;
  /// How many values the table has; fails where it cannot be read whole.
  std::size_t size_of(const Hdf5Handle& dataset, const std::string& path) const;
  std::vector<std::string> fixed_texts(const Hdf5Handle& dataset, const std::string& path) const;

  QuietHdf5 quiet_;
  std::string file_;
  hsize_t file_bytes_ = 0;
  Hdf5Handle access_;  ///< of links and datasets
  Hdf5Handle id_;
};

}  // namespace cardan
