#include <cstdint>
#include <string>

#include "cardan/error.h"
#include "cardan/mjcf_description.h"
#include "cardan/robot_model.h"
#include "dynamics/mjcf/mjcf_trees.h"

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
