#include <cstdint>
#include <string>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"
#include "cardan/sdf.h"

/// libFuzzer on the SDF reader: any bytes are read, and the robots that they make are built. No
/// file is opened. libsdformat itself is not instrumented.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  cardan::SdfOptions options;
  options.find_files = false;
  options.most_memory = 100;
  options.allow_missing_meshes = size % 2 == 1;
  const cardan::Scene scene = cardan::inspect_sdf_text(text, "fuzz.sdf", options);
  for (const cardan::Diagnostic& finding : scene.diagnostics)
    if (finding.severity == cardan::Severity::kError) return 0;
  for (const cardan::ModelSpec& spec : scene.models) {
    if (!spec.description) continue;
    try {
      (void)cardan::build_robot(*spec.description);
    } catch (const cardan::Error&) {
    }
  }
  return 0;
}
