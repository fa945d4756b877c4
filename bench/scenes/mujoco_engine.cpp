#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "bench/peers/peer.h"
#include "bench/scenes/engine.h"
#include "cardan/error.h"

namespace cardan::bench {

namespace {

namespace fs = std::filesystem;

std::string numbers(const Vector3& x) {
  std::ostringstream out;
  out.precision(17);
  out << x.x() << ' ' << x.y() << ' ' << x.z();
  return out.str();
}

std::string quaternion(const Quaternion& q) {
  std::ostringstream out;
  out.precision(17);
  out << q.w() << ' ' << q.x() << ' ' << q.y() << ' ' << q.z();
  return out.str();
}

/// A frictionless pair takes condim 1, or its cone would have no interior. group: 1 for things, 2
/// for robots. met: groups with which it collides.
std::string surface(const Surface& surface, int group, int met = 1) {
  std::ostringstream out;
  const double mu = surface.friction.greatest;
  out << " contype=\"" << group << "\" conaffinity=\"" << met << "\" condim=\"" << (mu > 0 ? 3 : 1)
      << '"';
  if (mu > 0) out << " friction=\"" << mu << " 0.005 0.0001\"";
  return out.str();
}

std::string geom_size(GeometryKind kind, const Vector3& size) {
  switch (kind) {
    case GeometryKind::kBox:
      return "type=\"box\" size=\"" + numbers(size / 2) + "\"";
    case GeometryKind::kSphere:
      return "type=\"sphere\" size=\"" + numbers({size.x(), 0, 0}) + "\"";
    case GeometryKind::kCylinder:
      return "type=\"cylinder\" size=\"" + numbers({size.x(), size.y() / 2, 0}) + "\"";
    default:
      return "type=\"capsule\" size=\"" + numbers({size.x(), size.y() / 2, 0}) + "\"";
  }
}

/// The robot as nested bodies "r<robot>b<body>" with joints "r<robot>j<body>".
class RobotText {
 public:
  RobotText(const Scene& scene, std::ostream& out) : scene_(scene), out_(out) {}

  void write(int robot) {
    prefix_ = std::string("r").append(std::to_string(robot));
    write_body(0, RigidTransform(scene_.robots[robot]));
  }
  /// Links of a robot do not collide with each other.
  void exclude(int robot) {
    const int count = scene_.robot->skeleton->num_bodies();
    const std::string name = std::string("r").append(std::to_string(robot)).append("b");
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b)
        out_ << "<exclude body1=\"" << name << a << "\" body2=\"" << name << b << "\"/>\n";
  }

 private:
  void write_body(int body, const RigidTransform& X) {
    const Skeleton& s = *scene_.robot->skeleton;
    const SpatialInertia& inertia = s.inertia[body];
    const peers::PrincipalInertia principal = peers::principal_inertia(inertia);
    const std::string id = std::to_string(body);
    out_ << "<body name=\"" << prefix_ << 'b' << id << "\" pos=\"" << numbers(X.p) << "\" quat=\""
         << quaternion(Quaternion(X.R)) << "\"><inertial pos=\"" << numbers(inertia.com)
         << "\" quat=\"" << quaternion(principal.axes) << "\" mass=\"" << inertia.mass
         << "\" diaginertia=\"" << numbers(principal.moments) << "\"/>\n";
    if (body == 0) {
      out_ << "<freejoint name=\"" << prefix_ << "j0\"/>\n";
    } else {
      out_ << "<joint name=\"" << prefix_ << 'j' << id << "\" type=\"hinge\" axis=\""
           << numbers(s.axis[body]) << "\"/>\n";
    }
    for (const RobotShape& shape : scene_.robot->shapes) {
      if (shape.body != body) continue;
      out_ << "<geom " << geom_size(shape.geometry.kind, shape.geometry.size) << " pos=\""
           << numbers(shape.X_BS.p) << "\" quat=\"" << quaternion(Quaternion(shape.X_BS.R)) << '"'
           << surface(scene_.robot_surface, 2, scene_.robots_meet ? 3 : 1) << "/>\n";
    }
    for (int child = body + 1; child < s.num_bodies(); ++child)
      if (s.parent[child] == body) write_body(child, s.X_PF[child]);
    out_ << "</body>\n";
  }

  const Scene& scene_;
  std::ostream& out_;
  std::string prefix_;
};

std::string options_text(const Scene& scene, const EngineOptions& options) {
  const std::string& solver = options.solver;
  std::string algorithm;
  if (solver.starts_with("newton")) algorithm = "Newton";
  if (solver.starts_with("pgs")) algorithm = "PGS";
  if (solver.starts_with("cg")) algorithm = "CG";
  if (algorithm.empty()) refuse_solver("mujoco", options);
  const auto bodies = scene.bodies.size(), robots = scene.robots.size();
  std::ostringstream out;
  out.precision(17);
  out << "<option timestep=\"" << options.step << "\" gravity=\"" << numbers(scene.gravity)
      << "\" cone=\"elliptic\" iterations=\"100\" tolerance=\"1e-8\" noslip_iterations=\""
      << (solver.ends_with("noslip") ? 10 : 0) << "\" solver=\"" << algorithm << "\" jacobian=\""
      << (bodies + 24 * robots > 30 ? "sparse" : "auto") << "\"/>\n";
  // Version 2.2.2 needs an estimate of its arena size.
  if (bodies + 24 * robots > 24) {
    const bool balls = std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const Body& body) {
      return body.mass == 0 || body.shape == GeometryKind::kSphere;
    });
    const auto of_body = balls ? 5 : 20, of_robot = scene.robots_meet ? 48 : 24;
    out << "<size nconmax=\"" << of_body * bodies + of_robot * robots + 100 << "\" njmax=\""
        << 3 * of_body * bodies + 4 * of_robot * robots + 400 << "\" nstack=\"30000000\"/>\n";
  }
  return out.str();
}

/// Meshes of the hulls; that of body i is named i.
std::string assets(const Scene& scene) {
  std::ostringstream out;
  out.precision(17);
  out << "<asset>";
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto& hull = scene.bodies[i].hull;
    if (hull == nullptr) continue;
    out << "<mesh name=\"" << i << "\" vertex=\"";
    for (const Vector3& vertex : hull->vertices) out << numbers(vertex) << ' ';
    out << "\"/>\n";
  }
  out << "</asset>\n";
  return out.str();
}

std::string body_geom(const Body& body, std::size_t index) {
  std::ostringstream out;
  out.precision(17);
  if (body.hull == nullptr) {
    out << "<geom " << geom_size(body.shape, body.size) << " mass=\"" << body.mass << '"';
  } else {
    out << "<inertial pos=\"0 0 0\" mass=\"" << body.mass << "\" diaginertia=\""
        << numbers(principal_moments(body)) << "\"/><geom type=\"mesh\" mesh=\"" << index << '"';
  }
  out << surface(body.surface, 1) << "/>";
  return out.str();
}

std::string mjcf(const Scene& scene, const EngineOptions& options) {
  std::ostringstream out;
  out.precision(17);
  out << "<mujoco><compiler angle=\"radian\"/>" << options_text(scene, options) << assets(scene)
      << "<worldbody>\n";
  if (scene.ground)
    out << "<geom type=\"plane\" size=\"100 100 1\"" << surface(*scene.ground, 1) << "/>\n";
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = scene.bodies[i];
    out << "<body name=\"" << i << "\" pos=\"" << numbers(body.position) << "\" quat=\""
        << quaternion(body.orientation) << "\">";
    if (body.mass > 0) out << "<freejoint name=\"" << i << "\"/>";
    out << body_geom(body, i) << "</body>\n";
  }
  RobotText text(scene, out);
  for (std::size_t r = 0; r < scene.robots.size(); ++r) text.write(static_cast<int>(r));
  out << "</worldbody><contact>\n";
  for (std::size_t r = 0; r < scene.robots.size() && scene.robots_meet; ++r)
    text.exclude(static_cast<int>(r));
  out << "</contact></mujoco>\n";
  return out.str();
}

/// A model can be read only from a file.
mjModel* compile(const std::string& text) {
  const fs::path file = fs::temp_directory_path() /
                        ("cardan_scene_" + std::to_string(std::random_device{}()) + ".xml");
  std::ofstream(file) << text;
  char message[1000] = "";
  mjModel* model = mj_loadXML(file.c_str(), nullptr, message, sizeof message);
  fs::remove(file);
  if (model == nullptr) throw Error("MuJoCo refused the model", "generated MJCF", message);
  return model;
}

/// By default, MuJoCo appends its warnings to a file in the working directory.
void print_warning(const char* text) { std::fprintf(stderr, "MuJoCo: %s\n", text); }

/// Addresses of one free body or robot in q and v.
struct Address {
  int body = 0, q = 0, v = 0;
  std::vector<int> joint_q, joint_v;
};

class MujocoEngine : public Engine {
 public:
  MujocoEngine(const Scene& scene, const EngineOptions& options)
      : scene_(scene), model_(compile(mjcf(scene, options))), data_(mj_makeData(model_)) {
    if (data_ == nullptr) throw Error("MuJoCo has no memory for the scene", scene.name, "");
    mju_user_warning = print_warning;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      bodies_.push_back(scene.bodies[i].mass > 0 ? find(std::to_string(i)) : Address{});
      if (scene.bodies[i].mass > 0) copy(scene.bodies[i].velocity, data_->qvel + bodies_.back().v);
    }
    for (std::size_t r = 0; r < scene.robots.size(); ++r) find_robot(static_cast<int>(r));
    mj_forward(model_, data_);
  }
  ~MujocoEngine() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  std::string name() const override { return "MuJoCo"; }
  std::string version() const override { return mj_versionString(); }

  void step() override {
    mj_step(model_, data_);
    for (double* force : pushed_) std::fill_n(force, 3, 0.0);
    pushed_.clear();
  }
  void push_body(int body, const Vector3& f) override {
    push(f, data_->xfrc_applied + 6 * bodies_[body].body);
  }
  void push_base(int robot, const Vector3& f) override {
    push(f, data_->qfrc_applied + robots_[robot].v);
  }

  void read_joints(int robot, std::span<double> q, std::span<double> v) override {
    const Address& at = robots_[robot];
    for (std::size_t j = 0; j < q.size(); ++j) {
      q[j] = data_->qpos[at.joint_q[j]];
      v[j] = data_->qvel[at.joint_v[j]];
    }
  }
  void set_efforts(int robot, std::span<const double> efforts) override {
    const Address& at = robots_[robot];
    for (std::size_t j = 0; j < efforts.size(); ++j)
      data_->qfrc_applied[at.joint_v[j]] = efforts[j];
  }

  BodyState body(int body) override {
    if (scene_.bodies[body].mass == 0)
      return {scene_.bodies[body].position, {}, {}, scene_.bodies[body].orientation};
    const Address& at = bodies_[body];
    BodyState state;
    copy(data_->qpos + at.q, state.position);
    copy(data_->qvel + at.v, state.velocity);
    const double* turn = data_->qpos + at.q + 3;
    state.orientation = Quaternion(turn[0], turn[1], turn[2], turn[3]);
    mju_rotVecQuat(state.angular_velocity.data(), data_->qvel + at.v + 3, data_->qpos + at.q + 3);
    return state;
  }
  RobotState robot(int robot) override {
    const Skeleton& s = *scene_.robot->skeleton;
    const Address& at = robots_[robot];
    RobotState state{VectorX(s.nq()), VectorX(s.nv())};
    std::copy_n(data_->qpos + at.q, 7, state.q.data());
    mju_rotVecQuat(state.v.data(), data_->qvel + at.v + 3, data_->qpos + at.q + 3);
    std::copy_n(data_->qvel + at.v, 3, state.v.data() + 3);
    const auto joints = at.joint_q.size();
    read_joints(robot, {state.q.data() + 7, joints}, {state.v.data() + 6, joints});
    return state;
  }
  int contacts() override { return data_->ncon; }

 private:
  static void copy(const Vector3& x, double* to) { std::copy_n(x.data(), 3, to); }
  static void copy(const double* x, Vector3& to) { std::copy_n(x, 3, to.data()); }

  void push(const Vector3& f, double* force) {
    copy(f, force);
    pushed_.push_back(force);
  }

  Address find(const std::string& joint) const {
    const int id = mj_name2id(model_, mjOBJ_JOINT, joint.c_str());
    return {model_->jnt_bodyid[id], model_->jnt_qposadr[id], model_->jnt_dofadr[id], {}, {}};
  }

  void find_robot(int robot) {
    const std::string prefix = std::string("r").append(std::to_string(robot)).append("j");
    Address at = find(prefix + "0");
    for (int j = 0; j < scene_.posture.size(); ++j) {
      const Address joint = find(prefix + std::to_string(j + 1));
      at.joint_q.push_back(joint.q);
      at.joint_v.push_back(joint.v);
      data_->qpos[joint.q] = scene_.posture[j];
    }
    robots_.push_back(at);
  }

  const Scene& scene_;
  mjModel* model_;
  mjData* data_;
  std::vector<Address> bodies_, robots_;
  std::vector<double*> pushed_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Scene& scene, const EngineOptions& options) {
  if (scene.ground && scene.ground->restitution > 0) return nullptr;  // it has none
  return std::make_unique<MujocoEngine>(scene, options);
}

}  // namespace cardan::bench
