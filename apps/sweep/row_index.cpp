#include "apps/sweep/row_index.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "cardan/error.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

constexpr std::size_t kMostLineBytes = std::size_t{16} << 20;

[[noreturn]] void fail_to_read(const std::string& file, const std::string& why) {
  throw Error("cannot read the rows: " + why, file,
              "remove it from the folder if it is not a file of rows");
}

[[noreturn]] void refuse_line(const std::string& file, std::size_t number,
                              const std::string& what) {
  throw Error(what, file + ":" + std::to_string(number), "remove this line; its cell runs again");
}

/// Reads the lines of a file in pieces, so that memory does not grow with the file.
class LineReader {
 public:
  explicit LineReader(const std::string& file) : file_(file), input_(file) {
    if (!input_.why().empty()) fail_to_read(file_, input_.why());
  }

  /// False at the end. The last line may lack its line break. `line` is valid until the next call.
  bool next(std::string_view& line, std::uint64_t& offset) {
    ++number_;
    for (;;) {
      const std::size_t end = buffer_.find('\n', scanned_);
      if (end != std::string::npos) {
        line = std::string_view(buffer_).substr(begin_, end - begin_);
        offset = start_ + begin_;
        begin_ = scanned_ = end + 1;
        return true;
      }
      scanned_ = buffer_.size();
      if (scanned_ - begin_ > kMostLineBytes) refuse_line(file_, number_, "the line is too long");
      if (!fill()) break;
    }
    if (begin_ == buffer_.size()) return false;
    line = std::string_view(buffer_).substr(begin_);
    offset = start_ + begin_;
    begin_ = scanned_ = buffer_.size();
    return true;
  }

  std::size_t number() const { return number_; }  ///< of the last line, from 1

 private:
  bool fill() {
    constexpr std::size_t kPiece = 1 << 20;
    buffer_.erase(0, begin_);
    start_ += begin_;
    scanned_ -= begin_;
    begin_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + kPiece);
    const std::ptrdiff_t got = input_.read(buffer_.data() + kept, kPiece);
    if (got < 0) fail_to_read(file_, std::strerror(errno));
    buffer_.resize(kept + static_cast<std::size_t>(got));
    return got > 0;
  }

  std::string file_;
  RegularFile input_;
  std::string buffer_;
  std::uint64_t start_ = 0;  ///< offset of the buffer in the file
  std::size_t begin_ = 0, scanned_ = 0, number_ = 0;
};

std::vector<std::string> row_files(const std::string& folder) {
  std::error_code failure;
  std::filesystem::directory_iterator entry(folder, failure);
  const std::filesystem::directory_iterator end;
  std::vector<std::string> files;
  for (; !failure && entry != end; entry.increment(failure))
    if (entry->path().extension() == ".rows") files.push_back(entry->path().string());
  if (failure && failure != std::errc::no_such_file_or_directory)
    throw Error("cannot read the folder: " + failure.message(), folder, "check its permissions");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

RowIndex::RowIndex(const std::string& folder, const Plan& plan)
    : plan_(&plan), places_(plan.num_cells()) {
  for (std::string& file : row_files(folder)) files_.push_back({std::move(file), 0});
  for (std::uint32_t file = 0; file < files_.size(); ++file) read(file);
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

void RowIndex::read(std::uint32_t file) {
  const std::string& path = files_[file].path;
  LineReader lines(path);
  std::string_view line;
  std::uint64_t offset = 0;
  if (!lines.next(line, offset)) return;
  const auto origin = parse_origin(line);
  if (!origin) {  // torn in the first line: the writer ended before its first row
    if (is_whole_line(line)) fail_to_read(path, "the first line does not name their program");
    ++num_torn_;
    return;
  }
  files_[file].origin = origin_index(*origin);
  while (lines.next(line, offset)) {
    const auto row = parse_row(line);
    if (!row) {
      if (is_whole_line(line)) refuse_line(path, lines.number(), "this line is not a row");
      ++num_torn_;
      continue;
    }
    const auto cell = plan_->find(row->key);
    if (!cell) {
      ++num_other_;
      continue;
    }
    const std::string why = why_not_a_result(*row, plan_->study().metrics.size());
    if (!why.empty()) {
      refuse_line(path, lines.number(), "the row of cell " + std::to_string(*cell) + " " + why);
    }
    take_row(*cell, {outcome_hash(*row), offset, file, static_cast<std::uint32_t>(line.size()),
                     row->status});
  }
}

void RowIndex::take_row(std::size_t cell, Place place) {
  Place& known = places_[cell];
  if (known.file == kNone) {
    ++num_rows_;
    known = place;
    return;
  }
  if (known.status == place.status && known.outcome != place.outcome) conflicts_.push_back(cell);
  if (place.status < known.status) known = place;
}

std::size_t RowIndex::count(CellStatus status) const {
  return static_cast<std::size_t>(std::count_if(
      places_.begin(), places_.end(),
      [&](const Place& place) { return place.file != kNone && place.status == status; }));
}

void RowIndex::for_each(const Take& take) const {
  constexpr std::size_t kMostOpen = 200;
  std::map<std::uint32_t, RegularFile> inputs;
  std::string line;
  for (std::size_t cell = 0; cell < places_.size(); ++cell) {
    const Place& place = places_[cell];
    if (place.file == kNone) continue;
    const RowFile& file = files_[place.file];
    if (inputs.size() >= kMostOpen && !inputs.contains(place.file)) inputs.clear();
    const RegularFile& input = inputs.try_emplace(place.file, file.path).first->second;
    if (!input.why().empty()) fail_to_read(file.path, input.why());
    line.resize(place.length);
    const bool whole = input.read_at(place.offset, line.data(), line.size()) == place.length;
    const auto row = whole ? parse_row(line) : std::nullopt;
    if (!row || row->key != plan_->key(cell) || outcome_hash(*row) != place.outcome)
      fail_to_read(file.path, "the file changed while it was read");
    take(cell, *row, file.origin);
  }
}

}  // namespace cardan::app
