#include "arrays.h"
#include "bind.h"

PYBIND11_MODULE(_cardan, module) {
  using namespace cardan::python;
  module.doc() = "Extension module of cardan. Import `cardan` instead.";
  module.attr("__version__") = CARDAN_VERSION;
  load_numpy();
  bind_errors(module);
  bind_scene(module);
  bind_state(module);
  bind_batch(module);
  bind_dynamics(module);
  bind_problem(module);
  bind_recording(module);
  bind_solver(module);
  bind_urdf(module);
}
