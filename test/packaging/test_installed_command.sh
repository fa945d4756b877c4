#!/bin/bash
# The installed command finds its library and its solvers in the prefix it was moved to.
#   test_installed_command.sh PREFIX SOURCE_DIR
set -euo pipefail

prefix=$1
source=$2

cd "$prefix"
command=$prefix/bin/cardan
listed=$(env -u LD_LIBRARY_PATH "$command" solvers)
echo "$listed"
for solver in conic lemke pgs; do
  if ! grep -qw "$solver" <<<"$listed"; then
    echo "failed: the installed command does not list $solver"
    exit 1
  fi
done
env -u LD_LIBRARY_PATH "$command" run "$source/data/scenes/stand.yaml" --duration 0.05

# Its scenes, man pages and completions have moved along.
env -u LD_LIBRARY_PATH "$command" doctor
env -u LD_LIBRARY_PATH "$command" run share/cardan/robots/quadruped.urdf --duration 0.05
env -u LD_LIBRARY_PATH "$command" regress --name stand --name arch --duration 0.05 --list
for file in share/man/man1/cardan.1 share/man/man1/cardan-doctor.1 share/bash-completion/completions/cardan \
  share/zsh/site-functions/_cardan share/fish/vendor_completions.d/cardan.fish share/cardan/examples/plugin/jacobi.cpp; do
  if [[ ! -f $file ]]; then
    echo "failed: $file is not installed"
    exit 1
  fi
done

# The reader of DAE and glTF has moved along: a tetrahedron.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/m.gltf" <<'END'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
 "buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64,AAACAAEAAAADAAIAAAABAAMAAQACAAMAAAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAEBA"}],
 "bufferViews": [{"buffer": 0, "byteLength": 24}, {"buffer": 0, "byteOffset": 24, "byteLength": 48}],
 "accessors": [{"bufferView": 0, "componentType": 5123, "count": 12, "type": "SCALAR"},
               {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"}]}
END
cat >"$folder/s.yaml" <<'END'
cardan: 1
models: [{name: body, mesh: {file: m.gltf}}]
END
env -u LD_LIBRARY_PATH "$command" run "$folder/s.yaml" --duration 0.005
