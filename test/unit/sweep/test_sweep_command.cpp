#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "test/unit/sweep/sweep_study.h"

namespace cardan::test {
namespace {

std::vector<std::map<std::string, std::string>> read_csv(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(lines, line);) {
    table.emplace_back();
    std::istringstream fields(line + ",");
    for (std::string field; std::getline(fields, field, ',');) table.back().push_back(field);
  }
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t i = 1; i < table.size(); ++i) {
    rows.emplace_back();
    for (std::size_t k = 0; k < table[0].size(); ++k) rows.back()[table[0][k]] = table[i].at(k);
  }
  return rows;
}

// v = v0 - mu g t, x = v0 t - mu g t² / 2, up to the first order of the integrator.
TEST(SweepCommand, ResultsAreThoseOfCoulombFriction) {
  const SweepStudy study(std::string("parameters: {materials.default.mu: [0.1, 0.2, 0.3]}\n") +
                         kMetrics);
  const CommandResult result = study.sweep("out");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "3 cells: 3 done");
  const auto rows = read_csv(study.csv("out"));
  ASSERT_EQ(rows.size(), 3u);
  for (const auto& row : rows) {
    const double mu = std::stod(row.at("materials.default.mu")), deceleration = mu * 9.81;
    EXPECT_NEAR(std::stod(row.at("early")), 1 - deceleration * 0.01, 1e-6);
    EXPECT_NEAR(std::stod(row.at("ball.base.x")), 0.05 - deceleration * 0.05 * 0.05 / 2, 1e-4);
    EXPECT_NEAR(std::stod(row.at("top")), 1, 1e-9);
    EXPECT_EQ(row.at("status"), "done");
    EXPECT_EQ(row.at("state_hash").size(), 16u);
  }
}

TEST(SweepCommand, RowIsThatOfARunWithTheSameOverrides) {
  const SweepStudy study(std::string("parameters: {materials.default.mu: [0.1, 0.2, 0.3]}\n") +
                         kMetrics);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  const auto rows = read_csv(study.csv("out"));
  const CommandResult run =
      cardan_command("run " + study.file("scene.yaml") +
                     " --set materials.default.mu=0.2 --report " + study.file("report.json"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  expect_says(file_text(study.file("report.json")), rows[1].at("state_hash"));
}

constexpr const char* kMany =
    "parameters: {materials.default.mu: [0.1, 0.2, 0.3, 0.4, 0.5]}\n"
    "samples: {count: 7, distributions: {models.ball.mass: {uniform: [1, 2]}}}\n"
    "cells_per_task: 4\n";

TEST(SweepCommand, MergeDoesNotDependOnShardsJobsOrOrder) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("serial", "--jobs 1").exit_code, 0);
  ASSERT_EQ(study.sweep("jobs", "--jobs 5").exit_code, 0);
  for (const int shard : {2, 0, 3, 1})
    ASSERT_EQ(study.sweep("shards", "--shard " + std::to_string(shard) + "/4").exit_code, 0);
  ASSERT_EQ(study.act("merge", "shards").exit_code, 0);
  EXPECT_EQ(read_csv(study.csv("serial")).size(), 35u);
  for (const char* out : {"jobs", "shards"}) {
    EXPECT_EQ(study.csv(out), study.csv("serial")) << out;
    EXPECT_EQ(study.hdf5(out), study.hdf5("serial")) << out;
  }
}

// A process of many cells reads the files once.
TEST(SweepCommand, CellAloneHasTheBitsOfACellAmongOthers) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("together", "--jobs 1").exit_code, 0);
  for (int shard = 0; shard < 35; ++shard)
    ASSERT_EQ(study.sweep("alone", "--shard " + std::to_string(shard) + "/35").exit_code, 0);
  ASSERT_EQ(study.act("merge", "alone").exit_code, 0);
  EXPECT_EQ(study.csv("alone"), study.csv("together"));
}

TEST(SweepCommand, Hdf5HasTheNumbersOfTheCsv) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  const auto rows = read_csv(study.csv("out"));
  const hid_t file = ::H5Fopen((study.file("out") + "/results.h5").c_str(), H5F_ACC_RDONLY, 0);
  ASSERT_GE(file, 0);
  for (const auto& [path, column] : std::map<std::string, std::string>{
           {"/metrics/top", "top"}, {"/parameters/models.ball.mass", "models.ball.mass"}}) {
    std::vector<double> values(rows.size());
    const hid_t dataset = ::H5Dopen2(file, path.c_str(), H5P_DEFAULT);
    ASSERT_GE(dataset, 0) << path;
    ASSERT_GE(::H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
              0);
    ::H5Dclose(dataset);
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(values[i], std::stod(rows[i].at(column)));
  }
  ::H5Fclose(file);
}

TEST(SweepCommand, RunningAgainRunsNothingAgain) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  const std::string csv = study.csv("out");
  const std::size_t rows = study.rows_in("out");
  EXPECT_EQ(rows, 35u);
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  EXPECT_EQ(study.rows_in("out"), rows);
  EXPECT_EQ(study.csv("out"), csv);
}

TEST(SweepCommand, MergeNamesMissingCells) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("out", "--shard 0/2").exit_code, 0);
  expect_says(study.act("status", "out").out, "35 cells: 17 done, 18 to run");
  const CommandResult merge = study.act("merge", "out");
  EXPECT_EQ(merge.exit_code, 2);
  expect_says(merge.err, "18 of 35 cells have no row yet");
  EXPECT_EQ(study.act("merge", "out", "--partial").exit_code, 0);
  EXPECT_EQ(read_csv(study.csv("out")).size(), 17u);
}

TEST(SweepCommand, MisspeltMetricEndsTheStudyAtItsStart) {
  const SweepStudy study(
      "parameters: {materials.default.mu: [0.1]}\n"
      "metrics: [{quantity: ball.base.hight}]\n");
  const CommandResult result = study.sweep("out");
  EXPECT_EQ(result.exit_code, 2);
  expect_says(result.err, "study.yaml:3");
  expect_says(result.err, "height");
}

// FNV-1a [Fowler, Noll, Vo], the checksum of a row.
std::string fnv_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

// Replaces a text in the row of a cell, with the right checksum. Returns whether the row has it.
bool forge_row(const SweepStudy& study, const std::string& out, const std::string& key,
               const std::string& text, const std::string& forged) {
  for (const auto& entry : std::filesystem::directory_iterator(study.file(out) + "/rows")) {
    std::istringstream lines(file_text(entry.path()));
    std::string all;
    bool found = false;
    for (std::string line; std::getline(lines, line);) {
      std::string row = line.substr(0, line.rfind('\t'));
      EXPECT_EQ(line.substr(row.size() + 1), fnv_of(row));
      const std::size_t at = row.rfind(key, 0) == 0 ? row.find(text) : std::string::npos;
      if (at != std::string::npos) row.replace(at, text.size(), forged);
      found = found || at != std::string::npos;
      all.append(row).append("\t").append(fnv_of(row)).append("\n");
    }
    std::ofstream(entry.path()) << all;
    if (found) return true;
  }
  return false;
}

TEST(SweepCommand, AuditFindsARowThatDiffers) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("out", "--jobs 1").exit_code, 0);
  const CommandResult good = study.sweep("out", "--audit 1");
  EXPECT_EQ(good.exit_code, 0) << good.err;
  expect_says(good.out, "35 cells were run again: 35 are equal");
  const auto rows = read_csv(study.csv("out"));
  const auto provenance = read_csv(file_text(study.file("out") + "/provenance.csv"));
  ASSERT_TRUE(forge_row(study, "out", provenance[17].at("key"), rows[17].at("state_hash"),
                        "0123456789abcdef"));
  ASSERT_TRUE(forge_row(study, "out", provenance[30].at("key"), rows[30].at("early"), "0.5"));
  const CommandResult bad = study.sweep("out", "--audit 1");
  EXPECT_EQ(bad.exit_code, 1);
  expect_says(bad.out, "35 cells were run again: 33 are equal; these differ: cell 17, 30\n");
}

TEST(SweepCommand, TornRowIsRunAgain) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  ASSERT_EQ(study.sweep("out", "--jobs 1").exit_code, 0);
  const std::string csv = study.csv("out"), hdf5 = study.hdf5("out");
  for (const auto& entry : std::filesystem::directory_iterator(study.file("out") + "/rows"))
    std::filesystem::resize_file(entry.path(), entry.file_size() - 5);
  const CommandResult status = study.act("status", "out");
  expect_says(status.out, "35 cells: 34 done, 1 to run");
  expect_says(status.out, "1 truncated lines were dropped");
  ASSERT_EQ(study.sweep("out").exit_code, 0);
  EXPECT_EQ(study.rows_in("out"), 36u);  // with the torn one
  EXPECT_EQ(study.csv("out"), csv);
  EXPECT_EQ(study.hdf5("out"), hdf5);
}

// The noise of a sensor depends on the seed of the cell, and not on the cells before it.
TEST(SweepCommand, RobotWithSensorsHasTheBitsOfACellAlone) {
  const SweepStudy study("");
  study.folder().write("study.yaml", "scene: " + scene_file("sensors") +
                                         "\nparameters:\n  time.duration: [0.05]\n"
                                         "  materials.default.mu: [0.2, 0.4, 0.6, 0.8]\n"
                                         "metrics:\n"
                                         "  - {quantity: sensor.noisy_imu.acceleration.x}\n");
  ASSERT_EQ(study.sweep("together", "--jobs 1 --shard 0/1").exit_code, 0);
  for (int shard = 0; shard < 4; ++shard)
    ASSERT_EQ(study.sweep("alone", "--shard " + std::to_string(shard) + "/4").exit_code, 0);
  for (const char* out : {"together", "alone"}) ASSERT_EQ(study.act("merge", out).exit_code, 0);
  EXPECT_EQ(study.csv("alone"), study.csv("together"));
  std::set<std::string> readings;
  for (const auto& row : read_csv(study.csv("together")))
    readings.insert(row.at("sensor.noisy_imu.acceleration.x"));
  EXPECT_EQ(readings.size(), 4u);
}

TEST(SweepCommand, MissingFolderOfPluginsEndsTheStudyAtItsStart) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  const CommandResult result = study.sweep("out", "--plugins " + study.file("nonesuch"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  expect_says(result.err, "no such plugin directory");
}

TEST(SweepCommand, PlanRunsNothing) {
  const SweepStudy study(std::string(kMany) + kMetrics);
  const CommandResult result = study.sweep("out", "--plan");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_says(result.out, "35 cells");
  EXPECT_FALSE(std::filesystem::exists(study.file("out")));
}

}  // namespace
}  // namespace cardan::test
