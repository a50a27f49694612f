"""`quiver msm --cases` on portable: every case of every file."""

import rig
from cases_rig import CasesTest, files


class Portable(CasesTest):
    def test_results(self):
        compared = sum(self.check_file(path, "portable", 0) for path in files())
        print(f"portable: {compared} results")


if __name__ == "__main__":
    rig.main()
