#!/bin/bash
# Sources read the files that a user or another file names through core/read_file.h: only it opens files for reading, and a
# library is given a file only after why_not_a_file. The lines below are the exceptions: files of the system, files that
# the program itself has just created, folders, and libraries after that test.
#   test_openers.sh SOURCE_DIR
set -euo pipefail

cd "$1"
if [[ ! -e .git ]]; then
  echo "skipped: not a git checkout"
  exit 77
fi
opening='ifstream |fstream\(|\bfopen\(|(^|[^A-Za-z_>])::open\(|(^|[^A-Za-z_.>:])open\([a-z_."]+(\(\))?, *O_|H5Fopen\(|LoadFile\(|opendir\(|directory_iterator|popen\(|ReadFile\(|mj_loadXML\(|dlopen\('
allowed='"/proc/|"/dev/null"|O_WRONLY|O_DIRECTORY|/lock"|^core/read_file\.cpp:|^core/atomic_file\.cpp:|^core/streamed_file\.cpp:|^core/list_folder\.cpp:'
allowed+='|^core/hdf5_file\.cpp:|^geometry/files/read_mesh/main\.cpp:|^apps/film/film_page\.cpp:.*ofstream'
allowed+='|^apps/output_files\.cpp:|^apps/beside/mujoco_run\.cpp:.*mj_loadXML|^plugins/host/plugin_library\.cpp:.*dlopen|directory_iterator'
found=$(git grep -nE "$opening" -- include core geometry dynamics collision constraint plugins solvers sim view apps bindings/python/src bindings/sdf bindings/ros \
  ':!*/tests/*' ':!*.md' ':!view/web' ':!*CMakeLists.txt' | sed -E 's/:[0-9]+:/:/' | grep -vE "$allowed" || true)
if [[ -n $found ]]; then
  echo "$found"
  echo "failed: the lines above open files; read them by try_read_file or RegularFile (core/read_file.h)"
  exit 1
fi
# The Python package leaves files to the library and to the command.
if git grep -nE '(^|[^A-Za-z_.])open\(|read_text\(|read_bytes\(|np\.load\(' -- 'bindings/python/cardan/*.py'; then
  echo "failed: the lines above open files in Python"
  exit 1
fi
