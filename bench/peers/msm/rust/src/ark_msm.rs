//! ark-msm over arkworks 0.3: `VariableBaseMSM::multi_scalar_mul`, which has one thread by design.

use crate::{hex, time, Job, Outcome};
use ark03_bls12_381::{g1::Parameters, Fq, Fr};
use ark03_ec::{short_weierstrass_jacobian::GroupAffine, ProjectiveCurve};
use ark03_ff::{BigInteger, PrimeField};

pub fn run(job: &Job) -> Option<Outcome> {
    if job.group != "bls12-381-g1" {
        return None;
    }
    let coordinate = |i: usize, c: usize| Fq::from_le_bytes_mod_order(job.coordinate(i, c, 48, 1)[0]);
    let bases: Vec<GroupAffine<Parameters>> =
        (0..job.n).map(|i| GroupAffine::new(coordinate(i, 0), coordinate(i, 1), false)).collect();
    let scalars: Vec<_> = (0..job.n).map(|i| Fr::from_le_bytes_mod_order(job.scalar(i)).into_repr()).collect();
    Some(time(
        job.repeat,
        || ark_msm::msm::VariableBaseMSM::multi_scalar_mul(&bases, &scalars),
        |sum| {
            let affine = sum.into_affine();
            [affine.x, affine.y].iter().map(|v| hex(&v.into_repr().to_bytes_le())).collect()
        },
    ))
}
