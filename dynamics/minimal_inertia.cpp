#include <cstdio>

#include "cardan/core/error.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/dynamics/minimal_inertia_internal.h"
#include "cardan/dynamics/rnea.h"

namespace cardan {

namespace {

constexpr double kMassShare = 1e-6;       ///< fraction of the moving mass [-]
constexpr double kInertiaPerMass = 1e-9;  ///< inertia per moving mass [m²]
constexpr double kSingularPivot = 1e-12;  ///< D_k / M_kk below which a pivot counts as zero [-]
constexpr double kMostWork = 2e8;         ///< limit for factorizations × entries of M (a few
                                          ///< seconds) [-]
constexpr double kMomentRounding =
    1e-15;  ///< pivot relative to the inertia of the whole tree that is attributed to rounding [-]

/// A configuration in general position: axes are aligned only where the construction forces it.
VectorX general_configuration(const Skeleton& s) {
  VectorX q = s.neutral_configuration();
  for (int i = 0; i < s.num_bodies(); ++i) {
    // Multiples of the golden ratio, wrapped into ±1: never equal, never at a right angle to each
    // other.
    if (s.q_start[i] >= s.nq()) continue;  // a follower
    const double x = 2 * std::fmod((i + 1) * 0.61803398874989485, 1.0) - 1;
    switch (s.body_joint[i]) {
      case BodyJoint::kRevolute:
      case BodyJoint::kScrew:
        q[s.q_start[i]] = x;
        break;
      case BodyJoint::kPrismatic:
        q[s.q_start[i]] = 0.1 * x;
        break;
      case BodyJoint::kSpherical:
        q.segment<4>(s.q_start[i]) << std::cos(x), std::sin(x), 0, 0;
        break;
      case BodyJoint::kFloating:
        break;
    }
  }
  return q;
}

/// Length scale of the tree about O [m]: the longest path to a centre of mass, at least 1 mm.
double reach(const Skeleton& s) {
  std::vector<double> distance(s.parent.size(), 0);
  double longest = 1e-3;
  for (int i = 0; i < s.num_bodies(); ++i) {
    const int parent = s.parent[i];
    distance[i] = (parent >= 0 ? distance[parent] : 0) + s.X_PF[i].p.norm();
    longest = std::max(longest, distance[i] + s.inertia[i].com.norm());
  }
  return longest;
}

/// Last DoF with a vanishing pivot; those after it are regular. -1 if there is none. mass: of the
/// tree [kg]; length: its reach.
int last_singular_dof(const Skeleton& s, Data& data, const VectorX& q, double mass, double length) {
  const VectorX v = VectorX::Zero(s.nv());
  forward_kinematics(s, data, q.data(), v.data());
  bias_forces(s, data, v.data(), Vector3::Zero());
  crba(s, data);
  std::vector<double> diagonal(static_cast<size_t>(s.nv()));
  for (int k = 0; k < s.nv(); ++k) diagonal[k] = data.M[s.row_start[k] + s.depth[k]];
  std::fill(data.D_inv.begin(), data.D_inv.end(), 0.0);
  factorize_ltl(s, data);
  for (int k = s.nv() - 1; k >= 0; --k) {
    const double pivot = data.D_inv[k] > 0 ? 1 / data.D_inv[k] : 0;
    const double* S = &data.S[6 * k];
    const bool turns = S[0] != 0 || S[1] != 0 || S[2] != 0;
    const double rounding = kMomentRounding * mass * (turns ? length * length : 1.0);
    if (pivot <= std::max(rounding, kSingularPivot * diagonal[k])) return k;
  }
  return -1;
}

const JointInfo& joint_of(const Skeleton& s, int dof) {
  for (const JointInfo& joint : s.joints) {
    if (dof >= joint.v_start && dof < joint.v_start + joint.nv) return joint;
  }
  return s.joints.front();
}

std::string place(const Skeleton& s, const JointInfo& joint) {
  return "link \"" + s.body_name[joint.body] + "\" (joint \"" + joint.name + "\")";
}

// Describes the added inertia. Bodies with mass of their own receive no mass.
std::string describe(double mass, double inertia) {
  char text[96];
  if (mass > 0) {
    std::snprintf(text, sizeof text, "mass %.3g kg and inertia %.3g kg m²", mass, inertia);
  } else {
    std::snprintf(text, sizeof text, "inertia %.3g kg m² beside its mass", inertia);
  }
  return text;
}

}  // namespace

void give_minimal_inertia(Skeleton& skeleton, std::vector<Diagnostic>& diagnostics) {
  if (skeleton.nv() == 0) return;
  const double total = skeleton.total_mass();
  if (!(total > 0)) {
    throw Error("no moving link has mass", place(skeleton, skeleton.joints.front()),
                "give the links masses and inertias");
  }
  Data data(skeleton);
  // A point mass on two crossing axes resists every motion in general, but not if it lies in the
  // plane of the axes, as it often does in the neutral configuration.
  const VectorX configurations[] = {general_configuration(skeleton),
                                    skeleton.neutral_configuration()};
  const double length = reach(skeleton);
  std::vector<char> given(skeleton.joints.size(), 0);
  double work = 0;
  for (;;) {
    int k = -1;
    for (const VectorX& q : configurations) {
      if (k < 0) k = last_singular_dof(skeleton, data, q, total, length);
      work += static_cast<double>(data.M.size());
    }
    if (k < 0) return;
    if (work > kMostWork) {
      throw Error("too many moving links without mass", place(skeleton, joint_of(skeleton, k)),
                  "give the links masses and inertias");
    }
    const JointInfo& joint = joint_of(skeleton, k);
    char& done = given[static_cast<size_t>(&joint - skeleton.joints.data())];
    if (done) {
      throw Error("inertia about degree of freedom \"" + skeleton.dof_name(k) + "\" is singular",
                  place(skeleton, joint), "give mass and inertia to the link and its descendants");
    }
    done = 1;
    SpatialInertia& body = skeleton.inertia[joint.body];
    if (body.mass <= 0) body.com.setZero();
    const double mass = body.mass > 0 ? 0 : kMassShare * total;
    const double inertia = kInertiaPerMass * total;
    body.mass += mass;
    body.inertia += inertia * Matrix3::Identity();
    diagnostics.push_back({Severity::kWarning, "", 0, place(skeleton, joint),
                           "nothing resists its motion: given " + describe(mass, inertia) +
                               "; give the link its mass and inertia"});
  }
}

}  // namespace cardan
