#pragma once

#include <cstddef>
#include <string>

namespace cardan::app {

/// One part of the cells of a study, for one task of a scheduler.
struct Shard {
  std::size_t index = 0, count = 1;

  /// Consecutive cells [begin, end). The sizes of the shards of a study differ by at most one cell.
  std::size_t begin(std::size_t cells) const { return cells * index / count; }
  std::size_t end(std::size_t cells) const { return cells * (index + 1) / count; }
};

/// Parses "I/N" with I from 0 to N − 1. "/N" takes I from the environment of a job array:
/// SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX (Kubernetes) or AWS_BATCH_JOB_ARRAY_INDEX. Throws
/// Error.
Shard parse_shard(const std::string& text);

}  // namespace cardan::app
