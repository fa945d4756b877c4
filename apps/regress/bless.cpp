#include "bless.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "cardan/core/atomic_file.h"
#include "cardan/core/error.h"
#include "golden.h"

namespace cardan::app {

namespace {

struct Blessed {
  std::string text, scene;
};

std::string text_of(const std::string& file) {
  if (!std::filesystem::exists(file)) return "";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw Error("cannot read the golden file", file, "is it a file you may read?");
  return text.str();
}

// Why this run is nothing to go by; "": it is.
std::string why_not(const CaseResult& result) {
  if (result.status != CaseStatus::kPassed && result.status != CaseStatus::kFailed &&
      result.status != CaseStatus::kKnown) {
    return result.message;
  }
  if (result.failed_islands > 0) return "no solver answered in some island";
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

}  // namespace

void keep_golden_scenes(std::vector<PlannedScene>& scenes) {
  bool any = false;
  for (PlannedScene& planned : scenes) {
    if (!planned.scene) continue;
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

bool bless(const std::vector<CaseResult>& results, bool dry_run) {
  std::map<std::string, Blessed> files;
  bool good = true;
  for (const CaseResult& result : results) {
    const std::string reason = why_not(result);
    if (!reason.empty()) {
      good = false;
      std::cerr << "cardan: " << result.id.label() << ": not blessed: " << reason << std::endl;
      continue;
    }
    for (const CaseGolden& golden : result.recorded) {
      const auto [place, is_new] =
          files.emplace(golden.file, Blessed{golden.text, result.id.scene});
      if (!is_new && place->second.text != golden.text) {
        throw Error("scenes '" + place->second.scene + "' and '" + result.id.scene +
                        "' have one golden file and differ",
                    golden.file, "give each its own");
      }
    }
  }
  std::map<std::string, Blessed> changed;
  for (const auto& [file, blessed] : files) {
    const std::string old = text_of(file);
    const std::string difference = golden_difference(old, blessed.text, file);
    if (old == blessed.text) {
      std::printf("%s: unchanged\n", file.c_str());
    } else {
      std::printf("%s", difference.c_str());
      if (!difference.empty() && difference.back() != '\n') std::printf("\n");
      changed.emplace(file, blessed);
    }
  }
  std::fflush(stdout);
  if (!good) {
    std::cerr << "cardan: no golden file was written; mend or leave out the runs above"
              << std::endl;
    return false;
  }
  if (dry_run) return true;
  for (const auto& [file, blessed] : changed) require_writable(file);
  for (const auto& [file, blessed] : changed) {
    write_whole_file(file, blessed.text);
    std::printf("wrote %s\n", file.c_str());
  }
  std::fflush(stdout);
  return true;
}

}  // namespace cardan::app
