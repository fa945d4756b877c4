#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "bench/walls/wall_solver.h"

/// Walls of 4, 16, 64 and 256 contacts: time and residual of every solver, each in a separate
/// process. Prints Markdown.
namespace cardan::bench {

double median_milliseconds(const std::function<void()>& solve) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kMost = 51;
  constexpr double kBudget = 1000;  // [ms]
  std::vector<double> times;
  double total = 0;
  while (times.size() < kMost && total < kBudget) {
    const auto start = Clock::now();
    solve();
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    total += times.back();
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

namespace {

constexpr int kWidths[] = {1, 2, 4, 8};
constexpr int kSizes = 4;

struct Cell {
  enum class End { kAnswered, kLate, kCrashed } end = End::kCrashed;
  WallAnswer answer;
};

// Runs in a child, so that a solver that hangs or crashes affects one cell.
Cell run(const WallSolver& solver, const Wall& wall, unsigned limit) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    // Peers may print other text; only the table is printed here.
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
    alarm(limit);
    const WallAnswer answer = solver.solve(wall);
    const bool written = write(ends[1], &answer, sizeof answer) == sizeof answer;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Cell cell;
  if (read(ends[0], &cell.answer, sizeof cell.answer) == sizeof cell.answer) {
    cell.end = Cell::End::kAnswered;
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) cell.end = Cell::End::kLate;
  return cell;
}

void print_cell(const Cell& cell, unsigned limit) {
  switch (cell.end) {
    case Cell::End::kLate:
      std::printf(" over %u s |", limit);
      return;
    case Cell::End::kCrashed:
      std::printf(" crashed |");
      return;
    case Cell::End::kAnswered:
      std::printf(" %.3g ms, %.0e%s |", cell.answer.milliseconds, cell.answer.residual,
                  cell.answer.refused ? " (reports failure)" : "");
  }
}

// Time of a solver with a correct answer [ms]; infinity otherwise.
double time_when_right(const Cell& cell, unsigned limit) {
  constexpr double kRight = 1.01e-8;
  if (cell.end == Cell::End::kLate) return 1e3 * limit;
  if (cell.end != Cell::End::kAnswered || !(cell.answer.residual <= kRight)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return cell.answer.milliseconds;
}

struct Row {
  WallSolver solver;
  Cell cells[kSizes];
};

void print_ratio(const std::vector<Row>& rows, const char* ours, const char* law,
                 const char* theirs, unsigned limit) {
  const auto find = [&](const char* name, const char* with) {
    return std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
      return row.solver.name == name && (with == nullptr || row.solver.law == with);
    });
  };
  const auto us = find(ours, law), them = find(theirs, nullptr);
  if (us == rows.end() || them == rows.end()) return;
  std::printf("| %s / %s |", theirs, ours);
  for (int k = 0; k < kSizes; ++k) {
    const double mine = time_when_right(us->cells[k], limit);
    const bool late = them->cells[k].end == Cell::End::kLate;
    const double ratio = time_when_right(them->cells[k], limit) / mine;
    if (us->cells[k].end == Cell::End::kLate) {
      std::printf(" ours is over %u s |", limit);
    } else if (std::isnan(mine)) {
      std::printf(" cardan is wrong |");
    } else if (std::isnan(ratio)) {
      std::printf(" the other is wrong |");
    } else {
      std::printf(" %s%.3g |", late ? "> " : "", ratio);
    }
  }
  std::printf("\n");
}

int main_walls(unsigned limit) {
  std::vector<Row> rows;
  for (const WallSolver& solver : cardan_wall_solvers()) rows.push_back({solver, {}});
#ifdef CARDAN_PEER_DART
  for (const WallSolver& solver : dart_wall_solvers()) rows.push_back({solver, {}});
#endif
#ifdef CARDAN_PEER_SICONOS
  for (const WallSolver& solver : siconos_wall_solvers()) rows.push_back({solver, {}});
#endif
  std::printf("| solver | law |");
  for (const int width : kWidths) std::printf(" %d contacts |", make_wall(width).contacts);
  std::printf("\n|---|---|---|---|---|---|\n");
  for (Row& row : rows) {
    std::printf("| %s | %s |", row.solver.name.c_str(), row.solver.law.c_str());
    for (int k = 0; k < kSizes; ++k) {
      row.cells[k] = run(row.solver, make_wall(kWidths[k]), limit);
      print_cell(row.cells[k], limit);
    }
    std::printf("\n");
  }
  std::printf("\n| times faster |");
  for (const int width : kWidths) std::printf(" %d contacts |", make_wall(width).contacts);
  std::printf("\n|---|---|---|---|---|\n");
  constexpr const char* kPolyhedral = "polyhedral, directions 4";
  print_ratio(rows, "cardan lemke", kPolyhedral, "DART Lemke", limit);
  print_ratio(rows, "cardan lemke", kPolyhedral, "Siconos Lemke", limit);
  print_ratio(rows, "cardan conic", "cone", "Siconos NSGS", limit);
  print_ratio(rows, "cardan conic", "cone", "Siconos ADMM", limit);
  return 0;
}

}  // namespace
}  // namespace cardan::bench

int main(int argc, char** argv) {
  unsigned limit = 20;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--limit") == 0) limit = static_cast<unsigned>(std::atoi(argv[i + 1]));
  }
  return cardan::bench::main_walls(std::max(limit, 1u));
}
