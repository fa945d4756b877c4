#pragma once

#include <map>
#include <optional>
#include <string>

namespace cardan {

/// Ways to attach the root link.
enum class UrdfBase {
  kAuto,   ///< by the rules of docs/urdf.md: the virtual joint of the SRDF file, the name of the
           ///< root link (`world`, `base_footprint`), a root without inertia that carries one chain
  kFixed,  ///< fixed to the world
  kFloating,  ///< floating, with six DoFs
};

/// The caller of the reader. Messages name options in the notation of the caller's interface.
enum class UrdfCaller {
  kProgram,  ///< a program, e.g. UrdfOptions::density
  kCheck,    ///< the command, e.g. --density
  kScene,    ///< a scene file, e.g. the key `density` of a model
};

/// Options for reading a URDF file and building its robot.
struct UrdfOptions {
  std::map<std::string, std::string>
      packages;  ///< directory of each package, by name; takes precedence over any search
  bool allow_missing_meshes =
      false;  ///< a missing collision mesh only removes its shape, with a warning
  /// If false, meshes must be in a package that is given in `packages` or found through
  /// ROS_PACKAGE_PATH or AMENT_PREFIX_PATH, in the project of the file (FileScope), or below the
  /// parent of the file's folder. If true, they may be anywhere. A non-empty CARDAN_ALLOW_OUTSIDE
  /// in the environment has the same effect as true.
  bool allow_outside = false;
  bool load_visual_meshes =
      false;  ///< also load the triangles of <visual>; otherwise only check that the files exist
  bool strict = false;  ///< reject the file on any warning
  UrdfBase base = UrdfBase::kAuto;
  bool project_inertias = false;  ///< replace an impossible inertia by the nearest possible one
  bool find_files =
      true;  ///< if false, only the given text is read, and every mesh counts as missing
  /// SRDF file; "" for STEM.srdf beside the file or in ../srdf, if it exists.
  std::string srdf_file;
  std::string srdf_text;  ///< SRDF text that replaces the file; "" if there is none
  std::string directory;  ///< folder to which mesh paths in a text without a file are relative; ""
                          ///< for the current folder
  /// Density of the collision shapes [kg/m³]. It is used, with a warning, if no moving link of the
  /// robot has mass (as in models made for motion planning). If empty, a robot without mass is
  /// rejected.
  std::optional<double> density;
  UrdfCaller caller = UrdfCaller::kProgram;

  bool operator==(const UrdfOptions&) const = default;
};

}  // namespace cardan
