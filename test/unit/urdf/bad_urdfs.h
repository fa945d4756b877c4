#pragma once

#include "test/unit/urdf/urdf_text.h"

/// URDF texts that must be rejected, for the tests of the reader and as seeds of its fuzzer.
namespace cardan::test {

/// One defect each, with the required text and line of the message.
struct Defect {
  const char* name;
  std::string text;
  int line;
  const char* words;
};

inline std::string two_parents() {
  return robot(
      link("a") + link("b") + link("c") +
      "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>\n"
      "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"c\"/></joint>\n");
}

inline std::string cycle() {
  return robot(
      link("a") + link("b") +
      "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
      "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>\n");
}

inline std::string cycle_beside_tree() {
  return robot(
      link("root") + link("a") + link("b") +
      "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
      "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>\n");
}

inline std::string inertial_of(const std::string& inside) {
  return robot("<link name=\"a\"><inertial>\n" + inside + "</inertial></link>");
}

inline std::string joint_of(const std::string& attributes, const std::string& inside) {
  return robot(link("a") + link("b") + "<joint " + attributes + ">\n" + inside + "</joint>");
}

inline const std::string kAB = "<parent link=\"a\"/><child link=\"b\"/>";
inline const std::string kZeroInertia =
    "<inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/>";

inline std::vector<Defect> bad_urdfs() {
  return {
      {"empty", "", 0, "empty"},
      {"blank", " \n\t\n", 0, "empty"},
      {"lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", 1, "Git LFS"},
      {"utf16", std::string("\xFF\xFE<\0r\0", 6), 1, "UTF-16"},
      {"truncated", "<robot name=\"r\">\n<link name=\"a\">\n<vis", 3, "truncated"},
      {"truncated_between", "<robot name=\"r\">\n<link name=\"a\"/>\n", 1, "truncated"},
      {"mismatched", "<robot name=\"r\">\n<link name=\"a\">\n</robot>\n", 2, "well-formed"},
      {"no_robot", "<sdf>\n</sdf>\n", 1, "no <robot>"},
      {"no_links", robot(""), 1, "no links"},
      {"link_without_name", robot(link("a") + "<link/>"), 3, "without a name"},
      {"joint_without_name", joint_of("type=\"fixed\"", kAB), 4, "joint without a name"},
      {"joint_without_type", joint_of("name=\"j\"", kAB), 4, "without a type"},
      {"unknown_type", joint_of("name=\"j\" type=\"orbital\"", kAB), 4,
       "unknown joint type 'orbital'"},
      {"no_parent", joint_of("name=\"j\" type=\"fixed\"", "<child link=\"b\"/>"), 4, "no <parent"},
      {"no_child", joint_of("name=\"j\" type=\"fixed\"", "<parent link=\"a\"/>"), 4, "no <child"},
      {"unknown_parent",
       joint_of("name=\"j\" type=\"fixed\"", "<child link=\"b\"/>\n<parent link=\"x\"/>"), 6,
       "parent link \"x\" is not declared"},
      {"unknown_child",
       joint_of("name=\"j\" type=\"fixed\"", "<parent link=\"a\"/>\n<child link=\"x\"/>"), 6,
       "child link \"x\" is not declared"},
      {"two_links", robot(link("a") + link("b") + link("a")), 4, "two links have this name"},
      {"two_joints",
       robot(link("a") + link("b") + link("c") +
             "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\n"
             "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>\n"),
       6, "two joints have this name"},
      {"two_parents", two_parents(), 6, "two parents, by this joint and by \"j\""},
      {"cycle", cycle(), 5, "form a cycle"},
      {"cycle_beside_tree", cycle_beside_tree(), 6, "form a cycle"},
      {"own_parent",
       joint_of("name=\"j\" type=\"fixed\"", "<parent link=\"b\"/><child link=\"b\"/>"), 4,
       "form a cycle"},
      {"two_roots", robot(link("left") + link("right")), 1, "2 root links: \"left\", \"right\""},
      {"nan_mass", inertial_of("<mass value=\"nan\"/>" + kZeroInertia), 3,
       "'nan' is not a finite number"},
      {"inf_mass", inertial_of("<mass value=\"1e999\"/>" + kZeroInertia), 3, "too large"},
      {"negative_mass", inertial_of("<mass value=\"-1\"/>" + kZeroInertia), 3, "negative mass -1"},
      {"no_mass_value", inertial_of("<mass/>" + kZeroInertia), 3, "no attribute 'value'"},
      {"word_in_inertia", inertial_of("<mass value=\"1\"/>\n<inertia ixx=\"x\"/>"), 4,
       "'x' is not a number"},
      {"inf_origin", jointed("fixed", "<origin xyz=\"0 inf 0\"/>"), 5, "not a finite number"},
      {"short_origin", jointed("fixed", "<origin xyz=\"0 0\"/>"), 5, "holds 2 numbers; expected 3"},
      {"long_rpy", jointed("fixed", "<origin\n rpy=\"0 0 0 1\"/>"), 6,
       "holds 4 numbers; expected 3"},
      {"two_rotations", jointed("fixed", "<origin rpy=\"0 0 1\" quat_xyzw=\"0 0 0 1\"/>"), 5,
       "rpy and quat_xyzw both"},
      {"zero_quaternion", jointed("fixed", "<origin quat_xyzw=\"0 0 0 0\"/>"), 5,
       "quat_xyzw is zero"},
      {"short_quaternion", jointed("fixed", "<origin quat_xyzw=\"0 0 1\"/>"), 5,
       "holds 3 numbers; expected 4"},
      {"two_points", jointed("fixed", "<origin rpy=\"0 -1.57. 0\"/>"), 5,
       "'-1.57.' is not a number"},
      {"expression", jointed("fixed", "<origin rpy=\"0 pi/2 0\"/>"), 5, "'pi/2' is not a number"},
      {"xacro", jointed("fixed", "<origin rpy=\"0 ${-2*pi} 0\"/>"), 5,
       "unexpanded xacro expression '${-2*pi}'"},
      {"xacro_find", jointed("fixed", "<origin rpy=\"$(arg roll) 0 0\"/>"), 5, "unexpanded xacro"},
      {"zero_axis",
       jointed("revolute",
               "<axis xyz=\"0 0 0\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" "
               "velocity=\"1\"/>"),
       5, "zero axis"},
      {"bad_limit",
       jointed("revolute", "<limit lower=\"low\" upper=\"1\" effort=\"1\" velocity=\"1\"/>"), 5,
       "'low' is not a number"},
      {"mimic_of_nothing", jointed("continuous", "<mimic multiplier=\"1\"/>"), 5, "names no joint"},
      {"box_without_size", shaped("<box/>"), 3, "no attribute 'size'"},
      {"short_box", shaped("<box size=\"1 1\"/>"), 3, "holds 2 numbers"},
      {"sphere_without_radius", shaped("<sphere/>"), 3, "no attribute 'radius'"},
      {"negative_radius", shaped("<sphere radius=\"-1\"/>"), 3, "negative size"},
      {"unknown_shape", shaped("<torus/>"), 3, "unknown shape <torus>"},
      {"mesh_without_file", shaped("<mesh/>"), 3, "no attribute 'filename'"},
      {"mesh_not_found", shaped("<mesh filename=\"package://nowhere/x.stl\"/>"), 3,
       "mesh \"package://nowhere/x.stl\" not found (tried /"},
      {"two_scales", shaped("<mesh filename=\"x.stl\" scale=\"1 1\"/>"), 3, "a scale of 2 numbers"},
      {"zero_scale", shaped("<mesh filename=\"x.stl\" scale=\"0 1 1\"/>"), 3, "scale of zero"},
      {"zero_normal", shaped("<plane normal=\"0 0 0\"/>"), 3, "zero normal"},
      {"attribute_without_value", "<robot name=\"r\">\n<link name/>\n</robot>", 2,
       "a faulty attribute"},
      {"parallel_axes",
       joint_of("name=\"j\" type=\"universal\"", kAB + "<cardan:axis2 xyz=\"1 0 0\"/>"), 4,
       "are parallel"},
      {"zero_axis2",
       joint_of("name=\"j\" type=\"universal\"", kAB + "\n<cardan:axis2 xyz=\"0 0 0\"/>"), 6,
       "zero axis"},
      {"freedom_index",
       joint_of("name=\"j\" type=\"planar\"", kAB + "\n<cardan:freedom index=\"3\"/>"), 6,
       "invalid index"},
      {"freedom_damping",
       joint_of("name=\"j\" type=\"planar\"", kAB + "\n<cardan:freedom damping=\"-1\"/>"), 6,
       "negative damping"},
      {"freedom_actuated",
       joint_of("name=\"j\" type=\"planar\"", kAB + "\n<cardan:freedom actuated=\"maybe\"/>"), 6,
       "actuated is 'maybe'"},
      {"screw_pitch",
       joint_of("name=\"j\" type=\"screw\"", kAB + "\n<cardan:screw pitch=\"steep\"/>"), 6,
       "attribute 'pitch': 'steep' is not a number"},
      {"screw_without_pitch", joint_of("name=\"j\" type=\"screw\"", kAB), 4, "without a pitch"},
      {"unexpanded_xacro", robot(link("a") + "<xacro:arm/>"), 3, "an unexpanded xacro file"},
      {"two_dampings", jointed("planar", "<dynamics damping=\"1 2\"/>"), 5,
       "holds 2 numbers; expected 1 or 3"},
      {"unknown_of_cardan", jointed("planar", "<cardan:freedom index=\"0\" dampng=\"1\"/>"), 5,
       "did you mean 'damping'?"},
      {"mesh_of_xacro", shaped("<mesh filename=\"package://${p}/x.stl\"/>"), 3,
       "an unexpanded xacro expression"},
      {"cylinder_without_length", shaped("<cylinder radius=\"1\"/>"), 3,
       "<cylinder> has no attribute 'length'"},
      {"long_mass", inertial_of("<mass value=\"1 2\"/>" + kZeroInertia), 3,
       "attribute 'value' holds 2 numbers"},
      {"mimic_multiplier", jointed("continuous", "<mimic joint=\"j\" multiplier=\"twice\"/>"), 5,
       "attribute 'multiplier': 'twice'"},
      {"damping_word", jointed("continuous", "<dynamics damping=\"much\"/>"), 5,
       "attribute 'damping': 'much'"},
  };
}

}  // namespace cardan::test
