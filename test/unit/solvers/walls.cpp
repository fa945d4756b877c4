#include "test/unit/solvers/walls.h"

#include <cmath>

namespace cardan::test {
namespace {

struct Box {
  double x, z;
};

struct Corner {
  int above, below;  ///< boxes; -1: ground
  Eigen::Vector3d p;
};

std::vector<Box> boxes_of(int base) {
  std::vector<Box> boxes;
  for (int layer = 0; layer < base; ++layer) {
    for (int k = 0; k < base - layer; ++k) boxes.push_back({k + 0.5 * layer, 0.5 + layer});
  }
  return boxes;
}

/// The corners of the overlap of two faces.
void add_face(const std::vector<Box>& boxes, int above, int below, std::vector<Corner>& corners) {
  double lo = boxes[above].x - 0.5, hi = boxes[above].x + 0.5;
  if (below >= 0) {
    lo = std::max(lo, boxes[below].x - 0.5);
    hi = std::min(hi, boxes[below].x + 0.5);
  }
  for (const double x : {lo, hi}) {
    for (const double y : {-0.5, 0.5}) {
      corners.push_back({above, below, {x, y, boxes[above].z - 0.5}});
    }
  }
}

std::vector<Corner> corners_of(const std::vector<Box>& boxes) {
  std::vector<Corner> corners;
  for (int a = 0; a < static_cast<int>(boxes.size()); ++a) {
    if (boxes[a].z < 1) add_face(boxes, a, -1, corners);
    for (int b = 0; b < a; ++b) {
      const bool touches =
          std::fabs(boxes[a].z - boxes[b].z - 1) < 1e-9 && std::fabs(boxes[a].x - boxes[b].x) < 0.9;
      if (touches) add_face(boxes, a, b, corners);
    }
  }
  return corners;
}

}  // namespace

RandomContacts wall_contacts(int base, double mu) {
  const std::vector<Box> boxes = boxes_of(base);
  const std::vector<Corner> corners = corners_of(boxes);
  const int bodies = static_cast<int>(boxes.size());
  const Eigen::Matrix3d axes =
      (Eigen::Matrix3d() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished();  // rows n, t1, t2
  MatrixXd J = MatrixXd::Zero(3 * corners.size(), 6 * bodies);
  RandomContacts wall;
  for (std::size_t c = 0; c < corners.size(); ++c) {
    wall.mu.push_back(mu);
    for (int k = 0; k < 3; ++k) {
      for (const int body : {corners[c].above, corners[c].below}) {
        if (body < 0) continue;
        const double sign = body == corners[c].above ? 1 : -1;
        const Eigen::Vector3d arm = corners[c].p - Eigen::Vector3d(boxes[body].x, 0, boxes[body].z);
        const Eigen::Vector3d direction = axes.row(k);
        const int row = static_cast<int>(3 * c) + k;
        J.block<1, 3>(row, 6 * body) = sign * direction.transpose();
        J.block<1, 3>(row, 6 * body + 3) = sign * arm.cross(direction).transpose();
      }
    }
  }
  VectorXd inverse_root_mass(6 * bodies), v(6 * bodies);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> speed(-0.05, 0.05);
  for (int i = 0; i < 6 * bodies; ++i) {
    inverse_root_mass[i] = i % 6 < 3 ? 1 : std::sqrt(6.0);
    v[i] = speed(random) - (i % 6 == 2 ? 0.0981 : 0.0);
  }
  v[6 * (bodies - 1)] += 0.5;
  wall.Y = J * inverse_root_mass.asDiagonal();
  wall.b = J * v;
  return wall;
}

}  // namespace cardan::test
