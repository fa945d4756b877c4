#include <gtest/gtest.h>

#include "cardan/error.h"
#include "sim/solve/solve_island.h"
#include "test/support/worlds.h"

// The choice of formulation and solver if one, both or neither is named.
namespace cardan {
namespace {

using test::world_spec;

std::pair<std::string, std::string> pair_of(const std::string& formulation,
                                            const std::string& solver) {
  World world(world_spec(1e-3, {}, formulation, solver));
  return {world.formulation(), world.solver()};
}

TEST(Pairing, NamedPartChoosesItsPartner) {
  EXPECT_EQ(pair_of("", ""), std::pair(std::string("cone"), std::string("conic")));
  EXPECT_EQ(pair_of("", "lemke"), std::pair(std::string("polyhedral"), std::string("lemke")));
  EXPECT_EQ(pair_of("polyhedral", ""), std::pair(std::string("polyhedral"), std::string("lemke")));
  EXPECT_EQ(pair_of("cone", "pgs"), std::pair(std::string("cone"), std::string("pgs")));
  EXPECT_EQ(pair_of("phantom", ""), std::pair(std::string("phantom"), std::string("block_pivot")));
}

TEST(Pairing, DefaultSolverHasDefaultFallbacks) {
  SolverRegistry registry;
  PairingSpec contact;
  using Ids = std::vector<std::string>;
  contact.formulation = FormulationSpec{"phantom", {}};
  EXPECT_EQ(make_pairing(contact, registry, {}).ids, (Ids{"block_pivot", "lemke"}));
  contact.formulation->options = {{"directions", "4"}};
  EXPECT_EQ(make_pairing(contact, registry, {}).ids, (Ids{"lemke", "fischer_newton"}));
  contact.formulation->options.clear();
  contact.solver.id = "block_pivot";
  EXPECT_EQ(make_pairing(contact, registry, {}).ids, Ids{"block_pivot"});
}

TEST(Pairing, IncompatiblePairNamesBothAndCompatibleSolvers) {
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

TEST(Pairing, MidpointNeedsVelocities) {
  WorldSpec spec = world_spec(1e-3, {}, "acceleration");
  spec.integrator = Integrator::kMidpoint;
  try {
    World{spec};
    FAIL() << "accepted";
  } catch (const Error& error) {
    const std::string text = error.what();
    for (const char* word : {"time.integrator", "midpoint", "acceleration", "rk4"})
      EXPECT_NE(text.find(word), std::string::npos) << word << " not in: " << text;
  }
}

TEST(Pairing, ImplicitEulerLawsNeedSemiImplicitEuler) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.pd_laws = PdDiscretization::kImplicitEuler;
  World{spec};
  spec.integrator = Integrator::kMidpoint;
  try {
    World{spec};
    FAIL() << "accepted";
  } catch (const Error& error) {
    const std::string text = error.what();
    for (const char* word : {"time.pd_laws", "implicit_euler", "semi_implicit_euler"})
      EXPECT_NE(text.find(word), std::string::npos) << word << " not in: " << text;
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

TEST(Pairing, CompliantFormulationsRejectRigidMaterials) {
  for (const char* id : {"hybrid", "phantom", "convex"}) {
    EXPECT_NO_THROW(World{world_spec(1e-3, {}, id)}) << id;
    WorldSpec spec = world_spec(1e-3, {.compliance = 0}, id);
    try {
      World{spec};
      ADD_FAILURE() << id << " accepted";
    } catch (const Error& error) {
      const std::string text = error.what();
      for (const char* word : {id, "compliance 0", "stiffness"}) {
        EXPECT_NE(text.find(word), std::string::npos) << word << " not in: " << text;
      }
    }
    // A spring is a compliance, and other formulations are rigid.
    spec.materials.named["default"].stiffness = 1e6;
    EXPECT_NO_THROW(World{spec}) << id;
  }
  EXPECT_NO_THROW(World{world_spec(1e-3, {.compliance = 0}, "box")});
}

TEST(Pairing, UnsafeOptionsOfAFormulationAreWarnings) {
  WorldSpec spec = world_spec(1e-3, {}, "phantom");
  const auto warnings = [&] {
    int count = 0;
    const World world(spec);
    for (const Diagnostic& diagnostic : world.diagnostics()) {
      count += diagnostic.severity == Severity::kWarning;
    }
    return count;
  };
  EXPECT_EQ(warnings(), 0);
  spec.contact.formulation->options = {{"rho_scale", "20"}};
  EXPECT_EQ(warnings(), 1);
}

}  // namespace
}  // namespace cardan
