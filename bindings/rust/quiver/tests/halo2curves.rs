//! halo2curves points in place, against halo2curves' own sums.
#![cfg(feature = "halo2curves")]

mod common;

use halo2curves::ff::{Field, PrimeField};
use halo2curves::group::{prime::PrimeCurveAffine, Curve, Group};
use halo2curves::CurveAffine;
use quiver::InPlace;
use rand::{Rng, SeedableRng};

fn scalar<F: PrimeField>(random: &mut impl Rng) -> F {
    (0..8).fold(F::ZERO, |sum, _| sum * F::from(1 << 40) + F::from(random.gen::<u64>()))
}

fn check<C>()
where
    C: CurveAffine + PrimeCurveAffine<Curve = <C as CurveAffine>::CurveExt, Scalar = <C as CurveAffine>::ScalarExt>,
    C: InPlace<Scalar = <C as CurveAffine>::ScalarExt>,
{
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(2);
    let generator = <C as PrimeCurveAffine>::Curve::generator();
    let point = |random: &mut _| (generator * scalar::<C::ScalarExt>(random)).to_affine();
    let mut points: Vec<C> = (0..60).map(|_| point(&mut random)).collect();
    let mut scalars: Vec<C::ScalarExt> = (0..60).map(|_| scalar(&mut random)).collect();
    points[1] = <C as PrimeCurveAffine>::identity();
    points[4] = points[3];
    points[6] = (-points[5].to_curve()).to_affine();
    scalars[0] = -C::ScalarExt::ONE;
    scalars[2] = C::ScalarExt::ZERO;
    scalars[5] = C::ScalarExt::ONE;
    scalars[6] = C::ScalarExt::ONE;
    common::agrees(&points, &scalars, |n| {
        points[..n].iter().zip(&scalars).map(|(p, s)| *p * *s).sum::<<C as PrimeCurveAffine>::Curve>().to_affine()
    });
}

macro_rules! curves {
    ($($name:ident: $point:ty;)*) => {$(
        #[test]
        fn $name() {
            check::<$point>();
        }
    )*};
}

curves! {
    bn256_g1: halo2curves::bn256::G1Affine;
    bn256_g2: halo2curves::bn256::G2Affine;
    bls12_381_g1: halo2curves::bls12381::G1Affine;
    bls12_381_g2: halo2curves::bls12381::G2Affine;
    grumpkin: halo2curves::grumpkin::G1Affine;
    pallas: halo2curves::pasta::PallasAffine;
    vesta: halo2curves::pasta::VestaAffine;
}
