//! Finds libquiver: the folder QUIVER_LIB_DIR, else what pkg-config knows, else a build of the repository that this crate
//! lies in.

use std::env;
use std::path::{Path, PathBuf};

fn link_static(folder: &Path) {
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=quiver");
    println!("cargo:rustc-link-lib=pthread");
}

fn main() {
    for name in ["QUIVER_LIB_DIR", "QUIVER_INCLUDE_DIR"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap();
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../..");
    if let Some(folder) = env::var_os("QUIVER_LIB_DIR") {
        println!("cargo:rerun-if-changed={}", Path::new(&folder).join("libquiver.a").display());
        return link_static(Path::new(&folder));
    }
    if pkg_config::Config::new().atleast_version(&version).statik(true).probe("quiver").is_ok() {
        return;
    }
    if !root.join("include/quiver/quiver.h").exists() {
        panic!("libquiver {version} is not installed, and this crate is not in its repository: set QUIVER_LIB_DIR");
    }
    for folder in ["src", "include", "CMakeLists.txt"] {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
    }
    let built = cmake::Config::new(&root)
        .profile("Release")
        .define("QUIVER_CLI", "OFF")
        .define("QUIVER_TESTS", "OFF")
        .build_target("quiver")
        .build();
    link_static(&built.join("build"));
}
