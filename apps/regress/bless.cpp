#include "apps/regress/bless.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>

#include "apps/printable_text.h"
#include "apps/regress/golden.h"
#include "apps/regress/select.h"
#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

struct Blessed {
  std::string text, scene;
};

std::string text_of(const std::string& file) {
  std::error_code unreachable;
  if (!std::filesystem::exists(file, unreachable)) return "";
  return read_whole_file(file, "expected a readable golden file");
}

// Golden trajectories are not checked while they are recorded; this is a failure of another
// expectation.
std::string failed_expectation(const CaseResult& result) {
  for (const CaseCheck& check : result.checks) {
    if (check.passed || check.known) continue;
    const std::string why = check.message.empty() ? check.text : check.message;
    return "line " + std::to_string(check.line) + " does not hold: " + why;
  }
  return "an expectation does not hold";
}

// The reason why this run cannot be used, or "" if it can.
std::string why_not(const CaseResult& result) {
  if (result.failed_islands > 0) return "an island had no answer from any solver";
  if (result.status == CaseStatus::kFailed) return failed_expectation(result);
  if (result.status != CaseStatus::kPassed && result.status != CaseStatus::kKnown) {
    return result.message;
  }
  if (result.recorded.empty()) return "its golden trajectories are not for the scene's own pair";
  for (const CaseGolden& golden : result.recorded) {
    try {
      parse_golden(golden.text, golden.file);
    } catch (const Error& error) {
      return error.what();
    }
  }
  return "";
}

// Links are resolved: outputs must be in the folder of the scene or below it.
void require_beside_scene(const std::string& file, const std::string& scene) {
  const std::filesystem::path folder = true_path(scene).parent_path();
  const std::filesystem::path place = true_path(file);
  const auto [end, within] =
      std::mismatch(folder.begin(), folder.end(), place.begin(), place.end());
  if (end == folder.end()) return;
  throw Error("the golden trajectory is outside the folder of the scene", file,
              "--bless writes only there: name a file next to " + scene);
}

void collect(const CaseResult& result, std::map<std::string, Blessed>& files) {
  for (const CaseGolden& golden : result.recorded) {
    require_beside_scene(golden.file, result.id.file);
    const auto [place, is_new] = files.emplace(golden.file, Blessed{golden.text, result.id.scene});
    if (is_new || place->second.text == golden.text) continue;
    throw Error("scenes '" + place->second.scene + "' and '" + result.id.scene +
                    "' share one golden file but differ",
                golden.file, "give each scene its own file");
  }
}

void make_folder_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (folder.empty()) return;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw Error("cannot make the folder: " + failure.message(), folder.string(),
                "name a golden file in a writable folder");
  }
}

}  // namespace

void keep_golden_scenes(std::vector<PlannedScene>& scenes) {
  bool any = false;
  for (PlannedScene& planned : scenes) {
    if (!planned.scene) {
      any = true;  // an unreadable file: its contents are unknown, and its error is reported
      continue;
    }
    const auto& expect = planned.scene->expect;
    if (std::any_of(expect.begin(), expect.end(),
                    [](const ExpectSpec& one) { return one.kind == ExpectSpec::Kind::kGolden; })) {
      any = true;
    } else {
      planned.plan = {};
    }
  }
  if (!any) throw Error("no scene expects a golden trajectory", "--bless", "nothing to write");
}

Blessing compare_with_golden(const std::vector<CaseResult>& results) {
  Blessing blessing;
  std::map<std::string, Blessed> files;
  for (const CaseResult& result : results) {
    const std::string reason = why_not(result);
    if (reason.empty()) {
      collect(result, files);
      continue;
    }
    blessing.good = false;
    std::cerr << "cardan: " << one_line_text(result.id.label() + ": not blessed: " + reason)
              << std::endl;
  }
  for (const auto& [file, blessed] : files) {
    const std::string old = text_of(file);
    if (old == blessed.text) {
      std::printf("%s: unchanged\n", one_line_text(file).c_str());
      continue;
    }
    const std::string difference = printable_text(golden_difference(old, blessed.text, file));
    std::printf("%s", difference.c_str());
    if (!difference.empty() && difference.back() != '\n') std::printf("\n");
    blessing.changed.emplace(file, blessed.text);
  }
  std::fflush(stdout);
  if (!blessing.good) {
    std::cerr << "cardan: no golden file was written; fix or exclude the runs above" << std::endl;
  }
  return blessing;
}

void write_golden(const Blessing& blessing) {
  for (const auto& [file, text] : blessing.changed) {
    make_folder_of(file);
    require_writable(file);
  }
  for (const auto& [file, text] : blessing.changed) {
    write_whole_file(file, text);
    std::printf("wrote %s\n", one_line_text(file).c_str());
  }
  std::fflush(stdout);
}

}  // namespace cardan::app
