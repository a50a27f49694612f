//! mcl through mcl_rust: `mulVec`, one thread. It uses AVX-512 IFMA on BLS12-381 where the CPU has it.

use crate::{hex, time, Job, Outcome};
use mcl_rust::{CurveType, Fp, Fp2, Fr, G1, G2};

fn fp(bytes: &[u8]) -> Fp {
    let mut out = Fp::zero();
    assert!(out.set_little_endian(bytes), "below the modulus");
    out
}

fn fp_hex(v: &Fp) -> String {
    hex(&v.serialize())
}

fn one() -> Fp {
    let mut out = Fp::zero();
    out.set_int(1);
    out
}

fn run_g1(job: &Job, size: usize) -> Outcome {
    let coordinate = |i: usize, c: usize| fp(job.coordinate(i, c, size, 1)[0]);
    let bases: Vec<G1> =
        (0..job.n).map(|i| G1 { x: coordinate(i, 0), y: coordinate(i, 1), z: one() }).collect();
    let scalars = scalars(job);
    let work = || {
        let mut sum = G1::zero();
        G1::mul_vec(&mut sum, &bases, &scalars);
        sum
    };
    time(job.repeat, work, |sum| {
        let mut affine = G1::zero();
        G1::normalize(&mut affine, &sum);
        vec![fp_hex(&affine.x), fp_hex(&affine.y)]
    })
}

fn run_g2(job: &Job, size: usize) -> Outcome {
    let coordinate = |i: usize, c: usize| {
        let parts = job.coordinate(i, c, size, 2);
        Fp2 { d: [fp(parts[0]), fp(parts[1])] }
    };
    let bases: Vec<G2> = (0..job.n)
        .map(|i| G2 { x: coordinate(i, 0), y: coordinate(i, 1), z: Fp2 { d: [one(), Fp::zero()] } })
        .collect();
    let scalars = scalars(job);
    let work = || {
        let mut sum = G2::zero();
        G2::mul_vec(&mut sum, &bases, &scalars);
        sum
    };
    time(job.repeat, work, |sum| {
        let mut affine = G2::zero();
        G2::normalize(&mut affine, &sum);
        affine.x.d.iter().chain(&affine.y.d).map(fp_hex).collect()
    })
}

fn scalars(job: &Job) -> Vec<Fr> {
    (0..job.n)
        .map(|i| {
            let mut out = Fr::zero();
            assert!(out.set_little_endian(job.scalar(i)), "below the order");
            out
        })
        .collect()
}

pub fn run(job: &Job) -> Option<Outcome> {
    let (curve, size) = match job.group.rsplit_once('-')?.0 {
        "bls12-381" => (CurveType::BLS12_381, 48),
        "bls12-377" => (CurveType::BLS12_377, 48),
        "bn254" => (CurveType::SNARK, 32),
        _ => return None,
    };
    assert!(mcl_rust::init(curve));
    Some(if job.group.ends_with("g1") { run_g1(job, size) } else { run_g2(job, size) })
}
