#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/classes.h"
#include "bindings/python/src/gil.h"

PYBIND11_MODULE(_cardan, module) {
  using namespace cardan::python;
  module.doc() = "Extension module of cardan. Import `cardan` instead.";
  module.attr("__version__") = CARDAN_VERSION;
  end_before_static_objects();
  load_numpy();
  bind_errors(module);
  bind_pose(module);  // before the classes whose arguments have a pose as default value
  bind_batch(module);
  bind_contacts(module);
  bind_dynamics(module);
  bind_ik_result(module);
  bind_island_view(module);
  bind_joint(module);
  bind_linearization(module);
  bind_link(module);
  bind_loop_id(module);
  bind_model(module);
  bind_page(module);
  bind_problem(module);
  bind_queries(module);
  bind_recorder(module);
  bind_recording(module);
  bind_replay(module);
  bind_report(module);
  bind_scene(module);
  bind_sensor(module);
  bind_solver(module);
  bind_state(module);
  bind_urdf(module);
  bind_world(module);
  bind_viewer(module);
  complete_classes(module);
}
