//! blst: `MultiPoint::mult` over BLS12-381.

use crate::{hex, time, Job, Outcome};
use blst::*;

const SCALAR_BITS: usize = 255;

fn fp(bytes: &[u8]) -> blst_fp {
    let mut out = blst_fp::default();
    unsafe { blst_fp_from_lendian(&mut out, bytes.as_ptr()) };
    out
}

fn fp_hex(v: &blst_fp) -> String {
    let mut bytes = [0u8; 48];
    unsafe { blst_lendian_from_fp(bytes.as_mut_ptr(), v) };
    hex(&bytes)
}

pub fn run(job: &Job) -> Option<Outcome> {
    match job.group.as_str() {
        "bls12-381-g1" => {
            let points: Vec<blst_p1_affine> = (0..job.n)
                .map(|i| blst_p1_affine {
                    x: fp(job.coordinate(i, 0, 48, 1)[0]),
                    y: fp(job.coordinate(i, 1, 48, 1)[0]),
                })
                .collect();
            let describe = |sum: blst_p1| {
                let mut affine = blst_p1_affine::default();
                unsafe { blst_p1_to_affine(&mut affine, &sum) };
                vec![fp_hex(&affine.x), fp_hex(&affine.y)]
            };
            Some(time(job.repeat, || points.as_slice().mult(job.scalar_bytes(), SCALAR_BITS), describe))
        }
        "bls12-381-g2" => {
            let fp2 = |i: usize, c: usize| {
                let parts = job.coordinate(i, c, 48, 2);
                blst_fp2 { fp: [fp(parts[0]), fp(parts[1])] }
            };
            let points: Vec<blst_p2_affine> =
                (0..job.n).map(|i| blst_p2_affine { x: fp2(i, 0), y: fp2(i, 1) }).collect();
            let describe = |sum: blst_p2| {
                let mut affine = blst_p2_affine::default();
                unsafe { blst_p2_to_affine(&mut affine, &sum) };
                affine.x.fp.iter().chain(&affine.y.fp).map(fp_hex).collect()
            };
            Some(time(job.repeat, || points.as_slice().mult(job.scalar_bytes(), SCALAR_BITS), describe))
        }
        _ => None,
    }
}
