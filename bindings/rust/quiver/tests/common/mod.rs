//! What the tests of every curve ask.

use quiver::{msm, msm_with, Algorithm, Baseline, InPlace, MsmOptions, PreparedPoints, Status, Validation};

/// Sums of `points` and `scalars`, in every way, against `expected`: the other library's sum of the first n.
pub fn agrees<P: InPlace + PartialEq + std::fmt::Debug>(
    points: &[P],
    scalars: &[P::Scalar],
    expected: impl Fn(usize) -> P,
) {
    let all = points.len();
    let prepared = PreparedPoints::new(points, Validation::Subgroup).unwrap();
    assert_eq!(prepared.len(), all);
    for n in [0, 1, 2, 5, all] {
        let wanted = expected(n);
        for validation in [Validation::Trust, Validation::OnCurve, Validation::Subgroup] {
            assert_eq!(msm(&points[..n], &scalars[..n], validation).unwrap(), wanted, "{n} points, {validation:?}");
        }
        assert_eq!(prepared.msm(&scalars[..n]).unwrap(), wanted);
        let every = Baseline { unsigned: true, xyzz_accumulate: true, running_reduce: true, no_endomorphism: true };
        for algorithm in [Algorithm::Naive, Algorithm::Straus, Algorithm::Pippenger] {
            for (threads, baseline) in [(1, Baseline::default()), (2, every), (7, Baseline::default())] {
                let options = MsmOptions::new().threads(threads).algorithm(algorithm).baseline(baseline);
                let (sum, report) = msm_with(&points[..n], &scalars[..n], Validation::Trust, &options).unwrap();
                assert_eq!(sum, wanted, "{n} points, {options:?}", options = (algorithm, threads));
                assert!(n == 0 || report.algorithm == algorithm);
            }
        }
        for backend in ["portable", "portable_x8"] {
            let options = MsmOptions::new().backend(backend);
            assert_eq!(
                msm_with(&points[..n], &scalars[..n], Validation::Trust, &options).unwrap().0,
                wanted,
                "{backend}"
            );
        }
    }

    // A range of prepared points.
    let half = all / 2;
    let (tail, _) = prepared.msm_with(half..all, &scalars[half..], &MsmOptions::new()).unwrap();
    let (again, _) = msm_with(&points[half..], &scalars[half..], Validation::Trust, &MsmOptions::new()).unwrap();
    assert_eq!(tail, again);

    // What cannot be right is said.
    let error = msm(&points[..3], &scalars[..2], Validation::Trust).unwrap_err();
    assert_eq!(error.status, Status::InvalidArgument);
    assert!(error.message.contains("3 points and 2 scalars"), "{error}");
    assert_eq!(prepared.msm_with(1..all + 1, scalars, &MsmOptions::new()).unwrap_err().status, Status::InvalidArgument);
    let unknown = MsmOptions::new().backend("nowhere");
    assert_eq!(msm_with(points, scalars, Validation::Trust, &unknown).unwrap_err().status, Status::InvalidArgument);
    let capped = MsmOptions::new().memory(1).algorithm(Algorithm::Pippenger);
    assert_eq!(msm_with(points, scalars, Validation::Trust, &capped).unwrap_err().status, Status::MemoryCap);

    // Progress and cancellation.
    let last = std::sync::Mutex::new((0, 0));
    let hear = |done, total| {
        let mut last = last.lock().unwrap();
        assert!(done >= last.0 && done <= total);
        *last = (done, total);
    };
    let heard = MsmOptions::new().progress(&hear);
    msm_with(points, scalars, Validation::Trust, &heard).unwrap();
    let (done, total) = *last.lock().unwrap();
    assert!(done == total && total > 0);
    let stop = || true;
    let cancelled = MsmOptions::new().cancelled(&stop);
    assert_eq!(msm_with(points, scalars, Validation::Trust, &cancelled).unwrap_err().status, Status::Cancelled);
}
