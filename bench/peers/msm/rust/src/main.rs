//! Times one multi-scalar multiplication of a Rust or C peer on the inputs that all programs of bench/peers/msm share.
//!
//! Usage: `quiver-msm-peers --peer NAME --group GROUP --n N --dir DIR --repeat R`. DIR holds points.bin (affine x, y,
//! canonical, little-endian, 32 or 48 bytes a coordinate, Fp2 as c0, c1) and scalars.bin (32 bytes each, little-endian);
//! the first N of both are used. Prints one line of JSON; exit code 5: the peer does not serve the group.
//! Threads are limited by the affinity mask and RAYON_NUM_THREADS, as each peer wants it.

mod ark_msm;
mod arkworks;
mod blst_peer;
mod halo2;
mod mcl;
mod pasta;
mod snarkvm;

use std::process::exit;

pub struct Job {
    pub group: String,
    pub n: usize,
    pub repeat: usize,
    points: Vec<u8>,
    scalars: Vec<u8>,
}

impl Job {
    /// Coordinate `c` (0: x, 1: y) of point `i`, its `degree` parts of `size` bytes.
    pub fn coordinate(&self, i: usize, c: usize, size: usize, degree: usize) -> Vec<&[u8]> {
        let at = (2 * i + c) * size * degree;
        (0..degree).map(|j| &self.points[at + j * size..at + (j + 1) * size]).collect()
    }

    pub fn scalar(&self, i: usize) -> &[u8; 32] {
        self.scalars[32 * i..32 * (i + 1)].try_into().unwrap()
    }

    pub fn scalar_bytes(&self) -> &[u8] {
        &self.scalars[..32 * self.n]
    }
}

/// Best times over the repetitions, the first not counted, and the last result: x and y, each of `degree` integers.
pub struct Outcome {
    pub cpu_ms: f64,
    pub wall_ms: f64,
    pub result: Vec<String>,
}

fn now_ms(clock: libc::clockid_t) -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(clock, &mut t) };
    t.tv_sec as f64 * 1e3 + t.tv_nsec as f64 * 1e-6
}

pub fn time<T>(repeat: usize, mut work: impl FnMut() -> T, describe: impl Fn(T) -> Vec<String>) -> Outcome {
    let mut outcome = Outcome { cpu_ms: f64::INFINITY, wall_ms: f64::INFINITY, result: describe(work()) };
    for _ in 0..repeat {
        let (wall, cpu) = (now_ms(libc::CLOCK_MONOTONIC), now_ms(libc::CLOCK_PROCESS_CPUTIME_ID));
        let sum = work();
        let (wall, cpu) =
            (now_ms(libc::CLOCK_MONOTONIC) - wall, now_ms(libc::CLOCK_PROCESS_CPUTIME_ID) - cpu);
        outcome.cpu_ms = outcome.cpu_ms.min(cpu);
        outcome.wall_ms = outcome.wall_ms.min(wall);
        outcome.result = describe(sum);
    }
    outcome
}

/// "0x…" without leading zeros.
pub fn hex(little_endian: &[u8]) -> String {
    let digits: String = little_endian.iter().rev().map(|b| format!("{b:02x}")).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

fn fail(text: &str) -> ! {
    eprintln!("quiver-msm-peers: {text}");
    exit(2)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| -> String {
        let at = arguments.iter().position(|a| a == name).unwrap_or_else(|| fail(&format!("{name} is missing")));
        arguments.get(at + 1).cloned().unwrap_or_else(|| fail(&format!("{name} wants a value")))
    };
    let number = |name: &str| -> usize { value(name).parse().unwrap_or_else(|_| fail(&format!("{name}: no number"))) };
    let read = |name: &str| {
        let path = std::path::Path::new(&value("--dir")).join(name);
        std::fs::read(&path).unwrap_or_else(|e| fail(&format!("{}: {e}", path.display())))
    };
    let job = Job {
        group: value("--group"),
        n: number("--n"),
        repeat: number("--repeat"),
        points: read("points.bin"),
        scalars: read("scalars.bin"),
    };
    let peer = value("--peer");
    let outcome = match peer.as_str() {
        "ark-msm" => ark_msm::run(&job),
        "arkworks" => arkworks::run(&job),
        "blst" => blst_peer::run(&job),
        "halo2curves" => halo2::run_halo2curves(&job),
        "halo2_proofs" => halo2::run_halo2_proofs(&job),
        "mcl" => mcl::run(&job),
        "pasta-msm" => pasta::run(&job),
        "snarkvm" => snarkvm::run(&job),
        _ => fail("no such peer"),
    };
    let Some(outcome) = outcome else { exit(5) };
    let result: Vec<String> = outcome.result.iter().map(|v| format!("\"{v}\"")).collect();
    println!(
        "{{\"peer\": \"{peer}\", \"group\": \"{}\", \"n\": {}, \"cpu_ms\": {:.6}, \"wall_ms\": {:.6}, \"result\": [{}]}}",
        job.group,
        job.n,
        outcome.cpu_ms,
        outcome.wall_ms,
        result.join(", ")
    );
}
