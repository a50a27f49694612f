use std::ffi::CStr;
use std::fmt;

use quiver_sys as sys;

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// A call that can never be right.
    InvalidArgument,
    OutOfMemory,
    /// Right, but not here: group, back end or algorithm.
    Unsupported,
    /// A point is wrong; [`Error::index`] says which.
    BadData,
    Cancelled,
    /// The cap is below what the sum needs; the message names the minimum.
    MemoryCap,
    Internal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub status: Status,
    /// Of the offending point or job.
    pub index: Option<u64>,
    pub message: String,
}

impl Error {
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Error { status: Status::InvalidArgument, index: None, message: message.into() }
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Error { status: Status::Internal, index: None, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Makes a call that reports into the error it is given.
pub(crate) fn call(run: impl FnOnce(&mut sys::quiver_error) -> sys::quiver_status) -> Result<(), Error> {
    let mut error = sys::quiver_error::new();
    let status = match run(&mut error) {
        sys::QUIVER_OK => return Ok(()),
        sys::QUIVER_INVALID_ARGUMENT => Status::InvalidArgument,
        sys::QUIVER_OUT_OF_MEMORY => Status::OutOfMemory,
        sys::QUIVER_UNSUPPORTED => Status::Unsupported,
        sys::QUIVER_BAD_DATA => Status::BadData,
        sys::QUIVER_CANCELLED => Status::Cancelled,
        sys::QUIVER_MEMORY_CAP => Status::MemoryCap,
        _ => Status::Internal,
    };
    // SAFETY: the library ends the message with a zero; the struct was all zero before.
    let message = unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_string_lossy().into_owned();
    Err(Error { status, index: (error.index != sys::QUIVER_NO_INDEX).then_some(error.index), message })
}
