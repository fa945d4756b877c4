#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "cardan/cardan_solver.h"

namespace cardan {

/// Memory of one call of a plugin's solve: private copies of λ, u and the report between guard
/// words, followed by a copy of the problem. The plugin receives pointers only into this memory and
/// into the dense A, so it cannot change the data that the judge reads. A is not copied, because
/// the host recomputes it for each call; a checksum detects changes.
class SolveArena {
 public:
  SolveArena() = default;
  ~SolveArena();
  SolveArena(const SolveArena&) = delete;
  SolveArena& operator=(const SolveArena&) = delete;

  /// Places the problem, including A, in read-only pages from now on.
  void seal_inputs() { sealed_ = true; }

  /// Reserves memory for problems of the given size. May throw bad_alloc.
  void reserve(const cardan_size& size);

  /// Copies the problem and the guess. Allocates if the reserved memory is not sufficient.
  void take(const cardan_problem& problem, std::span<const double> lambda, bool wants_u);

  const cardan_problem& problem() const { return *given_; }
  double* lambda() const { return lambda_; }
  double* u() const { return u_; }  ///< nullptr if u is not requested
  cardan_report& report() const { return *report_; }

  /// Returns a string literal that names the forbidden memory to which the plugin wrote, or nullptr
  /// if there is none. problem: the problem passed to take().
  const char* tampering(const cardan_problem& problem) const;

  /// Describes a write to the given address. Returns nullptr if the address is outside this memory.
  const char* name_of_write(const void* address) const;

 private:
  class Cursor;
  void make_room(std::size_t bytes);
  void release();
  void protect(bool read_only) const;
  std::size_t outputs_bytes(std::int64_t m) const;
  void place_outputs(std::span<const double> lambda, bool wants_u);
  void place_inputs(const cardan_problem& problem);
  bool guards_hold() const;

  std::byte* memory_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t inputs_at_ = 0;  ///< offset of the problem
  bool sealed_ = false;
  bool mapped_ = false;  ///< true if memory_ comes from mmap
  /// Guard words before the report and after the report, λ and u.
  std::span<const std::uint64_t> guards_[4];
  cardan_report* report_ = nullptr;
  double* lambda_ = nullptr;
  double* u_ = nullptr;
  cardan_problem* given_ = nullptr;
  cardan_problem pristine_{};     ///< copy of given_ at the time of the call
  std::uint64_t checksum_A_ = 0;  ///< checksum of A if A is not copied
};

}  // namespace cardan
