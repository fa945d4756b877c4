#pragma once

#include <map>
#include <string>

namespace cardan {

/// How the root link is carried.
enum class UrdfBase {
  kAuto,      ///< SRDF virtual joint, else fixed if the root is `world` or cannot float for want of
              ///< mass, else floating
  kFixed,     ///< bolted to the world
  kFloating,  ///< six freedoms
};

/// How a URDF file is read and what is made of it.
struct UrdfOptions {
  std::map<std::string, std::string>
      packages;  ///< package name → directory, tried before any search
  bool allow_missing_meshes =
      false;  ///< a collision mesh that is not there loses its shape with a warning
  bool load_visual_meshes = false;  ///< triangles of <visual> too; otherwise only looked for
  bool strict = false;              ///< any warning refuses the file
  UrdfBase base = UrdfBase::kAuto;
  bool project_inertias = false;  ///< an impossible inertia becomes the nearest possible one
  bool find_files =
      true;  ///< false: nothing but the given text is read; every mesh counts as missing
  std::string srdf_file;  ///< "" = STEM.srdf beside the file or in ../srdf, if there is one
  std::string srdf_text;  ///< an SRDF text in place of a file, "" = none
  std::string
      directory;  ///< where relative meshes of a text without a file are looked for; "" = current
};

}  // namespace cardan
