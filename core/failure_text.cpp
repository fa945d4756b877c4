#include "core/failure_text.h"

#include <cxxabi.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "cardan/error.h"

namespace cardan {

namespace {

std::string type_name(const std::exception& failure) {
  const char* raw = typeid(failure).name();
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(raw, nullptr, nullptr, &status), &std::free);
  return plain != nullptr ? plain.get() : raw;
}

}  // namespace

std::string failure_text(const std::exception& failure) {
  if (dynamic_cast<const Error*>(&failure) != nullptr) return failure.what();
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&failure)) {
    return file->path1().string() + ": " + file->code().message() +
           "; check that the path exists and is readable";
  }
  if (const auto* system = dynamic_cast<const std::system_error*>(&failure))
    return "the system refuses: " + system->code().message() + "; free some of its resources";
  const bool too_long = dynamic_cast<const std::length_error*>(&failure) != nullptr;
  if (too_long || dynamic_cast<const std::bad_alloc*>(&failure) != nullptr)
    return "not enough memory; use fewer models, smaller meshes or fewer recorded steps";
  return "internal error of cardan (" + type_name(failure) +
         "); please report it with the command and its files";
}

}  // namespace cardan
