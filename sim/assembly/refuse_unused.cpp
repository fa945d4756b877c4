#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/number_text.h"
#include "sim/assembly/draft.h"

namespace cardan {

namespace {

struct Setting {
  const char* name;
  bool given;
};

void refuse(std::initializer_list<Setting> settings, const std::string& what,
            const std::string& where) {
  for (const Setting& setting : settings) {
    if (setting.given) throw Error(what + " takes no " + setting.name, where, "remove it");
  }
}

bool is_given(const Compliance& law) { return law.soft(); }
bool is_given(const SpatialVelocity& velocity) {
  return !velocity.angular.isZero(0) || !velocity.linear.isZero(0);
}

void check_name(const std::string& name, const std::string& where) {
  if (name.find('/') != std::string::npos)
    throw Error("a '/' in the name '" + name + "'", where,
                "links are named MODEL/LINK; choose another");
}

// Rejects settings of robot files for other models. allow_outside is accepted, because a scene sets
// it for all models.
void refuse_file_options(const ModelSpec& spec, const std::string& what, const std::string& where) {
  refuse({{"packages", !spec.packages.empty()},
          {"allow_missing_meshes", spec.allow_missing_meshes},
          {"project_inertias", spec.project_inertias},
          {"strict", spec.strict},
          {"base", spec.base != BaseKind::kAuto},
          {"touching_posture", !spec.touching_posture.empty()},
          {"posture", !spec.posture.empty()}},
         what, where);
}

void refuse_for_body(const ModelSpec& spec, const std::string& where) {
  refuse_file_options(spec, "a body without joints", where);
  refuse({{"q", !spec.q.empty()},
          {"v", !spec.v.empty()},
          {"pd", spec.pd.has_value()},
          {"pd_joints", !spec.pd_joints.empty()},
          {"motors", !spec.motors.empty()},
          {"enforce_effort_limits", !spec.enforce_effort_limits},
          {"limits", is_given(spec.limits)},
          {"limits_joints", !spec.limits_joints.empty()}},
         "a body without joints", where);
  if (spec.mass && spec.density)
    throw Error("both a mass and a density are given", where, "keep one of the two");
  if (spec.inertia && !spec.mass)
    throw Error("an inertia is given without a mass", where, "add the mass");
}

}  // namespace

void refuse_unused(const ModelSpec& spec) {
  const std::string where = "model '" + spec.name + "'";
  check_name(spec.name, where);
  if (spec.density && !(*spec.density > 0 && std::isfinite(*spec.density)))
    throw Error("density is " + number_text(*spec.density), where,
                "expected a finite number above zero [kg/m³]");
  if (spec.is_static) refuse({{"velocity", is_given(spec.velocity)}}, "a static model", where);
  if (spec.geometry || !spec.compound.empty()) return refuse_for_body(spec, where);
  const bool has_file = !spec.urdf.empty() || spec.urdf_text || spec.description || spec.robot;
  refuse({{"mass", spec.mass.has_value()}, {"inertia", spec.inertia.has_value()}},
         has_file ? "a robot, whose masses come from its file," : "a skeleton", where);
  if (has_file && spec.is_static)
    refuse({{"posture", !spec.posture.empty()},
            {"touching_posture", !spec.touching_posture.empty()},
            {"limits", is_given(spec.limits)},
            {"limits_joints", !spec.limits_joints.empty()}},
           "a static robot", where);
  if (has_file) return;
  refuse_file_options(spec, "a skeleton", where);
  refuse({{"density", spec.density.has_value()},
          {"material, because it has no shapes", spec.material != "default"},
          {"collision filter, because it has no shapes",
           spec.collision.group || spec.collision.mask || !spec.collision_links.empty()},
          {"is_static", spec.is_static}},
         "a skeleton", where);
}

}  // namespace cardan
