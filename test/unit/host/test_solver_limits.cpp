#include <gtest/gtest.h>

#include <vector>

#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "test/bad_plugins/raw_solver.h"

namespace cardan::test {
namespace {

TEST(SolverLimits, DenseMatrixIsBoundedRegardlessOfThePlugin) {
  cardan_solver_desc desc = raw::solver("dense");
  EXPECT_FALSE(is_too_large(1000000, desc));
  desc.needs = CARDAN_NEEDS_DENSE;
  EXPECT_FALSE(is_too_large(4096, desc));
  EXPECT_TRUE(is_too_large(4097, desc));
  desc.max_dense_rows = 100000;
  EXPECT_TRUE(is_too_large(4097, desc));
  desc.max_dense_rows = 30;
  EXPECT_FALSE(is_too_large(30, desc));
  EXPECT_EQ(why_too_large(31, desc),
            "dense takes at most 30 rows as a dense matrix; the problem has 31");
  desc.needs = 0;
  desc.max_rows = 5;
  EXPECT_EQ(why_too_large(6, desc), "dense takes at most 5 rows; the problem has 6");
  EXPECT_EQ(why_too_large(5, desc), "");
}

/// Forty valid options of a plugin that accepts the first `taken` of them.
struct ManyOptions {
  static inline int taken = 0;
  std::vector<std::string> names;
  std::vector<cardan_param> params;
  cardan_solver_desc desc = raw::solver("many");

  explicit ManyOptions(int taken_options) {
    taken = taken_options;
    for (int i = 0; i < 40; ++i) names.push_back("option" + std::to_string(i));
    for (const std::string& name : names) {
      params.push_back({name.c_str(), "doc", "", nullptr, CARDAN_PARAM_REAL, 0, 1, 0, 2});
    }
    desc.params = params.data();
    desc.num_params = 40;
    desc.set_param = [](cardan_solver*, int32_t index, double) -> int32_t {
      return index < taken ? 0 : 1;
    };
  }
};

TEST(SolverLimits, DroppedOptionsOfAnOldSdkAreReported) {
  const ManyOptions all(40);
  EXPECT_NO_THROW(ContactSolver solver(all.desc));
  const ManyOptions some(32);
  try {
    ContactSolver solver(some.desc);
    FAIL() << "eight options are lost";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("option 'option32', number 33"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace cardan::test
