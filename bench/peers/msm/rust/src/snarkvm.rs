//! snarkVM: `VariableBase::msm` over BLS12-377.

use crate::{hex, time, Job, Outcome};
use snarkvm_algorithms::msm::VariableBase;
use snarkvm_curves::bls12_377::{Fq, Fr, G1Affine};
use snarkvm_curves::ProjectiveCurve;
use snarkvm_fields::PrimeField;
use snarkvm_utilities::ToBytes;

fn prime<F: PrimeField>(bytes: &[u8]) -> F {
    F::from_bytes_le_mod_order(bytes)
}

pub fn run(job: &Job) -> Option<Outcome> {
    if job.group != "bls12-377-g1" {
        return None;
    }
    let bases: Vec<G1Affine> = (0..job.n)
        .map(|i| {
            let (x, y): (Fq, Fq) = (prime(job.coordinate(i, 0, 48, 1)[0]), prime(job.coordinate(i, 1, 48, 1)[0]));
            G1Affine::new(x, y, false)
        })
        .collect();
    let scalars: Vec<_> = (0..job.n).map(|i| prime::<Fr>(job.scalar(i)).to_bigint()).collect();
    Some(time(
        job.repeat,
        || VariableBase::msm(&bases, &scalars),
        |sum| {
            let affine = sum.to_affine();
            [affine.x, affine.y].iter().map(|v| hex(&v.to_bigint().to_bytes_le().expect("bytes"))).collect()
        },
    ))
}
