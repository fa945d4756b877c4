#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <limits>
#include <set>
#include <thread>

#include "apps/commands.h"
#include "apps/plot/svg.h"
#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/isolated.h"
#include "apps/sweep/cell_replay.h"
#include "apps/sweep/metric_units.h"
#include "apps/sweep/options.h"
#include "apps/sweep/results_folder.h"
#include "apps/sweep/row_index.h"
#include "apps/sweep/study_page.h"
#include "apps/sweep/sweep_progress.h"
#include "cardan/error.h"
#include "core/atomic_file.h"

namespace cardan::app {

namespace {

constexpr std::size_t kMostPoints = 4000;

std::string replay_name(std::size_t cell) { return "cell-" + std::to_string(cell) + ".html"; }

void make_plot_folder(const std::string& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (failure)
    throw Error("cannot create the folder: " + failure.message(), path, "choose another folder");
}

// The cells with the least and the greatest value of each metric, and others at even distances.
std::vector<std::size_t> replayed_cells(const PlotData& data, std::size_t most) {
  std::set<std::size_t> chosen;
  if (data.cells.empty() || most == 0) return {};
  for (const PlotColumn& metric : data.metrics) {
    const auto [least, greatest] = std::minmax_element(metric.values.begin(), metric.values.end());
    for (const auto& at : {least, greatest}) {
      if (chosen.size() < most)
        chosen.insert(data.cells[static_cast<std::size_t>(at - metric.values.begin())]);
    }
  }
  const std::size_t every = (data.cells.size() + most - 1) / most;
  for (std::size_t i = 0; i < data.cells.size() && chosen.size() < most; i += every)
    chosen.insert(data.cells[i]);
  return {chosen.begin(), chosen.end()};
}

// Writes the pages in processes of their own. A cell whose page cannot be written has none.
std::set<std::size_t> write_replays(const SweepOptions& options, const Plan& plan,
                                    const std::vector<std::size_t>& cells,
                                    const std::string& folder) {
  std::vector<ChildJob> jobs;
  for (const std::size_t cell : cells) {
    ChildJob job;
    job.work = [&plan, &options, cell, folder]() -> std::string {
      write_cell_replay(plan, cell, options.plugins, folder + "/" + replay_name(cell));
      return "written";
    };
    jobs.push_back(std::move(job));
  }
  std::set<std::size_t> written;
  std::string failure;
  SweepProgress progress(cells.size());
  const int processes =
      options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency());
  ProcessPool(processes, options.limit)
      .run(
          jobs,
          [&](std::size_t job, const ChildEnd& end) {
            if (end.result == "written") {
              written.insert(cells[job]);
            } else if (failure.empty()) {
              failure = "cell " + std::to_string(cells[job]) + " has no replay: it " +
                        why_ended(end, options.limit);
            }
          },
          [&](std::size_t running, std::size_t ended) { progress.show(ended, 0, running); });
  if (!failure.empty()) std::cerr << "cardan: " << one_line_text(failure) << std::endl;
  return written;
}

std::string plot_file_name(const std::string& name) {
  std::string plain;
  for (const char c : name) {
    const bool good = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    plain.push_back(good ? c : '_');
  }
  return plain.substr(0, 150) + ".svg";
}

std::string standalone_svg(const std::string& svg) {
  const std::size_t end = svg.find('>') + 1;
  return svg.substr(0, end) + "<style>" + svg_style() + "</style>" + svg.substr(end);
}

}  // namespace

int plot_sweep(const SweepOptions& options) {
  const Plan plan = make_plan(options.study);
  const ResultsFolder folder = results_folder(options.study, options.out);
  const RowIndex rows(folder.rows(), plan);
  PlotData data = read_plot_data(plan, rows, kMostPoints);
  if (data.cells.empty())
    throw Error("no cell is finished yet", folder.path, "run the study first");
  const std::vector<std::string> units = metric_units(plan, data.cells[0], options.plugins);
  for (std::size_t i = 0; i < units.size(); ++i) data.metrics[i].unit = units[i];
  const std::string page = options.html.empty() ? folder.path + "/plots.html" : options.html;
  require_writable(page);
  const std::string pages = std::filesystem::path(page).replace_extension("").string() + "-replays";
  const InterruptGuard guard;
  std::set<std::size_t> replays;
  if (options.replays > 0) {
    make_plot_folder(pages);
    replays = write_replays(options, plan,
                            replayed_cells(data, static_cast<std::size_t>(options.replays)), pages);
  }
  if (InterruptGuard::signal() != 0) return interrupted_exit_code(InterruptGuard::signal());
  const std::string beside = std::filesystem::path(pages).filename().string();
  const CellLink link = [&](std::size_t cell) {
    return replays.contains(cell) ? beside + "/" + replay_name(cell) : std::string();
  };
  const std::string summary =
      std::to_string(rows.num_cells()) + " cells, " + std::to_string(data.finished) + " finished";
  write_whole_file(
      page, study_page(std::filesystem::path(options.study).stem().string(), summary, data, link));
  if (!options.svg.empty()) {
    make_plot_folder(options.svg);
    make_study_plots(data, link, [&](const std::string& name, const std::string& svg) {
      write_whole_file(options.svg + "/" + plot_file_name(name), standalone_svg(svg));
    });
  }
  std::cout << one_line_text(page) << ", " << replays.size() << " replays\n";
  return kDone;
}

int replay_sweep(const SweepOptions& options) {
  const Plan plan = make_plan(options.study);
  if (options.cell < 0 || static_cast<std::size_t>(options.cell) >= plan.num_cells()) {
    throw Error("there is no cell " + std::to_string(options.cell), options.study,
                "expected 0 to " + std::to_string(plan.num_cells() - 1));
  }
  const auto cell = static_cast<std::size_t>(options.cell);
  const std::string file = options.html.empty() ? replay_name(cell) : options.html;
  require_writable(file);
  const InterruptGuard guard;
  const ChildEnd end = run_isolated("replay of the cell", options.limit, [&]() -> std::string {
    write_cell_replay(plan, cell, options.plugins, file);
    return "written";
  });
  if (InterruptGuard::signal() != 0) return interrupted_exit_code(InterruptGuard::signal());
  if (end.result != "written") {
    throw Error("cell " + std::to_string(cell) + " " + why_ended(end, options.limit),
                options.study);
  }
  std::cout << one_line_text(file) << "\n";
  return kDone;
}

}  // namespace cardan::app
