#!/usr/bin/env python3
"""Times whole multi-scalar multiplications: quiver and other libraries, in turns, on the same inputs.

    bench/peers/msm.py run --groups bls12-381-g1,bn254-g1 --sizes 2^12..2^18 -o benchmarks/results/msm-peers.json
    bench/peers/msm.py table benchmarks/results/msm-peers.json
    bench/peers/msm.py plot benchmarks/results/msm-peers.json -o benchmarks/results/

Needs cargo, go, cmake and the requirements of the command; peers come from their registries into --work and nothing of
them is kept. Every result is compared with the known one: a peer that disagrees or fails voids the whole run, and no
file is written. Figures are the least CPU time (one thread) or wall time (several) over all turns and repetitions.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUSTFLAGS = "-C target-cpu=native"
RUST_PEERS = ("arkworks", "ark-msm", "blst", "halo2curves", "halo2_proofs", "mcl", "pasta-msm", "snarkvm")
JS_PEERS = ("ffjavascript", "mcl-wasm", "noble")
PEERS = ("quiver", *RUST_PEERS, "gnark-crypto", *JS_PEERS)
NOT_SERVED = 5
# A turn of one program lasts about this long, in repetitions of what the first turn measured.
TURN_MS = 1000


class Void(Exception):
    """The run says nothing: something failed or disagreed."""


def sizes_of(text):
    """"8,2^10" or "2^8..2^18", each twice the one before."""
    value = lambda word: 2 ** int(word[2:]) if word.startswith("2^") else int(word)
    out = []
    for item in text.split(","):
        first, _, last = item.partition("..")
        n = value(first)
        while n <= value(last or first):
            out.append(n)
            n *= 2
    return out


def build(work, peers):
    """The programs, by peer's name."""
    environment = {**os.environ, "CARGO_TARGET_DIR": str(work / "rust"), "RUSTFLAGS": RUSTFLAGS}
    cmake = work / "quiver"
    steps = [
        (["cargo", "build", "--release", "--locked", "--manifest-path", HERE / "msm/rust/Cargo.toml"], HERE),
        (["go", "build", "-mod=readonly", "-o", work / "go-peers", "."], HERE / "msm/go"),
        (["cmake", "-S", ROOT, "-B", cmake, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DQUIVER_BENCH=ON",
          "-DQUIVER_TESTS=OFF"], ROOT),
        (["cmake", "--build", cmake, "--target", "quiver_msm_peer"], ROOT),
    ]
    if set(peers) & set(JS_PEERS):
        for file in ("package.json", "package-lock.json", "peers.mjs"):
            (work / "js").mkdir(exist_ok=True)
            shutil.copy(HERE / "msm/js" / file, work / "js" / file)
        steps.append((["npm", "ci", "--silent", "--no-audit", "--no-fund"], work / "js"))
    for command, folder in steps:
        subprocess.run(list(map(str, command)), check=True, cwd=folder, env=environment, stdout=sys.stderr)
    programs = {peer: [work / "rust/release/quiver-msm-peers", "--peer", peer] for peer in RUST_PEERS}
    programs |= {peer: ["node", work / "js/peers.mjs", "--peer", peer] for peer in JS_PEERS}
    programs["gnark-crypto"] = [work / "go-peers"]
    programs["quiver"] = [cmake / "bench/quiver_msm_peer", "run"]
    return programs


def versions():
    out = {}
    lock = (HERE / "msm/rust/Cargo.lock").read_text()
    for peer in RUST_PEERS: # of arkworks there are two versions: ark-msm is built on the old one
        crate = {"arkworks": "ark-pallas", "mcl": "mcl_rust", "snarkvm": "snarkvm-algorithms"}.get(peer, peer)
        out[peer] = re.search(rf'name = "{crate}"\nversion = "([^"]+)"', lock)[1]
    packages = json.loads((HERE / "msm/js/package.json").read_text())["dependencies"]
    for peer in JS_PEERS:
        out[peer] = packages["@noble/curves" if peer == "noble" else peer]
    out["gnark-crypto"] = re.search(r"gnark-crypto v(\S+)", (HERE / "msm/go/go.mod").read_text())[1]
    return out


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    value = lambda key: (re.search(rf"^{key}\s*: (.*)$", text, re.M) or ["", "unknown"])[1]
    first_line = lambda *command: subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
    return {"cpu": value("model name"), "family_model_stepping": "-".join(map(value, ("cpu family", "model", "stepping"))),
            "cc": first_line("cc", "--version"), "rustc": first_line("rustc", "--version"),
            "go": first_line("go", "version"), "node": first_line("node", "--version"), "rustflags": RUSTFLAGS}


class Runner:
    def __init__(self, programs, arguments, folder):
        self.programs, self.arguments, self.folder = programs, arguments, folder
        self.expected = {}
        self.last = {} # each peer's points and wall time of the size before
        count = os.cpu_count() or 1
        if arguments.threads > count:
            raise Void(f"{arguments.threads} threads on {count} processors")
        # The last processors: the first ones have the interrupts.
        self.mask = ",".join(str(i) for i in range(count - arguments.threads, count))

    def generate(self, group, sizes):
        command = [*self.programs["quiver"][:1], "gen", "--group", group, "--sizes", ",".join(map(str, sizes)), "--dir",
                   self.folder, "--seed", str(self.arguments.seed)]
        subprocess.run(list(map(str, command)), check=True)
        self.expected = json.loads((self.folder / "expected.json").read_text())
        self.last = {}

    def turn(self, peer, group, n, repeat):
        """What the peer prints, or None where it does not serve the group."""
        threads = str(self.arguments.threads)
        command = ["taskset", "-c", self.mask, *self.programs[peer], "--group", group, "--n", str(n), "--dir", self.folder,
                   "--repeat", str(repeat)]
        if peer in ("quiver", "gnark-crypto"):
            command += ["--threads", threads]
        if peer == "quiver" and self.arguments.backend:
            command += ["--backend", self.arguments.backend]
        environment = {**os.environ, "RAYON_NUM_THREADS": threads, "GOMAXPROCS": threads}
        process = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True)
        if process.returncode == NOT_SERVED:
            return None
        if process.returncode != 0:
            raise Void(f"{peer}, {group}, n = {n}: {process.stderr.strip() or process.returncode}")
        out = json.loads(process.stdout)
        if out["result"] != self.expected[str(n)]:
            raise Void(f"{peer}, {group}, n = {n}: the result is not the known one")
        return out

    def measure(self, group, n):
        """{peer: its best times} over all turns."""
        best = {}
        repeats = {}
        for turn in range(self.arguments.turns):
            for peer in self.arguments.peers:
                if turn and peer not in best or self.too_long(peer, n):
                    continue
                out = self.turn(peer, group, n, repeats.get(peer, 1))
                if out is None:
                    continue
                repeats[peer] = max(1, min(200, round(TURN_MS / max(out["wall_ms"], 1e-3))))
                kept = best.setdefault(peer, out)
                for key in ("cpu_ms", "wall_ms"):
                    kept[key] = min(kept[key], out[key])
        self.last |= {peer: (n, out["wall_ms"]) for peer, out in best.items()}
        return best

    def too_long(self, peer, n):
        """Whether a sum would take longer than --longest, by the time that the size before took."""
        before, wall_ms = self.last.get(peer, (n, 0))
        return wall_ms * n / before > 1e3 * self.arguments.longest


def run(arguments):
    arguments.work.mkdir(parents=True, exist_ok=True)
    programs = build(arguments.work.resolve(), arguments.peers)
    key = "cpu_ms" if arguments.threads == 1 else "wall_ms"
    rows, backend = [], set()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(programs, arguments, pathlib.Path(folder))
        for group in arguments.groups:
            runner.generate(group, arguments.sizes)
            for n in arguments.sizes:
                best = runner.measure(group, n)
                row = {"group": group, "n": n, "quiver_ms": round(best["quiver"][key], 4), "peers_ms": {}, "ratio": {}}
                backend.add(best["quiver"]["backend"])
                for peer, times in best.items():
                    if peer != "quiver":
                        row["peers_ms"][peer] = round(times[key], 4)
                        row["ratio"][peer] = round(times[key] / best["quiver"][key], 3)
                rows.append(row)
                print(f"{group:14} {n:8} quiver {row['quiver_ms']:10.3f} ms  peers / quiver:",
                      ", ".join(f"{peer} {ratio:.2f}" for peer, ratio in sorted(row["ratio"].items(), key=lambda x: x[1])),
                      file=sys.stderr, flush=True)
    document = {
        "benchmark": "msm against peers",
        "command": "bench/peers/msm.py " + " ".join(arguments.words),
        "unit": "ms, least " + ("CPU time of the process" if key == "cpu_ms" else "wall time") +
                f" over {arguments.turns} turns of about a second; programs take turns; all results compared",
        "ratio": "peer / quiver: above 1, quiver is faster",
        "threads": arguments.threads, "backend": sorted(backend), "machine": machine(), "peers": versions(), "rows": rows,
    }
    text = json.dumps(document, indent=1)
    text = re.sub(r"\{\n   \"group\".*?\n  \}", lambda m: re.sub(r"\s*\n\s*", " ", m[0]), text, flags=re.S)
    part = arguments.output.with_suffix(".part")
    part.write_text(text + "\n")
    part.replace(arguments.output)


def table(arguments):
    """Markdown: for each group and size our time, the fastest peer and the ratio."""
    document = json.loads(arguments.file.read_text())
    print("| group | n | quiver, ms | fastest peer | ms | peer / quiver |\n|---|---|---|---|---|---|")
    for row in document["rows"]:
        if not row["peers_ms"]:
            continue
        peer = min(row["peers_ms"], key=row["peers_ms"].get)
        print(f"| {row['group']} | {row['n']} | {row['quiver_ms']:.3f} | {peer} | {row['peers_ms'][peer]:.3f} | "
              f"{row['ratio'][peer]:.2f} |")


def plot(arguments):
    """One SVG a group: time per point against n."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "quiver", "font.size": 9})
    from matplotlib import pyplot

    document = json.loads(arguments.file.read_text())
    for group in dict.fromkeys(row["group"] for row in document["rows"]):
        rows = [row for row in document["rows"] if row["group"] == group]
        figure, axes = pyplot.subplots(figsize=(6, 4))
        for peer in ["quiver", *dict.fromkeys(peer for row in rows for peer in row["peers_ms"])]:
            of = [(row["n"], row["quiver_ms"] if peer == "quiver" else row["peers_ms"].get(peer)) for row in rows]
            of = [(n, 1e3 * ms / n) for n, ms in of if ms is not None]
            axes.plot(*zip(*of), label=peer, marker="o", markersize=3, linewidth=2.5 if peer == "quiver" else 1)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("points")
        axes.set_ylabel("µs a point")
        axes.set_title(f"{group}, {document['threads']} thread(s), quiver on {', '.join(document['backend'])}")
        axes.grid(True, which="both", alpha=0.3)
        axes.legend()
        figure.tight_layout()
        figure.savefig(arguments.output / f"{arguments.file.stem}-{group}.svg", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("run", help="measure and write a JSON file")
    command.add_argument("--groups", type=lambda text: text.split(","), required=True)
    command.add_argument("--sizes", type=sizes_of, required=True, help="8,2^10 or 2^8..2^18")
    command.add_argument("--peers", type=lambda text: text.split(","), default=list(PEERS), help="of " + ", ".join(PEERS))
    command.add_argument("--threads", type=int, default=1)
    command.add_argument("--backend", help="of quiver; by default the best")
    command.add_argument("--turns", type=int, default=5)
    command.add_argument("--longest", type=float, default=10,
                         help="seconds: a peer is left out of sizes at which a sum would take longer")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--work", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "quiver-peers")
    command.add_argument("-o", "--output", type=pathlib.Path, required=True)
    command.set_defaults(run=run)
    command = commands.add_parser("table", help="print a file's table in Markdown")
    command.add_argument("file", type=pathlib.Path)
    command.set_defaults(run=table)
    command = commands.add_parser("plot", help="draw a file's SVGs")
    command.add_argument("file", type=pathlib.Path)
    command.add_argument("-o", "--output", type=pathlib.Path, required=True)
    command.set_defaults(run=plot)
    arguments = parser.parse_args()
    if arguments.run is run:
        unknown = set(arguments.peers) - set(PEERS)
        if unknown:
            parser.error(f"--peers: there is no {', '.join(sorted(unknown))}")
        if "quiver" not in arguments.peers:
            arguments.peers.insert(0, "quiver")
        arguments.words = sys.argv[1:]
        if "--work" in arguments.words: # where this machine keeps its builds is nobody's business
            at = arguments.words.index("--work")
            del arguments.words[at:at + 2]
    try:
        arguments.run(arguments)
    except Void as error:
        sys.exit(f"void: {error}")


if __name__ == "__main__":
    main()
