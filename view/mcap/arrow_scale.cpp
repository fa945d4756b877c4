#include "view/mcap/arrow_scale.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

namespace cardan::view {

namespace {

double quantile(std::vector<double>& values, double share) {
  const auto place = values.begin() + std::lround(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// The nearest of 1, 2 and 5 times a power of ten.
double round_number(double x) {
  if (!(x > 0)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  const double digit = x / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

double bounding_radius(const PageShape& shape) {
  if (shape.kind == "plane" || shape.kind == "hollow_sphere") return 0;
  if (shape.kind == "mesh") return shape.extent.norm();
  return shape.kind == "box" ? shape.size.norm() / 2 : shape.size.maxCoeff();
}

// Half of the diagonal of the typical moving model in the first frame [m].
double typical_size(const ReplayData& data) {
  std::map<int, Eigen::AlignedBox3d> boxes;
  for (const PagePart& part : data.parts) {
    const auto body = static_cast<std::size_t>(part.body);
    const int model = data.bodies[body].model;
    const double radius = bounding_radius(data.shapes[static_cast<std::size_t>(part.shape)]);
    if (!data.models[static_cast<std::size_t>(model)].moves || radius == 0) continue;
    const float* pose = data.poses.front().data() + 7 * body;
    const Vector3 centre(pose[0], pose[1], pose[2]), reach = Vector3::Constant(radius);
    if (!centre.allFinite()) continue;
    boxes[model].extend(Eigen::AlignedBox3d(centre - reach, centre + reach));
  }
  std::vector<double> sizes;
  for (const auto& [model, box] : boxes) sizes.push_back(box.diagonal().norm() / 2);
  return sizes.empty() ? 1 : quantile(sizes, 0.5);
}

// Median over the frames of a large force of the frame [N].
double typical_force(const ReplayData& data) {
  constexpr std::size_t kForce = 8;  // first column
  const std::size_t frames = data.frames.rows();
  std::vector<double> large;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const std::size_t end =
        frame + 1 < frames ? data.frames.integer(frame + 1, 2) : data.contacts.rows();
    std::vector<double> forces;
    for (std::size_t row = data.frames.integer(frame, 2); row < end; ++row) {
      Vector3 force;
      for (std::size_t k = 0; k < 3; ++k)
        force[static_cast<Eigen::Index>(k)] = data.contacts.number(row, kForce + k);
      if (force.norm() > 0) forces.push_back(force.norm());
    }
    if (!forces.empty()) large.push_back(quantile(forces, 0.8));
  }
  return large.empty() ? 1 : quantile(large, 0.5);
}

}  // namespace

ArrowScale arrow_scale(const ReplayData& data) {
  if (data.poses.empty()) return {};
  return {round_number(0.5 * typical_size(data)), round_number(typical_force(data))};
}

}  // namespace cardan::view
