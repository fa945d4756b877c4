#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "cardan/abi/cardan_solver.h"

namespace cardan {

/// Memory of one call of a plugin's solve: private copies of λ, u and report between guard words,
/// then a copy of the problem. The plugin gets pointers into it and into the dense A alone, so that
/// it cannot change what the judge reads. A is not copied, the host forms it anew for each call;
/// a checksum tells whether it was changed.
class SolveArena {
 public:
  SolveArena() = default;
  ~SolveArena();
  SolveArena(const SolveArena&) = delete;
  SolveArena& operator=(const SolveArena&) = delete;

  /// From now on the problem, and A with it, stands in pages that cannot be written.
  void seal_inputs() { sealed_ = true; }

  /// Room for problems of this size. May throw bad_alloc.
  void reserve(const cardan_size& size);

  /// Copies problem and guess in; allocates where nothing sufficient was reserved.
  void take(const cardan_problem& problem, std::span<const double> lambda, bool wants_u);

  const cardan_problem& problem() const { return *given_; }
  double* lambda() const { return lambda_; }
  double* u() const { return u_; }  ///< nullptr where it is not wanted
  cardan_report& report() const { return *report_; }

  /// A literal that names what the plugin wrote and may not; nullptr: nothing. problem: the same as
  /// that of take().
  const char* tampering(const cardan_problem& problem) const;

  /// Name of a write at this address; nullptr where it is outside of this memory.
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
  std::size_t inputs_at_ = 0;  ///< where the problem begins
  bool sealed_ = false;
  bool mapped_ = false;                       ///< memory_ comes from mmap
  std::span<const std::uint64_t> guards_[4];  ///< before the report, and behind report, λ and u
  cardan_report* report_ = nullptr;
  double* lambda_ = nullptr;
  double* u_ = nullptr;
  cardan_problem* given_ = nullptr;
  cardan_problem pristine_{};     ///< as given_ was when the plugin was called
  std::uint64_t checksum_A_ = 0;  ///< of A where it is not copied
};

}  // namespace cardan
