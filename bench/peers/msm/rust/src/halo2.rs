//! halo2curves: `msm::msm_best`; halo2_proofs over pasta_curves: `best_multiexp`. Their traits are of different versions
//! of the ff and group crates, so that one text is compiled for both.

use crate::{Job, Outcome};

macro_rules! family {
    ($name:ident, $root:path, $ff:path, $msm:expr) => {
        mod $name {
            use crate::{hex, time, Job, Outcome};
            use $ff as ff_traits;
            use $root as curves;
            use curves::CurveAffine;
            use ff_traits::PrimeField;

            fn prime<F: PrimeField>(bytes: &[u8]) -> F {
                let mut repr = F::Repr::default();
                repr.as_mut().copy_from_slice(bytes);
                Option::from(F::from_repr(repr)).expect("below the modulus")
            }

            /// `read` and `write`: a coordinate from and to canonical integers.
            pub fn sum<C: CurveAffine>(
                job: &Job,
                size: usize,
                degree: usize,
                read: impl Fn(Vec<&[u8]>) -> C::Base,
                write: impl Fn(C::Base) -> Vec<String>,
            ) -> Outcome
            where
                C: From<C::Curve>,
            {
                let coordinate = |i: usize, c: usize| read(job.coordinate(i, c, size, degree));
                let bases: Vec<C> = (0..job.n)
                    .map(|i| Option::from(C::from_xy(coordinate(i, 0), coordinate(i, 1))).expect("on the curve"))
                    .collect();
                let scalars: Vec<C::ScalarExt> = (0..job.n).map(|i| prime(job.scalar(i))).collect();
                let describe = |sum: C::Curve| {
                    let coordinates = C::from(sum).coordinates().expect("not the identity");
                    [*coordinates.x(), *coordinates.y()].into_iter().flat_map(&write).collect()
                };
                time(job.repeat, || $msm(&scalars, &bases), describe)
            }

            pub fn over_prime_field<C: CurveAffine>(job: &Job, size: usize) -> Outcome
            where
                C::Base: PrimeField,
                C: From<C::Curve>,
            {
                sum::<C>(job, size, 1, |parts| prime(parts[0]), |v| vec![hex(v.to_repr().as_ref())])
            }
        }
    };
}

family!(halo2curves_family, halo2curves, halo2curves::ff, halo2curves::msm::msm_best);
family!(
    pasta_family,
    pasta_curves::arithmetic,
    pasta_curves::group::ff,
    halo2_proofs::arithmetic::best_multiexp
);

pub fn run_halo2curves(job: &Job) -> Option<Outcome> {
    use halo2curves_family::over_prime_field;
    Some(match job.group.as_str() {
        "bn254-g1" => over_prime_field::<halo2curves::bn256::G1Affine>(job, 32),
        "grumpkin-g1" => over_prime_field::<halo2curves::grumpkin::G1Affine>(job, 32),
        "pallas-g1" => over_prime_field::<halo2curves::pasta::PallasAffine>(job, 32),
        "vesta-g1" => over_prime_field::<halo2curves::pasta::VestaAffine>(job, 32),
        "bls12-381-g1" => over_prime_field::<halo2curves::bls12381::G1Affine>(job, 48),
        _ => return None,
    })
}

pub fn run_halo2_proofs(job: &Job) -> Option<Outcome> {
    use pasta_family::over_prime_field;
    Some(match job.group.as_str() {
        "pallas-g1" => over_prime_field::<pasta_curves::EpAffine>(job, 32),
        "vesta-g1" => over_prime_field::<pasta_curves::EqAffine>(job, 32),
        _ => return None,
    })
}
