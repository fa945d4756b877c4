#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "cardan/error.h"
#include "cardan/problem_file.h"
#include "constraint/judge/residual.h"

/// libFuzzer on the problem reader: any text is read; what is accepted is a valid problem that can
/// be judged. HDF5 is omitted, because that would test the HDF5 library and not the reader of
/// cardan.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.substr(0, 4) == "\x89HDF") return 0;
  try {
    const cardan::ProblemFile file = cardan::read_problem(text, "fuzz.dat");
    const cardan_problem view = file.problem.view();
    cardan::validate(view);
    if (!file.names.empty() && file.names.size() != file.problem.blocks.size()) std::abort();
    const std::size_t m = file.problem.b.size();
    const std::vector<double> lambda(m + 1, 0.0);
    std::vector<double> u(m + 1), z(static_cast<std::size_t>(file.problem.Y.cols) + 1);
    cardan::compute_velocity(view, lambda.data(), z.data(), u.data());
    if (std::isnan(cardan::judge(view, lambda.data(), u.data()).value)) std::abort();
  } catch (const cardan::Error& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
