//! halo2curves 0.10: the affine points of the curves that Quiver has.

use std::mem::{offset_of, size_of};
use std::sync::OnceLock;

use halo2curves::ff::PrimeField;
use halo2curves::group::prime::PrimeCurveAffine;

use crate::{Error, Group, InPlace, PointLayout};

/// The words of a coordinate and back.
trait Coordinate: Sized {
    fn put(&self, words: &mut Vec<u64>);
    fn take(words: &[u64]) -> Self;
}

fn prime_to_words<F: PrimeField>(value: &F, words: &mut Vec<u64>) {
    let repr = value.to_repr();
    words.extend(repr.as_ref().chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight"))));
}

fn prime_from_words<F: PrimeField>(words: &[u64]) -> F {
    let mut repr = F::Repr::default();
    for (bytes, word) in repr.as_mut().chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Option::from(F::from_repr(repr)).expect("below the modulus")
}

macro_rules! coordinates {
    (prime: $($prime:ty),*; quadratic: $($quadratic:ty),*) => {
        $(impl Coordinate for $prime {
            fn put(&self, words: &mut Vec<u64>) {
                prime_to_words(self, words)
            }
            fn take(words: &[u64]) -> Self {
                prime_from_words(words)
            }
        })*
        $(impl Coordinate for $quadratic {
            fn put(&self, words: &mut Vec<u64>) {
                self.c0().put(words);
                self.c1().put(words);
            }
            fn take(words: &[u64]) -> Self {
                let (c0, c1) = words.split_at(words.len() / 2);
                Self::new(Coordinate::take(c0), Coordinate::take(c1))
            }
        })*
    };
}

coordinates! {
    prime: halo2curves::bn256::Fq, halo2curves::bn256::Fr, halo2curves::bls12381::Fq, halo2curves::pasta::Fp,
           halo2curves::pasta::Fq;
    quadratic: halo2curves::bn256::Fq2, halo2curves::bls12381::Fq2
}

macro_rules! curves {
    ($($point:ty, $scalar:ty => $curve:literal, $group:literal;)*) => {$(
        // SAFETY: x and y are fields of the struct, all words; scalars are four words. That they lie as said is checked at
        // run time.
        unsafe impl InPlace for $point {
            type Scalar = $scalar;
            const MONTGOMERY_SCALARS: bool = true;

            fn group() -> Group {
                Group::find($curve, $group).expect("a curve of the library")
            }

            fn layout() -> PointLayout {
                let (x, y) = (offset_of!(Self, x), offset_of!(Self, y));
                PointLayout { montgomery: true, stride: size_of::<Self>(), x, y, flag: None }
            }

            fn to_words(&self) -> Vec<u64> {
                let mut words = Vec::new();
                self.x.put(&mut words);
                self.y.put(&mut words);
                words
            }

            fn from_words(words: &[u64]) -> Self {
                let (x, y) = words.split_at(words.len() / 2);
                Self { x: Coordinate::take(x), y: Coordinate::take(y) }
            }

            fn samples() -> [Self; 2] {
                [Self::generator(), Self::identity()]
            }

            fn scalar(value: u64) -> $scalar {
                <$scalar>::from(value)
            }

            fn checked() -> &'static OnceLock<Result<(), Error>> {
                static CHECKED: OnceLock<Result<(), Error>> = OnceLock::new();
                &CHECKED
            }
        }
    )*};
}

curves! {
    halo2curves::bn256::G1Affine, halo2curves::bn256::Fr => "bn254", "g1";
    halo2curves::bn256::G2Affine, halo2curves::bn256::Fr => "bn254", "g2";
    halo2curves::bls12381::G1Affine, halo2curves::bls12381::Fr => "bls12-381", "g1";
    halo2curves::bls12381::G2Affine, halo2curves::bls12381::Fr => "bls12-381", "g2";
    halo2curves::grumpkin::G1Affine, halo2curves::grumpkin::Fr => "grumpkin", "g1";
    halo2curves::pasta::PallasAffine, halo2curves::pasta::Fq => "pallas", "g1";
    halo2curves::pasta::VestaAffine, halo2curves::pasta::Fp => "vesta", "g1";
}
