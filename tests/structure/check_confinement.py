"""What belongs to one place stays there: limbs and intrinsics, the 128-bit integer, threads, memory, printing."""

import re

import structure

# name: (pattern, who may, what to say). `who` are paths below src/, folders ending in a slash.
RULES = [
    (
        "intrinsics and inline assembly",
        r"<(?:\w*mmintrin|x86intrin|cpuid|x86gprintrin|arm_neon|arm_sve|wasm_simd128|intrin)\.h>|\b_mm\d*_\w+|\b__m(?:128|256|512)\w*"
        r"|\b__builtin_ia32_\w+|\bvector_size\b|\b(?:asm|__asm__|__asm)\b|\btarget(?:_clones)?\s*\(\s*\"",
        ["field/", "kernels/"],
    ),
    ("limbs", r"(?i)\b\w*limb\w*", ["field/", "kernels/"]),
    ("the 128-bit integer", r"\b__u?int128(?:_t)?\b|\b_BitInt\b", ["field/words.hpp"]),
    (
        "threads",
        r"<(?:thread|mutex|shared_mutex|future|condition_variable|semaphore|barrier|latch|stop_token|pthread\.h|threads\.h"
        r"|omp\.h)>|\bstd::j?thread\b|\bstd::async\b|\bpthread_\w+|#\s*pragma\s+omp\b|\bthrd_\w+",
        ["base/parallel."],
    ),
    (
        "memory",
        r"\b(?:malloc|calloc|realloc|posix_memalign|aligned_alloc|free|mmap)\s*\(|\bnew\s+[A-Za-z_]|\bnew\s*\(std::nothrow|\bdelete\b"
        r"|<(?:vector|string|map|unordered_map|set|list|deque|functional|memory_resource|iostream)>|\bmake_unique\b",
        ["base/buffer.", "base/block_cache.", "setup/", "cli/"],
    ),
    (
        "printing",
        r"\b(?:f|d|v|vf|vd)?printf\s*\(|\bf?put(?:s|c|char)\s*\(|\bperror\s*\(|\b(?:stdout|stderr)\b"
        r"|<(?:iostream|print|syncstream)>|\b(?:cout|cerr|clog)\b|\bfmt::print\b|\bstd::print(?:ln)?\b",
        ["cli/"],
    ),
    ("ending the process", r"\b(?:exit|_exit|_Exit|quick_exit|abort|terminate)\s*\(|\bassert\s*\(", ["cli/"]),
]
# A deleted function is not about memory; nor is placement new, into a Buffer.
DELETED = re.compile(r"=\s*delete\b")


def check(root):
    violations = []
    src = root / "src"
    for path in structure.source_files(src):
        name = path.relative_to(src).as_posix()
        if path.suffix in {".S", ".inc"}:
            continue  # assembly is in field by its place, which check_layers sees to
        for number, line in structure.code_lines(path):
            line = DELETED.sub("", line)
            for what, pattern, allowed in RULES:
                match = re.search(pattern, line)
                if match and not any(name.startswith(prefix) for prefix in allowed):
                    places = ", ".join(f"src/{place}" for place in allowed)
                    violations.append(f"src/{name}:{number}: `{match.group(0).strip()}`: {what} only in {places}")
    return violations


SOUND = {
    "src/base/result.hpp": "#include <cstdio>\n// printf and std::thread in a comment\n"
    '[[gnu::format(printf, 1, 2)]] void f();\nconst char* s = "__int128 malloc(";\nint g() { std::vsnprintf(b, 1, s, a); }\n'
    "struct S { S(const S&) = delete; };\nauto* p = new (block) S();\n",
    "src/base/parallel.cpp": "#include <pthread.h>\nvoid f() { pthread_create(); }\n",
    "src/base/buffer.cpp": "void f() { std::free(p); }\n",
    "src/field/words.hpp": "typedef unsigned __int128 Wide;\n",
    "src/field/vec.hpp": "#include <immintrin.h>\n__m512i limbs;\n",
    "src/kernels/cpu.cpp": "#include <cpuid.h>\nint f() { asm volatile(\"\"); }\n",
    "src/msm/naive.cpp": "constexpr int kBillion = 1'000'000'000; // 'limb'\n",
    "src/setup/file.cpp": "#include <vector>\n",
    "src/cli/main.cpp": '#include <iostream>\nint main() { std::cout << "x"; }\n',
}
FAULTS = {
    "an intrinsic in an algorithm": {"src/msm/bad.cpp": "auto x = _mm512_add_epi64(a, b);\n"},
    "inline assembly in curve": {"src/curve/bad.hpp": 'void f() { __asm__("nop"); }\n'},
    "limbs in an algorithm": {"src/msm/bad.cpp": "unsigned num_limbs = 5;\n"},
    "the 128-bit integer beside words.hpp": {"src/field/bad.hpp": "unsigned __int128 x;\n"},
    "a thread in an algorithm": {"src/msm/bad.cpp": "#include <thread>\n"},
    "OpenMP": {"src/msm/bad.cpp": "#pragma omp parallel for\n"},
    "a lock in the ABI": {"src/api/bad.cpp": "pthread_mutex_t lock;\n"},
    "malloc in a kernel": {"src/kernels/bad.cpp": "void* p = std::malloc(8);\n"},
    "a vector in an algorithm": {"src/msm/bad.cpp": "#include <vector>\n"},
    "new in the ABI": {"src/api/bad.cpp": "auto* p = new Points();\n"},
    "printing below cli": {"src/api/bad.cpp": 'void f() { std::printf("x"); }\n'},
    "printing from setup": {"src/setup/bad.cpp": "#include <iostream>\n"},
    "ending the process": {"src/api/bad.cpp": "void f() { std::abort(); }\n"},
}

if __name__ == "__main__":
    structure.main(__doc__, check, SOUND, FAULTS)
