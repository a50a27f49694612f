#!/bin/sh
# Builds Quiver and runs its demonstration. On Debian and its like it first installs what is missing, and says so.
# The command is build/quiver afterwards. Running this again does only what is still to do.
#
#   ./run.sh              install what is missing, build, quiver demo
#   ./run.sh --build      without the demo
set -eu
cd "$(dirname "$0")"

demo=yes
case "${1-}" in
  "") ;;
  --build) demo=no ;;
  *) echo "usage: ./run.sh [--build]" >&2; exit 2 ;;
esac

. cmake/requirements.sh
require_build_tools
install_missing

cmake --preset release
cmake --build build

if [ $demo = yes ]; then
  exec build/quiver demo
fi
