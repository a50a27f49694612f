#!/bin/sh
# Times field multiplication and squaring: the x64_adx kernels against blst, arkworks, halo2curves and gnark-crypto.
# One run: the Rust program (ours and the Rust and C peers in one process) and the Go program take turns; each figure is
# the minimum over all turns. Peers are fetched from their registries into the build folder and nothing of them is kept.
set -eu

usage() {
    echo "usage: field.sh --out FILE.json [--work DIR] [--turns N] [--rounds N] [--cpu N]" >&2
    exit 2
}

out= work=${TMPDIR:-/tmp}/quiver-peers turns=10 rounds=100 cpu=
command="bench/peers/field.sh $*"
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case $1 in
        --out) out=$2 ;;
        --work) work=$2 ;;
        --turns) turns=$2 ;;
        --rounds) rounds=$2 ;;
        --cpu) cpu=$2 ;;
        *) usage ;;
    esac
    shift 2
done
[ -n "$out" ] || usage

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"
work=$(cd "$work" && pwd)
rustflags="-C target-cpu=native"

CARGO_TARGET_DIR=$work/rust RUSTFLAGS=$rustflags \
    cargo build --release --locked --manifest-path "$here/field/rust/Cargo.toml"
(cd "$here/field/go" && go build -mod=readonly -o "$work/field-peers-go" .)

run() {
    if [ -n "$cpu" ]; then taskset -c "$cpu" "$@"; else "$@"; fi
}

figures=$work/field-figures.txt
: > "$figures"
turn=0
while [ "$turn" -lt "$turns" ]; do
    run "$work/rust/release/quiver-field-peers" "$rounds" >> "$figures"
    run "$work/field-peers-go" "$rounds" >> "$figures"
    turn=$((turn + 1))
done

model=$(awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo 2>/dev/null || true)
[ -n "$model" ] || model=$(sysctl -n machdep.cpu.brand_string 2>/dev/null || echo unknown)
microarchitecture=$(awk -F': *' '/^cpu family/ { f = $2 } /^model\t/ { m = $2 } /^stepping/ { print f "-" m "-" $2; exit }' \
    /proc/cpuinfo 2>/dev/null || true)

version() { # of a crate in Cargo.lock
    awk -v name="\"$1\"" '$1 == "name" { hit = $3 == name } hit && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' \
        "$here/field/rust/Cargo.lock"
}

# The recorded command leaves out where this machine keeps its builds.
command=$(printf '%s\n' "$command" | sed 's| --work [^ ]*||; s|--out /[^ ]*/|--out |')

awk -v command="$command" -v turns="$turns" -v rounds="$rounds" -v model="$model" -v family="$microarchitecture" \
    -v cc="$(${CC:-cc} --version | head -n 1)" -v rustc="$(rustc --version)" -v go="$(go version | cut -d ' ' -f 3)" \
    -v rustflags="$rustflags" -v blst="$(version blst)" -v ark="$(version ark-ff)" \
    -v halo2curves="$(version halo2curves)" \
    -v gnark="$(awk '/gnark-crypto v/ { for (i = 1; i <= NF; i++) if ($i ~ /^v[0-9]/) print substr($i, 2); exit }' \
        "$here/field/go/go.mod")" '
    {
        row = $1 " " $2 " " $3 " " $4
        if (!(row in seen)) { seen[row] = 1; rows[++n] = row }
        key = row " " $5
        if ($6 !~ /^[0-9.]+$/ || $6 <= 0) next  # no sample of this turn was undisturbed
        if (!(key in best)) { best[key] = $6; names[row] = names[row] " " $5 }
        else if ($6 < best[key]) best[key] = $6
    }
    END {
        printf "{\n  \"benchmark\": \"field\",\n  \"backend\": \"x64_adx\",\n  \"command\": \"%s\",\n", command
        printf "  \"unit\": \"ns per product\",\n  \"ratio\": \"peer / quiver: above 1, quiver is faster\",\n"
        printf "  \"rule\": \"CPU time of the thread, only samples whose wall time agrees within 2 %%; samples of 2048 products; minimum over %d turns of %d rounds; programs take turns\",\n", turns, rounds
        printf "  \"machine\": {\"cpu\": \"%s\", \"family_model_stepping\": \"%s\", \"cc\": \"%s\", \"rustc\": \"%s\", \"go\": \"%s\", \"rustflags\": \"%s\"},\n", model, family, cc, rustc, go, rustflags
        printf "  \"peers\": {\"blst\": \"%s\", \"arkworks\": \"%s, feature asm\", \"halo2curves\": \"%s, feature asm\", \"gnark-crypto\": \"%s\"},\n", blst, ark, halo2curves, gnark
        printf "  \"results\": [\n"
        for (r = 1; r <= n; r++) {
            split(rows[r], f, " ")
            ours = best[rows[r] " quiver"]
            if (!ours) { print "no undisturbed sample of ours: " rows[r] > "/dev/stderr"; exit 1 }
            printf "    {\"field\": \"%s\", \"words\": %d, \"operation\": \"%s\", \"mode\": \"%s\", \"quiver\": %.2f", f[1], f[2], f[3], f[4], ours
            count = split(names[rows[r]], name, " ")
            for (i = 1; i <= count; i++) if (name[i] != "quiver") {
                ns = best[rows[r] " " name[i]]
                printf ", \"%s\": {\"ns\": %.2f, \"ratio\": %.3f}", name[i], ns, ns / ours
            }
            printf "}%s\n", r < n ? "," : ""
        }
        printf "  ]\n}\n"
    }' "$figures" > "$work/field.json"
mkdir -p "$(dirname "$out")"
mv "$work/field.json" "$out"
echo "written: $out" >&2
