#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cardan/robot_description.h"
#include "dynamics/urdf/resolve_mesh.h"
#include "view/shape_book.h"
#include "view/texture_book.h"

namespace cardan {
struct ModelSpec;
}  // namespace cardan

namespace cardan::view {

/// The links of a robot file with their visuals, whose files have been found but not read, and the
/// places in which their images are searched for.
struct LinkVisuals {
  std::vector<LinkRecord> links;
  MeshSearch search;
};

/// Returns the visuals of a model. The result is empty for models without a robot file. The file is
/// read again, because a world does not store visuals.
LinkVisuals visuals_of(const ModelSpec& spec);

/// Adds visuals to a page. The material of a mesh takes precedence over that of the robot file, and
/// an image takes precedence over a colour, as in RViz. A mesh or an image that cannot be shown is
/// left out, and a note is added to the page.
class VisualBook {
 public:
  VisualBook(ReplayData& data, ShapeBook& shapes)
      : data_(&data), shapes_(&shapes), textures_(data) {}

  /// Adds a <visual> to a body of the page.
  void add(const ShapeRecord& record, int body, const MeshSearch& search);

 private:
  /// A part of a mesh on the page, or a primitive.
  struct Part {
    int shape = 0, image = -1;
    std::optional<std::array<double, 4>> rgba;
  };
  /// A mesh file, and the path of the image that the robot file gives, or "".
  struct Source {
    const GeometryRecord* geometry = nullptr;
    std::string image;
    bool allow_outside = false;
  };
  std::string image_of(const ShapeRecord& record, const MeshSearch& search);
  const std::vector<Part>& parts_of(const Source& source);
  std::vector<Part> read_parts(const Source& source);
  Part add_drawn(DrawnPart part, const TexturedMesh& mesh, const std::string& robot_image);
  Part add_primitive(int shape, const std::string& image);
  void add_part(const ShapeRecord& record, int body, const Part& part);

  ReplayData* data_;
  ShapeBook* shapes_;
  TextureBook textures_;
  /// Parts by mesh file, scale and image of the robot file.
  std::map<std::tuple<std::string, double, double, double, std::string>, std::vector<Part>> parts_;
};

}  // namespace cardan::view
