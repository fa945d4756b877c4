#include "view/textured_shape.h"

#include <cmath>
#include <numbers>

namespace cardan::view {

namespace {

constexpr int kSectors = 32, kBands = 16;
constexpr double kPi = std::numbers::pi;

/// Adds vertices and triangles to a shape.
class CoordinateWriter {
 public:
  int vertex(const Vector3& p, double u, double v) {
    shape_.mesh.vertices.push_back(p);
    shape_.uv.push_back({static_cast<float>(u), static_cast<float>(v)});
    return static_cast<int>(shape_.mesh.vertices.size()) - 1;
  }
  void triangle(int a, int b, int c) { shape_.mesh.triangles.push_back({a, b, c}); }
  TexturedShape take() { return std::move(shape_); }

 private:
  TexturedShape shape_;
};

// Azimuth at the fraction u of the image.
double azimuth(double u) { return 2 * kPi * u - kPi; }

TexturedShape textured_box(const Vector3& half) {
  CoordinateWriter writer;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      const Vector3 out = sign * Vector3::Unit(axis);
      const Vector3 up = axis == 2 ? Vector3(sign * Vector3::UnitY()) : Vector3(Vector3::UnitZ());
      const Vector3 right = up.cross(out);
      int corners[4] = {}, next = 0;
      for (const auto& [u, v] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
        const Vector3 p = out + (2 * u - 1) * right + (2 * v - 1) * up;
        corners[next++] = writer.vertex(p.cwiseProduct(half), u, v);
      }
      writer.triangle(corners[0], corners[1], corners[2]);
      writer.triangle(corners[0], corners[2], corners[3]);
    }
  }
  return writer.take();
}

// A grid of sectors and bands; at the poles, a band has one triangle per sector, whose pole has the
// u of its middle.
TexturedShape textured_ellipsoid(const Vector3& radii) {
  CoordinateWriter writer;
  const auto add = [&](double sector, int band) {
    const double u = sector / kSectors, v = static_cast<double>(band) / kBands;
    const double latitude = kPi * (v - 0.5), along = azimuth(u);
    const double across = band == 0 || band == kBands ? 0 : std::cos(latitude);
    const Vector3 p(across * std::cos(along), across * std::sin(along), std::sin(latitude));
    return writer.vertex(p.cwiseProduct(radii), u, v);
  };
  std::vector<int> below;
  for (int band = 1; band < kBands; ++band) {
    std::vector<int> ring;
    for (int i = 0; i <= kSectors; ++i) ring.push_back(add(i, band));
    for (std::size_t i = 0; i < kSectors; ++i) {
      const double middle = static_cast<double>(i) + 0.5;
      if (band == 1) {
        writer.triangle(add(middle, 0), ring[i + 1], ring[i]);
      } else {
        writer.triangle(below[i], below[i + 1], ring[i + 1]);
        writer.triangle(below[i], ring[i + 1], ring[i]);
      }
      if (band == kBands - 1) writer.triangle(ring[i], ring[i + 1], add(middle, kBands));
    }
    below = std::move(ring);
  }
  return writer.take();
}

void add_side(double radius, double half, CoordinateWriter& writer) {
  int low = 0, high = 0;
  for (int i = 0; i <= kSectors; ++i) {
    const double u = static_cast<double>(i) / kSectors;
    const double x = radius * std::cos(azimuth(u)), y = radius * std::sin(azimuth(u));
    const int next_low = writer.vertex({x, y, -half}, u, 0);
    const int next_high = writer.vertex({x, y, half}, u, 1);
    if (i > 0) {
      writer.triangle(low, next_low, next_high);
      writer.triangle(low, next_high, high);
    }
    low = next_low;
    high = next_high;
  }
}

// sign: 1 for the top, −1 for the bottom.
void add_cap(double radius, double half, int sign, CoordinateWriter& writer) {
  const int centre = writer.vertex({0, 0, sign * half}, 0.5, 0.5);
  int before = 0;
  for (int i = 0; i <= kSectors; ++i) {
    const double along = 2 * kPi * i / kSectors, x = std::cos(along), y = std::sin(along);
    const int rim =
        writer.vertex({radius * x, sign * radius * y, sign * half}, 0.5 + x / 2, 0.5 + y / 2);
    if (i > 0) writer.triangle(centre, before, rim);
    before = rim;
  }
}

TexturedShape textured_cylinder(double radius, double half) {
  CoordinateWriter writer;
  add_side(radius, half, writer);
  for (const int sign : {1, -1}) add_cap(radius, half, sign, writer);
  return writer.take();
}

}  // namespace

bool has_texture_coordinates(const std::string& kind) {
  return kind == "box" || kind == "sphere" || kind == "ellipsoid" || kind == "cylinder";
}

TexturedShape textured(const PageShape& shape) {
  if (shape.kind == "box") return textured_box(shape.size / 2);
  if (shape.kind == "cylinder") return textured_cylinder(shape.size.x(), shape.size.y() / 2);
  return textured_ellipsoid(shape.kind == "sphere" ? Vector3::Constant(shape.size.x())
                                                   : shape.size);
}

}  // namespace cardan::view
