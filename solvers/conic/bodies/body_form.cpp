#include "solvers/conic/bodies/body_form.h"

#include <algorithm>

#include "solvers/conic/work.h"

namespace cardan::conic {

namespace {

/// Limits of the storage. They are functions of the problem alone, so that a larger reserved size
/// does not change any answer.
int most_blocks(int cols, int rows) {
  constexpr int kFill = 6, kSmall = 64;
  return kFill * (cols / kNode + rows / 3) + kSmall;
}
std::int64_t most_numbers_of_Y(std::int64_t entries) { return 16 * entries + 512; }
int most_slots(int rows) { return 16 * rows; }
int most_places(int rows) { return 128 * rows; }

}  // namespace

void BodyForm::reserve(const cardan_size& size) {
  const auto rows = static_cast<std::size_t>(size.m);
  const int nodes = std::min(size.cols, Elimination::kMostNodes);
  for (auto* v :
       {&order_, &block_list_, &next_child_, &last_child_, &block_of_row_, &analysed_counts_}) {
    v->resize(rows);
  }
  units_.resize(rows);
  for (auto* v : {&slots_, &slot_node_, &analysed_slots_}) {
    v->resize(static_cast<std::size_t>(most_slots(size.m)));
  }
  places_.resize(static_cast<std::size_t>(most_places(size.m)));
  S_.resize(kMostUnitRows * rows);
  node_of_column_.resize(static_cast<std::size_t>(size.cols));
  offset_.resize(node_of_column_.size());
  y_.resize(static_cast<std::size_t>(most_numbers_of_Y(size.nnz_Y)));
  const int blocks = most_blocks(size.cols, size.m);
  elimination_.reserve(nodes, blocks);
  D_.resize(static_cast<std::size_t>(nodes) * kBlockSize);
  L_.resize(static_cast<std::size_t>(blocks) * kBlockSize);
  U_.resize(L_.size());
  analysed_nodes_ = -1;  // the storage of the analysis may have been reallocated
}

bool BodyForm::build(const sdk::ProblemView& problem, const Blocks& blocks) {
  blocks_ = &blocks;
  rows_ = num_units_ = num_blocks_ = num_slots_ = matrix_size_ = y_size_ = 0;
  if (problem.cols() == 0 || !problem.has_factors() || !find_nodes(problem)) return false;
  for (int k = 0; k < blocks.size(); ++k) {
    next_child_[k] = last_child_[k] = -1;
    block_of_row_[blocks[k].row] = k;
  }
  // Lists of the blocks that follow each block, in ascending order.
  for (int k = 0; k < blocks.size(); ++k) {
    if (blocks[k].parent < 0) continue;
    const int parent = block_of_row_[blocks[k].parent];
    const int last = last_child_[parent] < 0 ? parent : last_child_[parent];
    next_child_[last] = k;
    last_child_[parent] = k;
  }
  for (int k = 0; k < blocks.size(); ++k) {
    if (blocks[k].parent < 0 && !add_unit(problem, k)) return false;
  }
  return analyse_pattern(most_blocks(problem.cols(), problem.m())) && find_places(problem.m());
}

bool BodyForm::find_nodes(const sdk::ProblemView& problem) {
  const std::int32_t* parent = problem.column_parent();
  nodes_ = 0;
  int used = kNode;
  for (int c = 0; c < problem.cols(); ++c) {
    if (used == kNode || (parent != nullptr && parent[c] < 0)) {
      if (++nodes_ > Elimination::kMostNodes) return false;
      used = 0;
    }
    node_of_column_[c] = nodes_ - 1;
    offset_[c] = used++;
  }
  return true;
}

bool BodyForm::add_unit(const sdk::ProblemView& problem, int first_block) {
  Unit& unit = units_[num_units_];
  unit.first = rows_;
  unit.rows = unit.blocks = 0;
  unit.block = num_blocks_;
  unit.matrix = matrix_size_;
  for (int k = first_block; k >= 0; k = next_child_[k]) {
    const Block& block = (*blocks_)[k];
    unit.rows += block.dim;
    if (unit.rows > kMostUnitRows) return false;
    ++unit.blocks;
    block_list_[num_blocks_++] = k;
    for (int i = 0; i < block.dim; ++i) order_[rows_++] = block.row + i;
  }
  matrix_size_ += unit.rows * unit.rows;
  ++num_units_;
  return copy_compliance(problem, unit) && add_rows(problem, unit);
}

bool BodyForm::copy_compliance(const sdk::ProblemView& problem, const Unit& unit) {
  double* S = S_.data() + unit.matrix;
  std::fill_n(S, unit.rows * unit.rows, 0.0);
  for (int i = 0; i < unit.rows; ++i) {
    const sdk::SparseRow row = problem.S_row(order_[unit.first + i]);
    for (int k = 0; k < row.size; ++k) {
      if (row.value[k] == 0) continue;
      const int* begin = order_.data() + unit.first;
      const int* at = std::find(begin, begin + unit.rows, row.index[k]);
      if (at == begin + unit.rows) return false;
      S[i * unit.rows + static_cast<int>(at - begin)] = row.value[k];
    }
  }
  return true;
}

bool BodyForm::add_rows(const sdk::ProblemView& problem, Unit& unit) {
  unit.slot = num_slots_;
  unit.nodes = 0;
  int* slots = slots_.data() + num_slots_;
  const int room = most_slots(problem.m()) - num_slots_;
  for (int i = 0; i < unit.rows; ++i) {
    const sdk::SparseRow row = problem.Y_row(order_[unit.first + i]);
    for (int k = 0; k < row.size;) {
      const int node = node_of_column_[row.index[k]];
      if (std::find(slots, slots + unit.nodes, node) == slots + unit.nodes) {
        if (unit.nodes == room) return false;
        slots[unit.nodes++] = node;
      }
      while (k < row.size && node_of_column_[row.index[k]] == node) ++k;
    }
  }
  std::sort(slots, slots + unit.nodes);
  num_slots_ += unit.nodes;
  unit.y = y_size_;
  y_size_ += kStride * unit.rows * unit.nodes;
  if (y_size_ > most_numbers_of_Y(problem.entries_of_Y())) return false;
  double* y = y_.data() + unit.y;
  std::fill_n(y, kStride * unit.rows * unit.nodes, 0.0);
  for (int i = 0; i < unit.rows; ++i) {
    const sdk::SparseRow row = problem.Y_row(order_[unit.first + i]);
    int slot = 0;
    for (int k = 0; k < row.size; ++k) {
      const int column = row.index[k];
      while (slots[slot] != node_of_column_[column]) ++slot;
      y[kStride * (slot * unit.rows + i) + offset_[column]] = row.value[k];
    }
  }
  return true;
}

bool BodyForm::analyse_pattern(int most) {
  bool same = nodes_ == analysed_nodes_ && num_units_ == analysed_units_ &&
              most == analysed_most_ &&
              std::equal(slots_.data(), slots_.data() + num_slots_, analysed_slots_.data());
  for (int k = 0; same && k < num_units_; ++k) same = units_[k].nodes == analysed_counts_[k];
  if (same) return analysed_fits_;
  elimination_.start(nodes_);
  for (int k = 0; k < num_units_; ++k) {
    const Unit& unit = units_[k];
    for (int a = 0; a < unit.nodes; ++a) {
      for (int b = 0; b < a; ++b) elimination_.couple(slots_[unit.slot + a], slots_[unit.slot + b]);
    }
    analysed_counts_[k] = unit.nodes;
  }
  std::copy_n(slots_.data(), num_slots_, analysed_slots_.data());
  analysed_nodes_ = nodes_;
  analysed_units_ = num_units_;
  analysed_most_ = most;
  analysed_fits_ = elimination_.analyse(most);
  return analysed_fits_;
}

bool BodyForm::find_places(int rows) {
  const int room = most_places(rows);
  int count = 0;
  for (int k = 0; k < num_units_; ++k) {
    Unit& unit = units_[k];
    unit.place = count;
    if (count + unit.nodes * (unit.nodes - 1) / 2 > room) return false;
    for (int a = 0; a < unit.nodes; ++a) {
      const int high = elimination_.position(slots_[unit.slot + a]);
      slot_node_[unit.slot + a] = high;
      for (int b = 0; b < a; ++b) {
        const int low = slot_node_[unit.slot + b];
        places_[count++] =
            low < high ? elimination_.place(low, high) : ~elimination_.place(high, low);
      }
    }
  }
  return true;
}

const Block& BodyForm::block(const Unit& unit, int b) const {
  return (*blocks_)[block_list_[unit.block + b]];
}

UnitsView BodyForm::units() const {
  return {num_units_, units_.data(), y_.data(), slot_node_.data(), places_.data()};
}

LuView BodyForm::lu() {
  return {elimination_.nodes(),
          elimination_.starts(),
          elimination_.neighbours(),
          elimination_.targets(),
          D_.data(),
          L_.data(),
          U_.data()};
}

bool BodyForm::factor(const double* G) {
  kernels_->assemble(units(), G, lu());
  return kernels_->factor(lu());
}

double BodyForm::factor_work() const {
  constexpr double kProduct = 2.0 * kNode * kNode * kNode;
  return kDense * kProduct * (elimination_.products() + elimination_.nodes()) +
         4.0 * kNode * y_size_;
}

double BodyForm::solve_work() const {
  return 4.0 * kNode * kNode * (elimination_.blocks() + elimination_.nodes());
}

}  // namespace cardan::conic
