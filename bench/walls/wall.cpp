#include "bench/walls/wall.h"

#include <algorithm>
#include <random>
#include <vector>

namespace cardan::bench {

namespace {

using Eigen::Vector3d;

struct WallContact {
  int above, below;  // cubes; below −1: the ground
  Vector3d point;
};

struct Layout {
  std::vector<Vector3d> cubes;
  std::vector<WallContact> contacts;
};

void add_contacts(int above, int below, Layout& layout) {
  const Vector3d& p = layout.cubes[above];
  double lo = p.x() - 0.5, hi = p.x() + 0.5;
  if (below >= 0) {
    lo = std::max(lo, layout.cubes[below].x() - 0.5);
    hi = std::min(hi, layout.cubes[below].x() + 0.5);
  }
  for (const double x : {lo, hi}) {
    for (const double y : {-0.5, 0.5}) {
      layout.contacts.push_back({above, below, Vector3d(x, y, p.z() - 0.5)});
    }
  }
}

Layout lay_out(int width) {
  Layout layout;
  std::vector<int> first;  // cube of each row
  for (int row = 0; row < width; ++row) {
    first.push_back(static_cast<int>(layout.cubes.size()));
    for (int k = 0; k < width - row; ++k) layout.cubes.emplace_back(k + 0.5 * row, 0, 0.5 + row);
  }
  for (int row = 0; row < width; ++row) {
    for (int k = 0; k < width - row; ++k) {
      const int above = first[row] + k;
      if (row == 0) {
        add_contacts(above, -1, layout);
        continue;
      }
      for (const int below : {first[row - 1] + k, first[row - 1] + k + 1}) {
        add_contacts(above, below, layout);
      }
    }
  }
  return layout;
}

}  // namespace

Wall make_wall(int width) {
  constexpr double kGravity = 9.81, kTime = 0.01, kPush = 0.5, kStir = 0.05;
  constexpr double kRootInverseInertia = 2.449489742783178;  // √6: 1 kg, edge 1 m
  const Layout layout = lay_out(width);
  const int n = static_cast<int>(layout.cubes.size());
  Wall wall;
  wall.contacts = static_cast<int>(layout.contacts.size());
  wall.Y = Eigen::MatrixXd::Zero(3 * wall.contacts, 6 * n);
  const Vector3d axes[3] = {Vector3d::UnitZ(), Vector3d::UnitX(), Vector3d::UnitY()};
  Eigen::MatrixXd J = wall.Y;
  for (int c = 0; c < wall.contacts; ++c) {
    const WallContact& contact = layout.contacts[c];
    for (int k = 0; k < 3; ++k) {
      for (const auto& [cube, sign] : {std::pair(contact.above, 1.0), {contact.below, -1.0}}) {
        if (cube < 0) continue;
        const Vector3d arm = contact.point - layout.cubes[cube];
        J.block<1, 3>(3 * c + k, 6 * cube) = sign * axes[k].transpose();
        J.block<1, 3>(3 * c + k, 6 * cube + 3) = sign * arm.cross(axes[k]).transpose();
      }
    }
  }
  std::mt19937_64 random(3);
  Eigen::VectorXd v(6 * n), root(6 * n);
  for (int i = 0; i < 6 * n; ++i) {
    const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
    v[i] = kStir * (2 * unit - 1) - (i % 6 == 2 ? kGravity * kTime : 0.0);
    root[i] = i % 6 < 3 ? 1.0 : kRootInverseInertia;
  }
  v[6 * (n - 1)] += kPush;
  wall.Y = J * root.asDiagonal();
  wall.b = J * v;
  return wall;
}

WallLcp make_lcp(const Wall& wall) {
  const int n = wall.contacts;
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(5 * n, 3 * n);
  WallLcp lcp{Eigen::MatrixXd::Zero(6 * n, 6 * n), Eigen::VectorXd::Zero(6 * n)};
  for (int c = 0; c < n; ++c) {
    D(c, 3 * c) = 1;
    for (int k = 0; k < 4; ++k) {
      D(n + 4 * c + k, 3 * c + 1 + k / 2) = k % 2 ? -1 : 1;
      lcp.M(n + 4 * c + k, 5 * n + c) = 1;
      lcp.M(5 * n + c, n + 4 * c + k) = -1;
    }
    lcp.M(5 * n + c, c) = wall.mu;
  }
  lcp.M.topLeftCorner(5 * n, 5 * n) = D * wall.W() * D.transpose();
  lcp.q.head(5 * n) = D * wall.b;
  return lcp;
}

double lcp_residual(const WallLcp& lcp, const Eigen::VectorXd& z) {
  return (lcp.M * z + lcp.q).cwiseMin(z).cwiseAbs().maxCoeff();
}

double cone_residual(const Wall& wall, const Eigen::VectorXd& lambda) {
  const Eigen::VectorXd u = wall.Y * (wall.Y.transpose() * lambda) + wall.b;
  double worst = 0;
  for (int c = 0; c < wall.contacts; ++c) {
    Vector3d x = lambda.segment<3>(3 * c) - u.segment<3>(3 * c);
    x[0] -= wall.mu * u.segment<2>(3 * c + 1).norm();
    const double t = x.tail<2>().norm();
    Vector3d projected = Vector3d::Zero();
    if (t <= wall.mu * x[0]) {
      projected = x;
    } else if (wall.mu * t > -x[0]) {
      projected[0] = (x[0] + wall.mu * t) / (1 + wall.mu * wall.mu);
      projected.tail<2>() = wall.mu * projected[0] / t * x.tail<2>();
    }
    worst = std::max(worst, (lambda.segment<3>(3 * c) - projected).cwiseAbs().maxCoeff());
  }
  return worst;
}

double box_residual(const Wall& wall, const Eigen::VectorXd& lambda) {
  const Eigen::VectorXd u = wall.Y * (wall.Y.transpose() * lambda) + wall.b;
  double worst = 0;
  for (int i = 0; i < lambda.size(); ++i) {
    const double bound = wall.mu * std::max(0.0, lambda[i - i % 3]);
    const double x = lambda[i] - u[i];
    const double projected = i % 3 == 0 ? std::max(0.0, x) : std::clamp(x, -bound, bound);
    worst = std::max(worst, std::abs(lambda[i] - projected));
  }
  return worst;
}

}  // namespace cardan::bench
