#include "apps/sweep/slurm.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>

#include "apps/process/child_program.h"
#include "apps/sweep/shard.h"
#include "cardan/error.h"
#include "core/atomic_file.h"

namespace cardan::app {

namespace {

constexpr std::size_t kDefaultMaxArraySize = 1001;
constexpr double kSlurmPatience = 120;  // [s]

/// Output of a program, and its end.
struct ProgramOutput {
  std::string text;
  int code = -1;
};

ProgramOutput output_of(const std::vector<std::string>& arguments) {
  Pipe pipe = make_pipe();
  ChildProgram program(arguments,
                       {{STDOUT_FILENO, pipe.write.number()}, {STDERR_FILENO, pipe.write.number()}},
                       "/tmp");
  pipe.write.close();
  ProgramOutput output;
  std::array<char, 4096> bytes;
  for (;;) {
    const ssize_t got = ::read(pipe.read.number(), bytes.data(), bytes.size());
    if (got <= 0) break;
    output.text.append(bytes.data(), static_cast<std::size_t>(got));
  }
  output.code = program.wait(kSlurmPatience).value_or(-1);
  while (!output.text.empty() && output.text.back() == '\n') output.text.pop_back();
  return output;
}

}  // namespace

std::size_t largest_slurm_array() {
  const std::string scontrol = program_in_path({"scontrol"});
  if (scontrol.empty()) return kDefaultMaxArraySize;
  const std::string text = output_of({scontrol, "show", "config"}).text;
  const std::string key = "MaxArraySize";
  const std::size_t at = text.find(key);
  const std::size_t digit =
      at == std::string::npos ? at : text.find_first_of("0123456789", at + key.size());
  if (digit == std::string::npos) return kDefaultMaxArraySize;
  std::size_t value = 0;
  std::from_chars(text.data() + digit, text.data() + text.size(), value);
  return std::max<std::size_t>(value, 2);
}

SlurmJob plan_slurm_job(const Plan& plan, const std::vector<std::size_t>& pending,
                        std::size_t most_tasks) {
  const std::size_t cells = plan.num_cells();
  const auto per_task = static_cast<std::size_t>(plan.study().cells_per_task);
  SlurmJob job;
  // Indices are below MaxArraySize.
  job.shards = std::clamp<std::size_t>((cells + per_task - 1) / per_task, 1, most_tasks - 1);
  auto next = pending.begin();
  for (Shard shard{0, job.shards}; shard.index < shard.count; ++shard.index) {
    next = std::lower_bound(next, pending.end(), shard.begin(cells));
    if (next != pending.end() && *next < shard.end(cells)) job.indices.push_back(shard.index);
  }
  return job;
}

std::string slurm_array_text(const std::vector<std::size_t>& indices) {
  std::string text;
  for (std::size_t i = 0; i < indices.size();) {
    std::size_t last = i;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1) ++last;
    text.append(text.empty() ? "" : ",").append(std::to_string(indices[i]));
    if (last > i) text.append("-").append(std::to_string(indices[last]));
    i = last + 1;
  }
  return text;
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-./=,:+@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? "'\\''" : std::string(1, c));
  return quoted.append("'");
}

std::string slurm_script(const SlurmJob& job, const std::string& name, const std::string& log) {
  std::string text = "#!/bin/sh\n";
  text.append("#SBATCH --job-name=").append(shell_word(name)).append("\n");
  text.append("#SBATCH --array=").append(slurm_array_text(job.indices)).append("\n");
  text.append("#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --signal=B:TERM@60\n");
  text.append("#SBATCH --output=").append(shell_word(log)).append("\n");
  // The shell is replaced, so that the signals of Slurm reach the command.
  text.append("exec ").append(job.command).append(" --shard /");
  return text.append(std::to_string(job.shards)).append("\n");
}

std::string submit_slurm_job(const SlurmJob& job, const std::string& name,
                             const ResultsFolder& folder) {
  const std::string sbatch = program_in_path({"sbatch"});
  if (sbatch.empty()) {
    throw Error("sbatch is not in PATH", "--slurm",
                "run this on a machine that submits jobs to Slurm");
  }
  std::error_code failure;
  std::filesystem::create_directories(folder.slurm(), failure);
  const std::string script = folder.slurm() + "/job.sh";
  write_whole_file(script, slurm_script(job, name, folder.slurm() + "/%A_%a.log"));
  std::vector<std::string> words{sbatch};
  words.insert(words.end(), job.arguments.begin(), job.arguments.end());
  words.push_back(script);
  const ProgramOutput output = output_of(words);
  if (output.code != 0) {
    throw Error("sbatch refused the job: " + output.text, script,
                "check the options after --, and the partition");
  }
  return output.text;
}

}  // namespace cardan::app
