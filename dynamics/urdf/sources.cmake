# Paths from dynamics/.
set(URDF_SOURCES
  urdf/attributes.cpp
  urdf/build_skeleton.cpp
  urdf/check_report.cpp
  urdf/check_robot.cpp
  urdf/count_elements.cpp
  urdf/link_groups.cpp
  urdf/mesh_loader.cpp
  urdf/mimic.cpp
  urdf/numbers.cpp
  urdf/read_geometry.cpp
  urdf/read_joint.cpp
  urdf/read_link.cpp
  urdf/read_surface.cpp
  urdf/read_tree.cpp
  urdf/reader.cpp
  urdf/resolve_mesh.cpp
  urdf/robot_shapes.cpp
  urdf/shape_inertia.cpp
  urdf/source_text.cpp
  urdf/srdf.cpp)
set(URDF_PRIVATE_LINKS tinyxml2::tinyxml2 assimp::assimp nlohmann_json::nlohmann_json)
