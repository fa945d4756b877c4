#include "apps/allocation_count.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cardan::app {

namespace {

AllocationCount loaded_counter() {
  const auto counter =
      reinterpret_cast<AllocationCount>(dlsym(RTLD_DEFAULT, "cardan_thread_allocations"));
  return counter != nullptr && counter() >= 0 ? counter : nullptr;
}

// The library is next to the solvers, both in the build tree and in an installation.
std::filesystem::path library_file() {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return program.parent_path() / ".." / CARDAN_INSTALL_LIBDIR / "cardan" /
         "cardan-allocation-hooks.so";
}

std::vector<std::string> arguments_of_process() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

// Returns only if the process could not be restarted.
void start_again_with(const std::string& preload) {
  std::vector<std::string> arguments = arguments_of_process();
  if (arguments.empty()) return;
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  if (::setenv("LD_PRELOAD", preload.c_str(), 1) != 0) return;
  ::execv("/proc/self/exe", pointers.data());
}

}  // namespace

AllocationCount preloaded_allocation_count() {
  const char* given = std::getenv("LD_PRELOAD");
  const std::string preloaded = given != nullptr ? given : "";
  const std::filesystem::path library = library_file();
  // After the restart the name is in LD_PRELOAD, whether or not the loader accepted the library.
  const bool started_again = preloaded.find(library.filename()) != std::string::npos;
  std::error_code ignored;
  if (!started_again && std::filesystem::exists(library, ignored)) {
    start_again_with(preloaded.empty() ? library.string() : library.string() + ":" + preloaded);
  }
  return loaded_counter();
}

}  // namespace cardan::app
