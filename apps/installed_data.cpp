#include "apps/installed_data.h"

#include "build_facts.h"
#include "cardan/error.h"

namespace cardan::app {

namespace fs = std::filesystem;

fs::path installed_data() {
  std::error_code code;
  const fs::path program = fs::canonical("/proc/self/exe", code);
  if (code) return {};
  const fs::path data = fs::canonical(program.parent_path() / kDataBesideProgram, code);
  return code ? fs::path() : data;
}

std::string installed_scenes() {
  const fs::path scenes = installed_data() / "scenes";
  std::error_code code;
  if (!fs::is_directory(scenes, code)) {
    throw Error("no scenes were given, and none are installed with this program", "regress",
                "name scene files or folders");
  }
  return scenes.string();
}

}  // namespace cardan::app
