#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "test/unit/apps/cardan_command.h"

namespace cardan::test {

/// A study of a ball that slides on a plane, in a temporary folder, and its results.
class SweepStudy {
 public:
  /// study: everything but the scene.
  explicit SweepStudy(const std::string& study, double duration = 0.05) {
    folder_.write("scene.yaml",
                  "cardan: 1\ntime: {step: 0.001, duration: " + std::to_string(duration) +
                      "}\nmaterials: {default: {mu: 0.3}}\nmodels:\n"
                      "  - {name: ground, plane: {}, static: true}\n"
                      "  - {name: ball, box: {size: [0.2, 0.2, 0.2]}, mass: 1, "
                      "pose: {xyz: [0, 0, 0.1]}, velocity: {linear: [1, 0, 0]}}\n");
    folder_.write("study.yaml", "scene: scene.yaml\n" + study);
  }

  std::string study() const { return folder_.file("study.yaml"); }
  std::string file(const std::string& name) const { return folder_.file(name); }
  const TemporaryDirectory& folder() const { return folder_; }

  /// `cardan sweep WORDS`, with the study and a folder of results in the folder of the study.
  CommandResult sweep(const std::string& out, const std::string& options = "") const {
    return cardan_command("sweep " + study() + " --out " + file(out) + " " + options);
  }
  CommandResult act(const std::string& action, const std::string& out,
                    const std::string& options = "") const {
    return cardan_command("sweep " + action + " " + study() + " --out " + file(out) + " " +
                          options);
  }
  std::string csv(const std::string& out) const { return file_text(file(out) + "/results.csv"); }
  std::string hdf5(const std::string& out) const { return file_text(file(out) + "/results.h5"); }

  /// Number of rows in all files, with those that were computed twice.
  std::size_t rows_in(const std::string& out) const {
    std::size_t rows = 0;
    for (const auto& entry : std::filesystem::directory_iterator(file(out) + "/rows")) {
      std::ifstream lines(entry.path());
      std::string line;
      std::getline(lines, line);  // the origin
      while (std::getline(lines, line)) ++rows;
    }
    return rows;
  }

 private:
  TemporaryDirectory folder_;
};

constexpr const char* kMetrics =
    "metrics:\n  - {quantity: ball.base.x}\n"
    "  - {name: top, quantity: ball.base.speed, over: maximum}\n"
    "  - {name: early, quantity: ball.base.vx, at: 0.01}\n";

}  // namespace cardan::test
