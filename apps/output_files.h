#pragma once

#include <string>
#include <vector>

namespace cardan::app {

/// A file that a command reads or writes, and the words for it in a message.
struct NamedFile {
  std::string file;  ///< "" = not given
  std::string name;  ///< "--report", "the scene"
};

/// Throws Error where an output is a file that the command reads, or another output: the same path,
/// or a link to the same file (device and inode).
void require_apart(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

/// require_apart, and Error where an output cannot be written.
void require_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

/// True where both names lead to one file.
bool same_file(const std::string& a, const std::string& b);

/// Tells, one line each, which files earlier runs left unfinished beside the outputs; with `remove`
/// removes them. A file of a process that still runs is left alone.
void tell_partial_files(const std::vector<NamedFile>& outputs, bool remove);

}  // namespace cardan::app
