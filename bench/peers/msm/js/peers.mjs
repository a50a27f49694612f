// Times one multi-scalar multiplication of a JavaScript or WebAssembly peer on the inputs that all programs of
// bench/peers/msm share.
//
// Usage: node peers.mjs --peer NAME --group GROUP --n N --dir DIR --repeat R. Files, output and exit codes are those of
// the Rust program beside this one. All peers run on one thread.
import {readFileSync} from "node:fs";
import {join} from "node:path";

const NOT_SERVED = 5;

/** The integer of little-endian bytes. */
function integer(bytes) {
  return BigInt("0x" + Buffer.from(bytes).reverse().toString("hex"));
}

const hex = (value) => "0x" + value.toString(16);

class Job {
  constructor(options) {
    this.group = options.group;
    this.n = Number(options.n);
    this.repeat = Number(options.repeat);
    this.points = readFileSync(join(options.dir, "points.bin"));
    this.scalars = readFileSync(join(options.dir, "scalars.bin"));
    this.size = this.group.startsWith("bls12") ? 48 : 32;
    this.degree = this.group.endsWith("g2") ? 2 : 1;
  }

  /** The parts of coordinate c (0: x, 1: y) of point i. */
  coordinate(i, c) {
    const {size, degree} = this;
    const at = (2 * i + c) * size * degree;
    return Array.from({length: degree}, (_, j) => this.points.subarray(at + j * size, at + (j + 1) * size));
  }

  scalar(i) {
    return this.scalars.subarray(32 * i, 32 * (i + 1));
  }

  all(make) {
    return Array.from({length: this.n}, (_, i) => make(i));
  }
}

// ---- Peers: each returns {work, describe}, or null for a group that it does not serve. ---------------------------------

async function noble(job) {
  const {bls12_381} = await import("@noble/curves/bls12-381.js");
  const {bn254} = await import("@noble/curves/bn254.js");
  const {pippenger} = await import("@noble/curves/abstract/curve.js");
  const curve = {"bls12-381": bls12_381, bn254}[job.group.slice(0, -3)];
  if (curve === undefined) return null;
  const Point = curve[job.group.slice(-2).toUpperCase()].Point;
  const element = (parts) => (job.degree === 1 ? integer(parts[0]) : {c0: integer(parts[0]), c1: integer(parts[1])});
  const points = job.all((i) => Point.fromAffine({x: element(job.coordinate(i, 0)), y: element(job.coordinate(i, 1))}));
  const scalars = job.all((i) => integer(job.scalar(i)));
  const parts = (value) => (job.degree === 1 ? [value] : [value.c0, value.c1]);
  return {
    work: () => pippenger(Point, points, scalars),
    describe(sum) {
      const {x, y} = sum.toAffine();
      return [...parts(x), ...parts(y)].map(hex);
    },
  };
}

async function ffjavascript(job) {
  const {getCurveFromName} = await import("ffjavascript");
  const name = {"bls12-381": "bls12381", bn254: "bn128"}[job.group.slice(0, -3)];
  if (name === undefined) return null;
  const curve = await getCurveFromName(name, true);
  const group = curve[job.group.slice(-2).toUpperCase()];
  const bytes = job.size * job.degree;
  const bases = new Uint8Array(2 * bytes * job.n);
  for (let i = 0; i < job.n; i++)
    for (const c of [0, 1]) {
      const parts = job.coordinate(i, c).map((part) => curve.F1.fromRprLE(part, 0)); // in Montgomery form
      parts.forEach((part, j) => bases.set(part, (2 * i + c) * bytes + j * job.size));
    }
  const scalars = new Uint8Array(job.scalars.subarray(0, 32 * job.n));
  return {
    work: () => group.multiExpAffine(bases, scalars),
    describe(sum) {
      const [x, y] = group.toObject(group.toAffine(sum));
      return [x, y].flat().map(hex);
    },
  };
}

async function mclWasm(job) {
  const {default: mcl} = await import("mcl-wasm");
  const curve = {"bls12-381": mcl.BLS12_381, bn254: mcl.BN_SNARK1}[job.group.slice(0, -3)];
  if (curve === undefined || job.n > 1 << 13) return null; // more do not fit its stack
  await mcl.init(curve);
  const element = (bytes) => {
    const out = new mcl.Fp();
    out.setLittleEndian(new Uint8Array(bytes));
    return out;
  };
  const number = (value) => {
    const out = new mcl.Fp();
    out.setInt(value);
    return out;
  };
  const coordinate = (parts) => {
    if (parts.length === 1) return parts[0];
    const out = new mcl.Fp2();
    out.set_a(parts[0]);
    out.set_b(parts[1]);
    return out;
  };
  const one = coordinate([number(1), number(0)].slice(0, job.degree));
  const points = job.all((i) => {
    const out = job.degree === 1 ? new mcl.G1() : new mcl.G2();
    out.setX(coordinate(job.coordinate(i, 0).map(element)));
    out.setY(coordinate(job.coordinate(i, 1).map(element)));
    out.setZ(one);
    return out;
  });
  const scalars = job.all((i) => {
    const out = new mcl.Fr();
    out.setLittleEndian(new Uint8Array(job.scalar(i)));
    return out;
  });
  return {
    work: () => mcl.mulVec(points, scalars),
    describe(sum) {
      sum.normalize();
      return [sum.getX(), sum.getY()].flatMap((v) => v.getStr(16).split(" ")).map((v) => "0x" + v);
    },
  };
}

const PEERS = {ffjavascript, "mcl-wasm": mclWasm, noble};

// ---- Timing ------------------------------------------------------------------------------------------------------------

async function main() {
  const options = {};
  for (let i = 2; i + 1 < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
  const job = new Job(options);
  const peer = await PEERS[options.peer](job);
  if (peer === null) process.exit(NOT_SERVED);
  const outcome = {peer: options.peer, group: job.group, n: job.n, cpu_ms: Infinity, wall_ms: Infinity, result: []};
  outcome.result = peer.describe(await peer.work()); // the first is not counted: it is compiled meanwhile
  for (let i = 0; i < job.repeat; i++) {
    const cpu = process.cpuUsage();
    const wall = performance.now();
    const sum = await peer.work();
    const used = process.cpuUsage(cpu);
    outcome.wall_ms = Math.min(outcome.wall_ms, performance.now() - wall);
    outcome.cpu_ms = Math.min(outcome.cpu_ms, (used.user + used.system) / 1000);
    outcome.result = peer.describe(sum);
  }
  console.log(JSON.stringify(outcome));
  process.exit(0);
}

await main();
