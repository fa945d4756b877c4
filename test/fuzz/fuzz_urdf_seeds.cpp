#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "test/unit/urdf/bad_urdfs.h"

/// fuzz_urdf_seeds FOLDER: shipped robots, URDFs that must be rejected, and texts with rare
/// elements.

namespace {

namespace fs = std::filesystem;
using cardan::test::jointed;
using cardan::test::link;
using cardan::test::robot;

void write(const fs::path& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name, std::ios::binary) << text;
}

const char* const kRare[] = {
    "<axis xyz=\"0 1 0\"/><limit lower=\"-1e16\" upper=\"1\" effort=\"0\" velocity=\"0\"/>"
    "<dynamics damping=\"1\" friction=\"2\" spring_stiffness=\"3\" spring_reference=\"4\" "
    "armature=\"5\"/><mimic joint=\"j\" multiplier=\"-1\" offset=\"1\"/>",
    "<origin xyz=\"$(optenv A 0 0 1)\" rpy=\"0, 1.57, 0\"/><drake:rotor_inertia value=\"1\"/>"
    "<drake:gear_ratio value=\"9\"/><cardan:axis2 xyz=\"0 1 0\"/><cardan:screw pitch=\"0.1\"/>"
    "<drake:screw_thread_pitch value=\"1\"/><cardan:freedom index=\"0\" lower=\"none\" "
    "upper=\"1e9\" effort=\"5\" velocity=\"none\" damping=\"1\" actuated=\"false\"/>"};

const std::string kSurfaces =
    "<gazebo reference=\"a\"><mu1>1</mu1><mu2 value=\"0.5\"/><kp>1</kp><kd>1</kd>"
    "<selfCollide>false</selfCollide></gazebo>"
    "<drake:collision_filter_group name=\"g\"><drake:member link=\"a\"/><drake:member_group "
    "name=\"g\"/><drake:ignored_collision_filter_group name=\"g\"/></drake:collision_filter_group>"
    "<cardan:posture name=\"p\"><joint name=\"j\" value=\"1\"/></cardan:posture>";

const std::string kSrdf =
    "<!--SRDF--><robot name=\"r\"><virtual_joint name=\"v\" type=\"floating\" parent_frame=\"w\" "
    "child_link=\"a\"/><disable_collisions link1=\"a\" link2=\"b\" reason=\"Never\"/>"
    "<passive_joint name=\"j\"/><group_state name=\"home\" group=\"g\"><joint name=\"j\" "
    "value=\"0.5\"/></group_state></robot>";

const std::string kShapes =
    "<link name=\"a\"><inertial><origin xyz=\"1 0 0\" rpy=\"0 0 1\"/><mass value=\"1\"/>"
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"9\"/></inertial>"
    "<contact><lateral_friction value=\"1\"/><rolling_friction value=\"1\"/></contact>"
    "<collision name=\"c\" group=\"1\" mask=\"2\" concave=\"yes\"><geometry><box size=\"1 1 1\"/>"
    "</geometry><drake:proximity_properties><drake:mu_static value=\"1\"/>"
    "</drake:proximity_properties></collision><collision><geometry><capsule radius=\"1\" "
    "length=\"1\"/></geometry><cardan:material mu_static=\"1\" damping=\"2\"/></collision>"
    "<collision><geometry><plane normal=\"1 1 0\"/></geometry></collision><collision><geometry>"
    "<drake:ellipsoid a=\"1\" b=\"2\" c=\"3\"/></geometry></collision><collision><geometry>"
    "<mesh filename=\"package://p/m.stl\" scale=\"1 1 -1\"/></geometry></collision>"
    "<visual><geometry><mesh filename=\"m.dae\"/></geometry><material name=\"m\"/></visual></link>";

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: fuzz_urdf_seeds FOLDER\n");
    return 2;
  }
  const fs::path folder = argv[1];
  for (const auto& entry : fs::directory_iterator(fs::path(CARDAN_SOURCE_DIR) / "data/robots")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    write(folder, entry.path().filename().string(),
          std::string(std::istreambuf_iterator<char>(stream), {}));
  }
  for (const cardan::test::Defect& defect : cardan::test::bad_urdfs()) {
    write(folder, defect.name, defect.text);
  }
  int number = 0;
  for (const char* type : {"revolute", "continuous", "prismatic", "planar", "floating", "spherical",
                           "universal", "screw", "fixed"}) {
    for (const char* inside : kRare) {
      write(folder, "rare_" + std::to_string(number++), jointed(type, inside) + kSrdf);
    }
  }
  write(folder, "shapes", robot(kShapes + kSurfaces) + kSrdf);
  write(folder, "world",
        robot(link("a") + "<joint name=\"w\" type=\"floating\"><parent link=\"world\"/>"
                          "<child link=\"a\"/></joint>"));
  return 0;
}
