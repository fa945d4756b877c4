#include "dynamics/link_checks.h"

#include "cardan/error.h"
#include "cardan/skeleton_builder.h"
#include "core/number_text.h"

namespace cardan {

namespace {

void require_finite(bool finite, const char* what, const LinkSpec& link) {
  if (finite) return;
  throw Error(std::string(what) + " has a number that is not finite", link_place(link),
              "give finite numbers");
}

void check_numbers(const LinkSpec& link) {
  const SpatialInertia& I = link.inertia;
  require_finite(std::isfinite(I.mass), "mass", link);
  require_finite(I.com.allFinite(), "centre of mass", link);
  require_finite(I.inertia.allFinite(), "inertia", link);
  require_finite(link.X_PJ.R.allFinite() && link.X_PJ.p.allFinite(), "joint origin", link);
  require_finite(link.axis.allFinite() && link.axis2.allFinite(), "joint axis", link);
  require_finite(std::isfinite(link.pitch), "screw pitch", link);
}

void check_axes(const LinkSpec& link) {
  const bool has_axis = link.joint_type != JointType::kFixed &&
                        link.joint_type != JointType::kFloating &&
                        link.joint_type != JointType::kSpherical;
  if (!has_axis) return;
  const bool zero = link.axis.norm() < 1e-9 ||
                    (link.joint_type == JointType::kUniversal && link.axis2.norm() < 1e-9);
  if (zero) throw Error("joint axis has zero length", link_place(link), "give a nonzero axis");
  if (link.joint_type != JointType::kUniversal) return;
  if (link.axis.normalized().cross(link.axis2.normalized()).norm() < 1e-6) {
    throw Error("the two axes of a universal joint are parallel", link_place(link),
                "change one of them");
  }
}

void check_dof(const DofProperties& dof, const LinkSpec& link) {
  const double passive[] = {dof.damping, dof.friction, dof.stiffness, dof.armature};
  for (double value : passive) {
    require_finite(std::isfinite(value), "damping, friction, stiffness or armature", link);
    if (value >= 0) continue;
    throw Error("damping, friction, stiffness or armature is negative (" + number_text(value) + ")",
                link_place(link), "give 0 or more");
  }
  require_finite(std::isfinite(dof.spring_reference), "spring reference", link);
  const double bounds[] = {dof.lower, dof.upper, dof.effort_limit, dof.velocity_limit};
  for (double value : bounds) require_finite(!std::isnan(value), "limit", link);
  if (dof.lower == kInfinity || dof.upper == -kInfinity) {
    throw Error("a lower limit of +infinity or an upper one of -infinity", link_place(link),
                "omit the limit that does not exist");
  }
  for (double value : {dof.effort_limit, dof.velocity_limit}) {
    if (value >= 0) continue;
    throw Error("effort or velocity limit is negative (" + number_text(value) + ")",
                link_place(link), "give 0 or more, or omit it");
  }
  if (dof.lower > dof.upper) {
    throw Error(
        "lower limit " + number_text(dof.lower) + " is above upper limit " + number_text(dof.upper),
        link_place(link), "swap them or omit them");
  }
}

}  // namespace

std::string link_place(const LinkSpec& link) {
  return "link \"" + link.name + "\" (joint \"" + link.joint_name + "\")";
}

void check_link(const LinkSpec& link) {
  if (link.name.empty()) throw Error("link has no name", link_place(link), "name every link");
  check_numbers(link);
  if (link.inertia.mass < 0) {
    throw Error("mass is negative (" + number_text(link.inertia.mass) + " kg)", link_place(link),
                "give a mass of 0 or more");
  }
  if ((link.X_PJ.R.transpose() * link.X_PJ.R - Matrix3::Identity()).norm() > 1e-9 ||
      link.X_PJ.R.determinant() < 0) {
    throw Error("joint origin is not a rotation", link_place(link),
                "give an orthonormal, right-handed matrix");
  }
  check_axes(link);
  if (static_cast<int>(link.dofs.size()) > joint_freedoms(link.joint_type)) {
    throw Error("properties for " + std::to_string(link.dofs.size()) +
                    " degrees of freedom, but a " + joint_type_name(link.joint_type) +
                    " joint has " + std::to_string(joint_freedoms(link.joint_type)),
                link_place(link), "give at most one per degree of freedom");
  }
  for (const DofProperties& dof : link.dofs) check_dof(dof, link);
}

void warn_impossible_inertia(const LinkSpec& link, std::vector<Diagnostic>& diagnostics) {
  Vector3 e;
  const char* defect = inertia_defect(link.inertia.inertia, e);
  if (!defect) return;
  diagnostics.push_back({Severity::kWarning, "", 0, link_place(link),
                         "inertia " + std::string(defect) + ": principal moments " +
                             number_text(e[0]) + ", " + number_text(e[1]) + ", " +
                             number_text(e[2]) + " kg m²; kept as given, no rigid body has it"});
}

}  // namespace cardan
