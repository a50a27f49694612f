"""quiver bench: rows, their order and what they differ by, sizes, kinds of scalars, the file. No time is judged."""

import json

import rig

KEYS = ["op", "curve", "group", "n", "batch", "scalars", "threads", "backend", "row", "plan", "repeats", "best_ms",
        "median_ms", "cpu_ms", "checked"]
KINDS = ("full", "u1", "u8", "u16", "u32", "u64", "witness", "equal")


class Bench(rig.Test):
    def bench(self, *arguments, curve="pallas"):
        return self.run_ok("bench", "msm", "--curve", curve, "--repeat", 2, "--json", *arguments).objects()

    def test_a_row_has_the_keys_that_scripts_read(self):
        for backend in rig.backends():
            rows = self.bench("--n", 20, "--threads", 1, "--backend", backend)
            self.assertEqual(len(rows), 1)
            row = rows[0]
            self.assertEqual(list(row), KEYS)
            self.assertEqual((row["op"], row["curve"], row["group"], row["n"], row["batch"], row["scalars"]),
                             ("msm", "pallas", "g1", 20, 1, "full"))
            self.assertEqual((row["threads"], row["backend"], row["repeats"], row["checked"]), (1, backend, 2, True))
            self.assertLessEqual(row["best_ms"], row["median_ms"])

    def test_sizes(self):
        rows = self.bench("--sizes", "2..9,2^5,7")
        self.assertEqual([row["n"] for row in rows], [2, 4, 8, 32, 7])
        self.assertEqual(self.bench("--log-n", 4)[0]["n"], 16)

    def test_every_kind_of_scalar_and_group(self):
        for kind in KINDS:
            self.assertEqual(self.bench("--n", 33, "--scalars", kind)[0]["scalars"], kind)
        for entry in rig.info()["curves"]:
            row = self.bench("--n", 3, "--group", entry["group"], curve=entry["curve"])[0]
            self.assertEqual((row["curve"], row["group"]), (entry["curve"], entry["group"]))

    def test_ablation_adds_one_optimisation_a_row(self):
        rows = self.bench("--n", 300, "--ablation", "--c", 6)
        self.assertEqual([row["row"] for row in rows],
                         ["baseline", "+ batch accumulation", "+ signed digits", "+ batch reduction", "+ GLV"])
        words = [set(row["plan"].split()) for row in rows]
        for before, after, lost in zip(words, words[1:], ("accumulate=xyzz", "unsigned", "reduce=running", "")):
            self.assertEqual({word for word in before - after if not word.startswith(("windows=", "c="))},
                             {lost} - {""})
        self.assertIn("parts=2", words[-1])
        self.assertNotIn("gain_percent", rows[0])
        for row in rows[1:]:
            self.assertIn("gain_percent", row)

    def test_baseline_and_widths(self):
        rows = self.bench("--n", 64, "--baseline")
        self.assertEqual([row["row"] for row in rows], ["baseline", "default"])
        rows = self.bench("--n", 64, "--sweep-window")
        widths = [int(row["row"].split()[0].removeprefix("c=")) for row in rows]
        self.assertEqual(widths, list(range(widths[0], widths[0] + len(rows))))
        self.assertEqual(sum("(chosen)" in row["row"] for row in rows), 1)

    def test_batches(self):
        self.assertEqual(self.bench("--n", 9, "--batch", 5)[0]["batch"], 5)

    def test_the_file_says_how_it_was_made(self):
        path = self.scratch / "out.json"
        rows = self.bench("--n", 8, "-o", path)
        document = json.loads(path.read_text())
        self.assertEqual(document["rows"], rows)
        self.assertIn(f"quiver bench msm --curve pallas --repeat 2 --json --n 8 -o {path}", document["command"])
        self.assertEqual(set(document["machine"]), {"cpu", "features", "compiler"})

    def test_usage(self):
        for text, words in (("no list of sizes", ("--sizes", "0")), ("no list of sizes", ("--sizes", "2^29")),
                            ("no list of sizes", ("--sizes", "9..8")), ("no list of sizes", ("--sizes", "1,,2")),
                            ("did you mean witness?", ("--scalars", "witnes")), ("--batch", ("--batch", 0)),
                            ("excludes", ("--n", 4, "--log-n", 2)), ("excludes", ("--ablation", "--baseline")),
                            ("--n", ("--log-n", 29)), ("--seed", ("--seed", "x"))):
            self.refuse(2, text, "bench", "msm", "--curve", "pallas", *words)
        self.refuse(2, "--curve is required", "bench", "msm")


if __name__ == "__main__":
    rig.main()
