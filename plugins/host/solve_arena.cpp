#include "plugins/host/solve_arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace cardan {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kPage = 65536;  // a multiple of the page size of every supported processor
constexpr std::size_t kGuardBytes = kAlignment;
constexpr std::uint64_t kGuard = 0x7c0ffee5ca1ab1e5ULL;

std::size_t rounded(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

std::size_t num_entries(const cardan_rows& rows) {
  return rows.start == nullptr ? 0 : static_cast<std::size_t>(rows.start[rows.rows]);
}

std::size_t num_starts(const cardan_rows& rows) {
  return rows.start == nullptr ? 0 : static_cast<std::size_t>(rows.rows) + 1;
}

std::size_t dense_entries(const cardan_problem& problem) {
  return problem.A == nullptr
             ? 0
             : static_cast<std::size_t>(problem.lda) * static_cast<std::size_t>(problem.m);
}

// Sums, and sums of the sums, of the words in two lanes. Detects any change of a single number and
// any exchange of two.
std::uint64_t checksum(const double* values, std::size_t count) {
  std::uint64_t sum[2] = {}, moment[2] = {};
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    std::uint64_t words[2];
    std::memcpy(words, values + i, sizeof words);
    for (int lane = 0; lane < 2; ++lane) moment[lane] += sum[lane] += words[lane];
  }
  std::uint64_t last = 0;
  if (count % 2 != 0) std::memcpy(&last, values + count - 1, sizeof last);
  return sum[0] + 3 * sum[1] + 5 * moment[0] + 7 * moment[1] + 11 * last;
}

/// One array of a problem: the caller's original and the plugin's copy.
struct Array {
  const char* written;  ///< the message if the plugin wrote into it
  const void* original;
  const void* copy;
  std::size_t bytes;
};

template <typename T>
Array array(const char* written, const T* original, const T* copy, std::size_t count) {
  return {written, original, copy, original == nullptr ? 0 : count * sizeof(T)};
}

constexpr int kNumArrays = 11;
constexpr const char* kWroteProblem = "solve wrote into its input: the problem's own fields";
constexpr const char* kWroteMatrix = "solve wrote into its input: A";
constexpr const char* kWroteOutside = "solve wrote outside lambda, u and report";

// Visits every array reachable from a problem, except A.
template <typename F>
void for_arrays(const cardan_problem& p, const cardan_problem& copy, F f) {
  const std::size_t m = static_cast<std::size_t>(p.m);
  const std::size_t blocks = static_cast<std::size_t>(p.num_blocks);
  const std::size_t columns = static_cast<std::size_t>(std::max(p.Y.cols, 0));
  const Array arrays[kNumArrays] = {
      array("solve wrote into its input: b", p.b, copy.b, m),
      array("solve wrote into its input: weight", p.weight, copy.weight, m),
      array("solve wrote into its input: step", p.step, copy.step, m),
      array("solve wrote into its input: blocks", p.blocks, copy.blocks, blocks),
      array("solve wrote into its input: Y", p.Y.value, copy.Y.value, num_entries(p.Y)),
      array("solve wrote into its input: Y", p.Y.index, copy.Y.index, num_entries(p.Y)),
      array("solve wrote into its input: Y", p.Y.start, copy.Y.start, num_starts(p.Y)),
      array("solve wrote into its input: S", p.S.value, copy.S.value, num_entries(p.S)),
      array("solve wrote into its input: S", p.S.index, copy.S.index, num_entries(p.S)),
      array("solve wrote into its input: S", p.S.start, copy.S.start, num_starts(p.S)),
      array("solve wrote into its input: column_parent", p.column_parent, copy.column_parent,
            columns)};
  for (const Array& one : arrays) f(one);
}

std::size_t inputs_bytes(const cardan_problem& problem, bool with_A) {
  std::size_t bytes = rounded(sizeof(cardan_problem), kAlignment);
  for_arrays(problem, problem, [&](const Array& a) { bytes += rounded(a.bytes, kAlignment); });
  if (with_A) bytes += rounded(dense_entries(problem) * sizeof(double), kAlignment);
  return bytes;
}

}  // namespace

/// Allocates pieces of the memory, each starting on its own cache line.
class SolveArena::Cursor {
 public:
  explicit Cursor(std::byte* at) : at_(at) {}

  template <typename T>
  T* place(std::size_t count) {
    T* piece = reinterpret_cast<T*>(at_);
    at_ += rounded(count * sizeof(T), kAlignment);
    return piece;
  }

  template <typename T>
  const T* copy(const T* from, std::size_t count) {
    if (from == nullptr) return nullptr;
    T* to = place<T>(count);
    std::memcpy(to, from, count * sizeof(T));
    return to;
  }

  /// Places guard words after the last array, which ends at `end`: up to the end of its cache line
  /// and one more line.
  std::span<std::uint64_t> place_guard(void* end) {
    std::uint64_t* first = static_cast<std::uint64_t*>(end);
    at_ += kGuardBytes;
    const std::span words(first, reinterpret_cast<std::uint64_t*>(at_));
    std::fill(words.begin(), words.end(), kGuard);
    return words;
  }

 private:
  std::byte* at_;
};

SolveArena::~SolveArena() { release(); }

void SolveArena::release() {
  if (memory_ == nullptr) return;
  if (mapped_) {
    munmap(memory_, capacity_);
  } else {
    std::free(memory_);
  }
  memory_ = nullptr;
  capacity_ = 0;
}

void SolveArena::make_room(std::size_t bytes) {
  if (bytes <= capacity_ && mapped_ == sealed_) return;
  // Doubles the memory, so that slowly growing problems do not allocate in every step.
  const std::size_t wanted = std::max(bytes, 2 * capacity_);
  release();
  bytes = rounded(wanted, sealed_ ? kPage : kAlignment);
  void* memory = nullptr;
  if (sealed_) {
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) memory = nullptr;
  } else {
    memory = std::aligned_alloc(kAlignment, bytes);
  }
  if (memory == nullptr) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(memory);
  capacity_ = bytes;
  mapped_ = sealed_;
}

void SolveArena::protect(bool read_only) const {
  if (!mapped_) return;
  mprotect(memory_ + inputs_at_, capacity_ - inputs_at_,
           read_only ? PROT_READ : PROT_READ | PROT_WRITE);
}

// Size of report, λ and u with guard words before, between and after them.
std::size_t SolveArena::outputs_bytes(std::int64_t m) const {
  const std::size_t row = rounded(static_cast<std::size_t>(m) * sizeof(double), kAlignment);
  const std::size_t guards = std::size(guards_) * kGuardBytes;
  return rounded(guards + rounded(sizeof(cardan_report), kAlignment) + 2 * row,
                 sealed_ ? kPage : kAlignment);
}

void SolveArena::reserve(const cardan_size& size) {
  const auto bytes = [](std::int64_t count, std::size_t each) {
    return rounded(static_cast<std::size_t>(count) * each, kAlignment);
  };
  const std::int64_t m = size.m;
  std::size_t inputs = rounded(sizeof(cardan_problem), kAlignment);
  inputs += 3 * bytes(m, sizeof(double)) + bytes(size.num_blocks, sizeof(cardan_block));
  inputs += bytes(size.nnz_Y, sizeof(double)) + bytes(size.nnz_S, sizeof(double));
  inputs += bytes(size.nnz_Y, sizeof(std::int32_t)) + bytes(size.nnz_S, sizeof(std::int32_t));
  inputs += 2 * bytes(m + 1, sizeof(std::int32_t)) + bytes(size.cols, sizeof(std::int32_t));
  make_room(outputs_bytes(m) + inputs);
}

void SolveArena::place_outputs(std::span<const double> lambda, bool wants_u) {
  Cursor cursor(memory_);
  const std::size_t m = lambda.size();
  guards_[0] = cursor.place_guard(memory_);
  report_ = cursor.place<cardan_report>(1);
  *report_ = {};
  guards_[1] = cursor.place_guard(report_ + 1);
  lambda_ = cursor.place<double>(m);
  std::copy(lambda.begin(), lambda.end(), lambda_);
  guards_[2] = cursor.place_guard(lambda_ + m);
  double* const u = cursor.place<double>(wants_u ? m : 0);
  std::fill_n(u, wants_u ? m : 0, 0.0);
  u_ = wants_u ? u : nullptr;
  guards_[3] = cursor.place_guard(u + (wants_u ? m : 0));
}

void SolveArena::place_inputs(const cardan_problem& problem) {
  Cursor cursor(memory_ + inputs_at_);
  given_ = cursor.place<cardan_problem>(1);
  cardan_problem& p = *given_;
  p = problem;
  const std::size_t m = static_cast<std::size_t>(p.m);
  p.b = cursor.copy(problem.b, m);
  p.weight = cursor.copy(problem.weight, m);
  p.step = cursor.copy(problem.step, m);
  p.blocks = cursor.copy(problem.blocks, static_cast<std::size_t>(p.num_blocks));
  const auto copy_rows = [&](const cardan_rows& rows, cardan_rows& to) {
    to.value = cursor.copy(rows.value, num_entries(rows));
    to.index = cursor.copy(rows.index, num_entries(rows));
    to.start = cursor.copy(rows.start, num_starts(rows));
  };
  copy_rows(problem.Y, p.Y);
  copy_rows(problem.S, p.S);
  p.column_parent =
      cursor.copy(problem.column_parent, static_cast<std::size_t>(std::max(p.Y.cols, 0)));
  if (sealed_) p.A = cursor.copy(problem.A, dense_entries(problem));
}

void SolveArena::take(const cardan_problem& problem, std::span<const double> lambda, bool wants_u) {
  if (memory_ != nullptr) protect(false);
  const std::size_t outputs = outputs_bytes(problem.m);
  make_room(outputs + inputs_bytes(problem, sealed_));
  inputs_at_ = outputs;
  place_outputs(lambda.first(static_cast<std::size_t>(problem.m)), wants_u);
  place_inputs(problem);
  std::memcpy(&pristine_, given_, sizeof pristine_);
  checksum_A_ = sealed_ ? 0 : checksum(problem.A, dense_entries(problem));
  protect(true);
}

bool SolveArena::guards_hold() const {
  std::uint64_t differing = 0;
  for (const std::span<const std::uint64_t> words : guards_) {
    for (const std::uint64_t word : words) differing |= word ^ kGuard;
  }
  return differing == 0;
}

const char* SolveArena::tampering(const cardan_problem& problem) const {
  // Padding bytes are compared too; they are equal because pristine_ is a byte copy of given_.
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
  if (std::memcmp(given_, &pristine_, sizeof pristine_) != 0) return kWroteProblem;
  const char* written = nullptr;
  for_arrays(problem, pristine_, [&](const Array& a) {
    if (a.bytes > 0 && std::memcmp(a.original, a.copy, a.bytes) != 0) written = a.written;
  });
  if (written != nullptr) return written;
  if (!sealed_ && checksum(problem.A, dense_entries(problem)) != checksum_A_) return kWroteMatrix;
  return guards_hold() ? nullptr : kWroteOutside;
}

const char* SolveArena::name_of_write(const void* address) const {
  const std::byte* at = static_cast<const std::byte*>(address);
  const auto within = [&](const void* first, std::size_t bytes) {
    const std::byte* begin = static_cast<const std::byte*>(first);
    return begin != nullptr && at >= begin && at < begin + bytes;
  };
  if (memory_ == nullptr || !within(memory_, capacity_)) return nullptr;
  const char* name = within(given_, sizeof *given_) ? kWroteProblem : kWroteOutside;
  for_arrays(pristine_, pristine_, [&](const Array& a) {
    if (within(a.copy, a.bytes)) name = a.written;
  });
  return within(pristine_.A, dense_entries(pristine_) * sizeof(double)) ? kWroteMatrix : name;
}

}  // namespace cardan
