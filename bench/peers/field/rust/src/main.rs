//! Times one field multiplication and squaring of each Rust or C peer and of the x64_adx kernels, in one process.
//!
//! Usage: `quiver-field-peers [rounds]`. Prints one line per figure: field, words, operation, mode, implementation, ns.
//! Each round visits every implementation once; the figure is the minimum over the rounds, in CPU time of the thread,
//! over the samples in which the wall clock confirms it; `inf` if there was none.
//! Before anything is timed, all implementations of a field are compared with each other.

use ark_ff::Field;
use halo2curves::ff;
use std::hint::black_box;

/// Elements in an array: three arrays stay in L1.
const COUNT: usize = 64;
/// Passes over the arrays in one sample, which so lasts about 0.1 ms: short enough to fall between disturbances.
const PASSES: usize = 32;

extern "C" {
    fn quiver_montmul4_adx(out: *mut u64, a: *const u64, b: *const u64, p: *const u64, n0: u64);
    fn quiver_montsqr4_adx(out: *mut u64, a: *const u64, p: *const u64, n0: u64);
    fn quiver_montmul6_adx(out: *mut u64, a: *const u64, b: *const u64, p: *const u64, n0: u64);
    fn quiver_montsqr6_adx(out: *mut u64, a: *const u64, p: *const u64, n0: u64);
}

fn now_ns(clock: libc::clockid_t) -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(clock, &mut t) };
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

/// Both clocks over the same work.
#[derive(Clone, Copy)]
struct Elapsed {
    cpu: f64,
    wall: f64,
}

impl Elapsed {
    fn of(work: impl FnOnce()) -> Self {
        let wall = now_ns(libc::CLOCK_MONOTONIC);
        let cpu = now_ns(libc::CLOCK_THREAD_CPUTIME_ID);
        work();
        let cpu = now_ns(libc::CLOCK_THREAD_CPUTIME_ID) - cpu;
        Elapsed { cpu, wall: now_ns(libc::CLOCK_MONOTONIC) - wall }
    }

    /// What the clocks themselves take: the median, as either clock may jump.
    fn empty() -> Self {
        let mut samples: Vec<Elapsed> = (0..1001).map(|_| Elapsed::of(|| ())).collect();
        samples.sort_by(|x, y| x.cpu.total_cmp(&y.cpu));
        let cpu = samples[500].cpu;
        samples.sort_by(|x, y| x.wall.total_cmp(&y.wall));
        Elapsed { cpu, wall: samples[500].wall }
    }

    /// The CPU time, or none where the clocks differ by more than 2 %. The CPU clock of a virtual machine was seen to read
    /// less than nothing once in some 50,000 samples (it takes off time stolen by the host, perhaps of an earlier sample),
    /// and a minimum picks just such a sample.
    fn net(self, empty: Elapsed) -> Option<f64> {
        let (cpu, wall) = (self.cpu - empty.cpu, self.wall - empty.wall);
        ((wall - cpu).abs() <= 0.02 * wall).then_some(cpu)
    }
}

/// Operands and results. The three arrays start at different offsets within a 4096-byte page: a store would otherwise
/// delay the next load from the same offset, for some implementations more than for others.
struct Arrays<T> {
    memory: *mut u8,
    element: std::marker::PhantomData<T>,
}

impl<T: Copy> Arrays<T> {
    const OFFSETS: [usize; 3] = [0, 4096 + 1344, 8192 + 2688];

    fn new(a: &[T], b: &[T]) -> Self {
        assert!(a.len() == COUNT && b.len() == COUNT && COUNT * size_of::<T>() <= 4096 - 1024);
        let layout = std::alloc::Layout::from_size_align(4 * 4096, 4096).unwrap();
        let memory = unsafe { std::alloc::alloc_zeroed(layout) };
        let mut arrays = Arrays { memory, element: std::marker::PhantomData };
        arrays.slice(0).copy_from_slice(a);
        arrays.slice(1).copy_from_slice(b);
        arrays.slice(2).copy_from_slice(a);
        arrays
    }

    fn slice<'a>(&mut self, which: usize) -> &'a mut [T] {
        // The memory lives until the process ends, and the three ranges do not overlap.
        unsafe { std::slice::from_raw_parts_mut(self.memory.add(Self::OFFSETS[which]) as *mut T, COUNT) }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Throughput,
    Latency,
}

struct Figure {
    field: &'static str,
    words: usize,
    operation: &'static str,
    implementation: &'static str,
    sample: Box<dyn FnMut(Mode) -> Elapsed>,
    best: [f64; 2],
}

/// `operation(out, a, b)` over independent elements, and as a chain through one element.
fn figure<T: Copy + 'static>(
    (field, words): (&'static str, usize),
    operation: &'static str,
    implementation: &'static str,
    (a, b): (&[T], &[T]),
    kernel: impl Fn(&mut T, &T, &T) + 'static,
    chained: impl Fn(&mut T, &T) + 'static,
) -> Figure {
    let mut arrays = Arrays::new(a, b);
    let sample = move |mode| {
        let (a, b, out) = (arrays.slice(0), arrays.slice(1), arrays.slice(2));
        Elapsed::of(|| {
            for _ in 0..PASSES {
                let (a, b, out) = black_box((&*a, &*b, &mut *out));
                if mode == Mode::Throughput {
                    for i in 0..COUNT {
                        kernel(&mut out[i], &a[i], &b[i]);
                    }
                } else {
                    for _ in 0..COUNT {
                        chained(&mut out[0], &b[0]);
                    }
                }
            }
            black_box(&*out);
        })
    };
    Figure { field, words, operation, implementation, sample: Box::new(sample), best: [f64::INFINITY; 2] }
}

/// The modulus in words and -p^-1 mod 2^64.
#[derive(Clone, Copy)]
struct Modulus<const N: usize> {
    p: [u64; N],
    n0: u64,
}

impl<const N: usize> Modulus<N> {
    fn new(p: [u64; N]) -> &'static Self {
        let mut inverse = 1u64;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p[0].wrapping_mul(inverse)));
        }
        Box::leak(Box::new(Modulus { p, n0: inverse.wrapping_neg() }))
    }
}

/// Elements below p from a fixed xorshift sequence.
fn random_elements<const N: usize>(m: &Modulus<N>, seed: u64) -> Vec<[u64; N]> {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..COUNT)
        .map(|_| {
            let mut x = [0u64; N];
            x.iter_mut().for_each(|word| *word = next());
            x[N - 1] %= m.p[N - 1];
            x
        })
        .collect()
}

/// All implementations of a field hold an element as N words, least significant first, times 2^(64 N) mod p.
unsafe fn reinterpret<const N: usize, T: Copy>(words: &[[u64; N]]) -> &[T] {
    assert!(size_of::<T>() == size_of::<[u64; N]>() && align_of::<T>() <= 8);
    std::slice::from_raw_parts(words.as_ptr() as *const T, words.len())
}

struct Bench<const N: usize> {
    field: &'static str,
    modulus: &'static Modulus<N>,
    a: Vec<[u64; N]>,
    b: Vec<[u64; N]>,
    product: Option<Vec<[u64; N]>>,
    square: Option<Vec<[u64; N]>>,
    figures: Vec<Figure>,
}

impl<const N: usize> Bench<N> {
    fn new(field: &'static str, p: [u64; N]) -> Self {
        let modulus = Modulus::new(p);
        let (a, b) = (random_elements(modulus, 0x9e3779b97f4a7c15), random_elements(modulus, 0xd1b54a32d192ed03));
        Bench { field, modulus, a, b, product: None, square: None, figures: Vec::new() }
    }

    /// Adds an implementation after comparing it with those added before it.
    fn add<T: Copy + 'static>(
        &mut self,
        implementation: &'static str,
        mul: impl Fn(&mut T, &T, &T) + Copy + 'static,
        mul_chain: impl Fn(&mut T, &T) + 'static,
        sqr: impl Fn(&mut T, &T) + Copy + 'static,
        sqr_chain: impl Fn(&mut T) + 'static,
    ) {
        let (a, b): (&[T], &[T]) = unsafe { (reinterpret(&self.a), reinterpret(&self.b)) };
        let words = |x: &T| unsafe { std::ptr::read(x as *const T as *const [u64; N]) };
        let mut products = Vec::new();
        let mut squares = Vec::new();
        for i in 0..COUNT {
            let mut out = a[i];
            mul(&mut out, &a[i], &b[i]);
            products.push(words(&out));
            sqr(&mut out, &a[i]);
            squares.push(words(&out));
        }
        assert!(*self.product.get_or_insert(products.clone()) == products, "{} {implementation}: mul", self.field);
        assert!(*self.square.get_or_insert(squares.clone()) == squares, "{} {implementation}: sqr", self.field);
        let name = (self.field, N);
        self.figures.push(figure(name, "mul", implementation, (a, b), mul, mul_chain));
        self.figures.push(figure(name, "sqr", implementation, (a, b), move |o, x, _| sqr(o, x), move |o, _| sqr_chain(o)));
    }

    fn add_arkworks<F: Field + 'static>(&mut self) {
        self.add::<F>(
            "arkworks",
            |o, x, y| *o = *x * y,
            |o, y| *o *= y,
            |o, x| *o = x.square(),
            |o| {
                o.square_in_place();
            },
        );
    }

    fn add_halo2curves<F: ff::Field + 'static>(&mut self) {
        self.add::<F>("halo2curves", |o, x, y| *o = *x * y, |o, y| *o = *o * y, |o, x| *o = x.square(), |o| *o = o.square());
    }
}

impl Bench<4> {
    fn add_quiver(&mut self) {
        let m = self.modulus;
        self.add::<[u64; 4]>(
            "quiver",
            |o, x, y| unsafe { quiver_montmul4_adx(o.as_mut_ptr(), x.as_ptr(), y.as_ptr(), m.p.as_ptr(), m.n0) },
            |o, y| unsafe { quiver_montmul4_adx(o.as_mut_ptr(), o.as_ptr(), y.as_ptr(), m.p.as_ptr(), m.n0) },
            |o, x| unsafe { quiver_montsqr4_adx(o.as_mut_ptr(), x.as_ptr(), m.p.as_ptr(), m.n0) },
            |o| unsafe { quiver_montsqr4_adx(o.as_mut_ptr(), o.as_ptr(), m.p.as_ptr(), m.n0) },
        );
    }
}

impl Bench<6> {
    fn add_quiver(&mut self) {
        let m = self.modulus;
        self.add::<[u64; 6]>(
            "quiver",
            |o, x, y| unsafe { quiver_montmul6_adx(o.as_mut_ptr(), x.as_ptr(), y.as_ptr(), m.p.as_ptr(), m.n0) },
            |o, y| unsafe { quiver_montmul6_adx(o.as_mut_ptr(), o.as_ptr(), y.as_ptr(), m.p.as_ptr(), m.n0) },
            |o, x| unsafe { quiver_montsqr6_adx(o.as_mut_ptr(), x.as_ptr(), m.p.as_ptr(), m.n0) },
            |o| unsafe { quiver_montsqr6_adx(o.as_mut_ptr(), o.as_ptr(), m.p.as_ptr(), m.n0) },
        );
    }

    fn add_blst(&mut self) {
        use blst::{blst_fp, blst_fp_mul, blst_fp_sqr};
        self.add::<blst_fp>(
            "blst",
            |o, x, y| unsafe { blst_fp_mul(o, x, y) },
            |o, y| unsafe { blst_fp_mul(o, o, y) },
            |o, x| unsafe { blst_fp_sqr(o, x) },
            |o| unsafe { blst_fp_sqr(o, o) },
        );
    }
}

fn main() {
    let rounds: usize = std::env::args().nth(1).map_or(200, |s| s.parse().expect("rounds"));
    let mut figures = Vec::new();

    let mut bench = Bench::new("bls12_381", <ark_bls12_381::Fq as ark_ff::PrimeField>::MODULUS.0);
    bench.add_quiver();
    bench.add_blst();
    bench.add_arkworks::<ark_bls12_381::Fq>();
    bench.add_halo2curves::<halo2curves::bls12381::Fq>();
    figures.append(&mut bench.figures);

    let mut bench = Bench::new("bls12_377", <ark_bls12_377::Fq as ark_ff::PrimeField>::MODULUS.0);
    bench.add_quiver();
    bench.add_arkworks::<ark_bls12_377::Fq>();
    figures.append(&mut bench.figures);

    let mut bench = Bench::new("bn254", <ark_bn254::Fq as ark_ff::PrimeField>::MODULUS.0);
    bench.add_quiver();
    bench.add_arkworks::<ark_bn254::Fq>();
    bench.add_halo2curves::<halo2curves::bn256::Fq>();
    figures.append(&mut bench.figures);

    let mut bench = Bench::new("pallas", <ark_pallas::Fq as ark_ff::PrimeField>::MODULUS.0);
    bench.add_quiver();
    bench.add_arkworks::<ark_pallas::Fq>();
    bench.add_halo2curves::<halo2curves::pasta::Fp>();
    figures.append(&mut bench.figures);

    let empty = Elapsed::empty();
    for _ in 0..rounds {
        for figure in &mut figures {
            for (which, mode) in [Mode::Throughput, Mode::Latency].into_iter().enumerate() {
                if let Some(cpu) = (figure.sample)(mode).net(empty) {
                    figure.best[which] = figure.best[which].min(cpu);
                }
            }
        }
    }
    for f in &figures {
        for (which, mode) in ["throughput", "latency"].into_iter().enumerate() {
            let ns = f.best[which] / (COUNT * PASSES) as f64;
            println!("{} {} {} {} {} {:.3}", f.field, f.words, f.operation, mode, f.implementation, ns);
        }
    }
}
