use std::sync::OnceLock;

use quiver_sys as sys;

use crate::error::call;
use crate::{Error, Group};

/// Where the coordinates of a point type lie: `quiver_point_layout` of the C ABI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointLayout {
    /// Coordinates are in Montgomery form, x·2^(64·words) mod p; else integers below p.
    pub montgomery: bool,
    /// Bytes from one point to the next.
    pub stride: usize,
    pub x: usize,
    pub y: usize,
    /// A byte that is not zero for the identity; `None`: the identity is (0, 0).
    pub flag: Option<usize>,
}

impl PointLayout {
    pub(crate) fn lower(&self) -> sys::quiver_point_layout {
        let mut out = sys::quiver_point_layout::new();
        out.form = if self.montgomery { sys::QUIVER_MONTGOMERY } else { sys::QUIVER_CANONICAL };
        out.stride = self.stride as u64;
        out.x_offset = self.x as u64;
        out.y_offset = self.y as u64;
        if let Some(flag) = self.flag {
            out.flag_offset = flag as u64;
            out.flag_size = 1;
        }
        out
    }
}

/// An affine point type that Quiver reads where it lies.
///
/// Rust does not promise how structs lie in memory, so nothing is taken on trust: the first call for a type checks
/// [`layout`](Self::layout) and the scalars' form on [`samples`](Self::samples), and every call fails where they are wrong.
///
/// # Safety
/// Every byte of `Self` that [`layout`](Self::layout) names is initialised, `stride` is the size of `Self`, and a
/// `Scalar` begins with 32 initialised bytes.
pub unsafe trait InPlace: Copy + Sync {
    /// Four little-endian words: s·2^256 mod r where `MONTGOMERY_SCALARS`, else s.
    type Scalar: Copy + Sync;
    const MONTGOMERY_SCALARS: bool;

    fn group() -> Group;
    fn layout() -> PointLayout;

    /// The canonical words of x and y, each c0 before c1 in Fp2; all zero for the identity.
    fn to_words(&self) -> Vec<u64>;
    /// The opposite. The words are those of a point of the group.
    fn from_words(words: &[u64]) -> Self;

    /// The generator and the identity.
    fn samples() -> [Self; 2];
    fn scalar(value: u64) -> Self::Scalar;

    /// Where the result of the one check of this type is kept: a static of the implementation.
    fn checked() -> &'static OnceLock<Result<(), Error>>;
}

/// 3·G + 5·O + 2·G + G, with points and scalars in place, against what the library says 6·G is.
pub(crate) fn check<P: InPlace>() -> Result<(), Error> {
    P::checked().get_or_init(check_now::<P>).clone()
}

fn check_now<P: InPlace>() -> Result<(), Error> {
    let wrong = |what: &str| Error::internal(format!("{what} do not lie in memory as expected"));
    let group = P::group();
    if P::layout().stride != std::mem::size_of::<P>() || std::mem::size_of::<P::Scalar>() < 32 {
        return Err(wrong("points or scalars"));
    }
    let [generator, identity] = P::samples();
    let mut known = [vec![0u64; group.point_words()], vec![0u64; group.point_words()]];
    for (words, factor) in known.iter_mut().zip([1u64, 6]) {
        let scalar = [factor, 0, 0, 0];
        // SAFETY: room for one point, one scalar of four words.
        call(|error| unsafe {
            sys::quiver_multiples(
                group.as_ptr(),
                words.as_mut_ptr().cast(),
                std::ptr::null(),
                scalar.as_ptr(),
                1,
                std::ptr::null(),
                error,
            )
        })?;
    }
    // Words and points say the same, and the generators are the same one.
    if generator.to_words() != known[0]
        || identity.to_words().iter().any(|&word| word != 0)
        || P::from_words(&known[1]).to_words() != known[1]
    {
        return Err(wrong("points"));
    }
    let points = [generator, identity, generator, generator];
    let scalars = [3, 5, 2, 1].map(P::scalar);
    let sum = crate::msm::sum_in_place(&points, &scalars, crate::Validation::OnCurve, &Default::default());
    match sum {
        Ok((words, _)) if words == known[1] => Ok(()),
        _ => Err(wrong("points or scalars")),
    }
}
