#!/usr/bin/env python3
"""Checks the truth data against its SHA-256 sums: every file, every file inside the archives, nothing more or less.

    check_vectors.py [--root DIR] [--write] [--self-test]

tests/data/SHA256SUMS has lines `sum  path`, the path relative to tests/data; `msm.tar.xz:msm/pallas_g1.json` is a file
inside an archive. data/ethkzg/SHA256SUMS is a plain list, for `sha256sum -c` too. --write makes both anew, which is
right only when files were added from their source; an existing vector is never edited.
"""

import argparse
import hashlib
import pathlib
import shutil
import sys
import tarfile
import tempfile

FOLDERS = ["tests/data", "data/ethkzg"]
SUMS = "SHA256SUMS"
# Written by hand, not truth data.
UNLISTED = {SUMS, "README.md", ".gitattributes", ".gitignore"}


def digest(stream):
    state = hashlib.sha256()
    while block := stream.read(1 << 20):
        state.update(block)
    return state.hexdigest()


def sums_of(folder):
    """{name: sum} of everything below the folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name in UNLISTED:
            continue
        name = path.relative_to(folder).as_posix()
        with path.open("rb") as stream:
            found[name] = digest(stream)
        if name.endswith(".tar.xz"):
            with tarfile.open(path) as archive:
                for member in archive:
                    if member.isfile():
                        found[f"{name}:{member.name}"] = digest(archive.extractfile(member))
    return found


def read_sums(path):
    listed = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        value, separator, name = line.partition("  ")
        if not separator or len(value) != 64 or name in listed:
            raise SystemExit(f"{path}:{number}: not `sum  name`, or a name twice")
        listed[name] = value
    return listed


def differences(folder):
    try:
        listed = read_sums(folder / SUMS)
    except FileNotFoundError:
        return [f"{folder / SUMS}: missing"]
    found = sums_of(folder)
    problems = [f"{folder / name}: listed but missing" for name in listed if name not in found]
    problems += [f"{folder / name}: not listed" for name in found if name not in listed]
    problems += [f"{folder / name}: changed" for name in found if listed.get(name, found[name]) != found[name]]
    return problems


def self_test(root):
    """Shows that a changed, a missing and an additional file are each found."""
    failures = []
    for fault in ("changed", "missing", "not listed"):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "ethkzg"
            shutil.copytree(root / FOLDERS[1], folder)
            victim = folder / "commitments.json"
            if fault == "changed":
                victim.write_bytes(victim.read_bytes().replace(b"8", b"9", 1))
            elif fault == "missing":
                victim.unlink()
            else:
                (folder / "more.bin").write_bytes(b"1")
            if not any(fault in problem for problem in differences(folder)):
                failures.append(f"a file that is {fault} went unnoticed")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()

    folders = [arguments.root / name for name in FOLDERS]
    if arguments.write:
        for folder in folders:
            lines = [f"{value}  {name}\n" for name, value in sums_of(folder).items()]
            (folder / SUMS).write_text("".join(lines))
        return 0
    problems = self_test(arguments.root) if arguments.self_test else [p for f in folders for p in differences(f)]
    for problem in problems:
        print(problem)
    if not problems and not arguments.self_test:
        print(f"{sum(len(read_sums(folder / SUMS)) for folder in folders)} sums agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
