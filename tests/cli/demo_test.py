"""`quiver demo`: right on the data, and wrong where the data is wrong."""

import json
import shutil

import rig


class DemoTest(rig.Test):
    def copy(self):
        folder = self.scratch / "ethkzg"
        shutil.copytree(rig.DEMO_DATA, folder)
        return folder

    def test_every_commitment_on_the_chosen_back_end(self):
        known = json.loads((rig.DEMO_DATA / "commitments.json").read_text())["cases"]
        objects = self.run_ok("demo", "--data", rig.DEMO_DATA, "--json").objects()
        self.assertEqual([o["name"] for o in objects], [case["name"] for case in known])
        for o, case in zip(objects, known):
            self.assertEqual(o["commitment"], case["commitment"])
            self.assertEqual(o["expected"], case["commitment"])
            self.assertIs(o["equal"], True)
            self.assertEqual(o["n"], 4096)
            self.assertEqual(set(o), {"curve", "group", "name", "n", "commitment", "expected", "equal", "backend",
                                      "plan", "ms"})

    def test_data_from_the_environment_and_a_difference_that_is_found(self):
        folder = self.copy()
        path = folder / "commitments.json"
        # The two cheapest blobs, one with a wrong commitment.
        content = json.loads(path.read_text())
        content["cases"] = [case for case in content["cases"] if case["name"] in ("all_zero", "all_one")]
        content["cases"][1]["commitment"] = content["cases"][0]["commitment"]
        path.write_text(json.dumps(content))
        result = rig.quiver("demo", env=rig.environment(QUIVER_DATA=str(folder)))
        self.assertEqual(result.code, 1, result.err)
        self.assertIn("DIFFERENT", result.out)
        self.assertIn("1 of 2 commitments", result.out)
        self.assertEqual(result.err, "")  # no progress where standard error is no terminal

    def test_damaged_data(self):
        folder = self.copy()
        blob = folder / "blob_random.bin"
        content = bytearray(blob.read_bytes())
        content[77] ^= 1
        blob.write_bytes(content)
        self.refuse(4, "blob_random.bin: its SHA-256", "demo", "--data", folder)
        (folder / "trusted_setup.txt").write_text("4096\n65\n")
        self.refuse(4, "trusted_setup.txt", "demo", "--data", folder)
        (folder / "trusted_setup.txt").unlink()
        self.refuse(3, "No such file", "demo", "--data", folder)

    def test_installed_data_is_found_beside_the_program(self):
        (self.scratch / "bin").mkdir()
        program = self.scratch / "bin" / "quiver"
        shutil.copy2(rig.QUIVER, program)
        folder = self.scratch / "share" / "quiver" / "ethkzg"
        shutil.copytree(rig.DEMO_DATA, folder)
        (folder / "commitments.json").write_text('{"cases":[]}')
        whole, rig.QUIVER = rig.QUIVER, program
        try:
            result = rig.quiver("demo")
        finally:
            rig.QUIVER = whole
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("0 of 0 commitments", result.out)


if __name__ == "__main__":
    rig.main()
