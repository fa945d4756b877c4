#pragma once

#include "cardan/robot_description.h"

/// The fields of a robot description by name (spec_fields.h), with all triangles of its
/// meshes, so that a recording needs no file of the robot.
namespace cardan::json {

template <class A>
void fields(A& a, TriangleMesh& x) {
  a("vertices", x.vertices);
  a("triangles", x.triangles);
}
template <class A>
void fields(A& a, HeightGrid& x) {
  a("rows", x.rows);
  a("columns", x.columns);
  a("size", x.size);
  a("heights", x.heights);
}
template <class A>
void fields(A& a, GeometryRecord& x) {
  a("kind", x.kind);
  a("size", x.size);
  a("mesh_file", x.mesh_file);
  a("mesh_scale", x.mesh_scale);
  a("convex", x.convex);
  a("parts", x.parts);
  a("heights", x.heights);
}
template <class A>
void fields(A& a, OriginRecord& x) {
  a("given", x.given);
  a("xyz", x.xyz);
  a("rpy", x.rpy);
  a("quat_xyzw", x.quat_xyzw);
}
template <class A>
void fields(A& a, InertialRecord& x) {
  a("line", x.line);
  a("origin", x.origin);
  a("mass", x.mass);
  a("density", x.density);
  a("inertia", x.inertia);
}
template <class A>
void fields(A& a, AppearanceRecord& x) {
  a("material", x.material);
  a("rgba", x.rgba);
  a("texture", x.texture);
}
template <class A>
void fields(A& a, MaterialRecord& x) {
  a("mu_static", x.mu_static);
  a("mu_kinetic", x.mu_kinetic);
  a("restitution", x.restitution);
  a("stiffness", x.stiffness);
  a("damping", x.damping);
  a("mu_torsion", x.mu_torsion);
  a("mu_rolling", x.mu_rolling);
}
template <class A>
void fields(A& a, ShapeRecord& x) {
  a("line", x.line);
  a("name", x.name);
  a("tag", x.tag);
  a("usable", x.usable);
  a("origin", x.origin);
  a("X_LS", x.X_LS);
  a("mesh_uri", x.mesh_uri);
  a("geometry", x.geometry);
  a("group", x.group);
  a("mask", x.mask);
  a("material", x.material);
  a("surface", x.surface);
  a("appearance", x.appearance);
}
template <class A>
void fields(A& a, LinkRecord& x) {
  a("name", x.name);
  a("line", x.line);
  a("implicit", x.implicit);
  a("base_only", x.base_only);
  a("self_collide", x.self_collide);
  a("inertial", x.inertial);
  a("collisions", x.collisions);
  a("visuals", x.visuals);
}
template <class A>
void fields(A& a, MimicRecord& x) {
  a("line", x.line);
  a("joint", x.joint);
  a("multiplier", x.multiplier);
  a("offset", x.offset);
}
template <class A>
void fields(A& a, FreedomRecord& x) {
  a("line", x.line);
  a("index", x.index);
  a("damping", x.damping);
  a("friction", x.friction);
  a("spring_stiffness", x.spring_stiffness);
  a("spring_reference", x.spring_reference);
  a("armature", x.armature);
  a("lower", x.lower);
  a("upper", x.upper);
  a("effort", x.effort);
  a("velocity", x.velocity);
  a("actuated", x.actuated);
}
template <class A>
void fields(A& a, JointRecord& x) {
  a("name", x.name);
  a("line", x.line);
  a("type_name", x.type_name);
  a("type", x.type);
  a("parent", x.parent);
  a("child", x.child);
  a("parent_line", x.parent_line);
  a("child_line", x.child_line);
  a("origin", x.origin);
  a("axis", x.axis);
  a("axis2", x.axis2);
  a("pitch", x.pitch);
  a("has_limit", x.has_limit);
  a("limit_line", x.limit_line);
  a("lower", x.lower);
  a("upper", x.upper);
  a("effort", x.effort);
  a("velocity", x.velocity);
  a("acceleration", x.acceleration);
  a("deceleration", x.deceleration);
  a("jerk", x.jerk);
  a("damping", x.damping);
  a("friction", x.friction);
  a("spring_stiffness", x.spring_stiffness);
  a("spring_reference", x.spring_reference);
  a("armature", x.armature);
  a("mimic", x.mimic);
  a("freedoms", x.freedoms);
}
template <class A>
void fields(A& a, PostureRecord& x) {
  a("name", x.name);
  a("q", x.q);
}
template <class A>
void fields(A& a, Diagnostic& x) {
  a("severity", x.severity);
  a("file", x.file);
  a("line", x.line);
  a("element", x.element);
  a("message", x.message);
}
template <class A>
void fields(A& a, SrdfRecord& x) {
  a("file", x.file);
  a("virtual_joint_type", x.virtual_joint_type);
  a("virtual_joint_name", x.virtual_joint_name);
  a("virtual_joint_child", x.virtual_joint_child);
  a("disabled_links", x.disabled_links);
  a("passive_joints", x.passive_joints);
  a("postures", x.postures);
}
template <class A>
void fields(A& a, RobotDescription& x) {
  a("name", x.name);
  a("version", x.version);
  a("file", x.file);
  a("line", x.line);
  a("links", x.links);
  a("joints", x.joints);
  a("root", x.root);
  a("self_collide", x.self_collide);
  a("is_static", x.is_static);
  a("disabled_links", x.disabled_links);
  a("adjacency", x.adjacency);
  a("colliding_shapes", x.colliding_shapes);
  a("postures", x.postures);
  a("missing_visuals", x.missing_visuals);
  a("mesh_directory", x.mesh_directory);
  a("srdf", x.srdf);
  a("diagnostics", x.diagnostics);
}

}  // namespace cardan::json
