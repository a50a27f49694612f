//! Multi-scalar multiplication, Σ kᵢ·Pᵢ, by Quiver, on points and scalars in place: no copy of them is made.
//!
//! ```
//! # #[cfg(feature = "arkworks")]
//! # fn example() -> Result<(), quiver::Error> {
//! use ark_bls12_381::{Fr, G1Affine};
//! use ark_ec::AffineRepr;
//!
//! let points = [G1Affine::generator(), -G1Affine::generator()];
//! let scalars = [Fr::from(7u64), Fr::from(5u64)];
//! let sum = quiver::msm(&points, &scalars, quiver::Validation::Trust)?;
//! assert_eq!(sum, G1Affine::from(G1Affine::generator() * Fr::from(2u64)));
//! # Ok(())
//! # }
//! # #[cfg(feature = "arkworks")]
//! # example().unwrap();
//! ```
//!
//! Features: `arkworks` (0.6: BLS12-377, BLS12-381, BN254, Pallas, Vesta) and `halo2curves` (0.10: BN256, BLS12-381, Pallas,
//! Vesta, Grumpkin). Other types implement [`InPlace`].
//!
//! Everything is variable time: do not give it secrets.

mod error;
mod group;
mod in_place;
mod msm;
mod options;

#[cfg(feature = "arkworks")]
mod arkworks;
#[cfg(feature = "halo2curves")]
mod halo2;

pub use error::{Error, Status};
pub use group::Group;
pub use in_place::{InPlace, PointLayout};
pub use msm::{msm, msm_with, PreparedPoints};
pub use options::{Algorithm, Baseline, MsmOptions, Report, Validation};

/// Gives memory that finished calls have left for the next ones back to the system; returns the number of bytes.
pub fn release_memory() -> usize {
    unsafe { quiver_sys::quiver_release_memory() }
}
