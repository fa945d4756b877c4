#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <thread>

#include "apps/commands.h"
#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/isolated.h"
#include "apps/sweep/audit.h"
#include "apps/sweep/conduct.h"
#include "apps/sweep/exact_text.h"
#include "apps/sweep/merge.h"
#include "apps/sweep/options.h"
#include "apps/sweep/results_folder.h"
#include "apps/sweep/row_index.h"
#include "apps/sweep/shard.h"
#include "apps/sweep/slurm.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

int number_of_jobs(const SweepOptions& options) {
  if (options.jobs > 0) return options.jobs;
  if (const char* cores = std::getenv("SLURM_CPUS_PER_TASK")) return std::max(1, std::atoi(cores));
  if (std::getenv("SLURM_JOB_ID") != nullptr) return 1;  // the default of Slurm
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::vector<std::size_t> pending_cells(const SweepOptions& options, const RowIndex& rows) {
  const Shard shard = options.shard.empty() ? Shard{} : parse_shard(options.shard);
  std::vector<std::size_t> cells;
  for (std::size_t cell = shard.begin(rows.num_cells()); cell < shard.end(rows.num_cells());
       ++cell) {
    const bool failed = rows.has(cell) && rows.status(cell) != CellStatus::kFinished;
    if (!rows.has(cell) || (options.retry && failed)) cells.push_back(cell);
  }
  return cells;
}

// A misspelt metric would refuse every cell; plugins run in a child process only.
void check_metrics(const Plan& plan, std::size_t cell, const SweepOptions& options) {
  const ChildEnd end = run_isolated("checking the metrics", options.limit, [&]() -> std::string {
    try {
      require_metrics(plan, cell, options.plugins);
    } catch (const Error& error) {
      return std::string("!").append(error.what());
    }
    return "good";
  });
  if (handed_over(end) && end.result.front() == '!') throw Error(end.result.substr(1));
}

ConductSettings conduct_settings(const SweepOptions& options, const ResultsFolder& folder) {
  return {folder.rows(), folder.states(), options.plugins, number_of_jobs(options), options.limit};
}

std::string counts_text(const RowIndex& rows) {
  std::string text = std::to_string(rows.num_cells()) + " cells: ";
  text.append(std::to_string(rows.count(CellStatus::kFinished))).append(" done");
  for (const CellStatus status :
       {CellStatus::kRefused, CellStatus::kTimedOut, CellStatus::kCrashed}) {
    const std::size_t count = rows.count(status);
    if (count == 0) continue;
    std::string name = cell_status_name(status);
    std::replace(name.begin(), name.end(), '_', ' ');
    text.append(", ").append(std::to_string(count)).append(" ").append(name);
  }
  const std::size_t missing = rows.num_cells() - rows.num_rows();
  if (missing > 0) text.append(", ").append(std::to_string(missing)).append(" to run");
  return text;
}

void say_remarks(const Plan& plan, const RowIndex& rows) {
  for (const std::string& remark : merge_remarks(plan, rows))
    std::cerr << "cardan: " << one_line_text(remark) << std::endl;
}

int print_plan(const Plan& plan, const RowIndex& rows) {
  std::cout << counts_text(rows) << "\n";
  for (const std::string& column : plan.columns()) std::cout << "  " << column << "\n";
  return kDone;
}

int submit_study(const SweepOptions& options, const Plan& plan, const RowIndex& rows,
                 const ResultsFolder& folder) {
  SlurmJob job = plan_slurm_job(plan, pending_cells(options, rows), largest_slurm_array());
  if (job.indices.empty()) {
    std::cout << counts_text(rows) << "; nothing to submit\n";
    return kDone;
  }
  job.arguments = options.sbatch;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  job.command = shell_word(program) + " sweep " +
                shell_word(std::filesystem::absolute(options.study).string()) + " --out " +
                shell_word(std::filesystem::absolute(folder.path).string()) + " --timeout " +
                exact_text(options.limit);
  if (options.retry) job.command.append(" --retry");
  for (const std::string& plugins : options.plugins)
    job.command.append(" --plugins ")
        .append(shell_word(std::filesystem::absolute(plugins).string()));
  ResultsFolder absolute{std::filesystem::absolute(folder.path).string()};
  std::cout << submit_slurm_job(job, std::filesystem::path(options.study).stem().string(), absolute)
            << "\n"
            << job.indices.size() << " tasks; see cardan sweep status "
            << one_line_text(options.study) << "\n";
  return kDone;
}

int interrupted_study(const RowIndex& rows) {
  std::cerr << "cardan: interrupted; " << counts_text(rows)
            << "; run the same command again to continue" << std::endl;
  return interrupted_exit_code(InterruptGuard::signal());
}

int run_audit(const SweepOptions& options, const Plan& plan, const RowIndex& rows,
              const ResultsFolder& folder) {
  // The audit runs its cells anew each time.
  std::error_code ignored;
  std::filesystem::remove_all(folder.audit(), ignored);
  const ResultsFolder own{folder.audit()};
  make_results_folder(own);
  std::vector<std::size_t> cells;
  for (const std::size_t cell : audited_cells(plan, options.audit)) {
    if (rows.has(cell)) cells.push_back(cell);
  }
  conduct(plan, cells, conduct_settings(options, own));
  const RowIndex again(own.rows(), plan);
  if (InterruptGuard::signal() != 0) return interrupted_study(again);
  const std::vector<std::size_t> differing = differing_cells(rows, again);
  std::cout << again.num_rows() << " cells were run again: " << again.num_rows() - differing.size()
            << " are equal";
  for (std::size_t i = 0; i < std::min<std::size_t>(differing.size(), 10); ++i)
    std::cout << (i == 0 ? "; these differ: cell " : ", ") << differing[i];
  std::cout << "\n";
  say_remarks(plan, again);
  return differing.empty() ? kDone : kCheckFailed;
}

void write_merge(const SweepOptions& options, const Plan& plan, const RowIndex& rows,
                 const ResultsFolder& folder) {
  merge_rows(plan, rows,
             {options.csv.empty() ? folder.csv() : options.csv,
              options.hdf5.empty() ? folder.hdf5() : options.hdf5, folder.provenance()});
  say_remarks(plan, rows);
}

// The rows of a run of all cells are merged at its end; those of shards wait for the others.
int finish_run(const SweepOptions& options, const Plan& plan, const ResultsFolder& folder) {
  const RowIndex rows(folder.rows(), plan);
  if (InterruptGuard::signal() != 0) return interrupted_study(rows);
  std::cout << counts_text(rows);
  if (options.shard.empty()) {
    write_merge(options, plan, rows, folder);
    std::cout << "; " << one_line_text(folder.csv());
  }
  std::cout << "\n";
  return kDone;
}

void require_sweep_options(const SweepOptions& options) {
  const int modes = (options.slurm ? 1 : 0) + (options.audit > 0 ? 1 : 0) + (options.plan ? 1 : 0) +
                    (options.shard.empty() ? 0 : 1);
  if (modes > 1)
    throw Error("--shard, --slurm, --audit and --plan exclude each other", options.study,
                "keep one of them");
  if (!options.sbatch.empty() && !options.slurm)
    throw Error("arguments after -- belong to --slurm", options.study, "add --slurm");
}

}  // namespace

int run_sweep(const SweepOptions& options) {
  require_sweep_options(options);
  const Plan plan = make_plan(options.study);
  const ResultsFolder folder = results_folder(options.study, options.out);
  const RowIndex rows(folder.rows(), plan);
  if (options.plan) return print_plan(plan, rows);
  make_results_folder(folder);
  if (options.slurm) return submit_study(options, plan, rows, folder);
  // A closed output pipe (`| head`) must not stop the study.
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<ResultsLock> lock;
  if (options.shard.empty()) lock.emplace(folder);
  const InterruptGuard guard;
  if (options.audit > 0) return run_audit(options, plan, rows, folder);
  const std::vector<std::size_t> cells = pending_cells(options, rows);
  if (!cells.empty()) check_metrics(plan, cells.front(), options);
  conduct(plan, cells, conduct_settings(options, folder));
  return finish_run(options, plan, folder);
}

int sweep_status(const SweepOptions& options) {
  const Plan plan = make_plan(options.study);
  const RowIndex rows(results_folder(options.study, options.out).rows(), plan);
  std::cout << counts_text(rows) << "\n";
  if (rows.num_other() > 0)
    std::cout << rows.num_other() << " rows belong to cells that the study no longer has\n";
  if (rows.num_torn() > 0)
    std::cout << rows.num_torn() << " truncated lines were dropped; their cells count as not run\n";
  say_remarks(plan, rows);
  return rows.conflicts().empty() ? kDone : kCheckFailed;
}

int merge_sweep(const SweepOptions& options) {
  const Plan plan = make_plan(options.study);
  const ResultsFolder folder = results_folder(options.study, options.out);
  const RowIndex rows(folder.rows(), plan);
  const std::size_t missing = rows.num_cells() - rows.num_rows();
  if (missing > 0 && !options.partial) {
    throw Error(std::to_string(missing) + " of " + std::to_string(rows.num_cells()) +
                    " cells have no row yet",
                folder.path, "run the study again, or merge the existing rows with --partial");
  }
  write_merge(options, plan, rows, folder);
  std::cout << counts_text(rows) << "; "
            << one_line_text(options.csv.empty() ? folder.csv() : options.csv) << "\n";
  return rows.conflicts().empty() ? kDone : kCheckFailed;
}

}  // namespace cardan::app
