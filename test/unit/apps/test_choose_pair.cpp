#include "apps/choose_pair.h"
#include "apps/command_line.h"
#include "cardan/error.h"
#include "cardan/world_spec.h"
#include "test/support/option_text.h"

namespace cardan::app {
namespace {

class ChoosePair : public testing::Test {
 protected:
  ContactSpec choose(ContactSpec contact, const std::string& formulation,
                     const std::string& solver) {
    PairRequest request{std::nullopt, solver};
    if (!formulation.empty()) request.formulation = parse_formulation(formulation);
    notes = choose_pair(request, registry, contact);
    return contact;
  }
  static ContactSpec scene(const std::string& formulation, const std::string& solver) {
    ContactSpec contact;
    if (!formulation.empty()) contact.formulation = parse_formulation(formulation);
    contact.solver.id = solver;
    return contact;
  }

  SolverRegistry registry;
  std::vector<std::string> notes;
};

TEST_F(ChoosePair, DefaultsKeepThePairOfTheScene) {
  const ContactSpec contact = choose(scene("cone", "pgs"), "", "");
  EXPECT_EQ(contact.formulation->id, "cone");
  EXPECT_EQ(contact.solver.id, "pgs");
  EXPECT_TRUE(notes.empty());
}

TEST_F(ChoosePair, CompatiblePartsOfTheSceneAreKept) {
  EXPECT_EQ(choose(scene("cone", "conic"), "", "pgs").formulation->id, "cone");
  EXPECT_TRUE(notes.empty());
}

TEST_F(ChoosePair, IncompatiblePartIsReplacedByADefaultAndReported) {
  EXPECT_EQ(choose(scene("cone", "conic"), "", "lemke").formulation->id, "polyhedral");
  EXPECT_EQ(notes.size(), 1u);
  EXPECT_EQ(choose(scene("polyhedral", "lemke"), "cone", "").solver.id, "conic");
  EXPECT_EQ(notes.size(), 1u);
}

TEST_F(ChoosePair, SolverChoosesTheFormulationThatTheSceneOmits) {
  EXPECT_FALSE(choose(scene("", "conic"), "", "lemke").formulation.has_value());
  EXPECT_TRUE(notes.empty());
}

TEST_F(ChoosePair, FormulationAndSolverNamedTogetherAreUsedUnchanged) {
  const ContactSpec contact = choose(scene("cone", "conic"), "polyhedral:directions=4", "lemke");
  EXPECT_EQ(test::option_text(contact.formulation->options, "directions"), "4");
  EXPECT_EQ(contact.solver.id, "lemke");
  EXPECT_EQ(choose(scene("", ""), "cone", "lemke").formulation->id,
            "cone");  // the world refuses it
}

TEST_F(ChoosePair, ReplacedSolverKeepsOnlyItsTolerance) {
  ContactSpec contact = scene("cone", "conic");
  contact.solver.tolerance = 1e-12;
  contact.solver.max_iterations = 7;
  contact.solver.options = {{"stage", 1, ""}};
  const ContactSpec replaced = choose(contact, "", "pgs");
  EXPECT_EQ(replaced.solver.tolerance, 1e-12);
  EXPECT_FALSE(replaced.solver.max_iterations.has_value());
  EXPECT_TRUE(replaced.solver.options.empty());
  EXPECT_EQ(choose(contact, "", "conic").solver.max_iterations, 7);
}

TEST_F(ChoosePair, IncompatibleFallbacksAreDroppedAndReported) {
  ContactSpec contact = scene("polyhedral", "lemke");
  contact.solver.fallback.resize(2);
  contact.solver.fallback[0].id = "pgs";
  contact.solver.fallback[1].id = "lemke";
  const ContactSpec changed = choose(contact, "cone", "pgs");
  EXPECT_TRUE(changed.solver.fallback.empty());
  EXPECT_EQ(notes.size(), 1u);
}

TEST_F(ChoosePair, UnknownNamesAreErrors) {
  EXPECT_THROW(choose(scene("", ""), "", "conik"), Error);
  EXPECT_THROW(choose(scene("", "conic"), "cona", ""), Error);
}

TEST(CommandLine, FormulationOptionsAreParsed) {
  const FormulationSpec spec = parse_formulation("polyhedral:directions=4,form=anitescu_potra");
  EXPECT_EQ(spec.id, "polyhedral");
  ASSERT_EQ(spec.options.size(), 2U);
  EXPECT_EQ(spec.options[0].name, "directions");
  EXPECT_EQ(spec.options[0].text(), "4");
  EXPECT_EQ(spec.options[1].name, "form");
  EXPECT_EQ(spec.options[1].text(), "anitescu_potra");
  for (const char* bad : {"", ":a=1", "cone:", "cone:a", "cone:=1", "cone:a=", "cone:a=1,a=2"}) {
    if (std::string(bad) == "cone:") continue;  // an absent option is not an error
    EXPECT_THROW(parse_formulation(bad), Error) << bad;
  }
}

}  // namespace
}  // namespace cardan::app
