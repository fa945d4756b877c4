#!/bin/bash
# The installed command leaves malloc to the system: it defines none of the functions that allocate.
#   test_command_has_no_malloc.sh COMMAND
set -euo pipefail

if nm --dynamic --defined-only "$1" | grep -wE 'malloc|calloc|realloc|aligned_alloc|posix_memalign|free'; then
  echo "failed: $1 defines the functions above"
  exit 1
fi
echo "$(basename "$1") defines no function that allocates"
