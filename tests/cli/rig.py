"""What the checks of the command share. Each gets --quiver PATH --data DIR, the truth data with archives unpacked."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

DEMO_DATA = pathlib.Path(__file__).resolve().parents[2] / "data" / "ethkzg"

QUIVER = None
DATA = None


def main():
    """Reads the two paths and hands the rest to unittest."""
    global QUIVER, DATA
    parser = argparse.ArgumentParser()
    parser.add_argument("--quiver", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    arguments, rest = parser.parse_known_args()
    # Importers see these through the module, not as copies.
    rig = sys.modules["rig"]
    rig.QUIVER, rig.DATA = arguments.quiver.resolve(), arguments.data.resolve()
    unittest.main(module="__main__", argv=[sys.argv[0], *rest])


def environment(**changes):
    """Ours without what would change the command's behaviour."""
    out = {name: value for name, value in os.environ.items() if name not in ("QUIVER_BACKEND", "QUIVER_DATA")}
    out.update(changes)
    return out


def max_n():
    """A limit for slow builds; 0: none."""
    return int(os.environ.get("QUIVER_TEST_MAX_N", "0"))


class Result:
    def __init__(self, process):
        self.code, self.out, self.err = process.returncode, process.stdout, process.stderr

    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]


def quiver(*arguments, stdin=None, env=None, stdout=subprocess.PIPE):
    words = [str(QUIVER), *map(str, arguments)]
    process = subprocess.run(words, input=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True,
                             env=env or environment())
    return Result(process)


def info():
    return quiver("info", "--json").objects()[0]


def backends():
    """Names of the back ends that compute curve points on this machine."""
    return [entry["name"] for entry in info()["backends"] if entry["available"] and entry["computes"]]


class Test(unittest.TestCase):
    """Exit codes with the message that explains them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name)

    def run_ok(self, *arguments, **options):
        result = quiver(*arguments, **options)
        self.assertEqual(result.code, 0, result.err)
        return result

    def refuse(self, code, text, *arguments, **options):
        """Fails with this exit code, a message that has the text, and nothing on standard output."""
        result = quiver(*arguments, **options)
        self.assertEqual(result.code, code, f"{arguments}: {result.err}")
        self.assertIn(text, result.err)
        self.assertTrue(result.err.startswith("quiver: "), result.err)
        self.assertEqual(result.out or "", "")
        return result
