"""Symbols: the shared library exports the header's functions and nothing else; a kernel unit defines its table and
nothing else, so that none of its code can stand in for baseline code; the archive stays in its namespace and needs
nothing of the C++ runtime.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import structure

DECLARED = re.compile(r"\bQUIVER_API\b[^;{]*?\b(quiver_\w+)\s*\(")
# What a unit may call: what the compiler itself emits calls to, and strong functions of the library's baseline code.
UNIT_MAY_USE = re.compile(r"^(?:mem(?:cpy|move|set|cmp)|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__u?(?:div|mod)ti3|_ZNK?6quiver\w+)$")
# operator new and delete, exceptions, guards, type information, and functions of the standard library.
CXX_RUNTIME = re.compile(r"^(?:_Zn[aw]|_Zd[al]|__cxa_|__gxx_|_ZNK?St|_ZSt|_ZTI|_ZTV)")
OWN_NAME = re.compile(r"^_?(?:quiver_\w+|_Z\w*6quiver\w*)$")


def symbols(nm, path, *options):
    """(name, type) pairs, all members of an archive together."""
    output = subprocess.run([nm, "--format=posix", *options, str(path)], check=True, capture_output=True, text=True).stdout
    pairs = []
    for line in output.splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[1]) == 1:
            pairs.append((fields[0].split("@")[0], fields[1]))
    return pairs


def declared_functions(include):
    names = set()
    for header in structure.source_files(include):
        names |= set(DECLARED.findall(structure.strip_comments(header.read_text(encoding="utf-8"))))
    return names


def check_exports(nm, library, include):
    declared = declared_functions(include)
    exported = {name for name, kind in symbols(nm, library, "-D", "--defined-only") if kind != "A"}
    violations = [f"{library.name}: `{name}` is declared but not exported" for name in sorted(declared - exported)]
    violations += [f"{library.name}: `{name}` is exported but not declared" for name in sorted(exported - declared)]
    return violations


def check_unit(nm, path, table):
    violations = []
    for name, kind in symbols(nm, path):
        if kind in "WwVvu":
            violations.append(f"{path.name}: weak or unique symbol `{name}`: another object's copy may take its place")
        elif kind == "U":
            if not UNIT_MAY_USE.match(name):
                violations.append(f"{path.name}: uses `{name}`, which is not on the list of what units may use")
        elif kind.isupper() and name != table:
            violations.append(f"{path.name}: `{name}` is global beside the table")
    if not any(name == table and kind.isupper() and kind != "U" for name, kind in symbols(nm, path)):
        violations.append(f"{path.name}: does not define {table}")
    return violations


def check_archive(nm, path):
    pairs = symbols(nm, path)
    defined = {name for name, kind in pairs if kind not in "Uw"}
    violations = []
    for name, kind in sorted(set(pairs)):
        if kind == "U" and name not in defined and CXX_RUNTIME.match(name):
            violations.append(f"{path.name}: needs `{name}` of the C++ runtime")
        elif kind in "TDBRC" and not OWN_NAME.match(name):
            violations.append(f"{path.name}: defines `{name}`, which is neither quiver_* nor in namespace quiver")
    return violations


HEADER = "#define QUIVER_API __attribute__((visibility(\"default\")))\n/* QUIVER_API void quiver_no(void); */\n" \
         'extern "C" { QUIVER_API int quiver_yes(int); }\n'
LIBRARY = '#include "quiver.h"\nint quiver_yes(int a) { return a; }\n'
UNIT = 'extern "C" { extern const int quiver_table[2]; const int quiver_table[2] = {1, 2}; }\n' \
       "namespace quiver { int baseline(int); }\nstatic int f(int a) { return quiver::baseline(a); }\n" \
       "extern const int quiver_table[2];\n"


def self_test(nm, cc):
    failures = 0

    def expect(name, violations, planted):
        nonlocal failures
        right = bool(violations) == planted
        failures += not right
        print(f"{'ok  ' if right else 'FAIL'} {name}: {violations[0] if violations else 'no violation'}")

    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)

        def build(text, output, *options):
            (root / "source.cpp").write_text(text, encoding="utf-8")
            subprocess.run([cc, "-std=c++20", "-O1", "-fPIC", *options, str(root / "source.cpp"), "-o", str(root / output)],
                           check=True)
            return root / output

        def exports(text):
            return check_exports(nm, build(text, "lib.so", "-shared", "-fvisibility=hidden", "-nostdlib"), root)

        def unit(text):
            return check_unit(nm, build(text, "unit.o", "-c", "-fno-exceptions"), "quiver_table")

        def archive(text):
            return check_archive(nm, build(text, "member.o", "-c"))

        (root / "quiver.h").write_text(HEADER, encoding="utf-8")
        expect("exports as declared", exports(LIBRARY), False)
        expect("an undeclared export", exports(LIBRARY + '[[gnu::visibility("default")]] void extra() {}\n'), True)
        expect("a declared function not exported", exports("int other;\n"), True)
        expect("a sound unit", unit(UNIT), False)
        expect("a unit with a second global", unit(UNIT + "int helper(int a) { return a; }\n"), True)
        expect("a unit with a weak symbol",
               unit(UNIT + "template <class T> [[gnu::noinline]] T twice(T a) { return a + a; }\n"
                    "static int g(int a) { return twice(a); }\nint (*const quiver_p)(int) = g;\n"
                    '[[gnu::used]] static int h(int a) { return twice(a); }\n'), True)
        expect("a unit that calls the C library", unit(UNIT + 'extern "C" int puts(const char*);\n'
                                                       "[[gnu::used]] static int h() { return puts(\"\"); }\n"), True)
        expect("a unit without its table", unit("static int x;\n"), True)
        expect("a sound archive", archive("namespace quiver { int f() { return 1; } }\nextern \"C\" int quiver_g() { return 2; }\n"),
               False)
        expect("an archive that needs operator new", archive("namespace quiver { int* f() { return new int; } }\n"), True)
        expect("an archive with a foreign name", archive("int helper() { return 1; }\n"), True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--archive", type=pathlib.Path)
    parser.add_argument("--unit", action="append", default=[], metavar="SYMBOL=FILE")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--cc", default="c++")
    options = parser.parse_args()
    if options.self_test:
        sys.exit(1 if self_test(options.nm, options.cc) else 0)
    violations = []
    if options.library:
        violations += check_exports(options.nm, options.library, options.root / "include")
    if options.archive:
        violations += check_archive(options.nm, options.archive)
    for unit in options.unit:
        table, _, path = unit.partition("=")
        violations += check_unit(options.nm, pathlib.Path(path), table)
    for violation in violations:
        print(violation)
    print(f"{len(options.unit)} units, {len(violations)} violations")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
