"""Includes go to the own layer or to lower ones (ARCHITECTURE.md, "Layers")."""

import re

import structure

LOWER = {
    "base": [],
    "field": ["base"],
    "curve": ["base", "field"],
    "kernels": ["base", "field", "curve"],
    "msm": ["base", "field", "curve", "kernels"],
    "fft": ["base", "field", "curve", "kernels"],
    "tables": ["base", "field", "curve", "kernels"],
    "lab": ["base", "field", "curve", "kernels"],
    "api": ["base", "field", "curve", "kernels", "msm", "fft", "tables", "lab"],
    "setup": [],
    "cli": ["setup"],
}
# Who sees the public header: base for the status codes, and what stands at the ABI or above it.
SEES_PUBLIC = {"base", "api", "setup", "cli"}
# Algorithms see points as opaque blocks of the Kernels table: of field, whole-word integers only, of curve, constants
# and scalars.
OPAQUE_TO = {"msm", "fft", "tables", "lab", "api"}
TRANSPARENT = {"field/words.hpp", "curve/group.hpp", "curve/groups.hpp", "curve/glv.hpp", "curve/scalar.hpp"}
GENERATED = {"kernels/units.inc"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def check(root):
    violations = []
    src = root / "src"
    for path in structure.source_files(src):
        layer = path.relative_to(src).parts[0]
        where = path.relative_to(root)
        if layer not in LOWER:
            violations.append(f"{where}:1: `{layer}` is not a layer")
            continue
        for number, line in structure.code_lines(path, strings=False):
            match = INCLUDE.match(line)
            if not match:
                continue
            quoted, angled = match.groups()
            target = quoted or angled
            if target.startswith("quiver/"):
                if layer not in SEES_PUBLIC:
                    violations.append(f"{where}:{number}: {layer} does not see the public header; base/result.hpp has it")
                elif not (root / "include" / target).is_file():
                    violations.append(f"{where}:{number}: there is no include/{target}")
                continue
            if angled:
                if angled.split("/")[0] in LOWER:
                    violations.append(f"{where}:{number}: own headers are included with quotes")
                continue
            if path.suffix in {".S", ".inc"} and "/" not in target and (path.parent / target).is_file():
                continue
            to = target.split("/")[0]
            if to not in LOWER or ".." in target:
                violations.append(f'{where}:{number}: "{target}" is not a path below src/')
            elif to != layer and to not in LOWER[layer]:
                violations.append(f"{where}:{number}: {layer} includes {target}: {to} is not below {layer}")
            elif layer in OPAQUE_TO and to in {"field", "curve"} and target not in TRANSPARENT:
                violations.append(f"{where}:{number}: {layer} includes {target}: only kernel units see inside points")
            elif target not in GENERATED and not (src / target).is_file():
                violations.append(f"{where}:{number}: there is no src/{target}")
    return violations


SOUND = {
    "include/quiver/quiver.h": "",
    "src/base/result.hpp": '#include "quiver/quiver.h"\n#include <cstdint>\n',
    "src/field/words.hpp": '#include "base/result.hpp"\n// #include "msm/naive.hpp"\n',
    "src/field/fp.hpp": '#include "field/words.hpp"\n',
    "src/field/x64_adx/mul4.S": '#include "abi.inc"\n',
    "src/field/x64_adx/abi.inc": "",
    "src/kernels/kernels.hpp": '#include "base/result.hpp"\n',
    "src/kernels/dispatch.cpp": '#include "kernels/units.inc"\n',
    "src/msm/naive.hpp": '#include "kernels/kernels.hpp"\n#include "field/words.hpp"\n',
    "src/fft/domain.hpp": "",
    "src/api/msm.cpp": '#include "msm/naive.hpp"\n#include "quiver/quiver.h"\n',
    "src/setup/file.hpp": '#include "quiver/quiver.h"\n',
    "src/cli/main.cpp": '#include "setup/file.hpp"\n',
}
FAULTS = {
    "a lower layer includes a higher one": {"src/field/up.hpp": '#include "msm/naive.hpp"\n'},
    "algorithms include each other": {"src/fft/up.hpp": '#include "msm/naive.hpp"\n'},
    "setup looks below the ABI": {"src/setup/up.cpp": '#include "base/result.hpp"\n'},
    "cli looks below the ABI": {"src/cli/up.cpp": '#include "msm/naive.hpp"\n'},
    "an algorithm sees limbs": {"src/msm/up.cpp": '#include "field/fp.hpp"\n'},
    "field includes the public header": {"src/field/up.cpp": "#include <quiver/quiver.h>\n"},
    "a relative path": {"src/cli/up.cpp": '#include "../setup/file.hpp"\n'},
    "a file that is not there": {"src/msm/up.cpp": '#include "msm/gone.hpp"\n'},
    "a folder that is no layer": {"src/utils/up.hpp": ""},
    "angle brackets around an own header": {"src/msm/up.cpp": "#include <kernels/kernels.hpp>\n"},
}

if __name__ == "__main__":
    structure.main(__doc__, check, SOUND, FAULTS)
