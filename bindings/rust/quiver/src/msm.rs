use std::marker::PhantomData;
use std::ops::Range;
use std::ptr::NonNull;

use quiver_sys as sys;

use crate::error::call;
use crate::in_place::check;
use crate::options::Lowered;
use crate::{Error, InPlace, MsmOptions, Report, Validation};

/// Σ scalars\[i\]·points\[i\], read where they lie. No points: the identity.
pub fn msm<P: InPlace>(points: &[P], scalars: &[P::Scalar], validation: Validation) -> Result<P, Error> {
    msm_with(points, scalars, validation, &MsmOptions::default()).map(|(sum, _)| sum)
}

/// [`msm`] with options, and what was done.
pub fn msm_with<P: InPlace>(
    points: &[P],
    scalars: &[P::Scalar],
    validation: Validation,
    options: &MsmOptions<'_>,
) -> Result<(P, Report), Error> {
    check::<P>()?;
    let (words, report) = sum_in_place(points, scalars, validation, options)?;
    Ok((P::from_words(&words), report))
}

fn same_length(points: usize, scalars: usize) -> Result<(), Error> {
    if points == scalars {
        return Ok(());
    }
    Err(Error::invalid(format!("{points} points and {scalars} scalars")))
}

fn job<P: InPlace>(scalars: &[P::Scalar]) -> sys::quiver_msm_job {
    let mut job = sys::quiver_msm_job::new();
    job.scalar_form = if P::MONTGOMERY_SCALARS { sys::QUIVER_MONTGOMERY } else { sys::QUIVER_CANONICAL };
    job.scalars = scalars.as_ptr().cast();
    job.n = scalars.len() as u64;
    job.scalar_stride = std::mem::size_of::<P::Scalar>() as u64;
    job
}

fn run<P: InPlace>(job: &sys::quiver_msm_job, options: &MsmOptions<'_>) -> Result<(Vec<u64>, Report), Error> {
    let mut words = vec![0u64; P::group().point_words()];
    let mut lowered = Lowered::new(options)?;
    let options = lowered.msm();
    // SAFETY: the caller's slices live through the call; `words` has room for one point.
    call(|error| unsafe { sys::quiver_msm(words.as_mut_ptr().cast(), job, 1, &options, error) })?;
    Ok((words, lowered.report()))
}

pub(crate) fn sum_in_place<P: InPlace>(
    points: &[P],
    scalars: &[P::Scalar],
    validation: Validation,
    options: &MsmOptions<'_>,
) -> Result<(Vec<u64>, Report), Error> {
    same_length(points.len(), scalars.len())?;
    let layout = P::layout().lower();
    let mut array = sys::quiver_point_array::new();
    array.validation = validation.value();
    let group = P::group();
    array.group = group.as_ptr();
    array.base = points.as_ptr().cast();
    array.n = points.len() as u64;
    array.layout = &layout;
    let mut job = job::<P>(scalars);
    job.array = &array;
    run::<P>(&job, options)
}

/// A copy of points, converted and validated once, for many sums.
pub struct PreparedPoints<P> {
    handle: NonNull<sys::quiver_points>,
    len: usize,
    _points: PhantomData<P>,
}

// SAFETY: handles are immutable after creation.
unsafe impl<P> Send for PreparedPoints<P> {}
unsafe impl<P> Sync for PreparedPoints<P> {}

impl<P: InPlace> PreparedPoints<P> {
    pub fn new(points: &[P], validation: Validation) -> Result<Self, Error> {
        Self::with(points, validation, &MsmOptions::default())
    }

    /// Of the options: threads, back end, progress and cancellation.
    pub fn with(points: &[P], validation: Validation, options: &MsmOptions<'_>) -> Result<Self, Error> {
        check::<P>()?;
        let layout = P::layout().lower();
        let mut lowered = Lowered::new(options)?;
        let options = lowered.run();
        let mut handle = std::ptr::null_mut();
        // SAFETY: the slice lives through the call.
        call(|error| unsafe {
            sys::quiver_points_create(
                P::group().as_ptr(),
                &mut handle,
                points.as_ptr().cast(),
                points.len(),
                &layout,
                validation.value(),
                &options,
                error,
            )
        })?;
        let handle = NonNull::new(handle).ok_or_else(|| Error::internal("no points were made"))?;
        Ok(PreparedPoints { handle, len: points.len(), _points: PhantomData })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes owned.
    pub fn memory(&self) -> usize {
        // SAFETY: a live handle.
        unsafe { sys::quiver_points_memory(self.handle.as_ptr()) }
    }

    /// Σ scalars\[i\]·points\[i\] over the first points, as many as there are scalars.
    pub fn msm(&self, scalars: &[P::Scalar]) -> Result<P, Error> {
        self.msm_with(0..scalars.len(), scalars, &MsmOptions::default()).map(|(sum, _)| sum)
    }

    /// Σ scalars\[i\]·points\[range.start + i\].
    pub fn msm_with(
        &self,
        range: Range<usize>,
        scalars: &[P::Scalar],
        options: &MsmOptions<'_>,
    ) -> Result<(P, Report), Error> {
        same_length(range.len(), scalars.len())?;
        let mut job = job::<P>(scalars);
        job.points = self.handle.as_ptr();
        job.first = range.start as u64;
        let (words, report) = run::<P>(&job, options)?;
        Ok((P::from_words(&words), report))
    }
}

impl<P> Drop for PreparedPoints<P> {
    fn drop(&mut self) {
        // SAFETY: created once, destroyed once.
        unsafe { sys::quiver_points_destroy(self.handle.as_ptr()) }
    }
}
