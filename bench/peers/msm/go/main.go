// Times one multi-scalar multiplication of gnark-crypto on the inputs that all programs of bench/peers/msm share.
//
// Usage: quiver-msm-peers --group GROUP --n N --dir DIR --repeat R --threads T. Files, output and exit codes are those of
// the Rust program beside this one.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"

	"github.com/consensys/gnark-crypto/ecc"
	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	fr377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	fr381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	frbn "github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/grumpkin"
	frgrumpkin "github.com/consensys/gnark-crypto/ecc/grumpkin/fr"
	"golang.org/x/sys/unix"
)

type job struct {
	group           string
	n, repeat       int
	config          ecc.MultiExpConfig
	points, scalars []byte
}

type outcome struct {
	Peer   string   `json:"peer"`
	Group  string   `json:"group"`
	N      int      `json:"n"`
	CPU    float64  `json:"cpu_ms"`
	Wall   float64  `json:"wall_ms"`
	Result []string `json:"result"`
}

// integer reads one little-endian number.
func integer(bytes []byte) *big.Int {
	reversed := make([]byte, len(bytes))
	for i, b := range bytes {
		reversed[len(bytes)-1-i] = b
	}
	return new(big.Int).SetBytes(reversed)
}

// element is a field element of any gnark-crypto curve.
type element[T any] interface {
	*T
	SetBigInt(*big.Int) *T
	BigInt(*big.Int) *big.Int
}

// read fills coordinates, each of `size` bytes, in the order of the file.
func read[T any, P element[T]](bytes []byte, size int, into ...P) {
	for i, v := range into {
		v.SetBigInt(integer(bytes[i*size : (i+1)*size]))
	}
}

func write[T any, P element[T]](values ...P) []string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprintf("%#x", v.BigInt(new(big.Int))))
	}
	return out
}

func readScalars[T any, P element[T]](j *job) []T {
	out := make([]T, j.n)
	for i := range out {
		P(&out[i]).SetBigInt(integer(j.scalars[32*i : 32*(i+1)]))
	}
	return out
}

// clock returns milliseconds.
func clock(id int32) float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		fail(err.Error())
	}
	return float64(t.Sec)*1e3 + float64(t.Nsec)*1e-6
}

// measure keeps the best times over the repetitions; the first run is not counted.
func measure(j *job, run func() error, describe func() []string) outcome {
	out := outcome{Peer: "gnark-crypto", Group: j.group, N: j.n}
	for i := 0; i <= j.repeat; i++ {
		wall, cpu := clock(unix.CLOCK_MONOTONIC), clock(unix.CLOCK_PROCESS_CPUTIME_ID)
		err := run()
		wall, cpu = clock(unix.CLOCK_MONOTONIC)-wall, clock(unix.CLOCK_PROCESS_CPUTIME_ID)-cpu
		if err != nil {
			fail(err.Error())
		}
		if i == 1 || (i > 1 && cpu < out.CPU) {
			out.CPU = cpu
		}
		if i == 1 || (i > 1 && wall < out.Wall) {
			out.Wall = wall
		}
	}
	out.Result = describe()
	return out
}

func run(j *job) (outcome, bool) {
	switch j.group {
	case "bls12-377-g1":
		points, scalars := make([]bls12377.G1Affine, j.n), readScalars[fr377.Element](j)
		for i := range points {
			read(j.points[96*i:], 48, &points[i].X, &points[i].Y)
		}
		var sum bls12377.G1Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X, &sum.Y) }), true
	case "bls12-377-g2":
		points, scalars := make([]bls12377.G2Affine, j.n), readScalars[fr377.Element](j)
		for i := range points {
			p := &points[i]
			read(j.points[192*i:], 48, &p.X.A0, &p.X.A1, &p.Y.A0, &p.Y.A1)
		}
		var sum bls12377.G2Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X.A0, &sum.X.A1, &sum.Y.A0, &sum.Y.A1) }), true
	case "bls12-381-g1":
		points, scalars := make([]bls12381.G1Affine, j.n), readScalars[fr381.Element](j)
		for i := range points {
			read(j.points[96*i:], 48, &points[i].X, &points[i].Y)
		}
		var sum bls12381.G1Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X, &sum.Y) }), true
	case "bls12-381-g2":
		points, scalars := make([]bls12381.G2Affine, j.n), readScalars[fr381.Element](j)
		for i := range points {
			p := &points[i]
			read(j.points[192*i:], 48, &p.X.A0, &p.X.A1, &p.Y.A0, &p.Y.A1)
		}
		var sum bls12381.G2Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X.A0, &sum.X.A1, &sum.Y.A0, &sum.Y.A1) }), true
	case "bn254-g1":
		points, scalars := make([]bn254.G1Affine, j.n), readScalars[frbn.Element](j)
		for i := range points {
			read(j.points[64*i:], 32, &points[i].X, &points[i].Y)
		}
		var sum bn254.G1Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X, &sum.Y) }), true
	case "bn254-g2":
		points, scalars := make([]bn254.G2Affine, j.n), readScalars[frbn.Element](j)
		for i := range points {
			p := &points[i]
			read(j.points[128*i:], 32, &p.X.A0, &p.X.A1, &p.Y.A0, &p.Y.A1)
		}
		var sum bn254.G2Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X.A0, &sum.X.A1, &sum.Y.A0, &sum.Y.A1) }), true
	case "grumpkin-g1":
		points, scalars := make([]grumpkin.G1Affine, j.n), readScalars[frgrumpkin.Element](j)
		for i := range points {
			read(j.points[64*i:], 32, &points[i].X, &points[i].Y)
		}
		var sum grumpkin.G1Affine
		return measure(j, func() error { _, err := sum.MultiExp(points, scalars, j.config); return err },
			func() []string { return write(&sum.X, &sum.Y) }), true
	}
	return outcome{}, false
}

func fail(text string) {
	fmt.Fprintln(os.Stderr, "quiver-msm-peers: "+text)
	os.Exit(2)
}

func main() {
	var j job
	var dir string
	flag.StringVar(&j.group, "group", "", "such as bn254-g1")
	flag.IntVar(&j.n, "n", 0, "points")
	flag.StringVar(&dir, "dir", ".", "folder of points.bin and scalars.bin")
	flag.IntVar(&j.repeat, "repeat", 3, "counted repetitions")
	flag.IntVar(&j.config.NbTasks, "threads", 1, "tasks")
	flag.Parse()
	var err error
	if j.points, err = os.ReadFile(filepath.Join(dir, "points.bin")); err != nil {
		fail(err.Error())
	}
	if j.scalars, err = os.ReadFile(filepath.Join(dir, "scalars.bin")); err != nil {
		fail(err.Error())
	}
	result, served := run(&j)
	if !served {
		os.Exit(5)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fail(err.Error())
	}
}
