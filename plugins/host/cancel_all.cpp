#include "cardan/solver_registry.h"

namespace cardan {

namespace {
std::atomic<const std::atomic<bool>*> flag_of_all{nullptr};
}  // namespace

void cancel_all_solvers_when(const std::atomic<bool>* flag) { flag_of_all.store(flag); }

bool all_solvers_are_cancelled() {
  const std::atomic<bool>* flag = flag_of_all.load(std::memory_order_relaxed);
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

}  // namespace cardan
