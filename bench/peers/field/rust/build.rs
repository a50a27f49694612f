// Links the library's own assembly files, so that they and the Rust peers are timed in one process.
fn main() {
    let kernels = "../../../../src/field/x64_adx";
    let mut build = cc::Build::new();
    for name in ["mul4", "sqr4", "mul6", "sqr6"] {
        build.file(format!("{kernels}/{name}.S"));
    }
    build.compile("quiver_x64_adx");
    println!("cargo:rerun-if-changed={kernels}");
}
