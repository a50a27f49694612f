"""`quiver msm --cases` on portable: every case of every file, and up to n = 4096 by double-and-add, too."""

import rig
from cases_rig import CasesTest, files


class Portable(CasesTest):
    def test_results(self):
        for algorithm, limit in ("auto", 0), ("naive", 4096):
            compared = sum(self.check_file(path, "portable", algorithm, limit) for path in files())
            print(f"portable: {compared} results by {algorithm}")


if __name__ == "__main__":
    rig.main()
