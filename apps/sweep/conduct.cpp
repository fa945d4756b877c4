#include "apps/sweep/conduct.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <limits>
#include <map>
#include <optional>

#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/process_pool.h"
#include "apps/process/stop_request.h"
#include "apps/sweep/row_writer.h"
#include "apps/sweep/sweep_progress.h"
#include "apps/sweep/worker_board.h"
#include "cardan/error.h"
#include "core/failure_text.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

// Results of a worker process.
constexpr const char *kWorkerEnded = "ended", *kWorkerFailed = "failed: ";
// SIGKILL may come from the system, for reasons beyond the cell.
constexpr int kKillsOfACell = 3;

std::int64_t steady_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Consecutive pending cells that one worker takes at a time.
struct CellTask {
  std::size_t begin = 0, end = 0;
};

// Tasks become smaller towards the end, so that the workers end together.
std::vector<CellTask> make_tasks(std::size_t items, std::size_t most, std::size_t jobs) {
  constexpr std::size_t kPartsOfTheRest = 8;
  std::vector<CellTask> tasks;
  for (std::size_t begin = 0; begin < items;) {
    const std::size_t fair = (items - begin) / (kPartsOfTheRest * jobs);
    const std::size_t size = std::clamp<std::size_t>(fair, 1, most);
    tasks.push_back({begin, begin + size});
    begin += size;
  }
  return tasks;
}

/// Runs the cells of a study in worker processes.
class Conductor {
 public:
  Conductor(const Plan& plan, const std::vector<std::size_t>& cells,
            const ConductSettings& settings)
      : plan_(plan),
        cells_(cells),
        settings_(settings),
        origin_(own_origin()),
        jobs_(static_cast<std::size_t>(std::max(settings.jobs, 1))),
        tasks_(
            make_tasks(cells.size(), static_cast<std::size_t>(plan.study().cells_per_task), jobs_)),
        board_(cells.size(), jobs_),
        writer_(settings.rows, origin_),
        progress_(cells.size()) {
    running_.resize(jobs_);
  }

  ConductResult run() {
    ProcessPool pool(settings_.jobs, std::numeric_limits<double>::infinity());
    pool.run([&] { return next_job(); },
             [&](std::size_t job, const ChildEnd& end) { take_end(started_[job], end); },
             [&](std::size_t running, std::size_t) {
               kill_late_workers();
               progress_.show(board_.ended(), board_.failed(), running);
             });
    if (!failure_.empty()) throw Error(failure_);
    writer_.sync();
    return {board_.ended(), board_.failed()};
  }

 private:
  /// A process: a worker that takes tasks, or one for a single cell.
  struct Started {
    std::size_t worker = 0;
    std::optional<std::size_t> item;  ///< the single cell
    bool late = false;                ///< killed at its time limit
  };

  const ChildJob* next_job() {
    if (!failure_.empty()) return nullptr;
    Started started;
    if (!alone_.empty()) {
      started.item = alone_.front();
      alone_.pop_front();
    } else if (board_.tasks_taken() >= tasks_.size()) {
      return nullptr;
    }
    const auto free = std::find(running_.begin(), running_.end(), std::nullopt);
    started.worker = static_cast<std::size_t>(free - running_.begin());
    *free = started_.size();
    WorkerBoard::Worker& worker = board_.worker(started.worker);
    worker.task = WorkerBoard::kNothing;
    worker.process = 0;
    worker.deadline = 0;
    started_.push_back(started);
    job_.work = [this, started] { return work(started); };
    return &job_;
  }

  // In the worker process.
  std::string work(const Started& started) {
    board_.worker(started.worker).process = ::getpid();
    try {
      RowWriter writer(settings_.rows, origin_);
      const CellSettings settings{settings_.plugins, settings_.states, origin_.binary,
                                  started.item ? 2 : 1};
      const CellEvents events = events_of(started, writer);
      CellRunner runner(plan_, settings, events);
      if (started.item) {
        runner.run({cells_[*started.item]});
      } else {
        run_tasks(started, runner);
      }
      writer.sync();
    } catch (const std::exception& error) {
      return std::string(kWorkerFailed).append(failure_text(error));
    }
    return kWorkerEnded;
  }

  bool must_stop() const { return cardan::app::stop_requested() || board_.stop_requested(); }

  void run_tasks(const Started& started, CellRunner& runner) {
    while (!must_stop()) {
      const std::size_t number = board_.take_task();
      if (number >= tasks_.size()) return;
      board_.worker(started.worker).task = static_cast<std::int64_t>(number);
      runner.run({cells_.begin() + static_cast<std::ptrdiff_t>(tasks_[number].begin),
                  cells_.begin() + static_cast<std::ptrdiff_t>(tasks_[number].end)});
      board_.worker(started.worker).deadline = 0;
    }
  }

  CellEvents events_of(const Started& started, RowWriter& writer) {
    WorkerBoard::Worker& worker = board_.worker(started.worker);
    CellEvents events;
    events.begin = [this, &worker] {
      worker.deadline = steady_nanoseconds() + static_cast<std::int64_t>(1e9 * settings_.limit);
    };
    events.end = [this, &writer](std::size_t cell, const CellRow& row) {
      writer.append(row);
      const auto at = std::lower_bound(cells_.begin(), cells_.end(), cell);
      board_.mark_done(static_cast<std::size_t>(at - cells_.begin()));
      board_.count_end(row.status == CellStatus::kFinished);
    };
    events.stop = [this] { return must_stop(); };
    return events;
  }

  void kill_late_workers() {
    const std::int64_t now = steady_nanoseconds();
    for (const std::optional<std::size_t>& job : running_) {
      if (!job) continue;
      Started& started = started_[*job];
      const WorkerBoard::Worker& worker = board_.worker(started.worker);
      const std::int64_t deadline = worker.deadline;
      const pid_t process = worker.process;
      if (deadline == 0 || now < deadline || process <= 1 || started.late) continue;
      started.late = true;
      ::kill(process, SIGKILL);
    }
  }

  void take_end(const Started& started, const ChildEnd& end) {
    running_[started.worker].reset();
    if (end.kind == ChildEnd::Kind::kInterrupted) return;
    const bool ended_well = end.kind == ChildEnd::Kind::kExited && end.code == 0;
    if (ended_well && end.result == kWorkerEnded) return;
    if (ended_well && end.result.rfind(kWorkerFailed, 0) == 0) {
      if (failure_.empty()) failure_ = end.result.substr(std::string(kWorkerFailed).size());
      board_.request_stop();
      return;
    }
    if (started.item) return take_end_alone(*started.item, started, end);
    const std::int64_t task = board_.worker(started.worker).task;
    if (task == WorkerBoard::kNothing) {
      throw Error("a worker process " + why_ended(end, settings_.limit) + " before its first cell",
                  "", "try fewer --jobs");
    }
    const CellTask& unfinished = tasks_[static_cast<std::size_t>(task)];
    for (std::size_t item = unfinished.begin; item < unfinished.end; ++item) {
      if (!board_.is_done(item)) alone_.push_back(item);
    }
  }

  void take_end_alone(std::size_t item, const Started& started, const ChildEnd& end) {
    if (board_.is_done(item)) return;
    const bool killed = end.kind == ChildEnd::Kind::kSignalled && end.code == SIGKILL;
    if (killed && !started.late && ++kills_[item] < kKillsOfACell) {
      alone_.push_back(item);
      return;
    }
    CellRow row;
    row.key = plan_.key(cells_[item]);
    row.metrics.assign(plan_.study().metrics.size(), std::numeric_limits<double>::quiet_NaN());
    row.attempt = 2;
    row.seconds = end.seconds;
    row.remark = last_line(end.printed);
    row.status = started.late ? CellStatus::kTimedOut : CellStatus::kCrashed;
    if (started.late) {
      row.message = "exceeded the limit of " + number_text(settings_.limit, 6) + " s";
    } else if (end.kind == ChildEnd::Kind::kSignalled) {
      row.message = "ended by " + name_of_signal(end.code);
    } else {
      row.message = "ended the process with exit code " + std::to_string(end.code);
    }
    writer_.append(row);
    board_.mark_done(item);
    board_.count_end(false);
  }

  const Plan& plan_;
  const std::vector<std::size_t>& cells_;
  const ConductSettings& settings_;
  RowOrigin origin_;
  std::size_t jobs_;
  std::vector<CellTask> tasks_;
  WorkerBoard board_;
  RowWriter writer_;  ///< writes the rows that no worker could write
  SweepProgress progress_;
  ChildJob job_;
  std::vector<Started> started_;
  std::vector<std::optional<std::size_t>> running_;  ///< job of each worker
  std::deque<std::size_t> alone_;                    ///< items that need a process of their own
  std::map<std::size_t, int> kills_;
  std::string failure_;
};

}  // namespace

ConductResult conduct(const Plan& plan, const std::vector<std::size_t>& cells,
                      const ConductSettings& settings) {
  if (cells.empty()) return {};
  return Conductor(plan, cells, settings).run();
}

}  // namespace cardan::app
