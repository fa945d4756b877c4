#include "apps/xacro.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "apps/film/scratch_folder.h"
#include "apps/process/child_program.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

constexpr std::uint64_t kMostRobotBytes = std::uint64_t{16} << 20;
constexpr double kLongestExpansion = 60;  // [s]

// True if the text declares the namespace and contains an element or expression of xacro.
bool wants_xacro(const std::string& text) {
  if (text.find("xmlns:xacro") == text.npos) return false;
  return text.find("<xacro:") != text.npos || text.find("${") != text.npos ||
         text.find("$(") != text.npos;
}

Descriptor open_for_writing(const std::string& file) {
  Descriptor descriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (descriptor.number() < 0) throw Error(std::strerror(errno), file, "free some space");
  return descriptor;
}

// The last non-empty line of xacro's output.
std::string last_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

std::string run_xacro(const std::string& program, const std::string& file,
                      const std::vector<std::string>& arguments) {
  const ScratchFolder scratch;
  const std::string output = scratch.file("robot.urdf"), errors = scratch.file("errors");
  std::vector<std::string> words{program, std::filesystem::absolute(file).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::optional<int> code;
  {
    const Descriptor out = open_for_writing(output), err = open_for_writing(errors);
    ChildProgram child(words, {{1, out.number()}, {2, err.number()}}, scratch.path());
    code = child.wait(kLongestExpansion);
  }
  if (!code)
    throw Error("xacro did not finish within 60 s", file,
                "expand the file by " + program + " yourself");
  if (*code != 0) {
    const std::string said = last_line(try_read_file(errors, kMostRobotBytes).bytes);
    throw Error("xacro cannot expand the file: " +
                    (said.empty() ? "exit code " + std::to_string(*code) : said),
                file, "give arguments as `-- NAME:=VALUE`");
  }
  return read_whole_file(output, "the output of xacro is not readable", kMostRobotBytes);
}

void require_form(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    const std::size_t sign = argument.find(":=");
    if (sign == argument.npos || sign == 0 || argument[0] == '-')
      throw Error("'" + argument + "' is not a valid xacro argument", "", "write NAME:=VALUE");
  }
}

}  // namespace

RobotSource robot_source(const std::string& file, const std::vector<std::string>& arguments) {
  require_form(arguments);
  RobotSource source{file, file, std::nullopt};
  // An unreadable file is reported by the reader, like any other unreadable file.
  if (!wants_xacro(try_read_file(file, kMostRobotBytes).bytes)) {
    if (arguments.empty()) return source;
    throw Error("arguments apply only to xacro files, and this file is not one", file,
                "remove " + arguments.front());
  }
  const std::string program = program_in_path({"xacro"});
  if (program.empty()) {
    if (arguments.empty()) return source;
    throw Error("xacro is needed to expand the file, but it is not in PATH", file,
                "install it (it is part of ROS, or `pip install xacro`)");
  }
  source.expanded = run_xacro(program, file, arguments);
  source.label += " (expanded)";
  return source;
}

void expand_robots(const std::vector<std::string>& arguments, Scene& scene,
                   std::vector<std::string>& notes) {
  require_form(arguments);
  std::map<std::string, RobotSource> sources;
  bool any = false;
  for (ModelSpec& model : scene.models) {
    if (model.urdf.empty() || model.urdf_text) continue;
    auto known = sources.find(model.urdf);
    if (known == sources.end()) {
      const bool takes = wants_xacro(try_read_file(model.urdf, kMostRobotBytes).bytes);
      const std::vector<std::string> own = takes ? arguments : std::vector<std::string>();
      known = sources.emplace(model.urdf, robot_source(model.urdf, own)).first;
      any = any || takes;
      if (known->second.expanded)
        notes.push_back(
            model.urdf +
            " is expanded by xacro; line numbers in messages refer to the output of `xacro " +
            model.urdf + "`");
    }
    if (!known->second.expanded) continue;
    model.urdf_text = known->second.expanded;
    model.urdf_folder = std::filesystem::absolute(model.urdf).parent_path().string();
  }
  if (!any && !arguments.empty())
    throw Error("arguments apply only to xacro files, and the scene contains none", scene.file,
                "remove " + arguments.front());
}

}  // namespace cardan::app
