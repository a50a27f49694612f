"""The Rust crates build against this build's library and pass their tests. Exit code 77: skipped, without Cargo or without
the crates that the tests compare with."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    options = parser.parse_args()

    cargo = shutil.which("cargo")
    if cargo is None:
        print("SKIPPED bindings/rust: no cargo")
        return SKIPPED
    library = next(options.build.rglob("libquiver.a"), None)
    if library is None:
        print(f"there is no libquiver.a in {options.build}")
        return 1
    environment = {**os.environ, "QUIVER_LIB_DIR": str(library.parent), "CC": options.cc,
                   "CARGO_TARGET_DIR": str(options.build / "rust")}
    fetched = subprocess.run([cargo, "fetch", "--locked"], cwd=options.source, env=environment, capture_output=True,
                             text=True, check=False)
    if fetched.returncode != 0:
        if "--locked" in fetched.stderr: # a lock file that does not fit is no reason to skip
            print(fetched.stderr)
            return 1
        print("SKIPPED bindings/rust: the crates that its tests need cannot be fetched")
        return SKIPPED
    tested = subprocess.run([cargo, "test", "--locked", "--offline", "--workspace", "--features",
                             "quiver/arkworks,quiver/halo2curves"], cwd=options.source, env=environment, check=False)
    return tested.returncode


if __name__ == "__main__":
    sys.exit(main())
