"""Keys, exit codes and messages that scripts rely on (docs/cli.md)."""

import json
import os
import signal
import subprocess
import time
import unittest

import rig

SETUP = rig.DEMO_DATA / "trusted_setup.txt"
BLOB = rig.DEMO_DATA / "blob_payload.bin"


def tiny():
    return rig.DATA / "small" / "msm_tiny_85453_b15.json"


class General(rig.Test):
    def test_help_ends_with_an_example(self):
        for line in ("", "msm", "gen", "gen points", "gen scalars", "gen cases", "info", "demo", "bench", "bench msm"):
            words = line.split()
            out = self.run_ok(*words, "--help").out.rstrip().splitlines()
            self.assertEqual(out[-2], "Example:", words)
            self.assertTrue(out[-1].startswith("  quiver " + " ".join(words)), out[-1])

    def test_version(self):
        self.assertEqual(self.run_ok("--version").out, f"quiver {rig.info()['version']}\n")

    def test_usage_errors_name_what_is_near(self):
        self.refuse(2, "did you mean msm?", "mms")
        self.refuse(2, "did you mean --curve?", "msm", "--curv", "x")
        self.refuse(2, "did you mean points?", "gen", "pionts")
        self.refuse(2, "subcommand is required")
        self.refuse(2, "bls12-381", "msm", "--curve", "bls12-38", "--points", "x", "--scalars", "y")
        self.refuse(2, "goldilocks", "gen", "cases", "--curve", "goldilock", "--n", 1, "-o", "-")
        self.refuse(2, "no g2 of pallas", "gen", "cases", "--curve", "pallas", "--group", "g2", "--n", 1, "-o", "-")
        self.refuse(2, "did you mean portable", "msm", "--cases", tiny(), "--backend", "portabel")
        self.refuse(2, "naive", "msm", "--cases", tiny(), "--algorithm", "niave")
        self.refuse(2, "xyzz", "msm", "--cases", tiny(), "--accumulate", "xyz")
        self.refuse(2, "running", "msm", "--cases", tiny(), "--reduce", "runing")
        self.refuse(2, "24", "msm", "--cases", tiny(), "--c", 25)
        self.refuse(2, "--threads", "msm", "--cases", tiny(), "--threads", "-1")
        self.refuse(2, "--n", "gen", "cases", "--curve", "pallas", "--n", "-1", "-o", "-")
        self.refuse(2, "--n", "gen", "cases", "--curve", "pallas", "-o", "-")
        self.refuse(2, "--seed", "gen", "cases", "--curve", "pallas", "--n", 1, "--seed", "x", "-o", "-")
        self.refuse(2, "--bits", "gen", "cases", "--curve", "pallas", "--n", 1, "--bits", 257, "-o", "-")
        self.refuse(2, "--cases", "msm", "--cases", tiny(), "--curve", "pallas")
        self.refuse(2, "--points", "msm", "--curve", "pallas")
        self.refuse(2, "--check", "msm", "--curve", "pallas", "--check")
        self.refuse(2, "zcash", "gen", "points", "--curve", "bls12-381", "--n", 1, "--to", "zcahs", "-o", "-")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disk(self):
        for words in (["info"], ["info", "--json"], ["--help"], ["--version"], ["msm", "--cases", tiny(), "--json"]):
            with open("/dev/full", "w") as full:
                result = rig.quiver(*words, stdout=full)
            self.assertEqual(result.code, 3, words)
            self.assertIn("standard output: No space left on device", result.err)
        self.refuse(3, "/dev/full", "gen", "cases", "--curve", "pallas", "--n", 1, "-o", "/dev/full")

    def test_missing_files(self):
        self.refuse(3, "missing.json: No such file", "msm", "--cases", self.scratch / "missing.json")
        self.refuse(3, "Is a directory", "msm", "--cases", self.scratch)
        self.refuse(3, "No such file", "gen", "cases", "--curve", "pallas", "--n", 1, "-o", self.scratch / "no" / "x")


class Info(rig.Test):
    def test_keys(self):
        info = rig.info()
        self.assertEqual(list(info), ["version", "cpu_features", "backends", "curves"])
        self.assertEqual(sum(entry["chosen"] for entry in info["backends"]), 1)
        names = [entry["name"] for entry in info["backends"]]
        self.assertIn("portable", names)
        for entry in info["backends"]:
            self.assertEqual(list(entry), ["name", "available", "chosen", "lanes", "computes", "reason", "calls"])
            self.assertEqual(entry["available"], entry["reason"] == "")
        groups = {(entry["curve"], entry["group"]) for entry in info["curves"]}
        for curve in ("bls12-377", "bls12-381", "bn254"):
            self.assertTrue({(curve, "g1"), (curve, "g2")} <= groups)
        self.assertTrue({("pallas", "g1"), ("vesta", "g1"), ("grumpkin", "g1")} <= groups)
        for entry in info["curves"]:
            self.assertEqual(list(entry),
                             ["curve", "group", "words", "degree", "order_bits", "cofactor_one", "backend"])

    def test_kernels(self):
        info = self.run_ok("info", "--kernels", "--json").objects()[0]
        names = [entry["name"] for entry in info["backends"]]
        for entry in info["curves"]:
            self.assertEqual(list(entry["kernels"]), names)
            self.assertEqual(entry["kernels"]["portable"], "yes")
        self.assertIn("portable", self.run_ok("info", "--kernels").out)

    def test_environment_chooses(self):
        for backend in rig.backends():
            info = rig.quiver("info", "--json", env=rig.environment(QUIVER_BACKEND=backend)).objects()[0]
            self.assertEqual([e["name"] for e in info["backends"] if e["chosen"]], [backend])


class Cases(rig.Test):
    def test_keys(self):
        for o in self.run_ok("msm", "--cases", tiny(), "--json").objects():
            self.assertEqual(list(o), ["curve", "group", "name", "result", "backend"])

    def test_forced_back_end_is_echoed(self):
        path = rig.DATA / "bugs" / "bn254_g1.json"
        for backend in rig.backends():
            by_option = ["--backend", backend], rig.environment()
            by_environment = [], rig.environment(QUIVER_BACKEND=backend)
            for words, env in (by_option, by_environment):
                for o in self.run_ok("msm", "--cases", path, "--json", *words, env=env).objects():
                    self.assertEqual(o["backend"], backend)

    def test_threads_and_algorithm_change_nothing(self):
        path = rig.DATA / "bugs" / "bls12_381_g1.json"
        plain = self.run_ok("msm", "--cases", path, "--json").out
        for words in (
            ["--threads", 1, "--algorithm", "naive"],
            ["--threads", 3],
            ["--algorithm", "pippenger", "--c", 5, "--unsigned", "--accumulate", "xyzz", "--reduce", "running", "--no-glv"],
            ["--algorithm", "straus", "--c", 4, "--unsigned", "--no-glv"],
            ["--memory", "8M"],
            ["--memory", 9000000],
        ):
            self.assertEqual(self.run_ok("msm", "--cases", path, "--json", *words).out, plain)

    def test_memory(self):
        result = rig.quiver("msm", "--cases", tiny(), "--memory", "1K") # sums of nothing need nothing
        self.assertEqual(result.code, 5)
        self.assertIn("needs at least", result.err)
        for wrong in ("0", "x", "5X", "-1", "1KB", "99999999999G", "18446744073709551616"):
            self.refuse(2, "is no number of bytes", "msm", "--cases", tiny(), f"--memory={wrong}")

    def test_check(self):
        result = self.run_ok("msm", "--cases", tiny(), "--check", "--json")
        self.assertTrue(all(o["equal"] is True for o in result.objects()))
        self.assertIn("26 of 26 results equal", result.err)

        content = json.loads(tiny().read_text())
        wrong = next(i for i, case in enumerate(content["cases"]) if case["result"] != content["cases"][5]["result"])
        content["cases"][5]["result"] = content["cases"][wrong]["result"]
        path = self.scratch / "wrong.json"
        path.write_text(json.dumps(content))
        result = rig.quiver("msm", "--cases", path, "--check", "--json")
        self.assertEqual(result.code, 1)
        self.assertEqual([o["equal"] for o in result.objects()].count(False), 1)
        self.assertIn("25 of 26 results equal", result.err)
        self.run_ok("msm", "--cases", path)  # not compared unless asked for

        del content["cases"][5]["result"]
        path.write_text(json.dumps(content))
        self.refuse(4, "has no result", "msm", "--cases", path, "--check")

    def test_bad_points_are_named_and_the_rest_goes_on(self):
        content = json.loads(tiny().read_text())
        case = next(case for case in content["cases"] if case["n"] >= 7)
        case["points"][4] = ["0x1", "0x1"]
        path = self.scratch / "off.json"
        path.write_text(json.dumps(content))
        result = rig.quiver("msm", "--cases", path, "--json")
        self.assertEqual(result.code, 4)
        objects = result.objects()
        self.assertEqual(len(objects), len(content["cases"]))
        wrong = [o for o in objects if "error" in o]
        self.assertEqual([o["name"] for o in wrong], [case["name"]])
        self.assertIn("point 4", wrong[0]["error"])

    def test_points_outside_the_subgroup(self):
        path = rig.DATA / "msm" / "bls12_381_g1.json"
        content = json.loads(path.read_text())
        content["cases"] = [case for case in content["cases"] if not case.get("in_subgroup", True)]
        outside = self.scratch / "outside.json"
        outside.write_text(json.dumps(content))
        self.run_ok("msm", "--cases", outside, "--check")
        content["cases"][0]["in_subgroup"] = True  # then they are bad data
        outside.write_text(json.dumps(content))
        result = rig.quiver("msm", "--cases", outside, "--json")
        self.assertEqual(result.code, 4)
        self.assertIn("error", result.objects()[0])

    def test_damaged_files_print_nothing(self):
        text = tiny().read_text()
        for damaged, code in ((text[:-20], 4), (text.replace("tiny_", "teeny_"), 5),
                              (text.replace("0x15001", "0x15003"), 4), ("", 4), ("[]", 4), ("{}", 4)):
            self.refuse(code, "standard input", "msm", "--cases", "-", "--json", stdin=damaged)
        self.refuse(4, "holds g1 cases", "msm", "--cases", tiny(), "--group", "g2")

    def test_max_n(self):
        objects = self.run_ok("msm", "--cases", tiny(), "--max-n", 3, "--json").objects()
        expected = [case["name"] for case in json.loads(tiny().read_text())["cases"] if case["n"] <= 3]
        self.assertEqual([o["name"] for o in objects], expected)

    def test_text(self):
        out = self.run_ok("msm", "--cases", tiny(), "--check").out.splitlines()
        self.assertEqual(len(out), 26)
        self.assertTrue(all(line.endswith("  equal") for line in out))


class OwnFiles(rig.Test):
    def test_blob_over_the_set_up(self):
        known = {case["name"]: case for case in json.loads((rig.DEMO_DATA / "commitments.json").read_text())["cases"]}
        result = self.run_ok("msm", "--curve", "bls12-381", "--points", SETUP, "--scalars", BLOB, "--json")
        (o,) = result.objects()
        self.assertEqual(list(o),
                         ["curve", "group", "n", "result", "compressed", "backend", "plan", "ms", "prepare_ms"])
        self.assertEqual((o["curve"], o["group"], o["n"]), ("bls12-381", "g1", 4096))
        self.assertEqual(o["compressed"], known["payload"]["commitment"])
        self.assertEqual(int(o["result"][0], 16), int(o["compressed"], 16) % 2**381)

    def test_several_vectors_and_text(self):
        zero = self.scratch / "zero.bin"
        zero.write_bytes(bytes(4096 * 32))
        one = self.scratch / "one.bin"
        one.write_bytes(bytes(32 * 4095) + bytes(31) + b"\x01")
        words = ["msm", "--curve", "bls12_381_g1", "--points", SETUP, "--scalars", zero, "--scalars", one]
        first, second = self.run_ok(*words, "--json").objects()
        self.assertEqual(first["result"], "inf")
        # The last element of a blob belongs to the last Lagrange point: all ones reversed are all ones.
        line = SETUP.read_text().split()[2 + 4095]
        self.assertEqual(second["compressed"], line)
        out = self.run_ok(*words).out
        self.assertIn("result      inf", out)
        self.assertIn(line, out)

    def test_bit_reversed_order(self):
        second = self.scratch / "second.bin"
        second.write_bytes(bytes(32) + bytes(31) + b"\x01" + bytes(32 * 4094))
        (o,) = self.run_ok("msm", "--curve", "bls12-381", "--points", SETUP, "--scalars", second, "--json").objects()
        self.assertEqual(o["compressed"], SETUP.read_text().split()[2 + 2048])  # 1 reversed in 12 bits
        (o,) = self.run_ok("msm", "--curve", "bls12-381", "--points", SETUP, "--scalars", second, "--basis", "monomial",
                           "--json").objects()
        self.assertEqual(o["compressed"], SETUP.read_text().split()[2 + 4096 + 65 + 1])  # natural order

    def test_unequal_counts_fail_before_any_result(self):
        short = self.scratch / "short.bin"
        short.write_bytes(BLOB.read_bytes()[:-32])
        self.refuse(4, "4095 scalars", "msm", "--curve", "bls12-381", "--points", SETUP, "--scalars", BLOB,
                    "--scalars", short, "--json")

    def test_damaged_files(self):
        words = ["msm", "--curve", "bls12-381", "--points", SETUP, "--scalars"]
        damaged = self.scratch / "damaged"
        damaged.write_bytes(BLOB.read_bytes()[:-1])
        self.refuse(4, "scalar 4095 (byte 131040)", *words, damaged)
        damaged.write_bytes(BLOB.read_bytes()[: 32 * 9] + b"\xff" * 32 + BLOB.read_bytes()[32 * 10 :])
        self.refuse(4, "scalar 9 (byte 288)", *words, damaged)

        words = ["msm", "--curve", "bls12-381", "--scalars", BLOB, "--points"]
        lines = SETUP.read_text().split("\n")
        damaged.write_text("\n".join(lines[:100] + ["g" + lines[100][1:]] + lines[101:]))
        self.refuse(4, "G1 Lagrange point 98 (line 101,", *words, damaged)
        damaged.write_text("\n".join(lines[:4000]))
        self.refuse(4, "too short", *words, damaged)
        damaged.write_bytes(bytes(96))
        self.refuse(4, "--from", *words, damaged)
        self.refuse(5, "bls12-381 points, not bn254", "msm", "--curve", "bn254", "--points", SETUP, "--scalars", BLOB)

    def test_a_point_outside_the_subgroup_is_refused_unless_trusted(self):
        # x = 4 has a point on y^2 = x^3 + 4, and it is not of order r.
        points, scalars = self.scratch / "p", self.scratch / "s"
        points.write_bytes(bytes.fromhex("80" + "00" * 46 + "04"))
        scalars.write_bytes(bytes(31) + b"\x01")
        words = ["msm", "--curve", "bls12-381", "--points", points, "--from", "zcash", "--scalars", scalars,
                 "--from", "blob", "--json"]
        self.refuse(4, "point 0 (byte 0)", *words)
        (o,) = self.run_ok(*words, "--validation", "on_curve").objects()
        self.assertEqual(o["result"][0], "0x4")


class Gen(rig.Test):
    def test_cases_of_every_curve(self):
        for entry in rig.info()["curves"]:
            path = self.scratch / "cases.json"
            words = ["--curve", entry["curve"], "--group", entry["group"], "--n", 9, "--seed", 7]
            self.run_ok("gen", "cases", *words, "-o", path)
            result = self.run_ok("msm", "--cases", path, "--check", "--json")
            self.assertEqual([o["equal"] for o in result.objects()], [True], entry)
            first = path.read_bytes()
            self.run_ok("gen", "cases", *words, "-o", path)
            self.assertEqual(path.read_bytes(), first)

    def test_bits(self):
        out = self.run_ok("gen", "cases", "--curve", "vesta", "--n", 50, "--bits", 9, "-o", "-").out
        scalars = [int(s, 16) for s in json.loads(out)["cases"][0]["scalars"]]
        self.assertTrue(all(s < 512 for s in scalars))
        self.assertTrue(any(s >= 256 for s in scalars))

    def test_points_and_scalars_are_the_halves_of_cases(self):
        for group in ("g1", "g2"):
            words = ["--curve", "bls12-381", "--group", group, "--n", 16, "--seed", "0x1f"]
            self.run_ok("gen", "cases", *words, "-o", self.scratch / "c")
            self.run_ok("gen", "scalars", *words, "-o", self.scratch / "s")
            expected = json.loads((self.scratch / "c").read_text())["cases"][0]["result"]
            for form in ("zcash", "zcash-uncompressed"):
                self.run_ok("gen", "points", *words, "--to", form, "-o", self.scratch / "p")
                (o,) = self.run_ok("msm", "--curve", "bls12-381", "--group", group, "--points", self.scratch / "p",
                                   "--from", form, "--scalars", self.scratch / "s", "--from", "blob",
                                   "--json").objects()
                self.assertEqual(o["result"], expected)

    def test_formats_of_other_curves(self):
        self.refuse(5, "bls12-381", "gen", "points", "--curve", "pallas", "--n", 1, "-o", "-")

    def test_an_output_is_whole_or_not_there(self):
        path = self.scratch / "out.json"
        path.write_text("old")
        self.refuse(2, "--n", "gen", "cases", "--curve", "pallas", "--n", 2**40, "-o", path)
        self.assertEqual(path.read_text(), "old")
        self.assertEqual(list(self.scratch.iterdir()), [path])


class Interruption(rig.Test):
    def interrupt(self, *words):
        process = subprocess.Popen([str(rig.QUIVER), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=rig.environment())
        time.sleep(1)
        self.assertIsNone(process.poll(), "ended before it could be interrupted")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        return out

    def test_no_partial_file(self):
        path = self.scratch / "out.json"
        self.interrupt("gen", "cases", "--curve", "bls12-381-g2", "--n", 2**19, "-o", path)
        self.assertEqual(list(self.scratch.iterdir()), [])

    def test_no_partial_line(self):
        path = self.scratch / "large.json"
        content = json.loads((rig.DATA / "msm" / "bls12_377_g1.json").read_text())
        drawn = next(case for case in content["cases"] if "prng" in case)
        for key in ("first_points", "last_point", "first_scalars"):
            drawn.pop(key)
        drawn["n"] = 2**19
        content["cases"] = content["cases"][:3] + [drawn]
        path.write_text(json.dumps(content))
        out = self.interrupt("msm", "--cases", path, "--json")
        self.assertTrue(out == "" or out.endswith("\n"))
        for line in out.splitlines():
            json.loads(line)


if __name__ == "__main__":
    rig.main()
