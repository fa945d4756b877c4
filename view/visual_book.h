#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/sim/spec.h"
#include "shape_book.h"
#include "texture_book.h"

namespace cardan::view {

/// The links of a model from its robot file, with visuals whose meshes have been found but not
/// read. Empty for models without a robot file. The file is read again, because a world does not
/// store visuals.
std::vector<LinkRecord> links_with_visuals(const ModelSpec& spec);

/// Adds visuals to a page. The material of a mesh takes precedence over that of the robot file, as
/// in RViz. A mesh that cannot be read is left out, and a note is added to the page.
class VisualBook {
 public:
  VisualBook(ReplayData& data, ShapeBook& shapes)
      : data_(&data), shapes_(&shapes), textures_(data) {}

  /// Adds a <visual> to a body of the page. allow_outside: as in UrdfOptions.
  void add(const ShapeRecord& record, int body, bool allow_outside);

 private:
  /// A part of a mesh on the page.
  struct Part {
    int shape = 0, image = -1;
    std::optional<std::array<double, 4>> rgba;
  };
  const std::vector<Part>& parts_of(const GeometryRecord& geometry, bool allow_outside);
  std::vector<Part> read_parts(const GeometryRecord& geometry, bool allow_outside);
  void add_part(const ShapeRecord& record, int body, const Part& part);

  ReplayData* data_;
  ShapeBook* shapes_;
  TextureBook textures_;
  /// By file and scale.
  std::map<std::tuple<std::string, double, double, double>, std::vector<Part>> parts_;
};

}  // namespace cardan::view
