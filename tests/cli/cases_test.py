"""`quiver msm --cases` on every back end but portable, n up to 4096."""

import rig
from cases_rig import LARGE, CasesTest, files


class EveryBackend(CasesTest):
    def test_results(self):
        self.assertEqual(len(files()), 18)
        for backend in rig.backends():
            if backend == "portable":
                continue
            compared = sum(self.check_file(path, backend, LARGE) for path in files())
            print(f"{backend}: {compared} results")


if __name__ == "__main__":
    rig.main()
