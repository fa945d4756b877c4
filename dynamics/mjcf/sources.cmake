# Paths from dynamics/.
set(MJCF_SOURCES
  mjcf/attributes.cpp
  mjcf/defaults.cpp
  mjcf/element_table.cpp
  mjcf/mesh_inertia.cpp
  mjcf/mjcf_reader.cpp
  mjcf/mjcf_trees.cpp
  mjcf/mjcf_writer.cpp
  mjcf/read_actuator.cpp
  mjcf/read_assets.cpp
  mjcf/read_body.cpp
  mjcf/read_constraints.cpp
  mjcf/read_geom.cpp
  mjcf/read_options.cpp
  mjcf/read_sensors.cpp
  mjcf/source_files.cpp)
