#include "cardan/queries.h"

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/bind.h"
#include "bindings/python/src/pose.h"
#include "bindings/python/src/world.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/quantity.h"

namespace cardan::python {

namespace {

/// A view, and the world that owns the names in its results.
struct ViewHandle {
  std::shared_ptr<WorldHandle> world;
  std::shared_ptr<WorldView> view;

  const WorldView& get() const {
    world->get();
    return *view;
  }
};

struct QuantityHandle {
  std::shared_ptr<WorldHandle> world;
  Quantity quantity;
};

QueryFilter filter_of(std::uint32_t mask, const std::vector<std::string>& ignore) {
  return {mask, ignore};
}

std::string name_of(std::string_view model, std::string_view link) {
  std::string name(model);
  if (!link.empty()) name.append("/").append(link);
  return name;
}

Ray ray_of(const py::object& origin, const py::object& direction, double max_distance) {
  return {vector3_in(origin, "origin"), vector3_in(direction, "direction"), max_distance};
}

std::optional<py::dict> hit_out(const std::optional<RayHit>& hit) {
  if (!hit) return std::nullopt;
  using namespace py::literals;
  return py::dict("name"_a = name_of(hit->model, hit->link), "shape"_a = hit->shape,
                  "point"_a = vector_out(hit->point), "normal"_a = vector_out(hit->normal),
                  "distance"_a = hit->distance, "triangle"_a = hit->triangle,
                  "inside"_a = hit->inside);
}

py::list names_out(const std::vector<ShapeName>& shapes) {
  py::list names;
  for (const ShapeName& one : shapes) {
    names.append(py::make_tuple(name_of(one.model, one.link), one.shape));
  }
  return names;
}

// Distances along many rays; NaN: no hit.
py::object ray_distances(const ViewHandle& handle, const py::object& origins,
                         const py::object& directions, double max_distance, std::uint32_t mask,
                         const std::vector<std::string>& ignore) {
  const NumbersIn from(origins, "origins");
  from.expect_shape({-1, 3});
  const py::ssize_t count = from.shape()[0];
  const NumbersIn along(directions, "directions");
  const bool one_direction = along.shape() == std::vector<py::ssize_t>{3};
  if (!one_direction) along.expect_shape({count, 3});
  NumbersOut out({count});
  const WorldView& view = handle.get();
  const QueryFilter filter = filter_of(mask, ignore);
  const Away away(*handle.world);
  for (py::ssize_t i = 0; i < count; ++i) {
    const Ray ray{Vector3(from.data() + 3 * i), Vector3(along.data() + (one_direction ? 0 : 3 * i)),
                  max_distance};
    const std::optional<RayHit> hit = ray_cast(view, ray, filter);
    out.data[i] = hit ? hit->distance : std::numeric_limits<double>::quiet_NaN();
  }
  return std::move(out.array);
}

std::optional<py::dict> nearest(const ViewHandle& handle, const std::string& a,
                                const std::string& b, double max_distance) {
  const auto points = closest_points(handle.get(), a, b, max_distance);
  if (!points) return std::nullopt;
  using namespace py::literals;
  return py::dict("distance"_a = points->distance, "point_a"_a = vector_out(points->point_a),
                  "point_b"_a = vector_out(points->point_b),
                  "normal"_a = vector_out(points->normal),
                  "a"_a = name_of(points->model_a, points->link_a),
                  "b"_a = name_of(points->model_b, points->link_b), "shape_a"_a = points->shape_a,
                  "shape_b"_a = points->shape_b);
}

// A shape in the format of scene files, {"box": {"size": [1, 1, 1]}}.
GeometryRecord shape_in(const py::dict& shape) {
  py::dict document = scene_document(), model;
  model["name"] = "shape";
  for (const auto& [key, value] : shape) model[key] = value;
  py::list models;
  models.append(model);
  document["models"] = models;
  const Scene scene = scene_of(document, "overlapping");
  if (!scene.models.at(0).geometry) throw py::value_error("shape: expected one simple shape");
  return *scene.models[0].geometry;
}

void add_rays(py::class_<ViewHandle>& view) {
  view.def(
          "ray_cast",
          [](const ViewHandle& v, const py::object& origin, const py::object& direction,
             double max_distance, std::uint32_t mask, const std::vector<std::string>& ignore) {
            const Ray ray = ray_of(origin, direction, max_distance);
            return hit_out(ray_cast(v.get(), ray, filter_of(mask, ignore)));
          },
          py::arg("origin"), py::arg("direction"), py::kw_only(),
          py::arg("max_distance") = std::numeric_limits<double>::infinity(),
          py::arg("mask") = 0xffffffffU, py::arg("ignore") = py::list(),
          "Finds the nearest shape along a ray from origin (3,) [m] in a direction (3,) of any\n"
          "length. Returns None, or a dict: name, shape, point (3,), normal (3,), distance [m],\n"
          "triangle, inside. mask: collision groups; ignore: models or links to skip.")
      .def(
          "ray_cast_all",
          [](const ViewHandle& v, const py::object& origin, const py::object& direction,
             double max_distance, std::uint32_t mask, const std::vector<std::string>& ignore) {
            const Ray ray = ray_of(origin, direction, max_distance);
            py::list hits;
            for (const RayHit& hit : ray_cast_all(v.get(), ray, filter_of(mask, ignore))) {
              hits.append(hit_out(hit));
            }
            return hits;
          },
          py::arg("origin"), py::arg("direction"), py::kw_only(),
          py::arg("max_distance") = std::numeric_limits<double>::infinity(),
          py::arg("mask") = 0xffffffffU, py::arg("ignore") = py::list(),
          "All shapes that the ray hits, sorted by distance.")
      .def(
          "sphere_cast",
          [](const ViewHandle& v, const py::object& origin, const py::object& direction,
             double radius, double max_distance, std::uint32_t mask,
             const std::vector<std::string>& ignore) {
            const Ray ray = ray_of(origin, direction, max_distance);
            return hit_out(sphere_cast(v.get(), ray, radius, filter_of(mask, ignore)));
          },
          py::arg("origin"), py::arg("direction"), py::arg("radius"), py::kw_only(),
          py::arg("max_distance") = std::numeric_limits<double>::infinity(),
          py::arg("mask") = 0xffffffffU, py::arg("ignore") = py::list(),
          "The first shape hit by a sphere with the given radius [m] whose centre moves along\n"
          "the ray.")
      .def("ray_distances", &ray_distances, py::arg("origins"), py::arg("directions"),
           py::kw_only(), py::arg("max_distance") = std::numeric_limits<double>::infinity(),
           py::arg("mask") = 0xffffffffU, py::arg("ignore") = py::list(),
           "Distances (n,) [m] along rays from origins (n, 3), NaN where nothing is hit;\n"
           "directions: (n, 3), or (3,) for all rays. The GIL is released.");
}

}  // namespace

void bind_queries(py::module_& module) {
  py::class_<ViewHandle> view(
      module, "View",
      "The shapes of a world at the poses of one instant (World.view, docs/queries.md). Names\n"
      "are MODEL or MODEL/LINK; unknown names raise Error.");
  add_rays(view);
  view.def(
          "update",
          [](const ViewHandle& v) {
            v.get();
            v.view->update();
          },
          "Updates the view to the current shapes and poses of the world.")
      .def("closest_points", &nearest, py::arg("a"), py::arg("b"),
           py::arg("max_distance") = std::numeric_limits<double>::infinity(),
           "Closest points of two models or links. Returns None if they are farther apart than\n"
           "max_distance, otherwise a dict: distance [m], point_a, point_b, normal (3,), a, b,\n"
           "shape_a, shape_b.")
      .def(
          "distance",
          [](const ViewHandle& v, const std::string& a, const std::string& b) {
            return distance(v.get(), a, b);
          },
          py::arg("a"), py::arg("b"), "Signed distance of two models or links [m].")
      .def(
          "overlapping",
          [](const ViewHandle& v, const py::dict& shape, const py::object& pose, std::uint32_t mask,
             const std::vector<std::string>& ignore) {
            const GeometryRecord solid = shape_in(shape);
            const RigidTransform X = pose_in(pose, "pose");
            return names_out(overlapping(v.get(), solid, X, filter_of(mask, ignore)));
          },
          py::arg("shape"), py::arg("pose"), py::kw_only(), py::arg("mask") = 0xffffffffU,
          py::arg("ignore") = py::list(),
          "List of (name, shape) for all shapes that touch the given shape, e.g. {\"sphere\":\n"
          "{\"radius\": 0.2}}, at a pose.")
      .def(
          "containing",
          [](const ViewHandle& v, const py::object& point, std::uint32_t mask,
             const std::vector<std::string>& ignore) {
            const Vector3 p = vector3_in(point, "point");
            return names_out(containing(v.get(), p, filter_of(mask, ignore)));
          },
          py::arg("point"), py::kw_only(), py::arg("mask") = 0xffffffffU,
          py::arg("ignore") = py::list(),
          "List of (name, shape) for all solids that contain a point (3,).");
  py::class_<QuantityHandle>(module, "Quantity", "A named quantity of a world (World.quantity).")
      .def_property_readonly(
          "name", [](const QuantityHandle& q) { return q.quantity.name; }, "Name of the quantity.")
      .def_property_readonly(
          "unit", [](const QuantityHandle& q) { return q.quantity.unit; },
          "SI unit; \"\" for counts and ratios.")
      .def(
          "__call__", [](const QuantityHandle& q) { return q.quantity.measure(q.world->get()); },
          "The current value.")
      .def("__repr__", [](const QuantityHandle& q) {
        return py::str("<cardan.Quantity {!r} [{}]>").format(q.quantity.name, q.quantity.unit);
      });
}

void add_queries(WorldClass& world) {
  world
      .def(
          "view",
          [](const std::shared_ptr<WorldHandle>& w) {
            return ViewHandle{w, std::make_shared<WorldView>(w->get())};
          },
          "A View of the shapes at their current poses, for rays, distances and overlaps.")
      .def(
          "quantity",
          [](const std::shared_ptr<WorldHandle>& w, const std::string& name) {
            return QuantityHandle{w, make_quantity(name, w->get(), "quantity")};
          },
          py::arg("name"),
          "Returns a quantity of docs/regression.md, e.g. \"robot.base.height\", as a callable\n"
          "that gives the current value. Quantities relative to the start are measured from the\n"
          "time of this call. Raises Error for an unknown name.")
      .def_static(
          "quantity_names",
          [] {
            using namespace py::literals;
            return py::dict("world"_a = world_quantity_names(), "model"_a = model_quantity_names(),
                            "body"_a = body_quantity_names());
          },
          "Names of the quantities of the world, of those after \"MODEL.\", and of those after\n"
          "\"MODEL/LINK.\".");
}

}  // namespace cardan::python
