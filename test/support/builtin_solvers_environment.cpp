#include <gtest/gtest.h>

#include "solvers/builtin/builtin_solvers.h"

// Every test that makes a World sees the solvers of this build inside the process.
namespace {
class BuiltinSolvers : public ::testing::Environment {
 public:
  void SetUp() override { cardan::register_builtin_solvers(); }
};
const auto* const kEnvironment = ::testing::AddGlobalTestEnvironment(new BuiltinSolvers);
}  // namespace
