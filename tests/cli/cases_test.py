"""`quiver msm --cases` on every back end but portable: the cases of every file, and small ones by double-and-add, too."""

import rig
from cases_rig import CasesTest, files

# Largest n by algorithm. Checking 65536 points for the subgroup takes emulated lanes minutes.
LIMITS = {"auto": 0, "naive": 64}
LIMITS_EMULATED = {"auto": 1024, "naive": 32}


class EveryBackend(CasesTest):
    def test_results(self):
        self.assertEqual(len(files()), 18)
        for backend in rig.backends():
            if backend == "portable":
                continue
            limits = LIMITS_EMULATED if backend == "portable_x8" else LIMITS
            for algorithm, limit in limits.items():
                compared = sum(self.check_file(path, backend, algorithm, limit) for path in files())
                print(f"{backend}: {compared} results by {algorithm}")


if __name__ == "__main__":
    rig.main()
