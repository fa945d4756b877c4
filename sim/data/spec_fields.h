#pragma once

#include "cardan/drive_spec.h"
#include "cardan/model_spec.h"
#include "cardan/robot_model.h"
#include "cardan/sensor.h"
#include "cardan/skeleton_builder.h"
#include "cardan/world_spec.h"
#include "sim/data/robot_fields.h"

/// The fields of each spec by name, in one list that the writer and the reader of JSON share
/// (json_archive.h). fields(archive, x) calls archive(name, field) for each field.
namespace cardan::json {

template <class A>
void fields(A& a, ContactSurface& x) {
  a("mu_static", x.mu_static);
  a("mu_kinetic", x.mu_kinetic);
  a("restitution", x.restitution);
  a("compliance", x.compliance);
  a("stiffness", x.stiffness);
  a("damping", x.damping);
  a("tangential_stiffness", x.tangential_stiffness);
  a("tangential_damping", x.tangential_damping);
  a("mu_torsion", x.mu_torsion);
  a("mu_rolling", x.mu_rolling);
  a("mu_ratio", x.mu_ratio);
}
template <class A>
void fields(A& a, MaterialSpec& x) {
  fields(a, static_cast<ContactSurface&>(x));
  a("direction", x.direction);
  a("surface_velocity", x.surface_velocity);
}
template <class A>
void fields(A& a, MaterialPair& x) {
  a("first", x.first);
  a("second", x.second);
  a("material", x.material);
}
template <class A>
void fields(A& a, MaterialTable& x) {
  a("named", x.named);
  a("rule", x.rule);
  a("pairs", x.pairs);
}
template <class A>
void fields(A& a, Compliance& x) {
  a("kind", x.kind);
  a("first", x.first);
  a("second", x.second);
}
template <class A>
void fields(A& a, Option& x) {
  a("name", x.name);
  a("number", x.number);
  a("word", x.word);
}
template <class A>
void fields(A& a, SolverSpec& x) {
  a("id", x.id);
  a("options", x.options);
  a("tolerance", x.tolerance);
  a("accuracy", x.accuracy);
  a("max_iterations", x.max_iterations);
  a("fallback", x.fallback);
}
template <class A>
void fields(A& a, FormulationSpec& x) {
  a("id", x.id);
  a("options", x.options);
}
template <class A>
void fields(A& a, Stabilization& x) {
  a("kind", x.kind);
  a("erp", x.erp);
  a("slop", x.slop);
  a("max_speed", x.max_speed);
  a("relaxation", x.relaxation);
}
template <class A>
void fields(A& a, ConstraintRules& x) {
  a("stabilization", x.stabilization);
  a("restitution", x.restitution);
  a("restitution_threshold", x.restitution_threshold);
  a("slip_threshold", x.slip_threshold);
}
template <class A>
void fields(A& a, SleepSpec& x) {
  a("speed", x.speed);
  a("time", x.time);
}
template <class A>
void fields(A& a, ContactSpec& x) {
  a("formulation", x.formulation);
  a("solver", x.solver);
  a("shadow", x.shadow);
  a("rules", x.rules);
  a("continuous", x.continuous);
  a("sleep", x.sleep);
}
template <class A>
void fields(A& a, WorldSpec& x) {
  a("step", x.step);
  a("integrator", x.integrator);
  a("geometric_stiffness", x.geometric_stiffness);
  a("pd_laws", x.pd_laws);
  a("gravity", x.gravity);
  a("contact", x.contact);
  a("materials", x.materials);
  a("seed", x.seed);
  a("plugin_directories", x.plugin_directories);
}
template <class A>
void fields(A& a, CollisionFilter& x) {
  a("group", x.group);
  a("mask", x.mask);
}
template <class A>
void fields(A& a, CompoundPart& x) {
  a("geometry", x.geometry);
  a("pose", x.pose);
  a("material", x.material);
  a("mass", x.mass);
  a("density", x.density);
  a("collision", x.collision);
}
template <class A>
void fields(A& a, PathKnot& x) {
  a("time", x.time);
  a("pose", x.pose);
}
template <class A>
void fields(A& a, KinematicSpec& x) {
  a("path", x.path);
  a("smooth", x.smooth);
  a("repeat", x.repeat);
  a("velocity", x.velocity);
  a("driven", x.driven);
  a("max_speed", x.max_speed);
  a("max_turn_rate", x.max_turn_rate);
}
template <class A>
void fields(A& a, TargetKnot& x) {
  a("time", x.time);
  a("target", x.target);
}
template <class A>
void fields(A& a, TargetPath& x) {
  a("knots", x.knots);
  a("smooth", x.smooth);
  a("repeat", x.repeat);
}
template <class A>
void fields(A& a, PdSpec& x) {
  a("kp", x.kp);
  a("kd", x.kd);
  a("target", x.target);
  a("velocity", x.velocity);
  a("effort", x.effort);
  a("path", x.path);
}
template <class A>
void fields(A& a, MotorFriction& x) {
  a("kinetic", x.kinetic);
  a("static_effort", x.static_effort);
  a("stribeck_velocity", x.stribeck_velocity);
  a("viscous", x.viscous);
}
template <class A>
void fields(A& a, MotorSpec& x) {
  a("servo", x.servo);
  a("stall_torque", x.stall_torque);
  a("no_load_speed", x.no_load_speed);
  a("gear_ratio", x.gear_ratio);
  a("rotor_inertia", x.rotor_inertia);
  a("friction", x.friction);
  a("delay", x.delay);
  a("time_constant", x.time_constant);
  a("effort", x.effort);
}
template <class A>
void fields(A& a, SpatialInertia& x) {
  a("mass", x.mass);
  a("com", x.com);
  a("inertia", x.inertia);
}
template <class A>
void fields(A& a, DofProperties& x) {
  a("damping", x.damping);
  a("friction", x.friction);
  a("stiffness", x.stiffness);
  a("spring_reference", x.spring_reference);
  a("armature", x.armature);
  a("lower", x.lower);
  a("upper", x.upper);
  a("effort_limit", x.effort_limit);
  a("velocity_limit", x.velocity_limit);
  a("actuated", x.actuated);
}
template <class A>
void fields(A& a, JointCoupling& x) {
  a("leader", x.leader);
  a("multiplier", x.multiplier);
  a("offset", x.offset);
}
template <class A>
void fields(A& a, LinkSpec& x) {
  a("name", x.name);
  a("parent", x.parent);
  a("joint_name", x.joint_name);
  a("joint_type", x.joint_type);
  a("X_PJ", x.X_PJ);
  a("axis", x.axis);
  a("axis2", x.axis2);
  a("pitch", x.pitch);
  a("inertia", x.inertia);
  a("dofs", x.dofs);
  a("coupling", x.coupling);
}
template <class A>
void fields(A& a, ModelSpec& x) {
  a("name", x.name);
  a("urdf", x.urdf);
  a("urdf_text", x.urdf_text);
  a("urdf_folder", x.urdf_folder);
  a("description", x.description);
  // A built robot in memory is not written; an empty robot takes its place.
  bool in_memory = x.robot != nullptr;
  a("in_memory", in_memory);
  if (in_memory && !x.robot) x.robot = std::make_shared<const RobotModel>();
  a("geometry", x.geometry);
  a("compound", x.compound);
  a("skeleton", x.skeleton);
  a("kinematic", x.kinematic);
  a("packages", x.packages);
  a("allow_missing_meshes", x.allow_missing_meshes);
  a("project_inertias", x.project_inertias);
  a("strict", x.strict);
  a("allow_outside", x.allow_outside);
  a("base", x.base);
  a("is_static", x.is_static);
  a("self_collision", x.self_collision);
  a("touching_posture", x.touching_posture);
  a("collision", x.collision);
  a("collision_links", x.collision_links);
  a("mass", x.mass);
  a("density", x.density);
  a("inertia", x.inertia);
  a("material", x.material);
  a("pose", x.pose);
  a("velocity", x.velocity);
  a("posture", x.posture);
  a("q", x.q);
  a("v", x.v);
  a("pd", x.pd);
  a("pd_joints", x.pd_joints);
  a("motors", x.motors);
  a("enforce_effort_limits", x.enforce_effort_limits);
  a("limits", x.limits);
  a("limits_joints", x.limits_joints);
}
template <class A>
void fields(A& a, LoopSpec& x) {
  a("kind", x.kind);
  a("a", x.a);
  a("b", x.b);
  a("pose", x.pose);
  a("at_a", x.at_a);
  a("at_b", x.at_b);
  a("length", x.length);
  a("ratio", x.ratio);
  a("offset", x.offset);
  a("compliance", x.compliance);
  a("name", x.name);
}
template <class A>
void fields(A& a, ForceSpec& x) {
  a("on", x.on);
  a("from", x.from);
  a("until", x.until);
  a("force", x.force);
  a("moment", x.moment);
  a("at", x.at);
}
template <class A>
void fields(A& a, ImuSpec& x) {
  a("frame", x.frame);
  a("offset", x.offset);
}
template <class A>
void fields(A& a, ForceTorqueSpec& x) {
  a("joint", x.joint);
}
template <class A>
void fields(A& a, JointSensorSpec& x) {
  a("joint", x.joint);
}
template <class A>
void fields(A& a, ContactSensorSpec& x) {
  a("on", x.on);
  a("with", x.with);
  a("axes", x.axes);
}
template <class A>
void fields(A& a, RayAngles& x) {
  a("from", x.from);
  a("to", x.to);
  a("count", x.count);
}
template <class A>
void fields(A& a, RangesSpec& x) {
  a("frame", x.frame);
  a("offset", x.offset);
  a("azimuth", x.azimuth);
  a("elevation", x.elevation);
  a("max_range", x.max_range);
  a("ignore_own", x.ignore_own);
  a("ignore", x.ignore);
}
template <class A>
void fields(A& a, PoseSensorSpec& x) {
  a("frame", x.frame);
  a("offset", x.offset);
  a("relative_to", x.relative_to);
}
template <class A>
void fields(A& a, TwistSensorSpec& x) {
  a("frame", x.frame);
  a("offset", x.offset);
  a("relative_to", x.relative_to);
  a("axes", x.axes);
}
template <class A>
void fields(A& a, SensorErrors& x) {
  a("noise", x.noise);
  a("bias", x.bias);
  a("bias_walk", x.bias_walk);
  a("resolution", x.resolution);
  a("saturation", x.saturation);
}
template <class A>
void fields(A& a, SensorSpec& x) {
  a("name", x.name);
  a("kind", x.kind);
  a("rate", x.rate);
  a("delay", x.delay);
  a("errors", x.errors);
}

}  // namespace cardan::json
