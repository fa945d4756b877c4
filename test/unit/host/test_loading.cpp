#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "test/bad_plugins/raw_solver.h"
#include "test/support/temporary_directory.h"
#include "test/unit/host/dense_problem.h"

/// Plugin files: which ones are loaded, and when.
namespace cardan::test {
namespace {

namespace fs = std::filesystem;

class Loading : public ::testing::Test {
 protected:
  void SetUp() override {
    unsetenv("CARDAN_SOLVER_PATH");
    setenv("CARDAN_TEST_MARK", mark().c_str(), 1);
  }
  void TearDown() override {
    unsetenv("CARDAN_SOLVER_PATH");
    unsetenv("CARDAN_TEST_MARK");
  }

  fs::path path(const std::string& name) const { return fs::path(folder_.path()) / name; }
  fs::path mark() const { return path("mark"); }

  /// A copy of a plugin of test/bad_plugins.
  fs::path install(const std::string& plugin, const std::string& as) const {
    const fs::path from = fs::path(CARDAN_BAD_PLUGIN_DIR) / plugin / (plugin + ".cardan-solver.so");
    fs::create_directories(path(as).parent_path());
    fs::copy_file(from, path(as), fs::copy_options::overwrite_existing);
    return path(as);
  }

  static std::string refusal(const fs::path& file) {
    try {
      load_plugin(file);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

 private:
  TemporaryDirectory folder_;
};

TEST_F(Loading, OnlyTheRequestedLibraryIsLoaded) {
  install("good", "solvers/good.cardan-solver.so");
  install("leaves_a_mark", "solvers/leaves_a_mark.cardan-solver.so");
  const SolverRegistry registry({path("solvers")});
  EXPECT_NE(registry.find("good"), nullptr);
  EXPECT_EQ(registry.find("goood"), nullptr);
  EXPECT_THROW(registry.require("leaves_a_marc"), Error);
  // The solvers that were built with the library may be in its folder.
  const std::vector<std::string> names = registry.names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "good"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "leaves_a_mark"), 1);
  EXPECT_FALSE(fs::exists(mark())) << "a library that was not requested has run";
  EXPECT_NE(registry.find("leaves_a_mark"), nullptr);
  EXPECT_TRUE(fs::exists(mark()));
}

TEST_F(Loading, LibraryWithAnotherFileNameIsFoundByItsId) {
  install("misbehaves", "solvers/misbehaves.cardan-solver.so");
  install("leaves_a_mark", "solvers/other.cardan-solver.so");
  const SolverRegistry registry({path("solvers")});
  ASSERT_NE(registry.find("returns_nan"), nullptr);
  EXPECT_STREQ(registry.find("returns_nan")->id, "returns_nan");
  EXPECT_FALSE(fs::exists(mark()));
  EXPECT_NE(registry.find("leaves_a_mark"), nullptr);
}

TEST_F(Loading, IdIsNotUsedAsAPath) {
  install("good", "good.cardan-solver.so");
  fs::create_directories(path("solvers"));
  const SolverRegistry registry({path("solvers")});
  EXPECT_EQ(registry.find("../good"), nullptr);
  EXPECT_EQ(registry.find(""), nullptr);
}

TEST_F(Loading, OneLoadServesEveryRegistry) {
  install("good", "solvers/good.cardan-solver.so");
  EXPECT_EQ(SolverRegistry({path("solvers")}).find("good"),
            SolverRegistry({path("solvers")}).find("good"));
}

TEST_F(Loading, EveryTruncatedFileIsRejected) {
  const fs::path file = install("good", "cut.cardan-solver.so");
  const std::uintmax_t whole = fs::file_size(file);
  for (std::uintmax_t kept = 0; kept < whole; kept += 1 + whole / 60) {
    install("good", "cut.cardan-solver.so");
    fs::resize_file(file, kept);
    const std::string message = refusal(file);
    EXPECT_NE(message.find("cannot be loaded"), std::string::npos) << kept << " bytes: " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  install("good", "cut.cardan-solver.so");
  fs::resize_file(file, whole - 1);
  EXPECT_NE(refusal(file).find("the file is truncated"), std::string::npos) << refusal(file);
}

TEST_F(Loading, FileTruncatedAfterLoadingIsHarmless) {
  const fs::path file = install("good", "good.cardan-solver.so");
  const cardan_entry& entry = load_plugin(file);
  fs::resize_file(file, 0);
  ContactSolver solver(*entry.solvers[0]);
  DenseProblem problem;
  problem.Y = problem.S = Eigen::MatrixXd::Identity(1, 1);
  problem.b = Eigen::VectorXd::Constant(1, 1.0);
  problem.add(CARDAN_NONNEGATIVE, 1);
  double lambda[1] = {3};
  EXPECT_EQ(solver.solve(problem.view(), lambda, {}).status, CARDAN_ITERATIONS);
  EXPECT_EQ(lambda[0], 0);
}

TEST_F(Loading, ReplacedFileIsLoadedAsANewLibrary) {
  const fs::path file = install("good", "good.cardan-solver.so");
  const cardan_solver_desc& first = *load_plugin(file).solvers[0];
  install("good_twin", "good.cardan-solver.so");
  EXPECT_STREQ(load_plugin(file).solvers[0]->version, "2.0");
  EXPECT_STREQ(first.version, "1.0");
}

TEST_F(Loading, SpecialFilesAreRejected) {
  ASSERT_EQ(::mkfifo(path("pipe.cardan-solver.so").c_str(), 0600), 0);
  EXPECT_NE(refusal(path("pipe.cardan-solver.so")).find("this is a pipe, not a file"),
            std::string::npos);
  fs::create_directories(path("folder.cardan-solver.so"));
  EXPECT_NE(refusal(path("folder.cardan-solver.so")).find("cannot be loaded"), std::string::npos);
  fs::create_symlink("loop.cardan-solver.so", path("loop.cardan-solver.so"));
  EXPECT_NE(refusal(path("loop.cardan-solver.so")), "");
}

TEST_F(Loading, LibraryOfAnotherArchitectureIsRejected) {
  const fs::path file = install("good", "foreign.cardan-solver.so");
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(18).put('\x7e');
  EXPECT_NE(refusal(file).find("another type of machine"), std::string::npos) << refusal(file);
}

TEST_F(Loading, HashIsThatOfTheFileBytes) {
  install("good", "one/good.cardan-solver.so");
  install("good", "two/good.cardan-solver.so");
  install("good_twin", "three/good.cardan-solver.so");
  const auto hash = [&](const char* folder) {
    return SolverRegistry({path(folder)}).origin("good").hash;
  };
  EXPECT_EQ(hash("one").size(), 16u);
  EXPECT_EQ(hash("one"), hash("two"));
  EXPECT_NE(hash("one"), hash("three"));
}

TEST_F(Loading, ReplacedShippedSolverIsReported) {
  static cardan_solver_desc shipped = raw::solver("leaves_a_mark");
  static const cardan_solver_desc* const solvers[] = {&shipped};
  static const cardan_entry entry = raw::entry(solvers, 1);
  EXPECT_FALSE(SolverRegistry().origin("leaves_a_mark").replaces_shipped);
  register_solver(entry);
  EXPECT_FALSE(SolverRegistry().origin("leaves_a_mark").replaces_shipped);
  const fs::path file = install("leaves_a_mark", "solvers/leaves_a_mark.cardan-solver.so");
  setenv("CARDAN_SOLVER_PATH", path("solvers").c_str(), 1);
  const SolverRegistry registry;
  const SolverOrigin origin = registry.origin("leaves_a_mark");
  EXPECT_TRUE(origin.replaces_shipped);
  EXPECT_EQ(origin.place, fs::canonical(file).string());
  EXPECT_EQ(origin.shadows, "in-process");
}

TEST_F(Loading, WorldWritableFolderIsReported) {
  const fs::path file = install("good", "open/good.cardan-solver.so");
  fs::permissions(path("open"), fs::perms::others_write, fs::perm_options::add);
  ::testing::internal::CaptureStderr();
  load_plugin(file);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("every user of this machine can write " + path("open").string()),
            std::string::npos)
      << log;
  const fs::path closed = install("good", "closed/good.cardan-solver.so");
  ::testing::internal::CaptureStderr();
  load_plugin(closed);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

// Run by the test below as a program with the rights of another user.
TEST(LoadingElsewhere, DISABLED_PrintsThePlaces) {
  std::cout << (getauxval(AT_SECURE) != 0 ? "secure" : "usual") << "\n";
  const SolverRegistry registry;
  for (const std::string& place : registry.searched()) std::cout << "at " << place << "\n";
}

// The helper's output when `program` runs with this folder in CARDAN_SOLVER_PATH.
std::string places_printed_by(const fs::path& program, const fs::path& folder) {
  const std::string command = "CARDAN_SOLVER_PATH=" + folder.string() + " " +
                              fs::canonical(program).string() +
                              " --gtest_also_run_disabled_tests "
                              "--gtest_filter=LoadingElsewhere.* 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  ::pclose(pipe);
  return text;
}

/// Files that are mapped into this process.
std::string mapped_files() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

// Profilers read the symbols of a mapped file, and cannot read a copy in memory.
TEST_F(Loading, OnlyTheLibrarysOwnSolversAreMappedFromTheirFiles) {
  const SolverRegistry registry;
  ASSERT_NE(registry.find("pgs"), nullptr);
  EXPECT_NE(mapped_files().find("/pgs.cardan-solver.so"), std::string::npos);
  const fs::path copied = install("good", "solvers/good.cardan-solver.so");
  load_plugin(copied);
  EXPECT_EQ(mapped_files().find(copied.string()), std::string::npos);
}

TEST_F(Loading, SearchPathIsIgnoredUnderElevatedPrivileges) {
  const fs::path program = path("program");
  fs::copy_file("/proc/self/exe", program);
  fs::create_directories(path("solvers"));
  constexpr unsigned kNobody = 65534;
  if (::chown(program.c_str(), kNobody, kNobody) != 0) GTEST_SKIP() << "only root can set this up";
  ASSERT_EQ(::chmod(program.c_str(), 04755), 0);
  // The other user can read the folder, also as a member of the group of root.
  fs::permissions(fs::path(path("solvers")).parent_path(),
                  fs::perms::others_all | fs::perms::group_all, fs::perm_options::add);
  const std::string place = "at " + fs::canonical(path("solvers")).string();
  const std::string usual = places_printed_by("/proc/self/exe", path("solvers"));
  EXPECT_NE(usual.find(place), std::string::npos) << usual;
  const std::string text = places_printed_by(program, path("solvers"));
  if (text.find("usual\n") != std::string::npos) GTEST_SKIP() << "set-user-id has no effect here";
  EXPECT_NE(text.find("secure\n"), std::string::npos) << text;
  EXPECT_NE(text.find("at in-process"), std::string::npos) << text;
  EXPECT_EQ(text.find(place), std::string::npos) << text;
}

}  // namespace
}  // namespace cardan::test
