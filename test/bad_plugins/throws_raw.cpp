// Throws across the C boundary, like a plugin without the SDK.
#include <stdexcept>

#include "test/bad_plugins/raw_solver.h"

namespace {
int32_t throwing_solve(cardan_solver*, const cardan_problem*, double*, double*, cardan_report*) {
  throw std::runtime_error("thrown by the plugin");
}
}  // namespace

RAW_PLUGIN("throws_raw", desc.solve = &throwing_solve);
