#pragma once

#include <string>

#include "cardan/robot_description.h"

/// Names of options for messages, in the notation of the caller's interface: UrdfOptions::strict in
/// a program, --strict in the command, and `strict: true` in a scene.
namespace cardan::urdf {

std::string missing_meshes_option(UrdfCaller caller);
/// Returns the option that sets the folder of a package.
std::string package_option(UrdfCaller caller, const std::string& package);
std::string density_option(UrdfCaller caller);
std::string fixed_base_option(UrdfCaller caller);
std::string outside_option(UrdfCaller caller);

}  // namespace cardan::urdf
