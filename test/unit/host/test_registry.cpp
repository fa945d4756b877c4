#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "test/bad_plugins/raw_solver.h"
#include "test/support/temporary_directory.h"

namespace cardan::test {
namespace {

namespace fs = std::filesystem;

/// Directories with copies of small plugins; the environment is restored at the end.
class Registry : public ::testing::Test {
 protected:
  void SetUp() override {
    unsetenv("CARDAN_SOLVER_PATH");
    for (const char* name : {"first", "second", "third"}) fs::create_directory(path(name));
    old_directory_ = fs::current_path();
  }
  void TearDown() override {
    unsetenv("CARDAN_SOLVER_PATH");
    fs::current_path(old_directory_);
  }

  fs::path path(const std::string& name) const { return fs::path(root_.path()) / name; }

  /// Copies a plugin of test/bad_plugins; returns its new place.
  fs::path install(const std::string& plugin, const std::string& directory, const std::string& as) {
    const fs::path from = fs::path(CARDAN_BAD_PLUGIN_DIR) / plugin / (plugin + ".cardan-solver.so");
    const fs::path to = path(directory) / as;
    fs::copy_file(from, to);
    return to;
  }

  static const SolverOrigin* origin(const SolverRegistry& registry, const std::string& id) {
    for (const SolverOrigin& origin : registry.solvers()) {
      if (id == origin.desc->id) return &origin;
    }
    return nullptr;
  }

  /// Some file offers the solver (another test may have registered it in-process).
  static bool found_in_a_file(const SolverRegistry& registry, const std::string& id) {
    const SolverOrigin* found = origin(registry, id);
    return found != nullptr && found->place != "in-process";
  }

  static std::string error_of(const std::vector<fs::path>& directories) {
    try {
      SolverRegistry(directories).solvers();
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

 private:
  TemporaryDirectory root_;
  fs::path old_directory_;
};

TEST_F(Registry, SolversAreFoundInDirectoriesWithTheirPath) {
  const fs::path file = install("good", "first", "good.cardan-solver.so");
  const SolverRegistry registry({path("first")});
  ASSERT_NE(origin(registry, "good"), nullptr);
  EXPECT_EQ(origin(registry, "good")->place, fs::canonical(file).string());
  EXPECT_EQ(origin(registry, "good")->shadows, "");
  EXPECT_EQ(registry.searched().front(), fs::canonical(path("first")).string());
  EXPECT_EQ(registry.searched().back(), "in-process");
}

TEST_F(Registry, EarlierDirectoryShadowsLaterOnesAndIsReported) {
  install("good", "first", "b.cardan-solver.so");
  const fs::path twin = install("good_twin", "second", "a.cardan-solver.so");
  const fs::path third = install("good_twin", "third", "a.cardan-solver.so");
  setenv("CARDAN_SOLVER_PATH", ("::" + path("third").string() + ":").c_str(), 1);
  const SolverRegistry registry({path("first"), path("second")});
  EXPECT_STREQ(registry.require("good").version, "1.0");
  EXPECT_EQ(origin(registry, "good")->shadows,
            fs::canonical(twin).string() + ", " + fs::canonical(third).string());
  const SolverRegistry turned({path("second"), path("first")});
  EXPECT_STREQ(turned.require("good").version, "2.0");
  const SolverRegistry environment;
  EXPECT_STREQ(environment.require("good").version, "2.0");
}

TEST_F(Registry, DuplicateDirectoryIsSearchedOnce) {
  install("good", "first", "good.cardan-solver.so");
  setenv("CARDAN_SOLVER_PATH", path("first").c_str(), 1);
  const SolverRegistry registry({path("first"), path("first") / "."});
  EXPECT_EQ(origin(registry, "good")->shadows, "");
}

TEST_F(Registry, DuplicateIdInOneDirectoryNamesBothFiles) {
  install("good", "first", "one.cardan-solver.so");
  install("good_twin", "first", "two.cardan-solver.so");
  const std::string error = error_of({path("first")});
  EXPECT_NE(error.find("id 'good'"), std::string::npos) << error;
  EXPECT_NE(error.find("one.cardan-solver.so"), std::string::npos) << error;
  EXPECT_NE(error.find("two.cardan-solver.so"), std::string::npos) << error;
}

TEST_F(Registry, FilesWithOtherNamesAreNotLoaded) {
  install("good", "first", "good.so");
  install("good", "first", "good.cardan-solver.so.bak");
  fs::create_directory(path("first") / "deeper");
  install("good", "first", "deeper/good.cardan-solver.so");
  EXPECT_FALSE(found_in_a_file(SolverRegistry({path("first")}), "good"));
}

TEST_F(Registry, CurrentDirectoryIsNeverSearched) {
  install("good", "first", "good.cardan-solver.so");
  fs::current_path(path("first"));
  EXPECT_FALSE(found_in_a_file(SolverRegistry(), "good"));
  setenv("CARDAN_SOLVER_PATH", ".:", 1);
  const SolverRegistry registry;
  EXPECT_FALSE(found_in_a_file(registry, "good"));
  ASSERT_FALSE(registry.refused().empty());
  EXPECT_NE(registry.refused()[0].find("relative directory"), std::string::npos);
}

TEST_F(Registry, RejectedPluginIsAnErrorOnlyInADirectoryNamedByTheCaller) {
  install("wrong_magic", "first", "bad.cardan-solver.so");
  install("good", "first", "good.cardan-solver.so");
  EXPECT_NE(error_of({path("first")}).find("magic"), std::string::npos);
  setenv("CARDAN_SOLVER_PATH", (path("first").string() + ":" + path("nowhere").string()).c_str(),
         1);
  const SolverRegistry registry;
  EXPECT_NE(registry.find("good"), nullptr);
  EXPECT_EQ(registry.refused().size(), 1u) << "a library that was not asked for was loaded";
  registry.solvers();
  ASSERT_EQ(registry.refused().size(), 2u);
  EXPECT_NE(registry.refused()[0].find("is not a directory"), std::string::npos);
  EXPECT_NE(registry.refused()[1].find("bad.cardan-solver.so"), std::string::npos);
}

TEST_F(Registry, NonLibraryFileAndMissingDirectoryAreReported) {
  std::ofstream(path("first") / "text.cardan-solver.so") << "not a library";
  EXPECT_NE(error_of({path("first")}).find("cannot be loaded"), std::string::npos);
  EXPECT_NE(error_of({path("nowhere")}).find("no such plugin directory"), std::string::npos);
}

TEST_F(Registry, InProcessSolversComeLast) {
  static cardan_solver_desc mine = raw::solver("mine"), good = raw::solver("good");
  static const cardan_solver_desc* const solvers[] = {&mine, &good};
  static const cardan_entry entry = raw::entry(solvers, 2);
  register_solver(entry);
  register_solver(entry);  // the same entry again changes nothing
  install("good", "first", "good.cardan-solver.so");
  const SolverRegistry registry({path("first")});
  EXPECT_EQ(origin(registry, "mine")->place, "in-process");
  EXPECT_EQ(origin(registry, "good")->shadows, "in-process");
  EXPECT_NE(&registry.require("good"), &good);

  static cardan_solver_desc other = raw::solver("mine");
  static const cardan_solver_desc* const others[] = {&other};
  static const cardan_entry twin = raw::entry(others, 1);
  EXPECT_THROW(register_solver(twin), Error);
}

TEST_F(Registry, UnknownIdNamesTheNearestIdAndTheDirectories) {
  install("good", "first", "good.cardan-solver.so");
  const SolverRegistry registry({path("first")});
  try {
    registry.require("goood");
    FAIL() << "found";
  } catch (const Error& error) {
    EXPECT_NE(std::strstr(error.what(), "unknown solver 'goood'; did you mean 'good'?"), nullptr)
        << error.what();
    EXPECT_NE(std::strstr(error.what(), fs::canonical(path("first")).c_str()), nullptr);
  }
}

TEST_F(Registry, SolversAreSortedById) {
  install("good", "first", "good.cardan-solver.so");
  const SolverRegistry registry({path("first")});
  for (std::size_t i = 1; i < registry.solvers().size(); ++i) {
    EXPECT_LT(std::strcmp(registry.solvers()[i - 1].desc->id, registry.solvers()[i].desc->id), 0);
  }
}

}  // namespace
}  // namespace cardan::test
