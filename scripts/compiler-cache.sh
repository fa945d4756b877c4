# Sourced by the scripts that build, in the root of the checkout: compilations come from ccache where it is installed.
# shellcheck shell=bash
if command -v ccache >/dev/null; then
  # CMake reads launchers and flags at the first configure of a build folder.
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  # Precompiled headers are compared by content, and paths relative to the checkout.
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  # GCC then names the precompiled header in its preprocessed output, which ccache reads.
  if "${CXX:-c++}" --version | grep -q 'Free Software'; then
    export CXXFLAGS="${CXXFLAGS:-} -fpch-preprocess"
  fi
fi
