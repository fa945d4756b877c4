#pragma once

#include <string>
#include <vector>

namespace cardan::app {

/// A file that a command reads or writes, with its name in messages.
struct NamedFile {
  std::string file;  ///< "": not given
  std::string name;  ///< "--report", "the scene"
};

/// Throws Error if an output is also an input or another output: the same path, or a link to the
/// same file (device and inode).
void require_apart(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

/// Calls require_apart, and throws Error if an output is not writable.
void require_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

/// True if both names refer to one file.
bool same_file(const std::string& a, const std::string& b);

/// Reports unfinished files that earlier runs left next to the outputs, one line each, and deletes
/// them if `remove` is true. Does not touch files of running processes.
void report_partial_files(const std::vector<NamedFile>& outputs, bool remove);

}  // namespace cardan::app
