"""The documents tell the truth: every path and symbol of ARCHITECTURE.md's "Where is …?" table exists, and so do the
two commands of the README, one of them being what CI runs.
"""

import os
import re

import structure

ENTRY = re.compile(r"`([^`]+)`(?::((?:\s*,?\s*`[^`]+`)+))?")
MIN_ROWS = 3


def table_rows(text):
    """(line number, task, place) of the rows under the heading that begins with "Where is"."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            inside = line.lstrip("#").strip().startswith("Where is")
        elif inside and line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 2 and not set(cells[1]) <= set("-: ") and "`" in cells[1]:
                yield number, cells[0], cells[1]


def defines(text, symbol):
    return re.search(rf"(?<![\w]){re.escape(symbol)}(?!\w)", text) is not None


def check_where(root):
    path = root / "ARCHITECTURE.md"
    if not path.is_file():
        return ["ARCHITECTURE.md: missing"]
    violations, rows = [], 0
    for number, task, place in table_rows(path.read_text(encoding="utf-8")):
        rows += 1
        entries = ENTRY.findall(place)
        # `path`: `symbol`, `symbol`; several such, separated by semicolons.
        for file, names in entries:
            target = root / file
            if not target.exists():
                violations.append(f"ARCHITECTURE.md:{number}: {task}: there is no {file}")
                continue
            for symbol in re.findall(r"`([^`]+)`", names):
                if not target.is_file() or not defines(target.read_text(encoding="utf-8", errors="replace"), symbol):
                    violations.append(f"ARCHITECTURE.md:{number}: {task}: no `{symbol}` in {file}")
    if rows < MIN_ROWS:
        violations.append(f"ARCHITECTURE.md: the \"Where is …?\" table has {rows} rows")
    return violations


def check_commands(root):
    readme, ci = root / "README.md", root / ".ci/run"
    if not readme.is_file() or not ci.is_file():
        return ["README.md or .ci/run: missing"]
    violations = []
    commands = re.findall(r"^(\./[\w.-]+\.sh)\b", readme.read_text(encoding="utf-8"), re.M)
    for wanted in ("./run.sh", "./test.sh"):
        if wanted not in commands:
            violations.append(f"README.md: does not show `{wanted}` as a command")
    for command in sorted(set(commands)):
        script = root / command[2:]
        if not script.is_file():
            violations.append(f"README.md: there is no {command}")
        elif not os.access(script, os.X_OK):
            violations.append(f"{command}: not executable")
    lines = [line.strip() for line in ci.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[-1] != "exec ./test.sh":
        violations.append(".ci/run: does not end with `exec ./test.sh`, the README's test command")
    if not os.access(ci, os.X_OK):
        violations.append(".ci/run: not executable")
    return violations


def check(root):
    return check_where(root) + check_commands(root)


SOUND_TABLE = """# Architecture

## Where is …?
| task | place |
|---|---|
| add points | `src/add.hpp`: `add_points`, `kMax` |
| two places | `src/add.hpp`: `kMax`; `src/sub.hpp`: `sub_points` |
| a folder | `src/` |

## Other
| x | `not/checked` |
"""
SOUND_README = "# X\n\n```sh\n./run.sh    # builds\n./test.sh\n```\n"
SOUND = {
    "ARCHITECTURE.md": SOUND_TABLE,
    "src/add.hpp": "void add_points();\nconstexpr int kMax = 1;\n",
    "src/sub.hpp": "void sub_points();\n",
    "README.md": SOUND_README,
    "run.sh": "#!/bin/sh\n",
    "test.sh": "#!/bin/sh\n",
    ".ci/run": "#!/bin/bash\ncd x\nexec ./test.sh\n",
}
FAULTS = {
    "a path that is gone": {"ARCHITECTURE.md": SOUND_TABLE.replace("`src/sub.hpp`", "`src/gone.hpp`")},
    "a symbol that is gone": {"src/add.hpp": "void add_points_2();\nconstexpr int kMax = 1;\n"},
    "a second symbol that is gone": {"src/add.hpp": "void add_points();\n"},
    "no table": {"ARCHITECTURE.md": "# Architecture\n"},
    "a command that is not shown": {"README.md": "```\n./run.sh\n```\n"},
    "a command that is not there": {"README.md": SOUND_README + "```\n./bench.sh\n```\n"},
    "CI runs something else": {".ci/run": "#!/bin/bash\nexec ./other.sh\n"},
}


def check_with_modes(root):
    """For the self-test's trees, whose scripts have no mode bits of their own."""
    for script in ("run.sh", "test.sh", ".ci/run"):
        (root / script).chmod(0o755)
    return check(root)


if __name__ == "__main__":
    structure.main(__doc__, check_with_modes, SOUND, FAULTS, bind=lambda options: check)
