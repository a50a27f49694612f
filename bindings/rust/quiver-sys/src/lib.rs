//! The C ABI of Quiver, one to one: `include/quiver/quiver.h` documents every call, struct and constant. Structs begin
//! with `struct_size`, which their `new` sets. Safe calls are in the crate `quiver`.

#![no_std]
#![allow(non_camel_case_types)]

use core::ffi::{c_char, c_int, c_void};
use core::marker::{PhantomData, PhantomPinned};

pub type quiver_status = u32;
pub const QUIVER_OK: quiver_status = 0;
pub const QUIVER_INVALID_ARGUMENT: quiver_status = 1;
pub const QUIVER_OUT_OF_MEMORY: quiver_status = 2;
pub const QUIVER_UNSUPPORTED: quiver_status = 3;
pub const QUIVER_BAD_DATA: quiver_status = 4;
pub const QUIVER_CANCELLED: quiver_status = 5;
pub const QUIVER_MEMORY_CAP: quiver_status = 6;
pub const QUIVER_INTERNAL: quiver_status = 7;

pub const QUIVER_NO_INDEX: u64 = u64::MAX;

pub const QUIVER_CANONICAL: u32 = 0;
pub const QUIVER_MONTGOMERY: u32 = 1;

pub type quiver_validation = u32;
pub const QUIVER_VALIDATE_TRUST: quiver_validation = 1;
pub const QUIVER_VALIDATE_ON_CURVE: quiver_validation = 2;
pub const QUIVER_VALIDATE_SUBGROUP: quiver_validation = 3;

pub type quiver_subgroup = u32;
pub const QUIVER_SUBGROUP_UNKNOWN: quiver_subgroup = 0;
pub const QUIVER_SUBGROUP_ASSUMED: quiver_subgroup = 1;
pub const QUIVER_SUBGROUP_CHECKED: quiver_subgroup = 2;

pub type quiver_sign_rule = u32;
pub const QUIVER_SIGN_LARGER: quiver_sign_rule = 0;
pub const QUIVER_SIGN_ODD: quiver_sign_rule = 1;

pub const QUIVER_ALGORITHM_AUTO: u32 = 0;
pub const QUIVER_ALGORITHM_NAIVE: u32 = 1;
pub const QUIVER_ALGORITHM_PIPPENGER: u32 = 2;
pub const QUIVER_ALGORITHM_STRAUS: u32 = 3;

pub const QUIVER_MSM_UNSIGNED: u32 = 1;
pub const QUIVER_MSM_XYZZ_ACCUMULATE: u32 = 2;
pub const QUIVER_MSM_RUNNING_REDUCE: u32 = 4;
pub const QUIVER_MSM_NO_ENDOMORPHISM: u32 = 8;

macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[repr(C)]
        pub struct $name {
            _private: [u8; 0],
            _marker: PhantomData<(*mut u8, PhantomPinned)>,
        }
    )*};
}

opaque!(quiver_group quiver_points);

/// A struct of the ABI, all zero but for its size.
macro_rules! structs {
    ($($(#[$about:meta])* struct $name:ident { $($field:ident: $type:ty,)* })*) => {$(
        $(#[$about])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            pub struct_size: u32,
            $(pub $field: $type,)*
        }

        impl $name {
            pub const fn new() -> Self {
                // SAFETY: integers, arrays of them, nullable pointers and Option<fn>: zero is a value of each.
                let mut value: Self = unsafe { core::mem::zeroed() };
                value.struct_size = core::mem::size_of::<Self>() as u32;
                value
            }

            /// (name, offset, size) of every field, for the test that compares them with the C header.
            pub const FIELDS: &'static [(&'static str, usize, usize)] = &[
                ("struct_size", core::mem::offset_of!(Self, struct_size), 4),
                $((stringify!($field), core::mem::offset_of!(Self, $field), core::mem::size_of::<$type>()),)*
            ];
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    )*};
}

structs! {
    struct quiver_error {
        status: u32,
        index: u64,
        message: [c_char; 256],
    }

    struct quiver_group_info {
        field_words: u32,
        degree: u32,
        non_residue: i32,
        order_bits: u32,
        cofactor_is_one: u32,
        curve: *const c_char,
        group: *const c_char,
        modulus: [u64; 6],
        order: [u64; 4],
        a: [u64; 12],
        b: [u64; 12],
        generator: [u64; 24],
    }

    struct quiver_backend_info {
        available: u32,
        lanes: u32,
        computes: u32,
        name: *const c_char,
        reason: *const c_char,
        calls: u64,
    }

    struct quiver_point_layout {
        form: u32,
        stride: u64,
        x_offset: u64,
        y_offset: u64,
        flag_offset: u64,
        flag_size: u32,
        reserved: u32,
    }

    struct quiver_executor {
        reserved: u32,
        self_: *mut c_void,
        width: Option<unsafe extern "C" fn(*mut c_void) -> u32>,
        run: Option<
            unsafe extern "C" fn(*mut c_void, usize, Option<unsafe extern "C" fn(*mut c_void, usize)>, *mut c_void),
        >,
    }

    struct quiver_control {
        reserved: u32,
        executor: *const quiver_executor,
        user: *mut c_void,
        progress: Option<unsafe extern "C" fn(*mut c_void, u64, u64)>,
        cancelled: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    }

    struct quiver_run_options {
        threads: u32,
        backend: *const c_char,
        control: *const quiver_control,
    }

    struct quiver_point_array {
        validation: u32,
        group: *const quiver_group,
        base: *const c_void,
        n: u64,
        layout: *const quiver_point_layout,
    }

    struct quiver_msm_job {
        scalar_form: u32,
        points: *const quiver_points,
        first: u64,
        scalars: *const c_void,
        n: u64,
        scalar_stride: u64,
        array: *const quiver_point_array,
    }

    struct quiver_msm_report {
        algorithm: u32,
        baseline: u32,
        bits: u32,
        parts: u32,
        windows: u32,
        width: u32,
        threads: u32,
        tile: u64,
        memory: u64,
    }

    struct quiver_msm_options {
        algorithm: u32,
        threads: u32,
        baseline: u32,
        width: u32,
        reserved: u32,
        report: *mut quiver_msm_report,
        control: *const quiver_control,
        backend: *const c_char,
        memory: u64,
    }
}

extern "C" {
    pub fn quiver_status_name(status: quiver_status) -> *const c_char;
    pub fn quiver_release_memory() -> usize;
    pub fn quiver_version() -> *const c_char;

    pub fn quiver_group_count() -> usize;
    pub fn quiver_group_at(index: usize) -> *const quiver_group;
    pub fn quiver_group_find(curve: *const c_char, group: *const c_char) -> *const quiver_group;
    pub fn quiver_group_get_info(group: *const quiver_group, info: *mut quiver_group_info) -> quiver_status;

    pub fn quiver_backend_count() -> usize;
    pub fn quiver_backend_at(index: usize, info: *mut quiver_backend_info) -> quiver_status;
    pub fn quiver_backend_select(
        group: *const quiver_group,
        name: *mut *const c_char,
        requested: *const c_char,
        error: *mut quiver_error,
    ) -> quiver_status;
    pub fn quiver_cpu_features() -> *const c_char;

    pub fn quiver_points_create(
        group: *const quiver_group,
        out: *mut *mut quiver_points,
        points: *const c_void,
        n: usize,
        layout: *const quiver_point_layout,
        validation: quiver_validation,
        options: *const quiver_run_options,
        error: *mut quiver_error,
    ) -> quiver_status;
    pub fn quiver_points_destroy(points: *mut quiver_points);
    pub fn quiver_points_count(points: *const quiver_points) -> usize;
    pub fn quiver_points_memory(points: *const quiver_points) -> usize;
    pub fn quiver_points_subgroup(points: *const quiver_points) -> quiver_subgroup;
    pub fn quiver_points_group(points: *const quiver_points) -> *const quiver_group;
    pub fn quiver_points_backend(points: *const quiver_points) -> *const c_char;
    pub fn quiver_points_read(
        points: *const quiver_points,
        out: *mut c_void,
        first: usize,
        n: usize,
        layout: *const quiver_point_layout,
        error: *mut quiver_error,
    ) -> quiver_status;

    pub fn quiver_decompress(
        group: *const quiver_group,
        out: *mut c_void,
        x: *const c_void,
        signs: *const u8,
        n: usize,
        rule: quiver_sign_rule,
        options: *const quiver_run_options,
        error: *mut quiver_error,
    ) -> quiver_status;
    pub fn quiver_multiples(
        group: *const quiver_group,
        out: *mut c_void,
        base: *const c_void,
        scalars: *const u64,
        n: usize,
        options: *const quiver_run_options,
        error: *mut quiver_error,
    ) -> quiver_status;

    pub fn quiver_msm(
        results: *mut c_void,
        jobs: *const quiver_msm_job,
        n_jobs: usize,
        options: *const quiver_msm_options,
        error: *mut quiver_error,
    ) -> quiver_status;
    pub fn quiver_msm_partial(
        results: *mut c_void,
        jobs: *const quiver_msm_job,
        n_jobs: usize,
        first_bit: u32,
        n_bits: u32,
        options: *const quiver_msm_options,
        error: *mut quiver_error,
    ) -> quiver_status;
    pub fn quiver_combine(
        group: *const quiver_group,
        result: *mut c_void,
        points: *const c_void,
        shifts: *const u32,
        n: usize,
        options: *const quiver_run_options,
        error: *mut quiver_error,
    ) -> quiver_status;
}
