#!/usr/bin/env python3
"""Runs quiver_bench_micro and writes its figures for benchmarks/results/: nanoseconds for each item, the least CPU time of
several repetitions, with the machine and the command but without what names a host.

    bench/micro/results.py build/bench/quiver_bench_micro --filter field/ -o benchmarks/results/micro-field.json
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    value = lambda key: (re.search(rf"^{key}\s*: (.*)$", text, re.M) or ["", "unknown"])[1]
    return {"cpu": value("model name"), "family_model_stepping": "-".join(map(value, ("cpu family", "model", "stepping")))}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--filter", default=".", help="a regular expression of benchmark names")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    flags = [f"--benchmark_filter={arguments.filter}", f"--benchmark_repetitions={arguments.repetitions}",
             "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.1", "--benchmark_format=json"]
    report = json.loads(subprocess.run([arguments.program, *flags], check=True, stdout=subprocess.PIPE).stdout)

    best = {}
    for run in report["benchmarks"]:
        if run["run_type"] == "iteration":
            name = run["run_name"]
            best[name] = min(best.get(name, float("inf")), 1e9 * run["s_per_item"])
    rows = [{"name": name, "ns_per_item": round(value, 2)} for name, value in best.items()]
    for row in rows:
        fermat = best.get(row["name"] + "_fermat")
        if fermat:
            row["fermat_ratio"] = round(fermat / best[row["name"]], 2)
    document = {"benchmark": "micro", "unit": "ns of CPU time per item, least of the repetitions",
                "command": "bench/micro/results.py " + " ".join(["build/bench/quiver_bench_micro", *sys.argv[2:]]),
                "machine": machine(), "rows": rows}
    text = json.dumps(document, indent=1)
    arguments.output.write_text(re.sub(r"\{\s+(\"name\".*?)\s+\}", lambda m: "{" + re.sub(r"\s*\n\s*", " ", m[1]) + "}",
                                       text, flags=re.S) + "\n")


if __name__ == "__main__":
    main()
