use std::ffi::{c_int, c_void, CStr, CString};

use quiver_sys as sys;

use crate::Error;

/// What is known of points, and so which methods are right for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// The caller vouches for curve and subgroup. Points outside give an unspecified sum.
    Trust,
    /// Checked to be on the curve; slower sums, as the subgroup is not known.
    OnCurve,
    /// Checked to be in the subgroup of order r.
    Subgroup,
}

impl Validation {
    pub(crate) fn value(self) -> u32 {
        match self {
            Validation::Trust => sys::QUIVER_VALIDATE_TRUST,
            Validation::OnCurve => sys::QUIVER_VALIDATE_ON_CURVE,
            Validation::Subgroup => sys::QUIVER_VALIDATE_SUBGROUP,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    #[default]
    Auto,
    Naive,
    Straus,
    Pippenger,
}

/// Baseline forms of phases, for comparison: the same sum, slower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    pub unsigned: bool,
    pub xyzz_accumulate: bool,
    pub running_reduce: bool,
    pub no_endomorphism: bool,
}

type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);
type Cancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// How a sum is computed. The default is right for nearly everyone.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct MsmOptions<'a> {
    /// 0: one per processor that this process may use.
    pub threads: u32,
    /// `None`: the environment's QUIVER_BACKEND, else the best. Prepared points have theirs.
    pub backend: Option<&'a str>,
    pub algorithm: Algorithm,
    pub baseline: Baseline,
    /// Bits of the widest window, up to 24 (Straus: 10); 0: chosen.
    pub width: u32,
    /// The most bytes that the call may allocate; 0: any number.
    pub memory: u64,
    /// Called with what is done and the total, as work proceeds, from any of the threads that work.
    pub progress: Option<Progress<'a>>,
    /// Asked every few milliseconds: `true` ends the call with [`Status::Cancelled`](crate::Status::Cancelled).
    pub cancelled: Option<Cancelled<'a>>,
}

impl<'a> MsmOptions<'a> {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn threads(mut self, threads: u32) -> Self {
        self.threads = threads;
        self
    }
    pub fn backend(mut self, name: &'a str) -> Self {
        self.backend = Some(name);
        self
    }
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }
    pub fn baseline(mut self, baseline: Baseline) -> Self {
        self.baseline = baseline;
        self
    }
    pub fn width(mut self, bits: u32) -> Self {
        self.width = bits;
        self
    }
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }
    pub fn progress(mut self, report: Progress<'a>) -> Self {
        self.progress = Some(report);
        self
    }
    pub fn cancelled(mut self, ask: Cancelled<'a>) -> Self {
        self.cancelled = Some(ask);
        self
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    pub algorithm: Algorithm,
    pub bits: u32,
    pub parts: u32,
    pub windows: u32,
    pub width: u32,
    pub threads: u32,
    pub tile: u64,
    pub memory: u64,
}

/// The C structs of options, and what they point to.
pub(crate) struct Lowered<'a> {
    options: MsmOptions<'a>,
    backend: Option<CString>,
    control: sys::quiver_control,
    report: sys::quiver_msm_report,
}

impl<'a> Lowered<'a> {
    pub(crate) fn new(options: &MsmOptions<'a>) -> Result<Self, Error> {
        let backend = options.backend.map(CString::new).transpose();
        let backend = backend.map_err(|_| Error::invalid("a back end's name has no zero byte"))?;
        let (control, report) = (sys::quiver_control::new(), sys::quiver_msm_report::new());
        Ok(Lowered { options: *options, backend, control, report })
    }

    fn backend(&self) -> *const std::ffi::c_char {
        self.backend.as_deref().map_or(std::ptr::null(), CStr::as_ptr)
    }

    fn control(&mut self) -> *const sys::quiver_control {
        if self.options.progress.is_none() && self.options.cancelled.is_none() {
            return std::ptr::null();
        }
        self.control.user = std::ptr::from_ref(&self.options).cast_mut().cast();
        self.control.progress = self.options.progress.map(|_| report_progress as _);
        self.control.cancelled = self.options.cancelled.map(|_| ask_cancelled as _);
        &self.control
    }

    /// Valid as long as `self` stays where it is.
    pub(crate) fn run(&mut self) -> sys::quiver_run_options {
        let mut out = sys::quiver_run_options::new();
        out.threads = self.options.threads;
        out.backend = self.backend();
        out.control = self.control();
        out
    }

    /// Valid as long as `self` stays where it is.
    pub(crate) fn msm(&mut self) -> sys::quiver_msm_options {
        let mut out = sys::quiver_msm_options::new();
        out.algorithm = match self.options.algorithm {
            Algorithm::Auto => sys::QUIVER_ALGORITHM_AUTO,
            Algorithm::Naive => sys::QUIVER_ALGORITHM_NAIVE,
            Algorithm::Straus => sys::QUIVER_ALGORITHM_STRAUS,
            Algorithm::Pippenger => sys::QUIVER_ALGORITHM_PIPPENGER,
        };
        let baseline = self.options.baseline;
        for (flag, asked) in [
            (sys::QUIVER_MSM_UNSIGNED, baseline.unsigned),
            (sys::QUIVER_MSM_XYZZ_ACCUMULATE, baseline.xyzz_accumulate),
            (sys::QUIVER_MSM_RUNNING_REDUCE, baseline.running_reduce),
            (sys::QUIVER_MSM_NO_ENDOMORPHISM, baseline.no_endomorphism),
        ] {
            out.baseline |= if asked { flag } else { 0 };
        }
        out.threads = self.options.threads;
        out.width = self.options.width;
        out.memory = self.options.memory;
        out.backend = self.backend();
        out.report = &mut self.report;
        out.control = self.control();
        out
    }

    pub(crate) fn report(&self) -> Report {
        let r = &self.report;
        Report {
            algorithm: match r.algorithm {
                sys::QUIVER_ALGORITHM_NAIVE => Algorithm::Naive,
                sys::QUIVER_ALGORITHM_STRAUS => Algorithm::Straus,
                _ => Algorithm::Pippenger,
            },
            bits: r.bits,
            parts: r.parts,
            windows: r.windows,
            width: r.width,
            threads: r.threads,
            tile: r.tile,
            memory: r.memory,
        }
    }
}

// A panic must not cross into C: Rust aborts there, which `extern "C"` sees to.

unsafe extern "C" fn report_progress(user: *mut c_void, done: u64, total: u64) {
    // SAFETY: `user` is the options that the running call was made with.
    let options = unsafe { &*user.cast::<MsmOptions<'_>>() };
    if let Some(report) = options.progress {
        report(done, total);
    }
}

unsafe extern "C" fn ask_cancelled(user: *mut c_void) -> c_int {
    // SAFETY: as above.
    let options = unsafe { &*user.cast::<MsmOptions<'_>>() };
    options.cancelled.is_some_and(|ask| ask()).into()
}
