#include "dynamics/minimal_inertia.h"

#include <cstdio>

#include "cardan/error.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"

namespace cardan {

namespace {

constexpr double kMassShare = 1e-6;       ///< fraction of the moving mass [-]
constexpr double kInertiaPerMass = 1e-9;  ///< inertia per moving mass [m²]
constexpr double kSingularPivot = 1e-12;  ///< D_k / M_kk below which a pivot counts as zero [-]
constexpr double kAlignedPivot = 1e-10;   ///< the same bound where axes are aligned to the digits
                                          ///< of a file, to 1e-5 rad [-]
constexpr double kMostWork = 2e8;         ///< limit for factorizations × entries of M (a few
                                          ///< seconds) [-]
constexpr double kMostNeutralWork = 1e7;  ///< the same limit in the neutral configuration [-]
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

/// A DoF with a vanishing pivot.
struct SingularDof {
  int dof = -1;       ///< -1: there is none
  bool turns = true;  ///< false if the DoF is a translation
  double least = 0;   ///< pivot above which the DoF counts as regular [kg m², kg]
};

/// Returns the last singular DoF; those after it are regular. mass: of the tree [kg]; length: its
/// reach [m]; bound: D_k / M_kk below which a pivot vanishes.
SingularDof last_singular_dof(const Skeleton& s, Data& data, const VectorX& q, double mass,
                              double length, double bound) {
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
    const double least = std::max(rounding, bound * diagonal[k]);
    if (pivot <= least) return {k, turns, least};
  }
  return {};
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

/// Finds and mends singular joints of a tree, one after the other.
class MinimalInertia {
 public:
  MinimalInertia(Skeleton& skeleton, std::vector<Diagnostic>& diagnostics)
      : skeleton_(skeleton),
        diagnostics_(diagnostics),
        data_(skeleton),
        total_(skeleton.total_mass()),
        length_(reach(skeleton)),
        given_(skeleton.joints.size(), 0) {}

  /// Gives inertia to joints that are singular in general. Throws Error if that does not help.
  void mend_general() {
    const VectorX q = general_configuration(skeleton_);
    for (double work = 0;;) {
      const int k = last_singular_dof(skeleton_, data_, q, total_, length_, kSingularPivot).dof;
      if (k < 0) return;
      const JointInfo& joint = joint_of(skeleton_, k);
      work += static_cast<double>(data_.M.size());
      if (work > kMostWork) {
        throw Error("too many moving links without mass", place(skeleton_, joint),
                    "give the links masses and inertias");
      }
      if (is_given(joint)) {
        throw Error("inertia about degree of freedom \"" + skeleton_.dof_name(k) + "\" is singular",
                    place(skeleton_, joint),
                    "give mass and inertia to the link and its descendants");
      }
      give(joint, {kMassShare * total_, kInertiaPerMass * total_}, "nothing resists its motion");
    }
  }

  /// Gives inertia to joints that are singular in the neutral configuration alone. For example, a
  /// point mass on two crossing axes resists every motion unless it lies in the plane of the axes.
  /// The gift makes the pivot regular, so that a robot that is written and read again gets no
  /// second one. If a small gift does not suffice, the tree is left as it is, because it can move
  /// elsewhere.
  void mend_neutral() {
    constexpr double kMargin = 2, kMostGift = 1e3;
    const VectorX q = skeleton_.neutral_configuration();
    for (double work = 0; work <= kMostNeutralWork;) {
      const SingularDof found =
          last_singular_dof(skeleton_, data_, q, total_, length_, kAlignedPivot);
      if (found.dof < 0) return;
      const JointInfo& joint = joint_of(skeleton_, found.dof);
      const bool has_mass = skeleton_.inertia[joint.body].mass > 0;
      if (is_given(joint) || (has_mass && !found.turns)) return;
      Gift gift{kMassShare * total_, kInertiaPerMass * total_};
      double& resisting = found.turns ? gift.inertia : gift.mass;
      if (kMargin * found.least > kMostGift * resisting) return;
      resisting = std::max(resisting, kMargin * found.least);
      give(joint, gift, "nothing resists its motion in the neutral configuration");
      work += static_cast<double>(data_.M.size());
    }
  }

 private:
  struct Gift {
    double mass;     ///< for a body without mass [kg]
    double inertia;  ///< in each axis [kg m²]
  };

  char& given(const JointInfo& joint) {
    return given_[static_cast<std::size_t>(&joint - skeleton_.joints.data())];
  }
  bool is_given(const JointInfo& joint) { return given(joint) != 0; }

  void give(const JointInfo& joint, Gift gift, const std::string& reason) {
    given(joint) = 1;
    SpatialInertia& body = skeleton_.inertia[joint.body];
    if (body.mass > 0) {
      gift.mass = 0;
    } else {
      body.com.setZero();
    }
    body.mass += gift.mass;
    body.inertia += gift.inertia * Matrix3::Identity();
    diagnostics_.push_back({Severity::kWarning, "", 0, place(skeleton_, joint),
                            reason + ": given " + describe(gift.mass, gift.inertia) +
                                "; give the link its mass and inertia"});
  }

  Skeleton& skeleton_;
  std::vector<Diagnostic>& diagnostics_;
  Data data_;
  double total_;   ///< mass of the moving bodies [kg]
  double length_;  ///< reach of the tree [m]
  std::vector<char> given_;
};

}  // namespace

void give_minimal_inertia(Skeleton& skeleton, std::vector<Diagnostic>& diagnostics) {
  if (skeleton.nv() == 0) return;
  if (!(skeleton.total_mass() > 0)) {
    throw Error("no moving link has mass", place(skeleton, skeleton.joints.front()),
                "give the links masses and inertias");
  }
  MinimalInertia inertia(skeleton, diagnostics);
  inertia.mend_general();
  inertia.mend_neutral();
}

}  // namespace cardan
