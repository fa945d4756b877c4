#pragma once

#include <cstdlib>
#include <random>
#include <string>

#include "test/support/contact_truth.h"

/// Random shapes of every kind and size in the most difficult relative poses.
namespace cardan::cases {

using Random = std::mt19937_64;

inline double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
inline double log_uniform(Random& random, double low, double high) {
  return std::exp(uniform(random, std::log(low), std::log(high)));
}
inline int choice(Random& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}
inline Vector3 random_direction(Random& random) {
  std::normal_distribution<double> g;
  const Vector3 d(g(random), g(random), g(random));
  return d.normalized();
}
inline Matrix3 random_rotation(Random& random) {
  std::normal_distribution<double> g;
  return Quaternion(g(random), g(random), g(random), g(random)).normalized().toRotationMatrix();
}

/// Poses a pair, from CARDAN_FUZZ_POSES.
inline int num_poses(int otherwise) {
  const char* text = std::getenv("CARDAN_FUZZ_POSES");
  return text != nullptr ? std::max(1, std::atoi(text)) : otherwise;
}

/// Whether CARDAN_FUZZ_SHOW names this pose.
inline bool is_shown(int pose) {
  const char* text = std::getenv("CARDAN_FUZZ_SHOW");
  return text != nullptr && std::atoi(text) == pose;
}

inline Shape make_shape(GeometryKind kind, const Vector3& size) {
  Shape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

inline Shape make_hull(const std::vector<Vector3>& points) {
  Shape shape;
  shape.kind = GeometryKind::kConvex;
  shape.hull = make_convex_hull(points, "hull");
  return shape;
}

/// Hulls merge faces whose planes differ by less than 1e-6 of the size; the oracle has no
/// merging, so that a hull of scattered points with a merged face is drawn again.
inline bool has_merged_face(const Shape& hull) {
  return std::any_of(hull.hull->faces.begin(), hull.hull->faces.end(),
                     [](const std::vector<int>& loop) { return loop.size() > 3; });
}

/// A tetrahedron, 20 vertices, 200 vertices, a thin slab of rounded outline, a prism.
inline Shape random_hull(Random& random, double size) {
  std::vector<Vector3> points;
  const int form = choice(random, 5);
  if (form < 3) {
    const int count = form == 0 ? 4 : (form == 1 ? 20 : 200);
    const Vector3 axes(uniform(random, 0.4, 1), uniform(random, 0.4, 1), uniform(random, 0.4, 1));
    for (int i = 0; i < count; ++i)
      points.push_back(size * random_direction(random).cwiseProduct(axes));
    if (form == 0)
      points = {{size, 0, -0.4 * size},
                {-0.6 * size, 0.8 * size, -0.4 * size},
                {-0.5 * size, -0.9 * size, -0.4 * size},
                {0.1 * size, 0, size}};
  } else {
    const int sides = form == 3 ? 12 : 3 + choice(random, 6);
    const double half = form == 3 ? 0.02 * size : uniform(random, 0.2, 1) * size;
    for (int i = 0; i < sides; ++i)
      for (double z : {-half, half})
        points.emplace_back(size * std::cos(2 * M_PI * i / sides),
                            0.7 * size * std::sin(2 * M_PI * i / sides), z);
  }
  const Shape hull = make_hull(points);
  return form < 3 && has_merged_face(hull) ? random_hull(random, size) : hull;
}

/// A shape of a kind; sizes from 1 cm to 10 m, with discs, needles and plates among them.
inline Shape random_shape(Random& random, GeometryKind kind, double scale) {
  const double s = scale * log_uniform(random, 0.5, 2);
  const auto factor = [&] { return log_uniform(random, 0.3, 1); };
  const int form = choice(random, 4);
  switch (kind) {
    case GeometryKind::kSphere:
      return make_shape(kind, {0.5 * s, 0, 0});
    case GeometryKind::kBox:
      if (form == 0) return make_shape(kind, {s, s, s});
      if (form == 1) return make_shape(kind, {s, s * factor(), 0.01 * s});
      return make_shape(kind, {s, s * factor(), s * factor()});
    case GeometryKind::kCylinder:
      if (form == 0) return make_shape(kind, {0.08 * s / 0.15, 0.002 * s / 0.15, 0});
      if (form == 1) return make_shape(kind, {0.02 * s, 2 * s, 0});
      return make_shape(kind, {0.5 * s, s * factor(), 0});
    case GeometryKind::kCapsule:
      if (form == 0) return make_shape(kind, {0.02 * s, 2 * s, 0});
      return make_shape(kind, {0.3 * s, s * factor(), 0});
    case GeometryKind::kEllipsoid:
      if (form == 0) return make_shape(kind, {s, s, 0.1 * s});
      if (form == 1) return make_shape(kind, {s, 0.2 * s, 0.2 * s});
      return make_shape(kind, {0.5 * s, 0.5 * s * factor(), 0.5 * s * factor()});
    case GeometryKind::kCone:
      if (form == 0) return make_shape(kind, {0.5 * s, 0.1 * s, 0});
      if (form == 1) return make_shape(kind, {0.1 * s, s, 0});
      return make_shape(kind, {0.5 * s, s * factor(), 0});
    default:
      return random_hull(random, 0.5 * s);
  }
}

inline double least_size(const Shape& s) {
  switch (s.kind) {
    case GeometryKind::kSphere:
      return 2 * s.size.x();
    case GeometryKind::kBox:
      return s.size.minCoeff();
    case GeometryKind::kEllipsoid:
      return 2 * s.size.minCoeff();
    case GeometryKind::kCapsule:
      return 2 * s.size.x();
    case GeometryKind::kCylinder:
    case GeometryKind::kCone:
      return std::min(2 * s.size.x(), s.size.y());
    default: {
      double least = 1e300;
      for (const Vector3& n : s.hull->face_normals)
        least = std::min(least, truth::support_value(s, n) + truth::support_value(s, -n));
      return least;
    }
  }
}

/// Rotation R with R m = n for unit m, n, turned about n by an angle.
inline Matrix3 rotation_onto(const Vector3& m, const Vector3& n, double twist) {
  const auto frame = [](const Vector3& z, const Vector3& near_x) {
    Matrix3 R;
    R.col(2) = z;
    R.col(0) = (near_x - z * z.dot(near_x)).normalized();
    R.col(1) = z.cross(R.col(0));
    return R;
  };
  return Eigen::AngleAxisd(twist, n).toRotationMatrix() * frame(n, n.unitOrthogonal()) *
         frame(m, m.unitOrthogonal()).transpose();
}

struct PosedPair {
  RigidTransform X_a, X_b;
  int mode = 0;
};

/// Relative pose of two shapes: the features that face each other.
enum Mode {
  kUniform,
  kNear,
  kFaceOnFace,
  kAxisAlongAxis,
  kAxisOnFace,
  kVertexOnFace,
  kEdgeOnEdge,
  kCoincident,
  kDeep,
  kAxisAligned,
  kNumModes
};

class PoseMaker {
 public:
  PoseMaker(const Shape& a, const Shape& b, Random& random)
      : a_(a),
        b_(b),
        random_(random),
        least_(std::min(least_size(a), least_size(b))),
        dirs_a_(truth::special_directions(a)),
        dirs_b_(truth::special_directions(b)) {}

  PosedPair make() {
    PosedPair pose;
    pose.mode = choice(random_, kNumModes);
    const double reach = truth::radius(a_) + truth::radius(b_);
    pose.X_a.R = random_rotation(random_);
    pose.X_b.R = random_rotation(random_);
    switch (pose.mode) {
      case kUniform:
        pose.X_b.p = uniform(random_, 0, 1) * reach * random_direction(random_);
        break;
      case kCoincident:
        if (choice(random_, 2) == 0) pose.X_a.R = pose.X_b.R = Matrix3::Identity();
        pose.X_b.p = tilt() * reach * random_direction(random_);
        break;
      case kDeep:
        pose.X_b.p = uniform(random_, 0, 0.5) * least_ * random_direction(random_);
        break;
      case kAxisAligned:
        pose.X_a.R = pose.X_b.R = Matrix3::Identity();
        touch(pose, Vector3::Unit(choice(random_, 3)) * (choice(random_, 2) == 0 ? 1 : -1));
        break;
      default:
        touch(pose, turn(pose));
    }
    const Vector3 origin =
        choice(random_, 4) == 0 ? Vector3(Vector3::Zero()) : Vector3(3 * random_direction(random_));
    pose.X_a.p += origin;
    pose.X_b.p += origin;
    return pose;
  }

 private:
  const Vector3& any(const std::vector<Vector3>& list) {
    return list[static_cast<std::size_t>(choice(random_, static_cast<int>(list.size())))];
  }
  Vector3 normal_of(const truth::Directions& d) {
    return d.normals.empty() ? random_direction(random_) : any(d.normals);
  }
  Vector3 axis_of(const truth::Directions& d) {
    return d.axes.empty() ? random_direction(random_) : any(d.axes);
  }
  double twist() {
    if (choice(random_, 2) == 0) return 0.5 * M_PI * choice(random_, 4);
    return uniform(random_, -M_PI, M_PI);
  }
  // An angle that is zero, almost zero or small [rad].
  double tilt() {
    if (choice(random_, 3) == 0) return 0;
    return log_uniform(random_, 1e-13, 1e-2);
  }
  void wobble(Matrix3& R) {
    const double angle = tilt();
    if (angle > 0) R = Eigen::AngleAxisd(angle, random_direction(random_)).toRotationMatrix() * R;
  }

  // Turns both shapes and returns the direction in which they are to touch.
  Vector3 turn(PosedPair& pose) {
    Vector3 n = random_direction(random_);
    if (choice(random_, 3) == 0) n = Vector3::Unit(choice(random_, 3));
    const Vector3 side = n.unitOrthogonal();
    switch (pose.mode) {
      case kFaceOnFace:
        pose.X_a.R = rotation_onto(normal_of(dirs_a_), n, twist());
        pose.X_b.R = rotation_onto(normal_of(dirs_b_), -n, twist());
        break;
      case kAxisAlongAxis:
        pose.X_a.R = rotation_onto(axis_of(dirs_a_), side, twist());
        pose.X_b.R = rotation_onto(axis_of(dirs_b_), side, twist());
        break;
      case kAxisOnFace:
        pose.X_a.R = rotation_onto(axis_of(dirs_a_), side, twist());
        pose.X_b.R = rotation_onto(normal_of(dirs_b_), -n, twist());
        if (choice(random_, 2) == 0) {
          pose.X_a.R = rotation_onto(normal_of(dirs_a_), n, twist());
          pose.X_b.R = rotation_onto(axis_of(dirs_b_), side, twist());
        }
        break;
      case kVertexOnFace: {
        const Vector3 corner = truth::support(a_, random_direction(random_));
        if (corner.norm() > 0) pose.X_a.R = rotation_onto(corner.normalized(), n, twist());
        pose.X_b.R = rotation_onto(normal_of(dirs_b_), -n, twist());
        break;
      }
      case kEdgeOnEdge: {
        const double angle = tilt() + (choice(random_, 2) == 0 ? uniform(random_, 0, M_PI) : 0);
        const Vector3 other = Eigen::AngleAxisd(angle, n) * side;
        pose.X_a.R = Eigen::AngleAxisd(twist(), side).toRotationMatrix() *
                     rotation_onto(axis_of(dirs_a_), side, 0);
        pose.X_b.R = Eigen::AngleAxisd(twist(), other).toRotationMatrix() *
                     rotation_onto(axis_of(dirs_b_), other, 0);
        break;
      }
      default:
        break;
    }
    wobble(pose.X_b.R);
    return n;
  }

  // Places b so that the signed distance along n is a small gap, with the support points opposite
  // each other or slightly offset.
  void touch(PosedPair& pose, const Vector3& n) {
    const Vector3 p = pose.X_a.R * truth::support(a_, pose.X_a.R.transpose() * n);
    const Vector3 q = pose.X_b.R * truth::support(b_, pose.X_b.R.transpose() * -n);
    double gap = uniform(random_, -0.1, 0.1) * least_;
    const int how = choice(random_, 8);
    if (how == 0) gap = 0;
    if (how == 1) gap = log_uniform(random_, 1e-12, 1e-3) * least_;
    if (how == 2) gap = -log_uniform(random_, 1e-12, 1e-3) * least_;
    Vector3 beside = Vector3::Zero();
    if (choice(random_, 2) == 0) {
      const double most = choice(random_, 2) == 0 ? least_ : 0.5 * truth::radius(b_);
      beside = uniform(random_, 0, 1) * most * random_direction(random_);
      beside -= n * n.dot(beside);
    }
    pose.X_b.p = p - q + gap * n + beside;
  }

  const Shape &a_, &b_;
  Random& random_;
  double least_;
  truth::Directions dirs_a_, dirs_b_;
};

}  // namespace cardan::cases
