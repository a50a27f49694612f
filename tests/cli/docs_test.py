"""docs/cli.md: its examples run, and it has every option, key, curve and back end that there is."""

import pathlib
import re
import subprocess

import rig

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "cli.md").read_text()


class Docs(rig.Test):
    def test_examples_run(self):
        # In an empty folder that looks like the checkout.
        (self.scratch / "build").mkdir()
        (self.scratch / "build" / "quiver").symlink_to(rig.QUIVER)
        for name in ("tests", "data"):
            (self.scratch / name).symlink_to(ROOT / name)
        blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
        self.assertGreaterEqual(len(blocks), 5)
        for block in blocks:
            for line in block.splitlines():
                with self.subTest(example=line):
                    process = subprocess.run(["sh", "-c", line], cwd=self.scratch, env=rig.environment(), text=True,
                                             capture_output=True)
                    self.assertEqual(process.returncode, 0, process.stderr)
                    self.assertTrue(process.stdout or " gen " in line)

    def test_every_option_is_described(self):
        for words in (["msm"], ["gen", "points"], ["gen", "scalars"], ["gen", "cases"], ["info"], ["demo"],
                      ["bench", "msm"]):
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", self.run_ok(*words, "--help").out, re.M):
                if option not in ("--help", "--output"):
                    self.assertIn(option, PAGE, words)

    def test_every_name_is_listed(self):
        info = self.run_ok("info", "--json").objects()[0]
        for key in list(info) + list(info["backends"][0]) + list(info["curves"][0]):
            self.assertIn(f"`{key}`", PAGE)
        for entry in info["curves"] + info["backends"]:
            self.assertIn(f"`{entry.get('curve') or entry['name']}`", PAGE)


if __name__ == "__main__":
    rig.main()
