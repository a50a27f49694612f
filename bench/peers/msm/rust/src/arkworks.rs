//! arkworks: `VariableBaseMSM::msm_unchecked`.

use crate::{hex, time, Job, Outcome};
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, Field, PrimeField};

fn sum<P: SWCurveConfig>(job: &Job, size: usize) -> Outcome {
    type Prime<P> = <<P as ark_ec::CurveConfig>::BaseField as Field>::BasePrimeField;
    let degree = P::BaseField::extension_degree() as usize;
    let coordinate = |i: usize, c: usize| {
        let parts = job.coordinate(i, c, size, degree);
        let parts = parts.into_iter().map(Prime::<P>::from_le_bytes_mod_order);
        P::BaseField::from_base_prime_field_elems(parts).unwrap()
    };
    let bases: Vec<Affine<P>> =
        (0..job.n).map(|i| Affine::new_unchecked(coordinate(i, 0), coordinate(i, 1))).collect();
    let scalars: Vec<P::ScalarField> =
        (0..job.n).map(|i| P::ScalarField::from_le_bytes_mod_order(job.scalar(i))).collect();
    let describe = |sum: Projective<P>| {
        let affine = sum.into_affine();
        let (x, y) = affine.xy().unwrap_or_default();
        [x, y]
            .iter()
            .flat_map(|v| v.to_base_prime_field_elements().collect::<Vec<_>>())
            .map(|v| hex(&v.into_bigint().to_bytes_le()))
            .collect()
    };
    time(job.repeat, || Projective::<P>::msm_unchecked(&bases, &scalars), describe)
}

pub fn run(job: &Job) -> Option<Outcome> {
    Some(match job.group.as_str() {
        "bls12-377-g1" => sum::<ark_bls12_377::g1::Config>(job, 48),
        "bls12-377-g2" => sum::<ark_bls12_377::g2::Config>(job, 48),
        "bls12-381-g1" => sum::<ark_bls12_381::g1::Config>(job, 48),
        "bls12-381-g2" => sum::<ark_bls12_381::g2::Config>(job, 48),
        "bn254-g1" => sum::<ark_bn254::g1::Config>(job, 32),
        "bn254-g2" => sum::<ark_bn254::g2::Config>(job, 32),
        "pallas-g1" => sum::<ark_pallas::PallasConfig>(job, 32),
        "vesta-g1" => sum::<ark_vesta::VestaConfig>(job, 32),
        _ => return None,
    })
}
