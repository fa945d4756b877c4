#include "arrays.h"
#include "bind.h"

PYBIND11_MODULE(_cardan, module) {
  using namespace cardan::python;
  module.doc() = "Extension module of cardan. Import `cardan` instead.";
  module.attr("__version__") = CARDAN_VERSION;
  load_numpy();
  bind_errors(module);
}
