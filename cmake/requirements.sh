# Sourced by run.sh and test.sh: finds out what the build and the tests lack and installs it with apt-get.
# What counts is whether a command or header is there, not which package it came from.

missing=""

need_command() { # command package
  command -v "$1" > /dev/null 2>&1 || missing="$missing $2"
}

need_header() { # header package
  if ! command -v c++ > /dev/null 2>&1 || ! echo "#include <$1>" | c++ -std=c++20 -E -x c++ - > /dev/null 2>&1; then
    missing="$missing $2"
  fi
}

require_build_tools() {
  need_command c++ g++
  need_command cmake cmake
  need_command ninja ninja-build
  need_header CLI/CLI.hpp libcli11-dev
  need_header nlohmann/json.hpp nlohmann-json3-dev
  need_header fmt/format.h libfmt-dev
  need_header openssl/evp.h libssl-dev
}

require_test_tools() {
  need_command python3 python3
  need_command pkg-config pkg-config
  need_header gtest/gtest.h libgtest-dev
  need_header gmp.h libgmp-dev
  command -v qemu-x86_64 > /dev/null 2>&1 || need_command qemu-x86_64-static qemu-user-static
}

install_missing() {
  [ -n "$missing" ] || return 0
  echo "Needed and not here:$missing"
  if ! command -v apt-get > /dev/null 2>&1; then
    echo "This is not Debian or one of its like: install the equivalents of these packages and run this again." >&2
    return 1
  fi
  as_root=""
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo > /dev/null 2>&1; then
      echo "Neither root nor sudo: ask an administrator for: apt-get install$missing" >&2
      return 1
    fi
    as_root=sudo
  fi
  echo "Installing:$missing"
  # shellcheck disable=SC2086  # one argument per package
  install_packages() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; }
  # The package lists of a fresh machine are empty or old: then the second try is the one that works.
  install_packages || { $as_root apt-get update && install_packages; }
  missing=""
}
