#pragma once

#include <string>
#include <vector>

#include "apps/sweep/plan.h"
#include "apps/sweep/results_folder.h"

namespace cardan::app {

/// A job array of Slurm that runs the unfinished shards of a study.
struct SlurmJob {
  std::size_t shards = 0;              ///< number of shards of the study
  std::vector<std::size_t> indices;    ///< indices of the shards with pending cells
  std::vector<std::string> arguments;  ///< arguments of the user for sbatch
  std::string command;                 ///< command of a task, without --shard
};

/// Shards of cells_per_task cells, or fewer and larger ones if the array would exceed the limit of
/// the cluster (MaxArraySize). pending: the cells to run, sorted.
SlurmJob plan_slurm_job(const Plan& plan, const std::vector<std::size_t>& pending,
                        std::size_t most_tasks);

/// MaxArraySize of the cluster; the default of Slurm, 1001, if scontrol does not report it.
std::size_t largest_slurm_array();

/// Text of the batch script. The tasks of the job are requeued if their node fails, and get SIGTERM
/// a minute before a time limit.
std::string slurm_script(const SlurmJob& job, const std::string& name, const std::string& log);

/// Indices in the form that sbatch expects: "0-3,7".
std::string slurm_array_text(const std::vector<std::size_t>& indices);

/// Writes the script into the folder and submits it. Returns what sbatch printed. Throws Error if
/// sbatch is missing or refuses the job.
std::string submit_slurm_job(const SlurmJob& job, const std::string& name,
                             const ResultsFolder& folder);

/// A word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace cardan::app
