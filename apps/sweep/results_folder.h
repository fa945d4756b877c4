#pragma once

#include <string>

#include "apps/process/child_program.h"

namespace cardan::app {

/// The files of a study's results.
struct ResultsFolder {
  std::string path;

  std::string rows() const { return path + "/rows"; }
  std::string states() const { return path + "/states"; }
  std::string audit() const { return path + "/audit"; }
  std::string slurm() const { return path + "/slurm"; }
  std::string csv() const { return path + "/results.csv"; }
  std::string hdf5() const { return path + "/results.h5"; }
  std::string provenance() const { return path + "/provenance.csv"; }
};

/// `out`, or STUDY.results beside the study if `out` is empty.
ResultsFolder results_folder(const std::string& study_file, const std::string& out);

/// Creates the folder and those of rows and states. Throws Error if this fails or if a folder is
/// not writable.
void make_results_folder(const ResultsFolder& folder);

/// A lock that a run holds while it works on a folder. Only runs on the same machine respect it.
class ResultsLock {
 public:
  /// Throws Error if another process holds it; waits two seconds for a process that is ending.
  explicit ResultsLock(const ResultsFolder& folder);

 private:
  Descriptor file_;
};

}  // namespace cardan::app
