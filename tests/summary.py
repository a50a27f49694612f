"""The end of ./test.sh: back ends covered, one a line, and "N passed, N failed", which counts single tests: those inside
a GoogleTest program, and a ctest of another kind as one. Exits non-zero unless everything ran and passed.
"""

import argparse
import json
import re
import subprocess
import sys
import xml.etree.ElementTree

PASSED = re.compile(r"\[  PASSED  \] (\d+) tests?\.")
FAILED = re.compile(r"\[  FAILED  \] (\d+) tests?, listed below")
SKIPPED = re.compile(r"\[  SKIPPED \] (\d+) tests?, listed below")


def count(report):
    """(passed, failed, skipped) of one ctest report."""
    totals = [0, 0, 0]
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        failed = case.get("status") != "run" and case.find("failure") is not None
        output = case.findtext("system-out") or ""
        if case.find("skipped") is not None: # says itself why
            print("\n".join(line for line in output.splitlines() if line.startswith("SKIPPED")))
            totals[2] += 1
            continue
        counts = [sum(int(n) for n in pattern.findall(output)) for pattern in (PASSED, FAILED, SKIPPED)]
        if not any(counts):
            counts[0] = 0 if failed else 1
        if failed and counts[1] == 0:
            counts[1] = 1  # a crash, a time-out or a script
        totals = [a + b for a, b in zip(totals, counts)]
    return totals


def covered(quiver):
    """Lines about the back ends, from the command that was built."""
    done = subprocess.run([quiver, "info", "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [f"SKIPPED every back end ({quiver} info failed)"], False
    lines = []
    for backend in json.loads(done.stdout)["backends"]:
        if backend["available"]:
            lines.append(f"COVERED {backend['name']}")
        else:
            lines.append(f"SKIPPED {backend['name']} ({backend['reason']})")
    return lines, True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quiver", default="build/quiver")
    parser.add_argument("--broken", type=int, default=0, help="stages that failed")
    parser.add_argument("reports", nargs="*")
    options = parser.parse_args()

    passed = failed = 0
    for report in options.reports:
        try:
            good, bad, skipped = count(report)
        except (OSError, xml.etree.ElementTree.ParseError) as error:
            print(f"{report}: {error}")
            good, bad, skipped = 0, 1, 0
        print(f"{report}: {good} passed, {bad} failed, {skipped} skipped")
        passed, failed = passed + good, failed + bad
    if options.broken and not failed:
        failed = options.broken
    try:
        lines, known = covered(options.quiver)
    except (OSError, ValueError, KeyError) as error:
        lines, known = [f"SKIPPED every back end ({error})"], False
    print("\n".join(lines))
    if not known:
        failed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
