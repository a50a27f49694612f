//! arkworks 0.6: `Affine` of the curves that Quiver has.

use std::mem::{offset_of, size_of};
use std::sync::OnceLock;

use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, Field, PrimeField};

use crate::{Error, Group, InPlace, PointLayout};

/// A curve that both know.
pub trait Curve: SWCurveConfig {
    const CURVE: &'static str;
    const GROUP: &'static str;
    fn checked() -> &'static OnceLock<Result<(), Error>>;
}

macro_rules! curves {
    ($($config:ty => $curve:literal, $group:literal;)*) => {$(
        impl Curve for $config {
            const CURVE: &'static str = $curve;
            const GROUP: &'static str = $group;
            fn checked() -> &'static OnceLock<Result<(), Error>> {
                static CHECKED: OnceLock<Result<(), Error>> = OnceLock::new();
                &CHECKED
            }
        }
    )*};
}

curves! {
    ark_bls12_377::g1::Config => "bls12-377", "g1";
    ark_bls12_377::g2::Config => "bls12-377", "g2";
    ark_bls12_381::g1::Config => "bls12-381", "g1";
    ark_bls12_381::g2::Config => "bls12-381", "g2";
    ark_bn254::g1::Config => "bn254", "g1";
    ark_bn254::g2::Config => "bn254", "g2";
    ark_pallas::PallasConfig => "pallas", "g1";
    ark_vesta::VestaConfig => "vesta", "g1";
}

type BasePrime<C> = <<C as ark_ec::CurveConfig>::BaseField as Field>::BasePrimeField;

// SAFETY: x, y and the flag, where there is one, are fields of the struct; scalars are four words. That they lie as said
// is checked at run time.
unsafe impl<C: Curve> InPlace for Affine<C> {
    type Scalar = C::ScalarField;
    const MONTGOMERY_SCALARS: bool = true;

    fn group() -> Group {
        Group::find(C::CURVE, C::GROUP).expect("a curve of the library")
    }

    fn layout() -> PointLayout {
        let (x, y) = (offset_of!(Self, x), offset_of!(Self, y));
        // The flag is private: it is before or after the two coordinates, or has no size.
        let flag = match size_of::<C::ZeroFlag>() {
            0 => None,
            _ if x.min(y) > 0 => Some(0),
            _ => Some(x.max(y) + size_of::<C::BaseField>()),
        };
        PointLayout { montgomery: true, stride: size_of::<Self>(), x, y, flag }
    }

    fn to_words(&self) -> Vec<u64> {
        let zero = C::BaseField::ZERO;
        let (x, y) = self.xy().unwrap_or((zero, zero));
        let parts = x.to_base_prime_field_elements().chain(y.to_base_prime_field_elements());
        parts.flat_map(|part| part.into_bigint().as_ref().to_vec()).collect()
    }

    fn from_words(words: &[u64]) -> Self {
        if words.iter().all(|&word| word == 0) {
            return Self::identity();
        }
        let mut coordinates = words.chunks_exact(words.len() / 2).map(|coordinate| {
            let size = coordinate.len() / C::BaseField::extension_degree() as usize;
            let parts = coordinate.chunks_exact(size).map(|part| {
                let bytes: Vec<u8> = part.iter().flat_map(|word| word.to_le_bytes()).collect();
                BasePrime::<C>::from_le_bytes_mod_order(&bytes)
            });
            C::BaseField::from_base_prime_field_elems(parts).expect("as many parts as the degree")
        });
        let (x, y) = (coordinates.next(), coordinates.next());
        Self::new_unchecked(x.expect("x"), y.expect("y"))
    }

    fn samples() -> [Self; 2] {
        [Self::generator(), Self::identity()]
    }

    fn scalar(value: u64) -> C::ScalarField {
        C::ScalarField::from(value)
    }

    fn checked() -> &'static OnceLock<Result<(), Error>> {
        C::checked()
    }
}
