#include <algorithm>
#include <cmath>
#include <filesystem>

#include "bindings/sdf/read.h"
#include "cardan/error.h"
#include "cardan/geometry.h"
#include "cardan/mesh_files.h"
#include "cardan/model_spec.h"
#include "geometry/shape_form.h"

namespace cardan::sdformat {

namespace {

namespace fs = std::filesystem;

// Rotation of +z onto a direction, as libsdformat's planes need it.
Matrix3 rotation_onto(const Vector3& direction) {
  return Quaternion::FromTwoVectors(Vector3::UnitZ(), direction).toRotationMatrix();
}

/// Reads the geometry of one collision or visual.
struct GeometryReader {
  Context& context;
  RobotDescription* robot;  ///< null: of a body without links
  bool visual;

  // False: the shape is left out, and a diagnostic says why.
  bool read(const ::sdf::Geometry& source, ShapeRecord& shape) const {
    GeometryRecord& out = shape.geometry;
    const Element at = source.Element();
    switch (source.Type()) {
      case ::sdf::GeometryType::PLANE: {
        out.kind = GeometryKind::kPlane;
        const Vector3 normal = vector_of(source.PlaneShape()->Normal());
        if (!(normal.norm() > 0)) {
          context.error(at, "the normal of the plane is zero");
          return false;
        }
        shape.X_LS.R = shape.X_LS.R * rotation_onto(normal.normalized());
        return true;
      }
      case ::sdf::GeometryType::MESH:
        return read_mesh(*source.MeshShape(), shape);
      case ::sdf::GeometryType::HEIGHTMAP:
        return false;  // heightmaps_of
      default:
        return read_sizes(at, out);
    }
  }

  // A shape whose element has the name of a form and its sizes.
  bool read_sizes(const Element& at, GeometryRecord& out) const {
    for (const ShapeForm* form : kShapeForms) {
      const ShapeSizes& sizes = form->sizes;
      if (!at || !form->in_robot_files || sizes.count == 0 || !at->HasElement(form->name)) continue;
      const Element element = at->GetElement(form->name);
      out.kind = form->kind;
      if (sizes.list != nullptr)
        out.size = vector_of(element->Get<ignition::math::Vector3d>(sizes.list));
      else
        for (int i = 0; i < sizes.count; ++i)
          out.size[i] = element->Get<double>(sizes.keys[static_cast<std::size_t>(i)]);
      return check_size(at, out, sizes);
    }
    if (at && !given(at, "empty") && !given(at, "polyline") && !given(at, "image"))
      context.warn(at, "it has no known shape; it is left out");
    return false;
  }

  bool check_size(const Element& at, const GeometryRecord& geometry,
                  const ShapeSizes& sizes) const {
    const int positive = std::max(sizes.num_positive, 1);
    const double least = geometry.size.head(sizes.count).minCoeff();
    if (geometry.size.head(positive).minCoeff() > 0 && least >= 0) return true;
    if (visual || least == 0) {
      context.warn(at, "a size is not above zero; the shape is left out");
    } else {
      context.error(at, "a size is not above zero");
    }
    return false;
  }

  bool read_mesh(const ::sdf::Mesh& mesh, ShapeRecord& shape) const {
    const Element at = mesh.Element();
    GeometryRecord& out = shape.geometry;
    out.kind = GeometryKind::kMesh;
    out.mesh_scale = vector_of(mesh.Scale());
    shape.mesh_uri = mesh.Uri();
    if (!(out.mesh_scale.cwiseAbs().minCoeff() > 0)) {
      context.error(at, "the scale of the mesh is zero");
      return false;
    }
    const fs::path file = file_of(context, at);
    const std::string folder =
        file == fs::path(context.label) ? context.folder : file.parent_path().string();
    std::string why;
    out.mesh_file = find_uri(context, mesh.Uri(), folder, why);
    if (out.mesh_file.empty()) {
      if (visual && robot != nullptr) robot->missing_visuals.insert(mesh.Uri());
      if (visual || context.options.allow_missing_meshes) {
        context.warn(at, "mesh " + why + "; the shape is left out");
      } else {
        context.error(at, "mesh " + why);
      }
      return false;
    }
    if (visual) return true;
    try {
      out.parts = context.meshes.load(out.mesh_file, out.mesh_scale);
    } catch (const Error& fault) {
      context.error(at, fault.what());
      return false;
    }
    return true;
  }
};

bool is_automatic(const Context& context, const ::sdf::Link& link) {
  const Element inertial = given(link.Element(), "inertial");
  return inertial && context.auto_inertials.count(
                         {file_of(context, inertial), line_of(inertial), link.Name()}) > 0;
}

// Returns the density of an <inertial> or a collision [kg/m³].
double density_of(const Element& owner, double otherwise) {
  if (!owner->HasElement("density")) return otherwise;
  const ::sdf::ParamPtr value = owner->GetElement("density")->GetValue();
  const double density = value ? std::strtod(value->GetAsString().c_str(), nullptr) : 0;
  return density > 0 && std::isfinite(density) ? density : 0;  // 0: a shape without mass, an error
}

std::array<double, 4> colour_of(const ::sdf::Visual& visual) {
  const ignition::math::Color& c = visual.Material()->Diffuse();
  const double opacity = c.A() * (1 - static_cast<double>(visual.Transparency()));
  return {c.R(), c.G(), c.B(), std::clamp(opacity, 0.0, 1.0)};
}

void add_collision(Context& context, const ::sdf::Collision& source, bool fixed,
                   RobotDescription& robot, LinkRecord& link) {
  const MjcfFilter filter = context.filters[&source];
  if (source.Geom() == nullptr) return;
  ShapeRecord shape;
  shape.line = line_of(source.Element());
  shape.name = source.Name();
  shape.X_LS = pose_of(context, source.SemanticPose(), source.Element());
  if (!GeometryReader{context, &robot, false}.read(*source.Geom(), shape)) return;
  if (filter.mask == 0) return;
  if (shape.geometry.kind == GeometryKind::kPlane && !fixed) {
    context.warn(source.Element(), "a plane on a link that moves is left out");
    return;
  }
  if (shape.geometry.kind == GeometryKind::kMesh) {
    shape.geometry.convex = !fixed;
    if (!fixed)
      context.info(source.Element(),
                   "the mesh of a link that moves collides as the hull of each "
                   "of its parts");
  }
  shape.usable = true;
  shape.tag = geometry_kind_name(shape.geometry.kind);
  shape.group = static_cast<int>(filter.group);
  shape.mask = static_cast<int>(filter.mask);
  shape.material = surface_of(context, source, shape.surface);
  link.collisions.push_back(std::move(shape));
}

void add_visual(Context& context, const ::sdf::Visual& source, RobotDescription& robot,
                LinkRecord& link) {
  if (source.Geom() == nullptr) return;
  ShapeRecord shape;
  shape.line = line_of(source.Element());
  shape.name = source.Name();
  shape.X_LS = pose_of(context, source.SemanticPose(), source.Element());
  if (!GeometryReader{context, &robot, true}.read(*source.Geom(), shape)) return;
  shape.usable = true;
  shape.tag = geometry_kind_name(shape.geometry.kind);
  if (source.Material() != nullptr && given(source.Element(), "material/diffuse"))
    shape.appearance.rgba = colour_of(source);
  link.visuals.push_back(std::move(shape));
}

}  // namespace

SpatialInertia inertia_of(Context& context, const Link& link) {
  const ::sdf::Link& source = *link.source;
  const ignition::math::Inertiald& body = source.Inertial();
  SpatialInertia inertia;
  if (!is_automatic(context, source)) {
    inertia.mass = body.MassMatrix().Mass();
    inertia.com = vector_of(body.Pose().Pos());
    const auto moments = body.Moi();
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        inertia.inertia(r, c) = moments(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
    return inertia;
  }
  const std::size_t said = context.scene.diagnostics.size();
  const double of_link = density_of(source.Element()->GetElement("inertial"), 1000);
  for (std::uint64_t i = 0; i < source.CollisionCount(); ++i) {
    const ::sdf::Collision& collision = *source.CollisionByIndex(i);
    if (collision.Geom() == nullptr) continue;
    ShapeRecord shape;
    SpatialInertia part;
    if (GeometryReader{context, nullptr, false}.read(*collision.Geom(), shape))
      part = geometry_inertia(shape.geometry, density_of(collision.Element(), of_link));
    context.scene.diagnostics.resize(std::min(said, context.scene.diagnostics.size()));
    if (!(part.mass > 0)) {
      context.error(collision.Element(),
                    "the mass of this shape is not known; give the mass of the link instead of "
                    "<inertial auto=\"true\">");
      return inertia;
    }
    inertia =
        inertia + part.transformed(pose_of(context, collision.SemanticPose(), collision.Element()));
  }
  if (!(inertia.mass > 0))
    context.error(given(source.Element(), "inertial"),
                  "<inertial auto=\"true\"> needs a collision");
  return inertia;
}

void fill_link(Context& context, const Link& link, bool is_static, double share,
               RobotDescription& robot, LinkRecord& record) {
  const ::sdf::Link& source = *link.source;
  const bool fixed = is_static || link.held;
  if (!fixed && !given(source.Element(), "inertial"))
    context.info(source.Element(),
                 "without <inertial> a link has 1 kg and 1 kg m² about each axis, as in SDF");
  const SpatialInertia body = inertia_of(context, link);
  InertialRecord inertial;
  inertial.line = line_of(source.Element());
  inertial.origin.given = true;
  inertial.origin.xyz = body.com;
  inertial.mass = share * body.mass;
  inertial.inertia = share * body.inertia;
  record.inertial = inertial;
  for (std::uint64_t i = 0; i < source.CollisionCount(); ++i)
    add_collision(context, *source.CollisionByIndex(i), fixed, robot, record);
  for (std::uint64_t i = 0; i < source.VisualCount(); ++i)
    add_visual(context, *source.VisualByIndex(i), robot, record);
}

std::vector<CompoundPart> heightmaps_of(Context& context, const Link& link) {
  std::vector<CompoundPart> parts;
  for (std::uint64_t i = 0; i < link.source->CollisionCount(); ++i) {
    const ::sdf::Collision& source = *link.source->CollisionByIndex(i);
    if (source.Geom() == nullptr || source.Geom()->HeightmapShape() == nullptr) continue;
    const ::sdf::Heightmap& map = *source.Geom()->HeightmapShape();
    const Element at = map.Element();
    const MjcfFilter filter = context.filters[&source];
    if (filter.mask == 0) continue;
    const fs::path file = file_of(context, at);
    const std::string folder =
        file == fs::path(context.label) ? context.folder : file.parent_path().string();
    std::string why;
    CompoundPart part;
    part.geometry.kind = GeometryKind::kHeightfield;
    part.geometry.mesh_file = find_uri(context, map.Uri(), folder, why);
    if (part.geometry.mesh_file.empty()) {
      context.say(context.options.allow_missing_meshes ? Severity::kWarning : Severity::kError, at,
                  "heightmap " + why);
      continue;
    }
    try {
      auto grid = std::make_shared<HeightGrid>(
          *load_height_image(part.geometry.mesh_file, vector_of(map.Size())));
      const double top = *std::max_element(grid->heights.begin(), grid->heights.end());
      if (top > 0)
        for (double& height : grid->heights) height *= map.Size().Z() / top;
      part.geometry.heights = grid;
    } catch (const Error& fault) {
      context.error(at, fault.what());
      continue;
    }
    part.pose = pose_of(context, source.SemanticPose(), source.Element()) *
                RigidTransform(vector_of(map.Position()));
    part.material = named_surface(context, source);
    part.collision = {filter.group, filter.mask};
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace cardan::sdformat
