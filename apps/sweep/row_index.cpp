#include "sweep/row_index.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "cardan/core/error.h"
#include "process/child_program.h"

namespace cardan::app {

namespace {

[[noreturn]] void fail_to_read(const std::string& file) {
  throw Error(std::string("cannot read the rows: ") + std::strerror(errno), file,
              "check the permissions of the folder");
}

/// Reads the lines of a file in pieces, so that memory does not grow with the file.
class LineReader {
 public:
  explicit LineReader(const std::string& file)
      : file_(file), input_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (input_.number() < 0) fail_to_read(file);
  }

  /// False at the end. The last line may lack its line break. `line` is valid until the next call.
  bool next(std::string_view& line, std::uint64_t& offset) {
    for (;;) {
      const std::size_t end = buffer_.find('\n', scanned_);
      if (end != std::string::npos) {
        line = std::string_view(buffer_).substr(begin_, end - begin_);
        offset = start_ + begin_;
        begin_ = scanned_ = end + 1;
        return true;
      }
      scanned_ = buffer_.size();
      if (!fill()) break;
    }
    if (begin_ == buffer_.size()) return false;
    line = std::string_view(buffer_).substr(begin_);
    offset = start_ + begin_;
    begin_ = scanned_ = buffer_.size();
    return true;
  }

 private:
  bool fill() {
    constexpr std::size_t kPiece = 1 << 20;
    buffer_.erase(0, begin_);
    start_ += begin_;
    scanned_ -= begin_;
    begin_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + kPiece);
    ssize_t got = -1;
    do {
      got = ::read(input_.number(), buffer_.data() + kept, kPiece);
    } while (got < 0 && errno == EINTR);
    if (got < 0) fail_to_read(file_);
    buffer_.resize(kept + static_cast<std::size_t>(got));
    return got > 0;
  }

  std::string file_;
  Descriptor input_;
  std::string buffer_;
  std::uint64_t start_ = 0;  ///< offset of the buffer in the file
  std::size_t begin_ = 0, scanned_ = 0;
};

}  // namespace

RowIndex::RowIndex(const std::string& folder, const Plan& plan) : places_(plan.num_cells()) {
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    if (entry.path().extension() == ".rows") files_.push_back({entry.path().string(), 0});
  }
  std::sort(files_.begin(), files_.end(),
            [](const RowFile& a, const RowFile& b) { return a.path < b.path; });
  for (std::uint32_t file = 0; file < files_.size(); ++file) read(plan, file);
  std::sort(conflicts_.begin(), conflicts_.end());
  conflicts_.erase(std::unique(conflicts_.begin(), conflicts_.end()), conflicts_.end());
}

std::size_t RowIndex::origin_index(const RowOrigin& origin) {
  const auto equal = [&](const RowOrigin& other) {
    return origin_line(other) == origin_line(origin);
  };
  const auto at = std::find_if(origins_.begin(), origins_.end(), equal);
  if (at == origins_.end()) origins_.push_back(origin);
  return static_cast<std::size_t>(std::find_if(origins_.begin(), origins_.end(), equal) -
                                  origins_.begin());
}

void RowIndex::read(const Plan& plan, std::uint32_t file) {
  LineReader lines(files_[file].path);
  std::string_view line;
  std::uint64_t offset = 0;
  if (!lines.next(line, offset)) return;
  const auto origin = parse_origin(line);
  if (!origin) {  // torn in the first line: the writer ended before its first row
    ++num_torn_;
    return;
  }
  files_[file].origin = origin_index(*origin);
  while (lines.next(line, offset)) {
    const auto row = parse_row(line);
    if (!row) {
      ++num_torn_;
      continue;
    }
    take_row(
        plan, *row,
        {outcome_hash(*row), offset, file, static_cast<std::uint32_t>(line.size()), row->status});
  }
}

void RowIndex::take_row(const Plan& plan, const CellRow& row, Place place) {
  const auto cell = plan.find(row.key);
  if (!cell) {
    ++num_other_;
    return;
  }
  Place& known = places_[*cell];
  if (known.file == kNone) {
    ++num_rows_;
    known = place;
    return;
  }
  if (known.status == place.status && known.outcome != place.outcome) conflicts_.push_back(*cell);
  if (place.status < known.status) known = place;
}

std::size_t RowIndex::count(CellStatus status) const {
  return static_cast<std::size_t>(std::count_if(
      places_.begin(), places_.end(),
      [&](const Place& place) { return place.file != kNone && place.status == status; }));
}

void RowIndex::for_each(const Take& take) const {
  constexpr std::size_t kMostOpen = 200;
  std::map<std::uint32_t, Descriptor> inputs;
  std::string line;
  for (std::size_t cell = 0; cell < places_.size(); ++cell) {
    const Place& place = places_[cell];
    if (place.file == kNone) continue;
    const RowFile& file = files_[place.file];
    if (!inputs.contains(place.file)) {
      if (inputs.size() >= kMostOpen) inputs.clear();
      inputs.emplace(place.file, Descriptor(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC)));
    }
    line.resize(place.length);
    const ssize_t got = ::pread(inputs.at(place.file).number(), line.data(), line.size(),
                                static_cast<off_t>(place.offset));
    const auto row = got == place.length ? parse_row(line) : std::nullopt;
    if (!row) fail_to_read(file.path);
    take(cell, *row, file.origin);
  }
}

}  // namespace cardan::app
