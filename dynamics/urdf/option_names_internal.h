#pragma once

#include <string>

#include "cardan/dynamics/urdf/urdf_options.h"

/// How options are called where the reader of a message can set them: UrdfOptions::strict in a
/// program, --strict of the command, `strict: true` of a scene.
namespace cardan::urdf {

std::string missing_meshes_option(UrdfCaller caller);
/// For a package whose folder is to be named.
std::string package_option(UrdfCaller caller, const std::string& package);
std::string density_option(UrdfCaller caller);
std::string outside_option(UrdfCaller caller);

}  // namespace cardan::urdf
