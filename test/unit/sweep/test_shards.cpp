#include <gtest/gtest.h>

#include <cstdlib>

#include "apps/sweep/shard.h"
#include "apps/sweep/slurm.h"
#include "cardan/error.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

TEST(Shards, CoverEveryCellOnce) {
  for (const std::size_t cells : {0u, 1u, 7u, 64u, 1000u}) {
    for (const std::size_t count : {1u, 3u, 64u, 1001u}) {
      std::size_t next = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const Shard shard{i, count};
        EXPECT_EQ(shard.begin(cells), next);
        next = shard.end(cells);
        EXPECT_LE(next - shard.begin(cells), cells / count + 1);
      }
      EXPECT_EQ(next, cells);
    }
  }
}

TEST(Shards, IndexComesFromTheSchedulersEnvironment) {
  for (const char* name :
       {"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"}) {
    ::setenv(name, "5", 1);
    EXPECT_EQ(parse_shard("/8").index, 5u) << name;
    ::unsetenv(name);
  }
  EXPECT_THROW(parse_shard("/8"), Error);
}

TEST(Shards, BadTextsAreRefused) {
  EXPECT_EQ(parse_shard("0/1").count, 1u);
  EXPECT_EQ(parse_shard("7/8").index, 7u);
  for (const char* text : {"8/8", "-1/8", "1", "a/8", "1/", "1/0", "1/8x", "1//8"})
    EXPECT_THROW(parse_shard(text), Error) << text;
}

TEST(Shards, SlurmRunsTheShardsWithPendingCells) {
  const test::TemporaryDirectory folder;
  folder.write("scene.yaml", "cardan: 1\nmodels:\n  - {name: ball, sphere: {radius: 0.1}}\n");
  const Plan plan = make_plan(folder.write(
      "study.yaml",
      "scene: scene.yaml\nmetrics: [{quantity: energy}]\ncells_per_task: 10\nsamples: {count: 95, "
      "distributions: {models.ball.mass: {uniform: [1, 2]}}}\n"));
  const SlurmJob job = plan_slurm_job(plan, {0, 1, 47, 48, 94}, 1001);
  EXPECT_EQ(job.shards, 10u);
  EXPECT_EQ(job.indices, (std::vector<std::size_t>{0, 5, 9}));  // shard 5 begins at cell 47
  EXPECT_TRUE(plan_slurm_job(plan, {}, 1001).indices.empty());
  EXPECT_EQ(plan_slurm_job(plan, {94}, 4).shards, 3u);
}

TEST(Shards, SlurmScriptNamesTheUnfinishedTasks) {
  EXPECT_EQ(slurm_array_text({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
  const SlurmJob job{9, {0, 8}, {}, "cardan sweep 'a b.yaml'"};
  const std::string text = slurm_script(job, "push it", "/logs/%A_%a.log");
  EXPECT_NE(text.find("#SBATCH --array=0,8\n"), std::string::npos) << text;
  EXPECT_NE(text.find("--job-name='push it'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("exec cardan sweep 'a b.yaml' --shard /9\n"), std::string::npos) << text;
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace cardan::app
