"""What the structure checks share: reading sources without comments and strings, and the self-test frame.

A check is a function root -> list of violations ("path:line: what"). main() runs it on the real tree, or, with
--self-test, on small trees in a temporary folder: a sound one, which must pass, and the same with one fault planted,
which must be found.
"""

import argparse
import pathlib
import re
import sys
import tempfile

SOURCE_SUFFIXES = {".h", ".hpp", ".cpp", ".c", ".S", ".inc", ".cu"}


def source_files(folder):
    """Source files below a folder, sorted; nothing where it does not exist."""
    return sorted(p for p in folder.rglob("*") if p.suffix in SOURCE_SUFFIXES and p.is_file())


# A comment, or a string or character literal (digit separators as in 1'000 are not the latter).
_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?<![\w'])(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.S)


def strip_comments(text, strings=True):
    """The code with comments, and string contents unless strings is False, blanked; line numbers stay."""

    def blank(match):
        token = match.group(0)
        if token[0] != "/" and not strings:
            return token
        if token[0] == "/":
            return "".join(c if c == "\n" else " " for c in token)
        return '""'

    return _TOKEN.sub(blank, text)


def code_lines(path, strings=True):
    """(line number, code) of each line, comments and strings blanked; include lines keep their paths."""
    raw = path.read_text(encoding="utf-8", errors="replace")
    kept = strip_comments(raw, strings=False).split("\n")
    blanked = strip_comments(raw).split("\n") if strings else kept
    for number, (with_strings, without) in enumerate(zip(kept, blanked), 1):
        yield number, with_strings if with_strings.lstrip().startswith("#include") else without


def write_tree(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def self_test(check, sound, faults):
    """sound: {path: text} without a violation; faults: {name: {path: text}} laid over it, each to be found."""
    failures = 0
    for name, planted in [("nothing planted", {}), *faults.items()]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            write_tree(root, {**sound, **planted})
            found = check(root)
        right = bool(found) == bool(planted)
        failures += not right
        print(f"{'ok  ' if right else 'FAIL'} {name}: {found[0] if found else 'no violation'}")
    return failures


def main(description, check, sound, faults, add_arguments=None, bind=None):
    """Command line of one check. bind(options) may turn options into the check to run on the real tree."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--self-test", action="store_true")
    if add_arguments:
        add_arguments(parser)
    options = parser.parse_args()
    if options.self_test:
        sys.exit(1 if self_test(check, sound, faults) else 0)
    violations = (bind(options) if bind else check)(options.root)
    for violation in violations:
        print(violation)
    print(f"{len(violations)} violations")
    sys.exit(1 if violations else 0)
