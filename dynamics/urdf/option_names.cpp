#include "dynamics/urdf/option_names.h"

namespace cardan::urdf {

std::string missing_meshes_option(UrdfCaller caller) {
  switch (caller) {
    case UrdfCaller::kCheck:
      return "--allow-missing-meshes";
    case UrdfCaller::kScene:
      return "`allow_missing_meshes: true` of the model";
    case UrdfCaller::kProgram:
      break;
  }
  return "UrdfOptions::allow_missing_meshes";
}

std::string package_option(UrdfCaller caller, const std::string& package) {
  switch (caller) {
    case UrdfCaller::kCheck:
      return "--package " + package + "=DIR";
    case UrdfCaller::kScene:
      return "`packages: {" + package + ": DIR}` of the model";
    case UrdfCaller::kProgram:
      break;
  }
  return "UrdfOptions::packages[\"" + package + "\"]";
}

std::string density_option(UrdfCaller caller) {
  switch (caller) {
    case UrdfCaller::kCheck:
      return "--density 1000";
    case UrdfCaller::kScene:
      return "`density: 1000` of the model";
    case UrdfCaller::kProgram:
      break;
  }
  return "UrdfOptions::density";
}

std::string fixed_base_option(UrdfCaller caller) {
  switch (caller) {
    case UrdfCaller::kCheck:
      return "--base fixed";
    case UrdfCaller::kScene:
      return "`base: fixed` of the model";
    case UrdfCaller::kProgram:
      break;
  }
  return "UrdfOptions::base";
}

// All commands that read scenes or robots have this option.
std::string outside_option(UrdfCaller caller) {
  return caller == UrdfCaller::kProgram ? "UrdfOptions::allow_outside" : "--allow-outside";
}

}  // namespace cardan::urdf
