use std::ffi::{CStr, CString};
use std::fmt;

use quiver_sys as sys;

/// A curve group of prime order.
#[derive(Clone, Copy)]
pub struct Group(&'static sys::quiver_group);

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Group {}

// SAFETY: groups are constants of the library.
unsafe impl Send for Group {}
unsafe impl Sync for Group {}

impl Group {
    /// `"bls12-381"` and `"g1"`; `-` and `_` are the same.
    pub fn find(curve: &str, group: &str) -> Option<Group> {
        let (curve, group) = (CString::new(curve).ok()?, CString::new(group).ok()?);
        // SAFETY: null, or static.
        unsafe { sys::quiver_group_find(curve.as_ptr(), group.as_ptr()).as_ref() }.map(Group)
    }

    pub fn curve(&self) -> &'static str {
        // SAFETY: names are static.
        unsafe { CStr::from_ptr(self.info().curve) }.to_str().expect("ASCII")
    }

    /// `"g1"` or `"g2"`.
    pub fn name(&self) -> &'static str {
        // SAFETY: as above.
        unsafe { CStr::from_ptr(self.info().group) }.to_str().expect("ASCII")
    }

    /// 64-bit words of an affine point, x and y.
    pub fn point_words(&self) -> usize {
        let info = self.info();
        2 * info.field_words as usize * info.degree as usize
    }

    pub(crate) fn as_ptr(&self) -> *const sys::quiver_group {
        self.0
    }

    fn info(&self) -> sys::quiver_group_info {
        let mut info = sys::quiver_group_info::new();
        // SAFETY: a group of the library and a struct of this version.
        let status = unsafe { sys::quiver_group_get_info(self.0, &mut info) };
        assert_eq!(status, sys::QUIVER_OK);
        info
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.curve(), self.name())
    }
}
