#!/bin/sh
# Builds and runs all tests: the release build (with the qemu, structure and installation tests), the verify build (ASan,
# UBSan, range checks) and the tsan build. Installs what is missing first, and says so. Ends with the back ends that
# were covered and the count of tests.
#
#   ./test.sh             everything
#   ./test.sh --quick     the release build alone
set -u
cd "$(dirname "$0")" || exit 1

presets="release verify tsan"
case "${1-}" in
  "") ;;
  --quick) presets="release" ;;
  *) echo "usage: ./test.sh [--quick]" >&2; exit 2 ;;
esac

. cmake/requirements.sh
require_build_tools
require_test_tools
install_missing || exit 1

jobs=$(nproc 2> /dev/null || echo 2)
started=$(date +%s)
reports=""
broken=0

for preset in $presets; do
  folder=build
  [ "$preset" = release ] || folder="build-$preset"
  echo "== $preset: build ($(($(date +%s) - started)) s)"
  mkdir -p "$folder"
  if ! { cmake --preset "$preset" -DQUIVER_TESTS=ON && cmake --build "$folder"; } > "$folder/build.log" 2>&1; then
    tail -n 60 "$folder/build.log"
    echo "== $preset: the build failed; all of it is in $folder/build.log"
    broken=$((broken + 1))
    continue
  fi
  echo "== $preset: test ($(($(date +%s) - started)) s)"
  ctest --preset "$preset" -j "$jobs" --output-junit "$PWD/$folder/ctest.xml" || broken=$((broken + 1))
  reports="$reports $folder/ctest.xml"
done

echo "== summary ($(($(date +%s) - started)) s)"
# shellcheck disable=SC2086  # one argument per report
python3 tests/summary.py --quiver build/quiver --broken "$broken" $reports
