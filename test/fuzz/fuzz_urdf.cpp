#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "cardan/error.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"

/// libFuzzer on the URDF reader: any bytes are read, built where they are accepted, written, and
/// read again as a tree of the same shape. No file is opened. An SRDF follows kSeparator.

namespace {

constexpr char kSeparator[] = "<!--SRDF-->";

[[noreturn]] void report(const std::string& what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), text.c_str());
  std::abort();
}

void expect_same_tree(const cardan::Skeleton& a, const cardan::Skeleton& b,
                      const std::string& text) {
  if (a.nq() != b.nq() || a.nv() != b.nv() || a.body_name != b.body_name || a.parent != b.parent ||
      a.joints.size() != b.joints.size() || a.frames.size() != b.frames.size()) {
    report("what was written reads as another tree", text);
  }
  for (std::size_t k = 0; k < a.joints.size(); ++k) {
    if (a.joints[k].name != b.joints[k].name || a.joints[k].type != b.joints[k].type) {
      report("what was written has another joint", text);
    }
  }
}

void write_and_read_back(const cardan::RobotModel& robot) {
  std::string text;
  try {
    text = cardan::write_urdf(robot);
  } catch (const cardan::Error&) {
    return;  // a name that XML cannot hold
  }
  cardan::UrdfOptions options;
  options.find_files = false;
  try {
    const cardan::RobotModel again =
        cardan::build_robot(cardan::read_urdf_text(text, "written.urdf", options), options);
    expect_same_tree(*robot.skeleton, *again.skeleton, text);
  } catch (const cardan::Error& error) {
    report(std::string("what was written is refused: ") + error.what(), text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  cardan::UrdfOptions options;
  options.find_files = false;
  options.allow_missing_meshes = true;
  constexpr cardan::UrdfBase kBases[] = {cardan::UrdfBase::kAuto, cardan::UrdfBase::kFixed,
                                         cardan::UrdfBase::kFloating};
  options.base = kBases[size % 3];
  options.project_inertias = size % 2 == 1;
  const std::size_t separator = text.find(kSeparator);
  if (separator != text.npos) {
    options.srdf_text = text.substr(separator + sizeof kSeparator - 1);
    text.resize(separator);
  }
  const cardan::RobotDescription description =
      cardan::inspect_urdf_text(text, "fuzz.urdf", options);
  if (description.first_error()) return 0;
  try {
    write_and_read_back(cardan::build_robot(description, options));
  } catch (const cardan::Error&) {
  }
  return 0;
}
