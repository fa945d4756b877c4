#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "apps/sweep/cell_row.h"
#include "apps/sweep/plan.h"

namespace cardan::app {

/// Index of the rows of a folder by cell. It takes 32 bytes per cell and does not store the rows.
class RowIndex {
 public:
  /// Reads all files of the folder; a missing folder has no rows. Truncated and damaged lines are
  /// skipped. Throws Error for unreadable files, and for a whole line that is not a row or, if the
  /// plan has its cell, not a result of the study. The plan must outlive the object.
  RowIndex(const std::string& folder, const Plan& plan);

  bool has(std::size_t cell) const { return places_[cell].file != kNone; }
  CellStatus status(std::size_t cell) const { return places_[cell].status; }
  std::size_t num_rows() const { return num_rows_; }  ///< cells that have a row
  std::size_t num_cells() const { return places_.size(); }
  std::size_t count(CellStatus status) const;
  std::size_t num_other() const { return num_other_; }  ///< rows of cells that are not in the plan
  std::size_t num_torn() const { return num_torn_; }    ///< lines that are not rows
  /// Cells that have two rows of one status with different results.
  const std::vector<std::size_t>& conflicts() const { return conflicts_; }
  std::uint64_t outcome(std::size_t cell) const { return places_[cell].outcome; }

  const std::vector<RowOrigin>& origins() const { return origins_; }  ///< distinct ones
  /// Calls `take` for every cell that has a row, in order, with the row and the index of its
  /// origin. Only one row at a time is in memory.
  using Take = std::function<void(std::size_t cell, const CellRow& row, std::size_t origin)>;
  void for_each(const Take& take) const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Place {
    std::uint64_t outcome = 0;
    std::uint64_t offset = 0;
    std::uint32_t file = kNone;
    std::uint32_t length = 0;
    CellStatus status = CellStatus::kFinished;
  };
  struct RowFile {
    std::string path;
    std::size_t origin = 0;
  };
  void read(std::uint32_t file);
  void take_row(std::size_t cell, Place place);
  std::size_t origin_index(const RowOrigin& origin);

  const Plan* plan_;
  std::vector<RowFile> files_;
  std::vector<RowOrigin> origins_;
  std::vector<Place> places_;
  std::vector<std::size_t> conflicts_;
  std::size_t num_rows_ = 0, num_other_ = 0, num_torn_ = 0;
};

}  // namespace cardan::app
