#pragma once

#include <string>

#include "cardan/core/export.h"
#include "cardan/dynamics/mjcf/mjcf_description.h"

/// The MJCF reader (docs/mjcf.md). Everything that is ignored, approximated or doubtful is reported
/// as a diagnostic with its file and line. A file with a defect that would change the meaning of
/// the model is rejected.
namespace cardan {

/// Options of the reader.
struct MjcfOptions {
  /// If false, included files, meshes and heightfields must be in the project of the file
  /// (FileScope) or below the parent of its folder. If true, they may be anywhere. A non-empty
  /// CARDAN_ALLOW_OUTSIDE in the environment has the same effect as true.
  bool allow_outside = false;
  bool allow_missing_meshes = false;  ///< a missing mesh only removes its geoms, with a warning
  bool find_files =
      true;  ///< if false, only the given text is read, and all other files count as missing
  bool strict = false;    ///< reject the file on any warning
  std::string directory;  ///< folder to which paths in a text without a file are relative; "" for
                          ///< the current folder
};

/// Reads a file with its includes and meshes. Throws Error (what, file:line and element, hint) if
/// the file is rejected.
CARDAN_API MjcfDescription read_mjcf(const std::string& file, const MjcfOptions& options = {});

/// Reads a text. `label` replaces the file name in messages.
CARDAN_API MjcfDescription read_mjcf_text(const std::string& text, const std::string& label,
                                          const MjcfOptions& options = {});

/// Like read_mjcf, but does not throw for a bad file: every defect is a diagnostic of severity
/// kError, and the description contains what could be read.
CARDAN_API MjcfDescription inspect_mjcf(const std::string& file, const MjcfOptions& options = {});
CARDAN_API MjcfDescription inspect_mjcf_text(const std::string& text, const std::string& label,
                                             const MjcfOptions& options = {});

/// True if the root element of a file is <mujoco>. A URDF, whose root is <robot>, may have a child
/// <mujoco>.
CARDAN_API bool is_mjcf_file(const std::string& file);

}  // namespace cardan
