#include "bindings/python/src/world.h"

#include "bindings/python/src/bind.h"

namespace cardan::python {

void bind_world(py::module_& module) {
  WorldClass world(
      module, "World",
      "Owns models and advances them in time.\n\n"
      "Values that a World or a Model returns are copies; assigning to a property validates the\n"
      "value and sets it. Loading, stepping and solving release the GIL. A call while another\n"
      "thread steps the same world raises RuntimeError. Setup raises Error. A step does not\n"
      "raise exceptions unless check=True; its report (`World.report`) lists failures.");
  add_making(world);
  add_stepping(world);
  add_reading(world);
  add_changes(world);
  add_loops(world);
  add_sensors(world);
  add_copies(world);
  add_islands(world);
  add_linearize(world);
  add_queries(world);
  add_capture(world);
  add_replay(world);
}

}  // namespace cardan::python
