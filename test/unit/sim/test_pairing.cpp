#include <gtest/gtest.h>

#include "cardan/core/error.h"
#include "support/worlds.h"

// Which formulation and solver run when one, both or none is named.
namespace cardan {
namespace {

using test::world_spec;

std::pair<std::string, std::string> pair_of(const std::string& formulation,
                                            const std::string& solver) {
  World world(world_spec(1e-3, {}, formulation, solver));
  return {world.formulation(), world.solver()};
}

TEST(Pairing, OneNamedBringsItsPartner) {
  EXPECT_EQ(pair_of("", ""), std::pair(std::string("cone"), std::string("conic")));
  EXPECT_EQ(pair_of("", "lemke"), std::pair(std::string("polyhedral"), std::string("lemke")));
  EXPECT_EQ(pair_of("polyhedral", ""), std::pair(std::string("polyhedral"), std::string("lemke")));
  EXPECT_EQ(pair_of("cone", "pgs"), std::pair(std::string("cone"), std::string("pgs")));
}

TEST(Pairing, UnfitPairNamesBothAndWhatWouldFit) {
  try {
    pair_of("cone", "lemke");
    FAIL() << "accepted";
  } catch (const Error& error) {
    const std::string text = error.what();
    for (const char* word : {"cone", "lemke", "conic", "pgs"}) {
      EXPECT_NE(text.find(word), std::string::npos) << word << " not in: " << text;
    }
  }
}

TEST(Pairing, UnknownSolverOptionIsAnError) {
  WorldSpec spec = world_spec(1e-3, {}, "cone", "conic");
  spec.contact.solver.options.push_back({"max_sweps", 3, ""});
  EXPECT_THROW(World{spec}, Error);
  spec.contact.solver.id = "conik";
  try {
    World{spec};
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("conic"), std::string::npos);
  }
}

}  // namespace
}  // namespace cardan
