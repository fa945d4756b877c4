#include "core/own_binary.h"

#include <dlfcn.h>

namespace cardan {

std::filesystem::path own_binary() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&own_binary), &info) == 0 || !info.dli_fname) return {};
  std::error_code code;
  std::filesystem::path file = info.dli_fname;
  // The name of an executable is the path it was called with, which is useless after a change of
  // directory.
  if (!file.is_absolute()) file = "/proc/self/exe";
  return std::filesystem::canonical(file, code);
}

std::filesystem::path installed_part(const std::string& name) {
  const std::filesystem::path binary = own_binary();
  if (binary.empty()) return {};
  std::error_code code;
  std::filesystem::path beside = binary.parent_path() / "cardan" / name;
  if (std::filesystem::exists(beside, code)) return beside;
  return (binary.parent_path().parent_path() / CARDAN_INSTALL_LIBDIR / "cardan" / name)
      .lexically_normal();
}

}  // namespace cardan
