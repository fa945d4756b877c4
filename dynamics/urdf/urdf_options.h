#pragma once

#include <map>
#include <optional>
#include <string>

namespace cardan {

/// How the root link is carried.
enum class UrdfBase {
  kAuto,      ///< SRDF virtual joint, else fixed if the root is `world` or cannot float for want of
              ///< mass, else floating
  kFixed,     ///< bolted to the world
  kFloating,  ///< six freedoms
};

/// The caller of the reader, so that messages advise options by the names that are there to be set.
enum class UrdfCaller {
  kProgram,  ///< UrdfOptions::density
  kCheck,    ///< --density of the command
  kScene,    ///< density of a model in a scene file
};

/// How a URDF file is read and what is made of it.
struct UrdfOptions {
  std::map<std::string, std::string>
      packages;  ///< package name → directory, tried before any search
  bool allow_missing_meshes =
      false;  ///< a collision mesh that is not there loses its shape with a warning
  /// false: meshes lie in a package that is given or that ROS_PACKAGE_PATH or AMENT_PREFIX_PATH
  /// leads to, in the project of the file (FileScope), or below the folder above its own. true:
  /// anywhere. CARDAN_ALLOW_OUTSIDE in the environment, if it is not empty, is as true.
  bool allow_outside = false;
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
  /// [kg/m³] Fills the collision shapes of a robot whose moving links have no mass at all (arms for
  /// planning), with a warning; not used where any has. None: such a robot is refused.
  std::optional<double> density;
  UrdfCaller caller = UrdfCaller::kProgram;
};

}  // namespace cardan
