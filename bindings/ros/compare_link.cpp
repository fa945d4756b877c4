#include <cmath>

#include "bindings/ros/comparison.h"

namespace cardan::ros {

namespace {

std::string part_of(const std::string& link, const std::string& part) {
  return "link \"" + link + "\" / " + part;
}

std::string indexed(const char* tag, std::size_t index) {
  return std::string(tag) + "[" + std::to_string(index) + "]";
}

// "1 of 3 collision shapes", "no collision shape".
std::string remaining(std::size_t kept, std::size_t all, const char* what) {
  if (kept == 0) return std::string("no ") + what;
  return std::to_string(kept) + " of " + std::to_string(all) + " " + what + "s";
}

// Reports the remaining data of a link that urdfdom stopped reading.
void report_stop(Comparison& comparison, const LinkRecord& ours, const urdf::Link& theirs,
                 const Stop& stop) {
  const std::size_t visuals = theirs.visual_array.size(), shapes = theirs.collision_array.size();
  Spot spot{part_of(ours.name, stop.part), ours.line};
  if (stop.part == "inertial" && ours.inertial) spot.line = ours.inertial->line;
  if (stop.part == "visual" && visuals < ours.visuals.size())
    spot = {part_of(ours.name, indexed("visual", visuals)), ours.visuals[visuals].line};
  if (stop.part == "collision" && shapes < ours.collisions.size())
    spot = {part_of(ours.name, indexed("collision", shapes)), ours.collisions[shapes].line};
  std::string left;
  const auto lose = [&](const std::string& words) {
    left.append(left.empty() ? "" : ", ").append(words);
  };
  if (stop.part == "inertial")
    lose("a mass of " + number(theirs.inertial ? theirs.inertial->mass : 0) +
         " kg without inertia");
  if (visuals < ours.visuals.size()) lose(remaining(visuals, ours.visuals.size(), "visual"));
  if (shapes < ours.collisions.size())
    lose(remaining(shapes, ours.collisions.size(), "collision shape"));
  comparison.differ(spot, "urdfdom stops here (" + stop.reason + "); tools built on it see " +
                              left + " of this link");
}

void compare_inertial(Comparison& comparison, const LinkRecord& ours, const urdf::Link& theirs) {
  const Spot spot{part_of(ours.name, "inertial"), ours.inertial ? ours.inertial->line : ours.line};
  if (ours.inertial.has_value() != (theirs.inertial != nullptr)) {
    comparison.differ(spot, theirs.inertial ? "urdfdom has an inertial that cardan does not read"
                                            : "urdfdom has no inertial of this link");
    return;
  }
  if (!ours.inertial) return;
  const urdf::Inertial& other = *theirs.inertial;
  if (!close(ours.inertial->mass.value_or(0), other.mass))
    comparison.differ(spot, "urdfdom reads a mass of " + number(other.mass) + " kg");
  Matrix3 inertia;
  inertia << other.ixx, other.ixy, other.ixz, other.ixy, other.iyy, other.iyz, other.ixz, other.iyz,
      other.izz;
  const Matrix3 own = ours.inertial->inertia.value_or(Matrix3::Zero());
  if (!((own - inertia).norm() <= 1e-12 * own.norm()))
    comparison.differ(spot, inertia.isZero(0) ? "urdfdom has the mass without inertia"
                                              : "urdfdom reads another inertia");
  compare_pose(comparison, spot, ours.inertial->origin, other.origin);
}

// Converts a geometry of urdfdom to a record.
ShapeRecord record_of(const urdf::Geometry& geometry) {
  ShapeRecord shape;
  if (const auto* box = dynamic_cast<const urdf::Box*>(&geometry)) {
    shape.tag = "box";
    shape.geometry.size = Vector3(box->dim.x, box->dim.y, box->dim.z);
  } else if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(&geometry)) {
    shape.tag = "sphere";
    shape.geometry.size = Vector3(sphere->radius, 0, 0);
  } else if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(&geometry)) {
    shape.tag = "cylinder";
    shape.geometry.size = Vector3(cylinder->radius, cylinder->length, 0);
  } else if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(&geometry)) {
    shape.tag = "mesh";
    shape.mesh_uri = mesh->filename;
    shape.geometry.mesh_scale = Vector3(mesh->scale.x, mesh->scale.y, mesh->scale.z);
  }
  return shape;
}

// Number of sizes that the shape uses; the other sizes of the record are arbitrary.
int number_of_sizes(const std::string& tag) {
  if (tag == "box") return 3;
  if (tag == "sphere") return 1;
  return tag == "cylinder" ? 2 : 0;
}

bool same_geometry(const ShapeRecord& ours, const ShapeRecord& theirs) {
  if (ours.tag != theirs.tag || ours.mesh_uri != theirs.mesh_uri) return false;
  for (int i = 0; i < number_of_sizes(ours.tag); ++i) {
    if (!close(ours.geometry.size[i], theirs.geometry.size[i])) return false;
  }
  return ours.tag != "mesh" ||
         (ours.geometry.mesh_scale - theirs.geometry.mesh_scale).norm() <= 1e-12;
}

template <class Shape>
void compare_shape(Comparison& comparison, const Spot& spot, const ShapeRecord& ours,
                   const Shape& theirs) {
  if (!theirs.geometry) return comparison.differ(spot, "urdfdom has no geometry here");
  const ShapeRecord other = record_of(*theirs.geometry);
  if (!same_geometry(ours, other)) {
    comparison.differ(spot, "urdfdom reads " + (ours.tag == other.tag
                                                    ? "a " + ours.tag + " of another size or name"
                                                    : "a " + other.tag + ", not a " + ours.tag));
  } else if (!ours.usable && ours.mesh_uri.empty()) {
    comparison.differ(spot, "urdfdom keeps the " + ours.tag + ", which cardan leaves out");
  }
  compare_pose(comparison, spot, ours.origin, theirs.origin);
}

// urdfdom stores colours in single precision, and black if there is no colour.
void compare_color(Comparison& comparison, const Spot& spot, const ShapeRecord& ours,
                   const urdf::Visual& theirs) {
  if (!ours.appearance.rgba) return;
  if (!theirs.material) return comparison.note(spot, "urdfdom has no material here");
  const urdf::Color& color = theirs.material->color;
  const double other[4] = {color.r, color.g, color.b, color.a};
  for (std::size_t i = 0; i < 4; ++i) {
    if (std::abs((*ours.appearance.rgba)[i] - other[i]) < 1e-6) continue;
    return comparison.note(spot, "urdfdom has another colour here");
  }
}

void compare_visuals(Comparison& comparison, const LinkRecord& ours, const urdf::Link& theirs) {
  for (std::size_t i = 0; i < theirs.visual_array.size() && i < ours.visuals.size(); ++i) {
    const Spot spot{part_of(ours.name, indexed("visual", i)), ours.visuals[i].line};
    compare_shape(comparison, spot, ours.visuals[i], *theirs.visual_array[i]);
    compare_color(comparison, spot, ours.visuals[i], *theirs.visual_array[i]);
  }
}

void compare_collisions(Comparison& comparison, const LinkRecord& ours, const urdf::Link& theirs) {
  for (std::size_t i = 0; i < theirs.collision_array.size() && i < ours.collisions.size(); ++i) {
    compare_shape(comparison,
                  {part_of(ours.name, indexed("collision", i)), ours.collisions[i].line},
                  ours.collisions[i], *theirs.collision_array[i]);
  }
}

void compare_count(Comparison& comparison, const LinkRecord& ours, std::size_t own,
                   std::size_t other, const char* what) {
  if (own == other) return;
  comparison.differ(
      {"link \"" + ours.name + "\"", ours.line},
      "urdfdom has " + std::to_string(other) + " of " + std::to_string(own) + " " + what);
}

}  // namespace

void compare_link(Comparison& comparison, const LinkRecord& ours, const urdf::Link& theirs) {
  const auto stop = comparison.stops.find(ours.name);
  const bool stopped = stop != comparison.stops.end();
  if (stopped) {
    report_stop(comparison, ours, theirs, stop->second);
  } else {
    compare_count(comparison, ours, ours.visuals.size(), theirs.visual_array.size(), "visuals");
    compare_count(comparison, ours, ours.collisions.size(), theirs.collision_array.size(),
                  "collision shapes");
  }
  if (!stopped || stop->second.part != "inertial") compare_inertial(comparison, ours, theirs);
  compare_visuals(comparison, ours, theirs);
  compare_collisions(comparison, ours, theirs);
}

}  // namespace cardan::ros
