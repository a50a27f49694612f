//! The structs here are those of the C header: a C compiler says where their fields lie.

use quiver_sys::*;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

type Fields = &'static [(&'static str, usize, usize)];

#[test]
fn structs_agree_with_the_header() {
    macro_rules! all {
        ($($name:ident)*) => { [$((stringify!($name), std::mem::size_of::<$name>(), $name::FIELDS)),*] };
    }
    let structs: [(&str, usize, Fields); 11] = all!(
        quiver_error quiver_group_info quiver_backend_info quiver_point_layout quiver_executor quiver_control
        quiver_run_options quiver_point_array quiver_msm_job quiver_msm_report quiver_msm_options
    );
    let mut source = String::from("#include <quiver/quiver.h>\n#include <stdio.h>\nint main(void) {\n");
    let mut expected = String::new();
    for (name, size, fields) in structs {
        writeln!(source, "printf(\"{name} %zu\\n\", sizeof({name}));").unwrap();
        writeln!(expected, "{name} {size}").unwrap();
        for (field, offset, size) in fields {
            let c_name = field.trim_end_matches('_');
            writeln!(
                source,
                "printf(\"{name}.{field} %zu %zu\\n\", offsetof({name}, {c_name}), sizeof((({name} *)0)->{c_name}));"
            )
            .unwrap();
            writeln!(expected, "{name}.{field} {offset} {size}").unwrap();
        }
    }
    source += "return 0;\n}\n";

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (file, program) = (folder.join("layout.c"), folder.join("layout"));
    std::fs::write(&file, source).unwrap();
    let include = std::env::var_os("QUIVER_INCLUDE_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../include"), PathBuf::from);
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let status = Command::new(compiler).arg("-I").arg(include).arg(&file).arg("-o").arg(&program).status().unwrap();
    assert!(status.success());
    let output = Command::new(&program).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn the_library_is_linked() {
    let version = unsafe { std::ffi::CStr::from_ptr(quiver_version()) };
    assert_eq!(version.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
}
