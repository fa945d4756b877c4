#include "failure_text.h"

#include <filesystem>
#include <new>
#include <stdexcept>

#include "cardan/core/error.h"

namespace cardan::app {

std::string failure_text(const std::exception& failure) {
  if (dynamic_cast<const Error*>(&failure) != nullptr) return failure.what();
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&failure)) {
    return file->path1().string() + ": " + file->code().message() +
           "; check that the path exists and is readable";
  }
  const bool too_long = dynamic_cast<const std::length_error*>(&failure) != nullptr;
  if (too_long || dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
    return "not enough memory; use fewer models, smaller meshes or fewer recorded steps";
  return std::string("internal error of cardan, please report it: ").append(failure.what());
}

}  // namespace cardan::app
