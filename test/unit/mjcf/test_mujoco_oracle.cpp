#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <sstream>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/mjcf_description.h"
#include "cardan/robot_model.h"
#include "dynamics/mjcf/element_table.h"
#include "dynamics/mjcf/mjcf_trees.h"
#include "geometry/shape_form.h"

namespace cardan {
namespace {

namespace fs = std::filesystem;

constexpr double kTolerance = 1e-9;

struct ModelDeleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
};
struct DataDeleter {
  void operator()(mjData* d) const { mj_deleteData(d); }
};

std::unique_ptr<mjModel, ModelDeleter> load(const std::string& file, std::string& why) {
  char error[1000] = "";
  std::unique_ptr<mjModel, ModelDeleter> model(
      mj_loadXML(file.c_str(), nullptr, error, sizeof error));
  why = error;
  return model;
}

Matrix3 rotation(const mjtNum* quat) {
  return Quaternion(quat[0], quat[1], quat[2], quat[3]).toRotationMatrix();
}

Vector3 vector(const mjtNum* x) { return {x[0], x[1], x[2]}; }

// Largest difference relative to the size of the numbers, at least 1.
template <class A, class B>
double difference(const A& a, const B& b) {
  const double size = std::max(1.0, b.cwiseAbs().maxCoeff());
  return (a - b).cwiseAbs().maxCoeff() / size;
}

double difference(double a, double b) { return std::abs(a - b) / std::max(1.0, std::abs(b)); }

class Comparison {
 public:
  explicit Comparison(const std::string& file)
      : file_(file), mujoco_(load(file, why_)), read_(read_mjcf(file)) {}

  bool loaded() const { return mujoco_ != nullptr; }
  const std::string& why() const { return why_; }
  const MjcfDescription& read() const { return read_; }
  const mjModel& mujoco() const { return *mujoco_; }

  // Reported by the reader: the mass of a mesh that is not convex.
  bool has_other_masses() const {
    return std::any_of(read_.diagnostics.begin(), read_.diagnostics.end(), [](const Diagnostic& d) {
      return d.message.find("the mesh is not convex") != std::string::npos;
    });
  }

  void compare_bodies() const {
    const mjModel& m = mujoco();
    ASSERT_EQ(static_cast<int>(read_.bodies.size()), m.nbody);
    for (int i = 0; i < m.nbody; ++i) {
      const mjcf::Body& body = read_.bodies[static_cast<std::size_t>(i)];
      SCOPED_TRACE("body " + body.name);
      const char* name = mj_id2name(&m, mjOBJ_BODY, i);
      if (name != nullptr && name[0] != 0) {
        EXPECT_EQ(body.name, name);
      }
      if (i > 0) {
        EXPECT_EQ(body.parent, m.body_parentid[i]);
      }
      EXPECT_LT(difference(body.X_PB.p, vector(m.body_pos + 3 * i)), kTolerance);
      EXPECT_LT(difference(body.X_PB.R, rotation(m.body_quat + 4 * i)), kTolerance);
      if (i == 0 || has_other_masses()) continue;
      EXPECT_LT(difference(body.inertia.mass, m.body_mass[i]), tolerance_of_inertia());
      if (m.body_mass[i] == 0) continue;
      EXPECT_LT(difference(body.inertia.com, vector(m.body_ipos + 3 * i)), tolerance_of_inertia());
      const Matrix3 R = rotation(m.body_iquat + 4 * i);
      const Matrix3 I = R * vector(m.body_inertia + 3 * i).asDiagonal() * R.transpose();
      EXPECT_LT(difference(body.inertia.inertia, I), tolerance_of_axes(i));
    }
  }

  /// Takes MuJoCo's inertias, which have been compared, so that M and bias have equal inputs.
  void take_inertias() {
    const mjModel& m = mujoco();
    for (int i = 1; i < m.nbody; ++i) {
      SpatialInertia& inertia = read_.bodies[static_cast<std::size_t>(i)].inertia;
      const Matrix3 R = rotation(m.body_iquat + 4 * i);
      inertia.mass = m.body_mass[i];
      inertia.com = vector(m.body_ipos + 3 * i);
      inertia.inertia = R * vector(m.body_inertia + 3 * i).asDiagonal() * R.transpose();
      inertia.inertia = (0.5 * (inertia.inertia + inertia.inertia.transpose())).eval();
    }
  }

  void compare_joints() const {
    const mjModel& m = mujoco();
    ASSERT_EQ(static_cast<int>(read_.joints.size()), m.njnt);
    for (int i = 0; i < m.njnt; ++i) {
      const mjcf::Joint& joint = read_.joints[static_cast<std::size_t>(i)];
      SCOPED_TRACE("joint " + joint.name);
      EXPECT_EQ(static_cast<int>(joint.kind), m.jnt_type[i]);
      EXPECT_EQ(joint.body, m.jnt_bodyid[i]);
      const int dof = m.jnt_dofadr[i];
      EXPECT_LT(difference(joint.armature, m.dof_armature[dof]), kTolerance);
      EXPECT_LT(difference(joint.damping, m.dof_damping[dof]), kTolerance);
      EXPECT_LT(difference(joint.friction, m.dof_frictionloss[dof]), kTolerance);
      EXPECT_LT(difference(joint.stiffness, m.jnt_stiffness[i]), kTolerance);
      EXPECT_EQ(joint.limited, m.jnt_limited[i] != 0);
      if (joint.limited) {
        for (int k = 0; k < 2; ++k)
          EXPECT_LT(difference(joint.range[static_cast<std::size_t>(k)], m.jnt_range[2 * i + k]),
                    kTolerance);
      }
      if (joint.kind == mjcf::JointKind::kFree) continue;
      EXPECT_LT(difference(joint.pos, vector(m.jnt_pos + 3 * i)), kTolerance);
      if (joint.kind == mjcf::JointKind::kBall) continue;
      EXPECT_LT(difference(joint.axis, vector(m.jnt_axis + 3 * i)), kTolerance);
      EXPECT_LT(difference(joint.ref, m.qpos0[m.jnt_qposadr[i]]), kTolerance);
      EXPECT_LT(difference(joint.spring_reference, m.qpos_spring[m.jnt_qposadr[i]]), kTolerance);
    }
  }

  void compare_geoms() const {
    const mjModel& m = mujoco();
    ASSERT_EQ(static_cast<int>(read_.geoms.size()), m.ngeom);
    const std::vector<MjcfFilter> filters = mjcf_filters(read_);
    int g = 0;
    std::vector<int> number(read_.geoms.size());  // of each geom in MuJoCo's order
    for (const mjcf::Body& body : read_.bodies)
      for (const int index : body.geoms) number[static_cast<std::size_t>(g++)] = index;
    for (int i = 0; i < m.ngeom; ++i) {
      const mjcf::Geom& geom =
          read_.geoms[static_cast<std::size_t>(number[static_cast<std::size_t>(i)])];
      SCOPED_TRACE("geom " + std::to_string(i) + " " + geom.name);
      EXPECT_EQ(geom.kind, geom_kind(m.geom_type[i]));
      EXPECT_EQ(geom.body, m.geom_bodyid[i]);
      EXPECT_EQ(static_cast<int>(geom.contype), m.geom_contype[i]);
      EXPECT_EQ(static_cast<int>(geom.conaffinity), m.geom_conaffinity[i]);
      EXPECT_EQ(geom.condim, m.geom_condim[i]);
      EXPECT_EQ(geom.priority, m.geom_priority[i]);
      for (int k = 0; k < 3; ++k)
        EXPECT_LT(
            difference(geom.friction[static_cast<std::size_t>(k)], m.geom_friction[3 * i + k]),
            kTolerance);
      for (int k = 0; k < 2; ++k)
        EXPECT_LT(
            difference(geom.softness.solref[static_cast<std::size_t>(k)], m.geom_solref[2 * i + k]),
            kTolerance);
      for (int k = 0; k < 5; ++k)
        EXPECT_LT(
            difference(geom.softness.solimp[static_cast<std::size_t>(k)], m.geom_solimp[5 * i + k]),
            kTolerance);
      RigidTransform X = geom.X_BG;
      // MuJoCo moves the frame of a mesh to its principal axes.
      if (geom.kind == GeometryKind::kMesh)
        X = X * RigidTransform(read_.meshes[static_cast<std::size_t>(geom.mesh)].solid.com);
      if (geom.mesh < 0 || !has_other_masses()) {
        EXPECT_LT(difference(X.p, vector(m.geom_pos + 3 * i)), tolerance_of_inertia());
      }
      const bool sized = geom.kind != GeometryKind::kPlane &&
                         geom.kind != GeometryKind::kHeightfield &&
                         geom.kind != GeometryKind::kMesh;
      if (!sized) continue;
      if (geom.mesh < 0) {
        EXPECT_LT(difference(X.R, rotation(m.geom_quat + 4 * i)), kTolerance);
      }
      for (int k = 0; k < sizes(geom.kind); ++k)
        EXPECT_LT(difference(geom.size[k], m.geom_size[3 * i + k]), tolerance_of_inertia());
    }
    // MuJoCo's rule, or a listed pair, against the masks of cardan's rule.
    for (int a = 0; a < m.ngeom; ++a) {
      for (int b = a + 1; b < m.ngeom && m.ngeom < 200; ++b) {
        const int i = number[static_cast<std::size_t>(a)], j = number[static_cast<std::size_t>(b)];
        bool paired = false;
        for (const mjcf::ContactPair& pair : read_.pairs)
          paired = paired || (std::min(pair.geom1, pair.geom2) == std::min(i, j) &&
                              std::max(pair.geom1, pair.geom2) == std::max(i, j));
        const bool expected = paired || (m.geom_contype[a] & m.geom_conaffinity[b]) != 0 ||
                              (m.geom_contype[b] & m.geom_conaffinity[a]) != 0;
        const MjcfFilter &x = filters[static_cast<std::size_t>(i)],
                         &y = filters[static_cast<std::size_t>(j)];
        EXPECT_EQ((x.group & y.mask) != 0 && (y.group & x.mask) != 0, expected) << a << " " << b;
      }
    }
  }

  void compare_sites() const {
    const mjModel& m = mujoco();
    ASSERT_EQ(static_cast<int>(read_.sites.size()), m.nsite);
    int s = 0;
    for (const mjcf::Body& body : read_.bodies)
      for (const int index : body.sites) {
        const mjcf::Site& site = read_.sites[static_cast<std::size_t>(index)];
        EXPECT_LT(difference(site.X_BS.p, vector(m.site_pos + 3 * s)), kTolerance);
        EXPECT_LT(difference(site.X_BS.R, rotation(m.site_quat + 4 * s)), kTolerance);
        ++s;
      }
  }

  // Actuators that the reader leaves out are not in its list; the other actuators are compared by
  // name.
  void compare_actuators() const {
    const mjModel& m = mujoco();
    for (const mjcf::Actuator& actuator : read_.actuators) {
      const int i = mj_name2id(&m, mjOBJ_ACTUATOR, actuator.name.c_str());
      if (i < 0) continue;
      SCOPED_TRACE("actuator " + actuator.name);
      for (int k = 0; k < 6; ++k)
        EXPECT_LT(
            difference(actuator.gear[static_cast<std::size_t>(k)], m.actuator_gear[6 * i + k]),
            kTolerance);
      EXPECT_EQ(actuator.ctrl_limited, m.actuator_ctrllimited[i] != 0);
      EXPECT_EQ(actuator.force_limited, m.actuator_forcelimited[i] != 0);
      for (int k = 0; k < 2; ++k) {
        EXPECT_LT(difference(actuator.ctrl_range[static_cast<std::size_t>(k)],
                             m.actuator_ctrlrange[2 * i + k]),
                  kTolerance);
        EXPECT_LT(difference(actuator.force_range[static_cast<std::size_t>(k)],
                             m.actuator_forcerange[2 * i + k]),
                  kTolerance);
      }
      EXPECT_LT(difference(actuator.gain, m.actuator_gainprm[mjNGAIN * i]), kTolerance);
      for (int k = 0; k < 3 && m.actuator_biastype[i] == mjBIAS_AFFINE; ++k)
        EXPECT_LT(difference(actuator.bias[static_cast<std::size_t>(k)],
                             m.actuator_biasprm[mjNBIAS * i + k]),
                  kTolerance);
      if (actuator.transmission == mjcf::Transmission::kJoint) {
        EXPECT_EQ(actuator.target, m.actuator_trnid[2 * i]);
      }
    }
  }

  void compare_constraints() const {
    const mjModel& m = mujoco();
    for (const mjcf::Equality& equality : read_.equalities) {
      const int i = mj_name2id(&m, mjOBJ_EQUALITY, equality.name.c_str());
      if (i < 0) continue;
      SCOPED_TRACE("equality " + equality.name);
      EXPECT_EQ(equality.object1, m.eq_obj1id[i]);
      EXPECT_EQ(equality.active, m.eq_active[i] != 0);
      EXPECT_LT(difference(equality.softness.solref[0], m.eq_solref[2 * i]), kTolerance);
      if (equality.kind != mjcf::EqualityKind::kJoint) continue;
      for (int k = 0; k < 5; ++k)
        EXPECT_LT(difference(equality.polynomial[static_cast<std::size_t>(k)],
                             m.eq_data[mjNEQDATA * i + k]),
                  kTolerance);
    }
    for (const mjcf::Tendon& tendon : read_.tendons) {
      const int i = mj_name2id(&m, mjOBJ_TENDON, tendon.name.c_str());
      if (i < 0) continue;
      SCOPED_TRACE("tendon " + tendon.name);
      EXPECT_LT(difference(tendon.stiffness, m.tendon_stiffness[i]), kTolerance);
      EXPECT_LT(difference(tendon.damping, m.tendon_damping[i]), kTolerance);
      EXPECT_EQ(tendon.limited, m.tendon_limited[i] != 0);
      if (!tendon.fixed) continue;
      for (std::size_t k = 0; k < tendon.terms.size(); ++k) {
        const int w = m.tendon_adr[i] + static_cast<int>(k);
        EXPECT_EQ(tendon.terms[k].joint, m.wrap_objid[w]);
        EXPECT_LT(difference(tendon.terms[k].coefficient, m.wrap_prm[w]), kTolerance);
      }
    }
    EXPECT_LT(difference(read_.options.gravity, vector(m.opt.gravity)), kTolerance);
    EXPECT_LT(difference(read_.options.timestep, m.opt.timestep), kTolerance);
    EXPECT_EQ(static_cast<int>(read_.keyframes.size()), m.nkey);
  }

  // Poses, M and bias in random states.
  void compare_dynamics(int states) {
    const mjModel& m = mujoco();
    const std::unique_ptr<mjData, DataDeleter> d(mj_makeData(&m));
    const MjcfParts parts = mjcf_parts(read_);
    std::vector<RobotModel> robots;
    for (const MjcfTree& tree : parts.trees) robots.push_back(build_robot(tree.robot));
    int dofs = 0;
    for (const RobotModel& robot : robots) dofs += robot.skeleton->nv();
    ASSERT_EQ(dofs, m.nv);
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    std::vector<mjtNum> full(static_cast<std::size_t>(m.nv) * static_cast<std::size_t>(m.nv));
    std::vector<mjtNum> bias(static_cast<std::size_t>(m.nv));
    for (int state = 0; state < states; ++state) {
      for (int i = 0; i < m.nq; ++i) d->qpos[i] = normal(random);
      mj_normalizeQuat(&m, d->qpos);
      for (int i = 0; i < m.nv; ++i) d->qvel[i] = normal(random);
      mj_kinematics(&m, d.get());
      mj_comPos(&m, d.get());
      mj_crb(&m, d.get());
      mj_comVel(&m, d.get());
      mj_rne(&m, d.get(), 0, bias.data());
      mj_fullM(&m, full.data(), d->qM);
      for (std::size_t t = 0; t < robots.size(); ++t)
        compare_state(m, *d, full, bias, parts.trees[t], robots[t]);
      if (::testing::Test::HasFailure()) return;
    }
  }

 private:
  static GeometryKind geom_kind(int type) {
    static const std::map<int, GeometryKind> kKinds = {{mjGEOM_PLANE, GeometryKind::kPlane},
                                                       {mjGEOM_HFIELD, GeometryKind::kHeightfield},
                                                       {mjGEOM_SPHERE, GeometryKind::kSphere},
                                                       {mjGEOM_CAPSULE, GeometryKind::kCapsule},
                                                       {mjGEOM_ELLIPSOID, GeometryKind::kEllipsoid},
                                                       {mjGEOM_CYLINDER, GeometryKind::kCylinder},
                                                       {mjGEOM_BOX, GeometryKind::kBox},
                                                       {mjGEOM_MESH, GeometryKind::kMesh}};
    return kKinds.at(type);
  }

  static int sizes(GeometryKind kind) { return form_of(kind).sizes.count; }

  // MuJoCo keeps the vertices of a mesh, and its principal axes, in single precision.
  double tolerance_of_inertia() const { return read_.meshes.empty() ? kTolerance : 1e-6; }

  // MuJoCo finds principal axes by Jacobi rotations, which end at about 1e-7 of the inertia.
  double tolerance_of_axes(int body) const {
    const mjcf::Body& own = read_.bodies[static_cast<std::size_t>(body)];
    const int of_geoms = static_cast<int>(own.geoms.size());
    const bool turned = of_geoms > 1 || own.inertia_line > 0;
    return std::max(tolerance_of_inertia(), turned ? 3e-7 : kTolerance);
  }

  void compare_state(const mjModel& m, const mjData& d, const std::vector<mjtNum>& full,
                     const std::vector<mjtNum>& bias, const MjcfTree& tree,
                     const RobotModel& robot) const {
    const Skeleton& skeleton = *robot.skeleton;
    const int nv = skeleton.nv();
    VectorX q = VectorX::Zero(skeleton.nq()), v = VectorX::Zero(nv);
    MatrixX T = MatrixX::Zero(nv, nv);  // v = T qvel of the tree
    std::vector<int> columns;           // MuJoCo's dofs of the tree
    for (const JointInfo& joint : skeleton.joints) {
      const int id = mj_name2id(&m, mjOBJ_JOINT, joint.name.c_str()) >= 0
                         ? mj_name2id(&m, mjOBJ_JOINT, joint.name.c_str())
                         : number_of(joint.name);
      ASSERT_GE(id, 0) << joint.name;
      const mjtNum* at = d.qpos + m.jnt_qposadr[id];
      const int from = static_cast<int>(columns.size());
      for (int k = 0; k < joint.nv; ++k) columns.push_back(m.jnt_dofadr[id] + k);
      q.segment(joint.q_start, joint.nq) = Eigen::Map<const VectorX>(at, joint.nq);
      if (joint.type == JointType::kFloating) {
        T.block<3, 3>(joint.v_start, from + 3) = rotation(at + 3);
        T.block<3, 3>(joint.v_start + 3, from).setIdentity();
      } else if (joint.type == JointType::kSpherical) {
        T.block<3, 3>(joint.v_start, from) = rotation(at);
      } else {
        T(joint.v_start, from) = 1;
      }
    }
    VectorX given(nv);
    for (int i = 0; i < nv; ++i) given[i] = d.qvel[columns[static_cast<std::size_t>(i)]];
    v = T * given;
    Data data(skeleton);
    if (!skeleton.floating_base()) data.X_W0 = tree.pose;
    forward_kinematics(skeleton, data, q.data(), v.data());
    for (const FrameInfo& frame : skeleton.frames) {
      const int body = mj_name2id(&m, mjOBJ_BODY, frame.name.c_str());
      if (body <= 0) continue;
      const RigidTransform X = data.pose(frame.body) * frame.X_BF;
      EXPECT_LT(difference(X.p, vector(d.xpos + 3 * body)), kTolerance) << frame.name;
      EXPECT_LT(difference(X.R, rotation(d.xquat + 4 * body)), kTolerance) << frame.name;
    }
    bias_forces(skeleton, data, v.data(), vector(m.opt.gravity));
    const VectorX own = Eigen::Map<const VectorX>(data.bias.data(), nv);
    crba(skeleton, data);
    const MatrixX M = T.transpose() * dense_mass_matrix(skeleton, data) * T;
    const VectorX b = T.transpose() * own;
    double size_M = 1, size_b = 1, worst_M = 0, worst_b = 0;
    for (int i = 0; i < nv; ++i) {
      const auto row = static_cast<std::size_t>(columns[static_cast<std::size_t>(i)]);
      size_b = std::max(size_b, std::abs(bias[row]));
      worst_b = std::max(worst_b, std::abs(b[i] - bias[row]));
      for (int j = 0; j < nv; ++j) {
        const auto column = static_cast<std::size_t>(columns[static_cast<std::size_t>(j)]);
        const double expected = full[row * static_cast<std::size_t>(m.nv) + column];
        size_M = std::max(size_M, std::abs(expected));
        worst_M = std::max(worst_M, std::abs(M(i, j) - expected));
      }
    }
    EXPECT_LT(worst_M, kTolerance * size_M) << "M of " << tree.name;
    EXPECT_LT(worst_b, kTolerance * size_b) << "bias of " << tree.name;
  }

  int number_of(const std::string& joint) const {
    for (std::size_t i = 0; i < read_.joints.size(); ++i)
      if (read_.joints[i].name == joint) return static_cast<int>(i);
    return -1;
  }

  std::string file_, why_;
  std::unique_ptr<mjModel, ModelDeleter> mujoco_;
  MjcfDescription read_;
};

void compare(const std::string& file) {
  Comparison comparison(file);
  ASSERT_TRUE(comparison.loaded()) << comparison.why();
  comparison.compare_bodies();
  comparison.compare_joints();
  comparison.compare_geoms();
  comparison.compare_sites();
  comparison.compare_actuators();
  comparison.compare_constraints();
  if (::testing::Test::HasFatalFailure()) return;
  comparison.take_inertias();
  comparison.compare_dynamics(100);
}

std::vector<std::string> models_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".xml" || entry.path().parent_path().filename() == "parts")
      continue;
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

const std::string kOwn = std::string(CARDAN_SOURCE_DIR) + "/test/unit/mjcf/models";

TEST(MujocoOracle, OwnModelsAreEqual) {
  const std::vector<std::string> files = models_in(kOwn);
  EXPECT_GE(files.size(), 40U);
  for (const std::string& file : files) {
    SCOPED_TRACE(file);
    compare(file);
  }
}

// Names of MuJoCo's own schema: each is known, so each that is not read is reported.
TEST(MujocoOracle, EachNameOfTheSchemaHasARule) {
  std::string schema(1 << 20, '\0');
  schema.resize(static_cast<std::size_t>(
      std::max(0, mj_printSchema(nullptr, schema.data(), static_cast<int>(schema.size()), 0, 0))));
  std::istringstream lines(schema);
  std::vector<std::string> path;  // tag of each depth
  std::string element;
  int names = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == line.npos) continue;
    std::istringstream words(line);
    std::string word;
    if (line.find(" (") != line.npos) {
      words >> word;
      path.resize(indent / 3);
      path.push_back(word == "(world)body" ? "body" : word);
      const bool is_default = path.size() > 2 && path[1] == "default";
      element.clear();
      for (std::size_t i = is_default ? path.size() : 1; i < path.size(); ++i)
        element.append(element.empty() ? "" : "/").append(path[i]);
      words >> word;  // the number of these elements
      if (element.empty()) continue;
      const mjcf::NameRule* rule = mjcf::element_rule(element);
      // An element around it is not read, and this is reported.
      bool reported = false;
      for (std::size_t end = element.rfind('/'); end != element.npos && end > 0;
           end = element.rfind('/', end - 1)) {
        const mjcf::NameRule* outer = mjcf::element_rule(element.substr(0, end));
        reported = reported || (outer != nullptr && outer->fate != Fate::kRead &&
                                outer->fate != Fate::kChanged);
      }
      if (reported) {
        element.clear();
        continue;
      }
      EXPECT_NE(rule, nullptr) << element;
      if (rule == nullptr || (rule->fate != Fate::kRead && rule->fate != Fate::kChanged))
        element.clear();
    }
    while (!element.empty() && words >> word) {
      ++names;
      EXPECT_NE(mjcf::attribute_rule(element, word), nullptr) << element << " " << word;
    }
  }
  EXPECT_GT(names, 400);
}

// Models of Debian's package libmujoco-samples, without the models with composites.
TEST(MujocoOracle, ModelsOfDebianAreEqual) {
  const char* given = std::getenv("CARDAN_MUJOCO_MODELS");
  const std::string folder = given != nullptr ? given : "/usr/share/mujoco/model";
  if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is not there: libmujoco-samples";
  int compared = 0;
  for (const std::string& file : models_in(folder)) {
    SCOPED_TRACE(file);
    std::string why;
    if (load(file, why) == nullptr) continue;  // a part that others include
    const MjcfDescription read = inspect_mjcf(file);
    EXPECT_EQ(read.first_error(), nullptr);
    const bool composite = std::any_of(
        read.diagnostics.begin(), read.diagnostics.end(),
        [](const Diagnostic& d) { return d.element.find("composite") != std::string::npos; });
    if (composite) continue;
    compare(file);
    ++compared;
  }
  EXPECT_GE(compared, 6);
}

}  // namespace
}  // namespace cardan
