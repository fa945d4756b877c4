#include <cstdint>
#include <string>

#include "cardan/core/error.h"
#include "cardan/dynamics/mjcf/mjcf_reader.h"
#include "cardan/dynamics/mjcf/mjcf_trees.h"
#include "cardan/dynamics/urdf/robot_model.h"

/// libFuzzer on the MJCF reader: any bytes are read, split and built where they are accepted. No
/// file is opened.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  cardan::MjcfOptions options;
  options.find_files = false;
  options.allow_missing_meshes = size % 2 == 1;
  const cardan::MjcfDescription description = cardan::inspect_mjcf_text(text, "fuzz.xml", options);
  if (description.first_error()) return 0;
  for (const cardan::MjcfTree& tree : cardan::mjcf_parts(description).trees) {
    try {
      (void)cardan::build_robot(tree.robot);
    } catch (const cardan::Error&) {
    }
  }
  return 0;
}
