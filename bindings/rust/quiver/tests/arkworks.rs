//! arkworks points in place, against arkworks' own sums.
#![cfg(feature = "arkworks")]

mod common;

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, Field, PrimeField};
use quiver::{InPlace, Status, Validation};
use rand::{Rng, SeedableRng};

fn scalar<F: PrimeField>(random: &mut impl Rng) -> F {
    let bytes: [u8; 40] = std::array::from_fn(|_| random.gen());
    F::from_le_bytes_mod_order(&bytes)
}

fn check<C: SWCurveConfig>()
where
    Affine<C>: InPlace<Scalar = C::ScalarField>,
{
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let generator = Affine::<C>::generator();
    let mut points: Vec<Affine<C>> =
        (0..60).map(|_| (generator * scalar::<C::ScalarField>(&mut random)).into_affine()).collect();
    let mut scalars: Vec<C::ScalarField> = (0..60).map(|_| scalar(&mut random)).collect();
    // The identity, equal points, opposites; 0, 1, -1.
    points[1] = Affine::identity();
    points[4] = points[3];
    points[6] = -points[5];
    scalars[0] = -C::ScalarField::ONE;
    scalars[2] = C::ScalarField::ZERO;
    scalars[5] = C::ScalarField::ONE;
    scalars[6] = C::ScalarField::ONE;
    common::agrees(&points, &scalars, |n| Projective::<C>::msm_unchecked(&points[..n], &scalars[..n]).into_affine());

    let off = C::BaseField::ONE;
    points[7] = Affine::new_unchecked(off, off);
    if !points[7].is_on_curve() {
        let error = quiver::msm(&points, &scalars, Validation::OnCurve).unwrap_err();
        assert_eq!((error.status, error.index), (Status::BadData, Some(7)));
    }
}

macro_rules! curves {
    ($($name:ident: $config:ty;)*) => {$(
        #[test]
        fn $name() {
            check::<$config>();
        }
    )*};
}

curves! {
    bls12_377_g1: ark_bls12_377::g1::Config;
    bls12_377_g2: ark_bls12_377::g2::Config;
    bls12_381_g1: ark_bls12_381::g1::Config;
    bls12_381_g2: ark_bls12_381::g2::Config;
    bn254_g1: ark_bn254::g1::Config;
    bn254_g2: ark_bn254::g2::Config;
    pallas: ark_pallas::PallasConfig;
    vesta: ark_vesta::VestaConfig;
}
