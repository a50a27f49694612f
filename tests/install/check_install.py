"""The installed library works for a C program, found by find_package, by pkg-config, and by hand; static and shared; and for
the examples in C and C++."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CONSUMER = pathlib.Path(__file__).resolve().parent / "consumer"
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--generator", default="Ninja")
    parser.add_argument("--version", required=True)
    parser.add_argument("--pkg-config")
    parser.add_argument("--command", action="store_true", help="the command is part of the installation")
    options = parser.parse_args()

    failures = 0

    def step(name, *command, expect=None, **kwargs):
        nonlocal failures
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **kwargs)
        right = done.returncode == 0 and (expect is None or expect in done.stdout)
        failures += not right
        print(f"{'ok  ' if right else 'FAIL'} {name}")
        if not right:
            print(" ".join(str(part) for part in command), done.stdout, done.stderr, sep="\n")
        return done.stdout.strip()

    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        step("install", options.cmake, "--install", options.build, "--prefix", root / "first")
        # Moved after the installation: nothing in it may remember where it was put.
        prefix = root / "moved"
        shutil.move(root / "first", prefix)
        library = next(prefix.glob("lib*/**/libquiver.a"), None)
        if library is None:
            print("FAIL libquiver.a is not installed")
            sys.exit(1)
        libdir = library.parent
        expected = f"quiver {options.version}"

        step("find_package: configure", options.cmake, "-S", CONSUMER, "-B", root / "consumer", "-G", options.generator,
             f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={options.cc}", f"-DWANTED={options.version}")
        step("find_package: build", options.cmake, "--build", root / "consumer")
        step("find_package: static", root / "consumer/consumer_static", expect=expected)
        step("find_package: shared", root / "consumer/consumer_shared", expect=expected)

        source = CONSUMER / "consumer.c"
        step("by hand: build, C compiler alone", options.cc, source, "-I", prefix / "include", library, "-pthread", "-o",
             root / "by_hand")
        step("by hand: run", root / "by_hand", expect=expected)

        for name, compiler, flags in (("msm.c", options.cc, ["-std=c11"]), ("msm.cpp", options.cxx, ["-std=c++20"])):
            program = root / name.replace(".", "_")
            step(f"examples/{name}: build", compiler, *flags, "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                 EXAMPLES / name, "-I", prefix / "include", library, "-pthread", "-o", program)
            step(f"examples/{name}: run", program, expect={"msm.c": "0x", "msm.cpp": "point 41"}[name])

        if options.pkg_config:
            environment = {**os.environ, "PKG_CONFIG_PATH": str(libdir / "pkgconfig")}
            flags = step("pkg-config: flags", options.pkg_config, "--cflags", "--libs", "quiver", env=environment).split()
            step("pkg-config: build", options.cc, source, *flags, "-o", root / "by_pkg_config")
            step("pkg-config: run", root / "by_pkg_config", expect=expected,
                 env={**os.environ, "LD_LIBRARY_PATH": str(libdir)})
        if options.command:
            step("the command", prefix / "bin/quiver", "--version", expect=options.version)
        headers = sorted(p.name for p in (prefix / "include").rglob("*") if p.is_file())
        right = "quiver.h" in headers and all(name.startswith("quiver.") for name in headers)
        failures += not right
        print(f"{'ok  ' if right else 'FAIL'} headers installed: {' '.join(headers)}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
