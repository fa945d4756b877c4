// Plans and merges of many cells. CARDAN_CELLS: 20 000 by default, a million in the test labelled
// slow.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "apps/sweep/merge.h"
#include "apps/sweep/plan.h"
#include "apps/sweep/row_writer.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

std::size_t number_of_cells() {
  const char* text = std::getenv("CARDAN_CELLS");
  return text != nullptr ? static_cast<std::size_t>(std::atoll(text)) : 20'000;
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Largest memory of a child process that does the work [bytes].
std::size_t memory_of(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  rusage usage{};
  int status = 0;
  ::wait4(child, &status, 0, &usage);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

std::size_t lines_of(const std::string& file) {
  std::ifstream lines(file);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) ++count;
  return count;
}

TEST(ManyCells, PlanAndMergeTakeLittleTimeAndMemory) {
  const test::TemporaryDirectory folder;
  const std::size_t cells = number_of_cells();
  folder.write("scene.yaml", "cardan: 1\nmodels:\n  - {name: ball, sphere: {radius: 0.1}}\n");
  const std::string study =
      folder.write("study.yaml",
                   "scene: scene.yaml\nmetrics: [{quantity: energy}, {quantity: ball.base.z}]\n"
                   "samples: {count: " +
                       std::to_string(cells) +
                       ", distributions: {models.ball.mass: {uniform: [1, 2]}, "
                       "materials.default.mu: {normal: [1, 0.1]}}}\n");
  const std::string rows = folder.file("rows");
  std::filesystem::create_directory(rows);
  const std::size_t start = memory_of([] {});
  double planned = 0;
  planned = seconds_of([&] { EXPECT_EQ(make_plan(study).num_cells(), cells); });
  {
    const Plan plan = make_plan(study);
    // Three writers take turns of 64 cells.
    RowWriter writers[3] = {
        {rows, {"0", "0", "a", "p"}}, {rows, {"0", "0", "b", "p"}}, {rows, {"0", "0", "c", "p"}}};
    for (std::size_t cell = 0; cell < cells; ++cell) {
      CellRow row;
      row.key = plan.key(cell);
      row.state_hash = "0123456789abcdef";
      row.metrics = {1.0 / static_cast<double>(cell + 1), -0.123456789};
      writers[cell / 64 % 3].append(row);
    }
  }
  double merged = 0;
  const std::size_t memory = memory_of([&] {
    merged = seconds_of([&] {
      const Plan plan = make_plan(study);
      const RowIndex index(rows, plan);
      merge_rows(plan, index,
                 {folder.file("a.csv"), folder.file("a.h5"), folder.file("provenance.csv")});
    });
    std::printf("merged in %.2f s\n", merged);
    std::fflush(stdout);
  });
  std::printf(
      "%zu cells: planned in %.2f s, merged with %.0f MB of memory, %.0f MB of them before\n",
      cells, planned, static_cast<double>(memory) / 1e6, static_cast<double>(start) / 1e6);
  EXPECT_EQ(lines_of(folder.file("a.csv")), cells + 1);
  EXPECT_EQ(lines_of(folder.file("provenance.csv")), cells + 1);
  // 48 bytes per cell for plan and index, and buffers.
  EXPECT_LT(memory - start, 60 * cells + 100'000'000);
  EXPECT_LT(memory, 200'000'000u);
}

}  // namespace
}  // namespace cardan::app
