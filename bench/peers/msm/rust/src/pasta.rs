//! pasta-msm over pasta_curves 0.5: its C++ Pippenger.

use crate::{hex, time, Job, Outcome};
use pasta05_curves::arithmetic::CurveAffine;
use pasta05_curves::group::ff::PrimeField;
use pasta05_curves::{pallas, vesta};

fn prime<F: PrimeField>(bytes: &[u8]) -> F {
    let mut repr = F::Repr::default();
    repr.as_mut().copy_from_slice(bytes);
    Option::from(F::from_repr(repr)).expect("below the modulus")
}

fn sum<C: CurveAffine>(job: &Job, msm: impl Fn(&[C], &[C::ScalarExt]) -> C::CurveExt) -> Outcome
where
    C: From<C::CurveExt>,
    C::Base: PrimeField,
{
    let coordinate = |i: usize, c: usize| prime(job.coordinate(i, c, 32, 1)[0]);
    let bases: Vec<C> = (0..job.n)
        .map(|i| Option::from(C::from_xy(coordinate(i, 0), coordinate(i, 1))).expect("on the curve"))
        .collect();
    let scalars: Vec<C::ScalarExt> = (0..job.n).map(|i| prime(job.scalar(i))).collect();
    time(job.repeat, || msm(&bases, &scalars), |sum| {
        let coordinates = C::from(sum).coordinates().expect("not the identity");
        [coordinates.x(), coordinates.y()].into_iter().map(|v| hex(v.to_repr().as_ref())).collect()
    })
}

pub fn run(job: &Job) -> Option<Outcome> {
    Some(match job.group.as_str() {
        "pallas-g1" => sum::<pallas::Affine>(job, pasta_msm::pallas),
        "vesta-g1" => sum::<vesta::Affine>(job, pasta_msm::vesta),
        _ => return None,
    })
}
